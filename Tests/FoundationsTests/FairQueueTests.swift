import Foundations
import Testing

@Suite("A queue that is fair between holders")
struct FairQueueTests {
    private struct Work: Identifiable, Equatable {
        let id: Int
    }

    private func queue(_ works: [(Int, String)]) -> FairQueue<String, Work> {
        var queue = FairQueue<String, Work>()
        for (id, holder) in works { queue.append(Work(id: id), of: holder) }
        return queue
    }

    private func rest(_ queue: FairQueue<String, Work>) -> [Int] {
        var queue = queue
        var order: [Int] = []
        while let next = queue.popFirst() { order.append(next.id) }
        return order
    }

    @Test("gives holders a turn one after the other, and newcomers one before those that had theirs")
    func order() {
        var waiting = queue([(1, "ada"), (2, "ada"), (3, "ada"), (4, "bob"), (5, "bob")])
        #expect(waiting.popFirst()?.id == 1)
        waiting.append(Work(id: 6), of: "eve")
        #expect(rest(waiting) == [4, 6, 2, 5, 3])
    }

    @Test("passes over holders that may have no turn now, and counts a turn for which nobody waited")
    func admitted() {
        var waiting = queue([(1, "ada"), (2, "bob"), (3, "eve")])
        waiting.beginTurn(of: "bob")
        #expect(waiting.popFirst { $0 != "ada" }?.id == 3)
        #expect(waiting.popFirst { $0 == "nobody" } == nil)
        #expect(rest(waiting) == [1, 2])
    }

    @Test("forgets elements that no longer wait, once")
    func removed() {
        var waiting = queue([(1, "ada"), (2, "ada"), (3, "bob"), (4, "eve")])
        #expect(waiting.count == 4 && waiting.count(of: "ada") == 2 && waiting.count(of: "nobody") == 0)
        #expect(waiting.remove(1, of: "ada")?.id == 1)
        #expect(waiting.remove(1, of: "ada") == nil)
        #expect(waiting.removeAll { $0.id == 3 } == [Work(id: 3)])
        #expect(waiting.count == 2 && Set(waiting.elements.map(\.id)) == [2, 4])
        #expect(rest(waiting) == [2, 4])
        #expect(waiting.removeAll().count == 2 && waiting.isEmpty && waiting.popFirst() == nil)
    }
}

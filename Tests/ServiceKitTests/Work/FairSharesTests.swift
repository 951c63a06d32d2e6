import ServiceKit
import Testing

@Suite("Fair shares of places")
struct FairSharesTests {
    @Test("any number of greedy holders leave a place for one that has none", arguments: 1...10)
    func newcomer(greedy: Int) {
        let shares = FairShares<String>(capacity: 22)
        for _ in 0..<22 { for holder in 0..<greedy { _ = shares.take("\(holder)") } }
        #expect(shares.take("innocent"))
    }

    @Test("one holder gets half of all places, and what was given back can be taken again")
    func half() {
        let shares = FairShares<String?>(capacity: 22)
        #expect((0..<22).count { _ in shares.take(nil) } == 11)
        for _ in 0..<11 { shares.giveBack(nil) }
        #expect(shares.taken == 0)
        #expect((0..<22).count { _ in shares.take("7f000001") } == 11)
    }

    @Test("no holder gets more than its limit")
    func limit() {
        let shares = FairShares<Int>(capacity: 32, perHolder: 4)
        #expect((0..<32).count { _ in shares.take(1) } == 4)
        for holder in 2...8 { for _ in 0..<4 { _ = shares.take(holder) } }
        #expect(shares.take(9))
    }
}

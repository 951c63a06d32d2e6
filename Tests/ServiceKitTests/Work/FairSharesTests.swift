import ServiceKit
import Testing

@Suite("Fair shares of places")
struct FairSharesTests {
    @Test("any number of greedy holders leave a place for one that has none", arguments: 1...10)
    func newcomer(greedy: Int) {
        let shares = FairShares<String>(capacity: 22)
        for _ in 0..<22 { for holder in 0..<greedy { _ = shares.take(["\(holder)"]) } }
        #expect(shares.take(["innocent"]))
    }

    @Test("one holder gets half of all places, and what was given back can be taken again")
    func half() {
        let shares = FairShares<String?>(capacity: 22)
        #expect((0..<22).count { _ in shares.take([nil]) } == 11)
        for _ in 0..<11 { shares.giveBack([nil]) }
        #expect(shares.taken == 0)
        #expect((0..<22).count { _ in shares.take(["7f000001"]) } == 11)
    }

    @Test("a greedy holder leaves a place for another one of its groups", arguments: [["g"], ["g", "h"]])
    func neighbour(groups: [String]) {
        let shares = FairShares<String>(capacity: 22)
        let held = (0..<22).count { _ in shares.take(["greedy"] + groups) }
        #expect(held >= 5)
        #expect(shares.take(["neighbour"] + groups))
    }

    @Test("a group of holders gets no more than one of them, however many they are")
    func groups() {
        let shares = FairShares<String>(capacity: 22)
        #expect((0..<22).count { shares.take(["\($0)", "group"]) } == 11)
        #expect((0..<22).count { _ in shares.take(["innocent"]) } == 6)
        for holder in 0..<11 { shares.giveBack(["\(holder)", "group"]) }
        #expect((0..<22).count { shares.take(["\($0)", "group"]) } == 8)
    }
}

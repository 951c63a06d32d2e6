/// Elements that wait for their turns: those of one holder in the order in which they came, and holders one after the other,
/// however many elements each of them has.
///
/// The holder whose last turn is the longest ago is next, so one that has had none lately is before all that wait for more. Having
/// had none counts as having had one ``lately`` turns before coming, so that newcomers do not pass others forever, and no
/// more than twice as many holders are remembered.
package struct FairQueue<Holder: Hashable, Element: Identifiable> {
    private struct Entry {
        /// How many elements came before it.
        let number: Int
        /// How many turns had begun when it came.
        let arrival: Int
        let element: Element
    }

    /// For how many turns it matters that a holder had one.
    private static var lately: Int { 32 }

    private var entries: [Holder: [Entry]] = [:]
    private var nextNumber = 0
    /// Turns that have begun.
    private var begun = 0
    /// The number of each holder's last turn, of all that have had one lately.
    private var lastTurns: [Holder: Int] = [:]

    /// How many elements wait.
    package private(set) var count = 0

    package init() {}

    /// The elements that wait, in no order.
    package var elements: [Element] { entries.values.flatMap { $0.map(\.element) } }

    package var isEmpty: Bool { count == 0 }

    /// How many elements of a holder wait.
    package func count(of holder: Holder) -> Int { entries[holder]?.count ?? 0 }

    package mutating func append(_ element: Element, of holder: Holder) {
        entries[holder, default: []].append(Entry(number: nextNumber, arrival: begun, element: element))
        nextNumber += 1
        count += 1
    }

    /// A holder has a turn, for which it didn't have to wait if it is not that of ``popFirst(where:)``.
    package mutating func beginTurn(of holder: Holder) {
        begun += 1
        lastTurns[holder] = begun
        // Not each time, since that takes longer than all else.
        guard lastTurns.count > 2 * FairQueue.lately else { return }
        lastTurns = lastTurns.filter { isRecent($0.value) }
    }

    /// Takes the element whose turn is next, and begins its turn.
    /// - Parameter isAdmitted: Whether a holder may have a turn now.
    package mutating func popFirst(where isAdmitted: (Holder) -> Bool = { _ in true }) -> Element? {
        var next: (holder: Holder, rank: (Int, Int))?
        for (holder, waiting) in entries where isAdmitted(holder) {
            let rank = rank(of: holder, waiting[0])
            if next.map({ rank < $0.rank }) ?? true { next = (holder, rank) }
        }
        guard let next else { return nil }
        beginTurn(of: next.holder)
        return remove(at: 0, of: next.holder)
    }

    /// When a holder had its last turn, and when its first element came.
    private func rank(of holder: Holder, _ first: Entry) -> (Int, Int) {
        let last = lastTurns[holder].flatMap { isRecent($0) ? $0 : nil }
        return (last ?? first.arrival - FairQueue.lately, first.number)
    }

    /// Whether a turn with this number began so lately that it matters.
    private func isRecent(_ turn: Int) -> Bool { turn > begun - FairQueue.lately }

    /// Takes out an element that no longer waits.
    /// - Returns: Nil when it has had its turn.
    package mutating func remove(_ id: Element.ID, of holder: Holder) -> Element? {
        guard let place = entries[holder]?.firstIndex(where: { $0.element.id == id }) else { return nil }
        return remove(at: place, of: holder)
    }

    private mutating func remove(at place: Int, of holder: Holder) -> Element? {
        let entry = entries[holder]?.remove(at: place)
        if entries[holder]?.isEmpty == true { entries[holder] = nil }
        count -= 1
        return entry?.element
    }

    /// Takes out elements that no longer wait.
    package mutating func removeAll(where isGone: (Element) -> Bool = { _ in true }) -> [Element] {
        let gone = elements.filter(isGone)
        if gone.isEmpty { return [] }
        entries = entries.mapValues { $0.filter { !isGone($0.element) } }.filter { !$0.value.isEmpty }
        count -= gone.count
        return gone
    }
}

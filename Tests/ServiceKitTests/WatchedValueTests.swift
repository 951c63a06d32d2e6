import ServiceKit
import Testing

@Suite("Watched values", .timeLimit(.minutes(5)))
struct WatchedValueTests {
    @Test("a watcher gets the latest value at once, then changes; a slow one the newest only")
    func changes() async {
        let value = WatchedValue(1)
        var changes = value.changes().makeAsyncIterator()
        #expect(await changes.next() == 1)
        #expect(!value.set(1))
        #expect(value.set(2) && value.set(3))
        #expect(await changes.next() == 3)
        #expect(value.value == 3)
    }

    @Test("nothing is held of watchers that have ended")
    func ended() {
        let value = WatchedValue(1)
        var watches = (0..<100).map { _ in value.changes() }
        #expect(value.watcherCount == 100)
        watches.removeLast(99)
        #expect(value.watcherCount == 1)
        #expect(watches.count == 1)
    }

    @Test("the last value ends every watch and stays")
    func finish() async {
        let value = WatchedValue(1)
        var early = value.changes().makeAsyncIterator()
        value.finish(with: 2)
        value.finish(with: 3)
        #expect(!value.set(4))
        #expect(await early.next() == 2)
        #expect(await early.next() == nil)
        var late = value.changes().makeAsyncIterator()
        #expect(await late.next() == 2)
        #expect(await late.next() == nil)
    }
}

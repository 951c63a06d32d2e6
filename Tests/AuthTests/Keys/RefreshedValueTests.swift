import Foundation
import RPCTestSupport
import Synchronization
import Testing

@testable import larder_auth

@Suite("A value that is kept for a while", .timeLimit(.minutes(5)))
struct RefreshedValueTests {
    private let time = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("is loaded once in its lifetime, also when the clock is set back")
    func lifetime() async throws {
        let kept = RefreshedValue<Int>(lifetime: 10)
        let loads = Mutex(0)
        func value(after seconds: TimeInterval) async throws -> Int {
            try await kept.value(at: time + seconds) {
                loads.withLock {
                    $0 += 1
                    return $0
                }
            }
        }
        for (seconds, expected) in [(0, 1), (9.9, 1), (10, 2), (11, 2), (-3_600, 3)] {
            #expect(try await value(after: seconds) == expected)
        }
        kept.discard()
        #expect(try await value(after: -3_600) == 4)
    }

    @Test("is loaded again when it was discarded while it was loaded")
    func discarded() async throws {
        let kept = RefreshedValue<String>(lifetime: 10)
        let stored = Mutex("old")
        let loads = Recorder<Void>()
        let gate = Gate()
        let loading = Task { [time] in
            try await kept.value(at: time) {
                let value = stored.withLock { $0 }
                loads.record(())
                try await gate.wait()
                return value
            }
        }
        try await loads.wait(forCount: 1)
        stored.withLock { $0 = "new" }
        kept.discard()
        gate.open()
        #expect(try await loading.outcome == "new")
        #expect(try await kept.value(at: time) { "another" } == "new")
        #expect(loads.count == 2)
    }
}

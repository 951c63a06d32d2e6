import Foundation
import FoundationsTestSupport
import PostgresTestSupport
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_ocr

@Suite("The checking of photos", .timeLimit(.minutes(5)))
struct PhotoWorkTests {
    @Test("refuses nobody, and takes a newcomer's photo before the rest of a user with many")
    func turns() async throws {
        let work = PhotoWork()
        let order = Recorder<UUID>()
        let (busy, other) = (UUID(), UUID())
        let release = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup { group in
            for number in 0..<80 {
                group.addTask {
                    try await work.run(for: busy) {
                        release.wait()
                        order.record(busy)
                    }
                }
                try await until("the work waits") { work.turns.waiting == max(0, number - 1) }
            }
            group.addTask {
                try await work.run(for: other) {
                    release.wait()
                    order.record(other)
                }
            }
            try await until("the newcomer waits") { work.turns.waiting == 79 }
            for _ in 0..<81 { release.signal() }
            try await group.waitForAll()
        }
        // Two of the busy one run already, and one is next.
        #expect(order.values.firstIndex(of: other) ?? 80 <= 4)
    }
}

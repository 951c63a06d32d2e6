import ConcurrencyTestSupport
import Dispatch
import PostgresTestSupport
import RPC
import Testing

@testable import larder_auth

@Suite("Bounded threads", .timeLimit(.minutes(5)))
struct BoundedThreadsTests {
    @Test("reject work over the queue's limit with a retry delay, and accept work again once there is room")
    func limit() async throws {
        let threads = BoundedThreads(threads: 2, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await threads.run { gate.wait() } } }
            try await until("all threads are busy") { threads.load == 3 }
            let refusal = await status { try await threads.run {} }
            #expect(refusal?.code == .resourceExhausted)
            #expect(refusal?.retryDelay != nil)
            #expect(refusal?.reason == "TOO_MANY_SIGN_INS")
            for _ in 0..<3 { gate.signal() }
            try await group.waitForAll()
        }
        #expect(threads.load == 0)
        #expect(try await threads.run { 7 } == 7)
    }

    @Test("do not begin work whose task was cancelled while it waited")
    func cancellation() async throws {
        let threads = BoundedThreads(threads: 1, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        let begun = Recorder<String>()
        let first = Task { try await threads.run { gate.wait() } }
        try await until("the thread is busy") { threads.load == 1 }
        let second = Task { try await threads.run { begun.record("second") } }
        try await until("the second waits") { threads.load == 2 }
        second.cancel()
        gate.signal()
        try await first.value
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(begun.values.isEmpty)
        #expect(threads.load == 0)
    }
}

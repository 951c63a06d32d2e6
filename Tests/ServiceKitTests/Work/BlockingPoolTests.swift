import Dispatch
import Foundation
import NIOCore
import NIOPosix
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("A blocking pool", .timeLimit(.minutes(5)))
struct BlockingPoolTests {
    private static let rejection = Status(
        .resourceExhausted,
        "Too many people are signing in.",
        retryDelay: .seconds(2),
        reason: "TOO_MANY_SIGN_INS"
    )

    private let registry = PrometheusRegistry()

    private func pool(threads: Int, queueLimit: Int) -> BlockingPool {
        BlockingPool(
            "test",
            threads: threads,
            queueLimit: queueLimit,
            rejection: BlockingPoolTests.rejection,
            metrics: registry
        )
    }

    @Test("rejects work over its queue's limit as its owner says, and takes work again once there is room")
    func limit() async throws {
        let pool = pool(threads: 2, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await pool.run { gate.wait() } } }
            try await until("all places are taken") { pool.load == 3 }
            let refusal = await failure { try await pool.run {} }
            #expect(refusal == BlockingPoolTests.rejection)
            let metrics = String(buffer: registry.text())
            #expect(metrics.contains("larder_blocking_pool_load{pool=\"test\"} 3"))
            #expect(metrics.contains("larder_blocking_pool_rejections_total{pool=\"test\"} 1"))
            for _ in 0..<3 { gate.signal() }
            try await group.waitForAll()
        }
        #expect(pool.load == 0)
        #expect(try await pool.run { 7 } == 7)
    }

    @Test("does not begin work whose task was cancelled while it waited")
    func cancellation() async throws {
        let pool = pool(threads: 1, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        let begun = Recorder<String>()
        let first = Task { try await pool.run { gate.wait() } }
        try await until("the thread is busy") { pool.load == 1 }
        let second = Task { try await pool.run { begun.record("second") } }
        try await until("the second waits") { pool.load == 2 }
        second.cancel()
        gate.signal()
        try await first.value
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(begun.values.isEmpty)
        #expect(pool.load == 0)
    }

    @Test("passes on what work throws")
    func throwing() async throws {
        let refusal = await failure {
            try await offLoop { throw Status(.notFound, "no") }
        }
        #expect(refusal?.code == .notFound)
    }

    @Test("computes for the call that hands it over, such as in its language")
    func context() async throws {
        var metadata = Metadata()
        metadata.add("accept-language", "fr")
        let context = CallContext(method: "/a.B/C", metadata: metadata, trace: TraceContext())
        let computed = try await CallContext.$current.withValue(context) {
            try await offLoop(for: UUID()) { (CallContext.current?.method, CallContext.current?.language) }
        }
        #expect(computed.0 == "/a.B/C")
        #expect(computed.1 == .french)
    }

    @Test("runs as much at once as it has threads, and the rest in turn")
    func threads() async throws {
        let pool = pool(threads: 2, queueLimit: 10)
        let gate = DispatchSemaphore(value: 0)
        let (begun, order) = (Recorder<Int>(), Recorder<Int>())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    try await pool.run {
                        begun.record(number)
                        gate.wait()
                        order.record(number)
                    }
                }
                try await until("it is taken") { pool.load == number + 1 }
            }
            try await begun.wait(forCount: 2)
            for finished in 1...6 {
                #expect(begun.count <= finished + 1)
                gate.signal()
                try await order.wait(forCount: finished)
            }
            try await group.waitForAll()
        }
        #expect(Set(begun.values) == Set(0..<6))
        #expect(pool.load == 0)
    }

    @Test("has room again after work that failed")
    func roomAfterFailure() async throws {
        let pool = pool(threads: 1, queueLimit: 0)
        for _ in 0..<3 {
            let refusal = await failure { try await pool.run { throw Status(.notFound, "no") } }
            #expect(refusal?.code == .notFound)
            #expect(pool.load == 0)
        }
        let metrics = String(buffer: registry.text())
        #expect(metrics.contains("larder_blocking_pool_rejections_total{pool=\"test\"} 0"))
        #expect(metrics.contains("larder_blocking_pool_load{pool=\"test\"} 0"))
    }

    @Test("of the program asks callers to come again when it is full")
    func computing() {
        #expect(BlockingPool.computing.capacity == System.coreCount + 1_000)
    }
}

@Suite("Work that leaves an event loop", .timeLimit(.minutes(5)))
struct OffLoopTests {
    /// Whether work that a task on an event loop hands over runs on that loop.
    private func runsOnLoop(
        _ handOver: @escaping @Sendable (@escaping @Sendable () -> Bool) async throws -> Bool
    ) async throws -> Bool {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let executor = EventLoopTaskExecutor(loop)
        let outcome = await Task(executorPreference: executor) {
            #expect(loop.inEventLoop)
            let isOnLoop = try await handOver { loop.inEventLoop }
            #expect(loop.inEventLoop)
            return isOnLoop
        }.result
        try await group.shutdownGracefully()
        return try outcome.get()
    }

    @Test("computes on a thread of its own, and returns to the loop")
    func computing() async throws {
        #expect(try await runsOnLoop { work in try await offLoop { work() } } == false)
    }

    @Test("awaits on shared threads, and returns to the loop")
    func shared() async throws {
        #expect(
            try await runsOnLoop { work in
                await onSharedThreads {
                    await Task.yield()
                    return work()
                }
            } == false
        )
    }
}

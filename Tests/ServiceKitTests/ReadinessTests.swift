import RPC
import Testing

@testable import ServiceKit

@Suite("Readiness", .timeLimit(.minutes(5)))
struct ReadinessTests {
    @Test("a waiter that is cancelled ends with that, now or before")
    func cancellation() async {
        let readiness = Readiness()
        let waiting = Task { try await readiness.wait() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(!readiness.isReady)
    }

    @Test("all who wait go on, and who comes later does not wait")
    func waiters() async throws {
        let readiness = Readiness()
        let cancelled = Task { try await readiness.wait() }
        let waiting = (0..<20).map { _ in Task { try await readiness.wait() } }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        readiness.markReady()
        readiness.markReady()
        for task in waiting { try await task.value }
        try await readiness.wait()
        #expect(readiness.isReady)
    }

    @Test("earlier calls are rejected as unprocessed, to be retried; those about health are served")
    func gate() async throws {
        let readiness = Readiness()
        let gate = ReadinessPolicy(readiness: readiness)
        func call(_ service: String) async -> Status? {
            await gate.decide(TestCall.method(.anyone, service: service)).refusal
        }
        let refused = await call("larder.budget.v1.Spending")
        #expect(refused?.code == .unavailable)
        #expect(refused?.reason == "STARTING")
        #expect(refused?.isUnprocessed == true)
        #expect(refused?.retryDelay != nil)
        #expect(await call("larder.rpc.v1.Health") == nil)
        readiness.markReady()
        #expect(await call("larder.budget.v1.Spending") == nil)
    }
}

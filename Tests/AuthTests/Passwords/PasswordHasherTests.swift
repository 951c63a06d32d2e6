import ConcurrencyTestSupport
import Dispatch
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Wire

@testable import larder_auth

@Suite("Hashing passwords", .timeLimit(.minutes(5)))
struct PasswordHasherTests {
    @Test("asks to come back in a moment when too many sign in at once")
    func tooMany() async throws {
        let hasher = PasswordHasher(threads: PasswordHasher.makePool(queueLimit: 0))
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<PasswordHasher.threads { group.addTask { try await hasher.threads.run { gate.wait() } } }
            try await until("all threads are busy") { hasher.threads.load == PasswordHasher.threads }
            let refusal = await status { try await hasher.hash("correct horse") }
            #expect(refusal?.code == .resourceExhausted)
            #expect(refusal?.reason == "TOO_MANY_SIGN_INS")
            #expect(refusal?.retryDelay != nil)
            for _ in 0..<PasswordHasher.threads { gate.signal() }
            try await group.waitForAll()
        }
    }
}

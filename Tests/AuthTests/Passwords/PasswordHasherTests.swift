import ConcurrencyTestSupport
import Dispatch
import Glibc
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
        let hasher = PasswordHasher(pool: PasswordHasher.makePool(queueLimit: 0))
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<PasswordHasher.threads {
                group.addTask { try await hasher.pool.run(for: "busy\(number)") { gate.wait() } }
            }
            try await until("all threads are busy") { hasher.pool.load == PasswordHasher.threads }
            let refusal = await status { try await hasher.hash("correct horse", for: nil) }
            #expect(refusal?.code == .resourceExhausted)
            #expect(refusal?.reason == "TOO_MANY_SIGN_INS")
            #expect(refusal?.retryDelay != nil)
            for _ in 0..<PasswordHasher.threads { gate.signal() }
            try await group.waitForAll()
        }
    }

    @Test("asks a network that holds as many places as are free to come back, and serves another")
    func fairness() async throws {
        let hasher = PasswordHasher(pool: PasswordHasher.makePool(queueLimit: 8))
        let hash = try await hasher.hash("correct horse", for: nil)
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<PasswordHasher.threads {
                group.addTask { try await hasher.pool.run(for: "busy\(number)") { gate.wait() } }
            }
            try await until("all threads are busy") { hasher.pool.load == PasswordHasher.threads }
            for _ in 0..<4 {
                group.addTask {
                    let isRight = try await hasher.verify("wrong", against: hash, for: "7f000001")
                    #expect(!isRight)
                }
            }
            try await until("four wait") { hasher.pool.load == PasswordHasher.threads + 4 }
            let rejection = await status { try await hasher.verify("wrong", against: hash, for: "7f000001") }
            #expect(rejection?.reason == "TOO_MANY_SIGN_INS")
            group.addTask {
                let isRight = try await hasher.verify("correct horse", against: hash, for: "7f000002")
                #expect(isRight)
            }
            try await until("another waits") { hasher.pool.load == PasswordHasher.threads + 5 }
            for _ in 0..<PasswordHasher.threads { gate.signal() }
            try await group.waitForAll()
        }
        #expect(try await hasher.verify("correct horse", against: hash, for: "7f000001"))
    }

    @Test("gives way to other threads")
    func priority() async throws {
        let niceness = Recorder<Int32>()
        let hasher = PasswordHasher(cost: AuthTestEnvironment.cost) { _ in
            niceness.record(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
        }
        _ = try await hasher.verify("correct horse", against: nil, for: nil)
        #expect(niceness.values == [PasswordHasher.niceness])
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == 0)
    }

    @Test("gives the networks of an IPv6 /48 together no more places than one, and serves another")
    func enclosingNetworks() async throws {
        let hasher = PasswordHasher(pool: PasswordHasher.makePool(queueLimit: 8))
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Also when something below fails, since threads that wait for it would keep the test from ending.
            defer { for _ in 0..<PasswordHasher.threads { gate.signal() } }
            for number in 0..<PasswordHasher.threads {
                group.addTask { try await hasher.pool.run(for: "busy\(number)") { gate.wait() } }
            }
            try await until("all threads are busy") { hasher.pool.load == PasswordHasher.threads }
            for number in 0..<4 {
                group.addTask { _ = try await hasher.hash("correct horse", for: "20010db80000000\(number)") }
            }
            try await until("four wait") { hasher.pool.load == PasswordHasher.threads + 4 }
            let rejections = Recorder<StatusReason?>()
            group.addTask {
                let rejection = await status { try await hasher.hash("correct horse", for: "20010db800000004") }
                rejections.record(rejection?.reason)
            }
            try await until("it is decided") { rejections.count == 1 || hasher.pool.load > PasswordHasher.threads + 4 }
            #expect(rejections.values == ["TOO_MANY_SIGN_INS"])
            let load = hasher.pool.load
            group.addTask { _ = try await hasher.hash("correct horse", for: "20010db800010000") }
            try await until("another waits") { hasher.pool.load > load }
            for _ in 0..<PasswordHasher.threads { gate.signal() }
            try await group.waitForAll()
        }
    }
}

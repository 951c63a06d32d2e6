import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import Foundation
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_auth

@Suite("Signing in", .timeLimit(.minutes(5)))
struct SignInTests {
    @Test("names fields that are missing or too long")
    func invalid() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let refusal = await status {
                try await parts.signIn("", "", device: String(repeating: "d", count: 101))
            }
            #expect(refusal?.fieldViolations.map(\.field) == ["name", "password", "device"])
            let long = String(repeating: "x", count: 255)
            #expect(await status { try await parts.signIn(long, long) }?.code == .invalidArgument)
        }
    }

    @Test("gives the same response for a wrong password and an unknown name")
    func wrongCredentials() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let wrongPassword = await status { try await parts.signIn("Anna7", "wrong-horse-7") }
            #expect(wrongPassword?.code == .unauthenticated)
            #expect(wrongPassword?.reason == "WRONG_CREDENTIALS")
            for name in ["Nobody", "nobody@example.org", "Anna7 ", "' OR true --", "anna@EXAMPLE.net"] {
                #expect(await status { try await parts.signIn(name, "correct-horse-7") } == wrongPassword, "\(name)")
            }
            #expect(await status { try await parts.signIn("Anna7", "x") } == wrongPassword)
            #expect(try await environment.count("sessions") == 0)
        }
    }

    @Test("locks a name that nobody has as it locks an account, and opens it again as late")
    func unknownLock() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            func answers(_ name: String) async -> [Status?] {
                var answers: [Status?] = []
                for _ in 0..<9 { answers.append(await status { try await parts.signIn(name, "wrong-horse-7") }) }
                environment.clock.advance(by: 901)
                answers.append(await status { try await parts.signIn(name, "wrong-horse-7") })
                return answers
            }
            let known = await answers("Anna7")
            #expect(known[5]?.reason == .wrongCredentials && known[6]?.reason == .accountLocked)
            #expect(known[8]?.reason == .accountLocked && known[9]?.reason == .wrongCredentials)
            for name in ["Nobody", "nobody@example.org"] { #expect(await answers(name) == known, "\(name)") }
            // In capitals it is the same name, and another one is its own.
            for name in ["NOBODY", "Somebody"] {
                for _ in 0..<4 { _ = await status { try await parts.signIn(name, "wrong-horse-7") } }
            }
            #expect(await status { try await parts.signIn("nobody", "x") }?.reason == .wrongCredentials)
            #expect(await status { try await parts.signIn("nobody", "x") }?.reason == .accountLocked)
            #expect(await status { try await parts.signIn("somebody", "x") }?.reason == .wrongCredentials)
            // What no account can have is never locked.
            for _ in 0..<9 {
                #expect(await status { try await parts.signIn("' OR true --", "x") }?.reason == .wrongCredentials)
            }
            environment.clock.advance(by: 86_401)
            try await parts.deleteExpired()
            #expect(try await environment.count("unknown_sign_ins") == 0)
        }
    }

    @Test("checks a password also for an unknown name, at the same cost")
    func decoy() async throws {
        try await withAuth { environment in
            let checks = Recorder<PasswordCost>()
            let hasher = PasswordHasher(cost: AuthTestEnvironment.cost) { checks.record($0) }
            let parts = environment.parts(hasher: hasher)
            try await parts.register()
            for (name, password) in [
                ("Anna7", "wrong-horse-7"), ("Nobody", "wrong-horse-7"), ("nobody@example.org", "correct-horse-7"),
            ] {
                let former = checks.values.count
                #expect(await status { try await parts.signIn(name, password) }?.reason == "WRONG_CREDENTIALS")
                #expect(Array(checks.values.dropFirst(former)) == [AuthTestEnvironment.cost], "\(name)")
            }
        }
    }

    @Test("checks a password for an unknown name at the cost of former releases, while accounts have it")
    func formerDecoy() async throws {
        try await withAuth { environment in
            let former = PasswordCost.scrypt(logN: 6, blockSize: 8, parallelism: 1)
            try await environment.parts(hasher: PasswordHasher(cost: former)).register()
            let checks = Recorder<PasswordCost>()
            let parts = environment.parts(hasher: PasswordHasher(cost: AuthTestEnvironment.cost) { checks.record($0) })
            for name in ["Nobody", "nobody@example.org", "Somebody"] {
                #expect(await status { try await parts.signIn(name, "wrong-horse-7") }?.reason == "WRONG_CREDENTIALS")
            }
            #expect(checks.values == [former, former, former])
            try await parts.signIn()
            _ = await status { try await parts.signIn("Nobody", "wrong-horse-7") }
            #expect(Array(checks.values.dropFirst(3)) == [former, AuthTestEnvironment.cost])
        }
    }

    @Test("works with user name or address in any case, on several devices")
    func success() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            var sessions: Set<String> = []
            for name in ["Anna7", "anna7", "ANNA7", "anna@example.org", "Anna@Example.org"] {
                let tokens = try await parts.signIn(name, device: "Anna's phone")
                #expect(tokens.accountID == account.id)
                #expect(tokens.username == "Anna7")
                #expect(tokens.accessTokenExpiresAt?.seconds == 1_700_000_600)
                #expect(tokens.refreshTokenExpiresAt?.seconds == 1_702_592_000)
                sessions.insert(tokens.refreshToken)
            }
            #expect(sessions.count == 5)
            #expect(try await environment.count("sessions") == 5)
            #expect(try await environment.auditedActions().filter { $0 == "signed_in" }.count == 5)
        }
    }

    @Test("replaces a hash of an outdated cost, such as scrypt's")
    func renewal() async throws {
        try await withAuth { environment in
            let former = PasswordCost.scrypt(logN: 6, blockSize: 8, parallelism: 1)
            try await environment.parts(hasher: PasswordHasher(cost: former)).register()
            let parts = environment.parts()
            _ = await status { try await parts.signIn("Anna7", "wrong-horse-7") }
            let hashes: Statement = "SELECT password_hash FROM accounts"
            #expect(
                try await environment.pool.query(hashes)[0].decode("password_hash", as: String.self).contains(
                    "$scrypt$ln=6,"
                )
            )
            try await parts.signIn()
            #expect(
                try await environment.pool.query(hashes)[0].decode("password_hash", as: String.self).contains(
                    "$argon2id$v=19$m=8,"
                )
            )
            try await parts.signIn()
        }
    }

    @Test("replaces a hash of an outdated cost before the second step, which knows no password")
    func renewalWithFactor() async throws {
        try await withAuth { environment in
            let former = environment.parts(
                hasher: PasswordHasher(cost: .scrypt(logN: 6, blockSize: 8, parallelism: 1))
            )
            try await former.register()
            let (app, _) = try await former.addApp(environment, by: try await environment.signedIn(former))
            let parts = environment.parts()
            let challenge = try await parts.challenge()
            let rows = try await environment.pool.query("SELECT password_hash FROM accounts")
            #expect(try rows[0].decode("password_hash", as: String.self).hasPrefix("$argon2id$"))
            try await parts.complete(challenge, .code(app.code(environment)))
        }
    }

    @Test("is rejected when it cannot be recorded")
    func noAudit() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await environment.owner.execute(
                "ALTER TABLE audit_records ADD CONSTRAINT full_disk CHECK (false) NOT VALID"
            )
            await #expect(throws: PostgresError.self) { try await parts.signIn() }
            #expect(try await environment.count("sessions") == 0)
        }
    }
}

@Suite("Consecutive failed sign-ins", .timeLimit(.minutes(5)))
struct LockTests {
    private func fail(_ parts: AuthComponents, times: Int) async -> [StatusReason?] {
        var reasons: [StatusReason?] = []
        for _ in 0..<times { reasons.append(await status { try await parts.signIn("Anna7", "wrong-horse-7") }?.reason) }
        return reasons
    }

    @Test("lock the account on the seventh, which is reported at once, also for the correct password")
    func lock() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            #expect(await fail(parts, times: 6) == Array(repeating: "WRONG_CREDENTIALS", count: 6))
            #expect(await fail(parts, times: 1) == ["ACCOUNT_LOCKED"])
            let refusal = await status { try await parts.signIn() }
            #expect(refusal?.code == .unauthenticated)
            #expect(refusal?.reason == "ACCOUNT_LOCKED")
            #expect(refusal?.retryDelay == .seconds(900))
            #expect(refusal?.message.contains("15 minutes") == true)
            #expect(try await environment.count("sessions") == 0)
            let failures = Array(repeating: "sign_in_failed", count: 7)
            #expect(try await environment.auditedActions() == ["registered", "email_verified"] + failures + ["locked"])
        }
    }

    @Test("lock for as long as is said, however the database rounds", arguments: [-4e-7, 0, 4e-7])
    func rounding(by difference: TimeInterval) {
        let now = Date(timeIntervalSince1970: 1_700_000_000.123_456_7)
        let rejection = SignInRejection.locked(until: now + 900 + difference, now: now)
        #expect(rejection.retryDelay == .seconds(900))
        #expect(rejection.message.contains("15 minutes"))
    }

    @Test("are counted anew after a lock has ended")
    func unlock() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            _ = await fail(parts, times: 7)
            environment.clock.advance(by: 899)
            #expect(await status { try await parts.signIn() }?.reason == "ACCOUNT_LOCKED")
            environment.clock.advance(by: 1)
            #expect(await fail(parts, times: 6) == Array(repeating: "WRONG_CREDENTIALS", count: 6))
            try await parts.signIn()
            #expect(await fail(parts, times: 7).last == "ACCOUNT_LOCKED")
        }
    }

    @Test("are reset by a success")
    func reset() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            for _ in 0..<3 {
                #expect(await fail(parts, times: 6).allSatisfy { $0 == "WRONG_CREDENTIALS" })
                try await parts.signIn()
            }
        }
    }

    @Test("do not lock another account")
    func others() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await parts.register(.test(username: "Ben", email: "ben@example.org"))
            _ = await fail(parts, times: 7)
            #expect(try await parts.signIn("Ben").username == "Ben")
        }
    }

    @Test("are counted exactly when they arrive concurrently at several instances")
    func concurrent() async throws {
        try await withAuth { environment in
            let instances = [environment.parts(), environment.parts()]
            try await instances[0].register()
            let reasons = await withTaskGroup(of: StatusReason?.self) { group in
                for index in 0..<40 {
                    group.addTask {
                        await status { try await instances[index % 2].signIn("Anna7", "wrong-horse-7") }?.reason
                    }
                }
                return await group.reduce(into: [StatusReason?]()) { $0.append($1) }
            }
            #expect(reasons.count { $0 == "WRONG_CREDENTIALS" } == 6)
            #expect(reasons.count { $0 == "ACCOUNT_LOCKED" } == 34)
            let actions = try await environment.auditedActions()
            #expect(actions.count { $0 == "sign_in_failed" } == 7)
            #expect(actions.count { $0 == "locked" } == 1)
        }
    }

    @Test("reject the correct password when the lock occurs while it is checked")
    func lockMeanwhile() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let store = parts.sessions.signIns
            let name = try #require(Username("Anna7"))
            let credentials = try #require(try await store.credentials(for: .username(name), at: environment.clock.now))
            _ = await fail(parts, times: 7)
            let outcome = try await environment.pool.transaction { connection in
                try await store.recordSuccess(credentials, at: environment.clock.now, in: connection)
            }
            #expect(outcome == .locked(until: environment.clock.now.addingTimeInterval(900)))
        }
    }
}

import AuthMessages
import ConcurrencyTestSupport
import Dispatch
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Changing the password", .timeLimit(.minutes(5)))
struct PasswordChangeTests {
    private func withSession(_ body: (AuthTestEnvironment, AuthComponents, SignedIn) async throws -> Void)
        async throws
    {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await body(environment, parts, try await environment.signedIn(parts))
        }
    }

    private func signs(in password: String, _ parts: AuthComponents) async -> Bool {
        (try? await parts.signIn("Anna7", password)) != nil
    }

    @Test("names every invalid field, by the rule of registration, and counts no failure")
    func invalid() async throws {
        try await withSession { environment, parts, anna async throws in
            let both = await status { try await parts.changePassword("", to: "short", by: anna) }
            #expect(both?.code == .invalidArgument)
            #expect(both?.fieldViolations.map(\.field) == ["current_password", "new_password"])
            for new in [
                "", "Sh0rt-1", "no-digits-here", "n0symbols77", "12345678-", String(repeating: "a1-", count: 50),
            ] {
                let refusal = await status { try await parts.changePassword(to: new, by: anna) }
                #expect(refusal?.fieldViolations.map(\.field) == ["new_password"], "\(new)")
            }
            let long = String(repeating: "x", count: 129)
            #expect(await status { try await parts.changePassword(long, by: anna) }?.code == .invalidArgument)
            #expect(try await environment.auditedActions() == ["registered", "email_verified", "signed_in"])
            #expect(await signs(in: "correct-horse-7", parts))
        }
    }

    @Test("replaces the password, ends all other sessions and goes on with this one")
    func success() async throws {
        try await withSession { environment, parts, anna in
            let (phone, tablet) = (try await environment.signedIn(parts), try await environment.signedIn(parts))
            _ = await status { try await parts.signIn("Anna7", "wrong-horse-7") }
            try await parts.changePassword(by: anna)
            for other in [phone, tablet] {
                let refusal = await status { try await parts.refresh(other.tokens.refreshToken) }
                #expect(refusal?.reason == "SESSION_ENDED")
            }
            #expect(try await environment.count("revocations") == 2)
            try await parts.refresh(anna.tokens.refreshToken)
            #expect(await status { try await parts.signIn() }?.reason == "WRONG_CREDENTIALS")
            #expect(await signs(in: "Better-horse-8", parts))
            let actions = try await environment.auditedActions()
            #expect(Array(actions.dropFirst(6).prefix(3)) == ["password_changed", "session_ended", "session_ended"])
            let records = try await environment.pool.query(
                "SELECT session_id FROM audit_records WHERE action = 'password_changed'"
            )
            #expect(try records.map { (try $0["session_id"] as UUID).canonical } == [anna.session])
        }
    }

    @Test("changes nobody else's")
    func others() async throws {
        try await withSession { environment, parts, anna in
            try await parts.register(.test(username: "Ben", email: "ben@example.org"))
            let ben = try await environment.signedIn(parts, "Ben")
            try await parts.changePassword(by: anna)
            try await parts.refresh(ben.tokens.refreshToken)
            try await parts.signIn("Ben")
        }
    }

    @Test("with a wrong current password is rejected at its field and counts as a failed sign-in")
    func wrong() async throws {
        try await withSession { environment, parts, anna in
            let refusal = await status { try await parts.changePassword("wrong-horse-7", by: anna) }
            // UNAUTHENTICATED would have clients renew the session and ask again.
            #expect(refusal?.code == .invalidArgument)
            #expect(refusal?.reason == "WRONG_PASSWORD")
            #expect(refusal?.fieldViolations.map(\.field) == ["current_password"])
            #expect(refusal?.message == "This is not your current password. Please check it.")
            for _ in 0..<5 { _ = await status { try await parts.signIn("Anna7", "wrong-horse-7") } }
            let locked = await status { try await parts.changePassword("wrong-horse-7", by: anna) }
            #expect(locked?.code == .failedPrecondition)
            #expect(locked?.reason == "ACCOUNT_LOCKED")
            #expect(locked?.retryDelay == .seconds(900))
            // Also with the right one, which signs in no more.
            #expect(await status { try await parts.changePassword(by: anna) } == locked)
            #expect(await status { try await parts.signIn() }?.reason == "ACCOUNT_LOCKED")
            // The session itself goes on.
            try await parts.refresh(anna.tokens.refreshToken)
            let actions = try await environment.auditedActions()
            #expect(actions.count { $0 == "sign_in_failed" } == 7)
            #expect(actions.count { $0 == "locked" } == 1)
            #expect(!actions.contains("password_changed"))
            environment.clock.advance(by: 900)
            try await parts.changePassword(by: anna)
        }
    }

    @Test("resets the count of failures")
    func reset() async throws {
        try await withSession { _, parts, anna in
            for _ in 0..<6 { _ = await status { try await parts.changePassword("wrong-horse-7", by: anna) } }
            try await parts.changePassword(by: anna)
            let refusal = await status { try await parts.changePassword("wrong-horse-7", by: anna) }
            #expect(refusal?.reason == "WRONG_PASSWORD")
        }
    }

    @Test(
        "repeated with the same key, as after a lost answer, changes nothing again; with other passwords it is rejected"
    )
    func repeated() async throws {
        try await withSession { environment, parts, anna in
            try await parts.changePassword(by: anna, key: "1")
            let phone = try await parts.signIn("Anna7", "Better-horse-8")
            try await parts.changePassword(by: anna, key: "1")
            try await parts.refresh(phone.refreshToken)
            #expect(try await environment.auditedActions().count { $0 == "password_changed" } == 1)
            let other = await status { try await parts.changePassword(to: "Other-horse-9", by: anna, key: "1") }
            #expect(other?.code == .aborted)
            #expect(other?.reason == "IDEMPOTENCY_KEY_REUSED")
            #expect(await status { try await parts.changePassword(by: anna, key: "2") }?.reason == "WRONG_PASSWORD")
            #expect(await status { try await parts.changePassword(by: anna) }?.reason == "WRONG_PASSWORD")
            environment.clock.advance(by: 86_401)
            #expect(await status { try await parts.changePassword(by: anna, key: "1") }?.reason == "WRONG_PASSWORD")
            let long = String(repeating: "k", count: 129)
            #expect(await status { try await parts.changePassword(by: anna, key: long) }?.code == .invalidArgument)
        }
    }

    @Test("repeated concurrently with the same key is made once, and succeeds each time")
    func concurrentRepetition() async throws {
        try await withSession { environment, parts, anna in
            let instances = [parts, environment.parts()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask { try await instances[index % 2].changePassword(by: anna, key: "1") }
                }
                try await group.waitForAll()
            }
            let actions = try await environment.auditedActions()
            #expect(actions.count { $0 == "password_changed" } == 1)
            #expect(!actions.contains("sign_in_failed"))
        }
    }

    @Test("of two concurrent changes makes one")
    func concurrent() async throws {
        try await withSession { environment, parts, anna in
            let instances = [parts, environment.parts()]
            let reasons = await withTaskGroup(of: StatusReason?.self) { group in
                for index in 0..<2 {
                    group.addTask {
                        do {
                            try await instances[index].changePassword(to: "Better-horse-\(index)", by: anna)
                            return nil
                        } catch { return (error as? Status)?.reason }
                    }
                }
                return await group.reduce(into: [StatusReason?]()) { $0.append($1) }
            }
            #expect(Set(reasons) == [nil, "WRONG_PASSWORD"])
        }
    }

    @Test("lets nobody sign in with the former password that was being checked")
    func signInMeanwhile() async throws {
        try await withSession { environment, parts, anna in
            let (checks, gate) = (Recorder<PasswordCost>(), DispatchSemaphore(value: 0))
            let hasher = PasswordHasher(cost: AuthTestEnvironment.cost) { cost in
                checks.record(cost)
                if checks.count == 1 { gate.wait() }
            }
            let slow = environment.parts(hasher: hasher)
            let signingIn = Task { await status { try await slow.signIn() } }
            // Also when something below fails, since a thread that waits for it would keep the test from ending.
            defer { gate.signal() }
            try await checks.wait(forCount: 1)
            // The sign-in has read the former hash by now.
            try await parts.changePassword(by: anna)
            gate.signal()
            #expect(await signingIn.value?.reason == "WRONG_CREDENTIALS")
            #expect(try await environment.count("sessions") == 1)
        }
    }

    @Test("works when the hash of the same password is replaced while it is checked")
    func renewedHashMeanwhile() async throws {
        try await withSession { environment, parts, anna in
            let (checks, gate) = (Recorder<PasswordCost>(), DispatchSemaphore(value: 0))
            let hasher = PasswordHasher(cost: AuthTestEnvironment.cost) { cost in
                checks.record(cost)
                if checks.count == 1 { gate.wait() }
            }
            let slow = environment.parts(hasher: hasher)
            let changing = Task { try await slow.changePassword(by: anna) }
            defer { gate.signal() }
            try await checks.wait(forCount: 1)
            let cost = PasswordCost.argon2id(memory: 16, passes: 1)
            try await environment.parts(hasher: PasswordHasher(cost: cost)).signIn()
            gate.signal()
            try await changing.value
            #expect(await signs(in: "Better-horse-8", parts))
            #expect(try await !environment.auditedActions().contains("sign_in_failed"))
        }
    }

    @Test("asks to come back in a moment when too many passwords are being hashed")
    func tooMany() async throws {
        try await withSession { environment, parts, anna in
            let hasher = PasswordHasher(
                cost: AuthTestEnvironment.cost,
                pool: PasswordHasher.makePool(queueLimit: 0)
            )
            let busy = environment.parts(hasher: hasher)
            let gate = DispatchSemaphore(value: 0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { for _ in 0..<PasswordHasher.threads { gate.signal() } }
                for number in 0..<PasswordHasher.threads {
                    group.addTask { try await hasher.pool.run(for: "busy\(number)") { gate.wait() } }
                }
                try await until("all threads are busy") { hasher.pool.load == PasswordHasher.threads }
                let refusal = await status { try await busy.changePassword(by: anna) }
                #expect(refusal?.reason == "TOO_MANY_SIGN_INS")
                for _ in 0..<PasswordHasher.threads { gate.signal() }
                try await group.waitForAll()
            }
            #expect(await signs(in: "correct-horse-7", parts))
        }
    }

    @Test("is rejected when it cannot be recorded")
    func noAudit() async throws {
        try await withSession { environment, parts, anna in
            try await environment.owner.execute(
                """
                ALTER TABLE audit_records ADD CONSTRAINT full_disk CHECK (action <> 'password_changed') NOT VALID
                """
            )
            await #expect(throws: PostgresError.self) { try await parts.changePassword(by: anna) }
            #expect(await signs(in: "correct-horse-7", parts))
        }
    }

    /// A call with the wrong password, and one with the right one.
    private static let calls = [
        Auth.ChangePasswordRequest(currentPassword: "wrong-horse-7", newPassword: "Better-horse-8"),
        Auth.ChangePasswordRequest(currentPassword: "correct-horse-7", newPassword: "Better-horse-8"),
    ]

    /// The options of a call by a French user.
    private static func french(_ token: String) -> CallOptions {
        var metadata = Metadata()
        metadata.add(MetadataName.acceptLanguage, "fr")
        return CallOptions(metadata: metadata, accessToken: token)
    }

    @Test("is for its user alone, over RPC, and in the user's language")
    func access() async throws {
        try await withSession { environment, parts, anna in
            try await withServer(environment, parts) { channel in
                let accounts = Auth.AccountsClient(channel: channel)
                let stranger = await status { try await accounts.changePassword(Self.calls[0]) }
                #expect(stranger?.reason == "SIGN_IN_REQUIRED")
                let options = Self.french(anna.tokens.accessToken)
                let rejection = await status { try await accounts.changePassword(Self.calls[0], options: options) }
                #expect(rejection?.fieldViolations.map(\.field) == ["current_password"])
                #expect(rejection?.message == "Ce n’est pas votre mot de passe actuel. Veuillez le vérifier.")
                _ = try await accounts.changePassword(Self.calls[1], options: options)
            }
            #expect(await signs(in: "Better-horse-8", parts))
        }
    }
}

import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import Foundation
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Managing second factors", .timeLimit(.minutes(5)))
struct ManagingFactorsTests {
    /// Auth, somebody who has just signed in, and the mails that it has sent.
    private func withCaller(
        _ body: (
            AuthTestEnvironment, AuthComponents, SignedIn, Recorder<Notifications.SendMailRequest>
        ) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let mails = Recorder<Notifications.SendMailRequest>()
            let parts = environment.parts { mail in
                mails.record(mail)
                return .init(sentAt: .init(seconds: 1_700_000_123))
            }
            try await parts.register()
            try await body(environment, parts, try await environment.signedIn(parts), mails)
        }
    }

    @Test("adds one with its first right code, lists, renames and removes it, and writes to the owner")
    func life() async throws {
        try await withCaller { environment, parts, caller, mails in
            #expect(try await parts.list(of: caller).available == [.authenticatorApp, .emailCode])
            let (app, codes) = try await parts.addApp(environment, by: caller)
            #expect(codes.count == 10)
            let second = try await parts.addApp(environment, by: caller)
            #expect(second.codes.isEmpty)
            let listed = try await parts.list(of: caller)
            #expect(listed.factors.map(\.kind) == [.authenticatorApp, .authenticatorApp])
            #expect(listed.factors.map(\.name) == ["My phone", "My phone"] && listed.recoveryCodesLeft == 10)
            #expect(listed.factors.allSatisfy { $0.createdAt != nil && $0.lastUsedAt == nil })
            let renamed = try await parts.factors.renameFactor(
                .init(factorID: app.id, name: "  Clé d’Anna "),
                context: caller.context()
            )
            #expect(renamed.name == "Clé d’Anna")
            try await parts.remove(app.id, by: caller)
            try await parts.remove(app.id, by: caller)
            #expect(try await parts.list(of: caller).factors.map(\.id) == [second.app.id])
            try await parts.remove(second.app.id, by: caller)
            #expect(try await environment.count("recovery_codes") == 0)
            try await parts.signIn()
            while try await parts.mailer.worker.runOnce() > 0 {}
            let contents = mails.values.compactMap { mail -> String? in
                guard case .factorsChanged(let content) = mail.content else { return nil }
                return "\(content.username) \(content.kind) \(content.isRemoved)"
            }
            #expect(contents.count == 4 && Set(contents).count == 2)
            #expect(contents.contains("Anna7 authenticator_app true"))
            let actions = try await environment.auditedActions()
            for action in ["factor_added", "factor_renamed", "factor_removed"] { #expect(actions.contains(action)) }
        }
    }

    @Test("does not count one before its first right code, and counts wrong ones towards the lock")
    func unconfirmed() async throws {
        try await withCaller { environment, parts, caller, _ in
            let setup = try await parts.begin(.authenticatorApp, by: caller)
            for _ in 0..<5 {
                let wrong = await parts.refusal(of: .code("000000"), to: setup, by: caller)
                #expect(wrong?.code == .invalidArgument && wrong?.reason == .wrongFactor)
                #expect(wrong?.fieldViolations.map(\.field) == ["code"])
            }
            let key = AuthenticatorKey(bytes: try Base32.decode(try #require(setup.authenticator).secret))
            let code = AuthenticatorApp(key: key, id: "").code(environment)
            let over = await parts.refusal(of: .code(code), to: setup, by: caller)
            #expect(over?.code == .invalidArgument && over?.reason == .challengeExpired)
            try await parts.signIn()
            #expect(try await environment.count("factors") == 0)
            for (answer, field) in [("", "name"), (String(repeating: "x", count: 61), "name")] {
                let wrong = await parts.refusal(of: .code(code), to: setup, named: answer, by: caller)
                #expect(wrong?.fieldViolations.map(\.field) == [field])
            }
        }
    }

    @Test("takes the set-up of the same session alone, and each once")
    func setups() async throws {
        try await withCaller { environment, parts, caller, _ in
            let other = try await environment.signedIn(parts)
            try await parts.register(.test(username: "Bob", email: "bob@example.org"))
            let bob = try await environment.signedIn(parts, "Bob")
            let setup = try await parts.begin(.authenticatorApp, by: caller)
            let key = AuthenticatorKey(bytes: try Base32.decode(try #require(setup.authenticator).secret))
            let app = AuthenticatorApp(key: key, id: "")
            for stranger in [other, bob] {
                let over = await parts.refusal(of: .code(app.code(environment)), to: setup, by: stranger)
                #expect(over?.reason == .challengeExpired)
            }
            let added = try await parts.add(setup, .code(app.code(environment)), by: caller)
            let again = await parts.refusal(of: .code(app.code(environment, steps: 1)), to: setup, by: caller)
            #expect(again?.reason == .challengeExpired)
            // Another's factor stays.
            try await parts.remove(try #require(added.factor).id, by: bob)
            let rename = Auth.RenameFactorRequest(factorID: try #require(added.factor).id, name: "Mine")
            let missing = await status { try await parts.factors.renameFactor(rename, context: bob.context()) }
            #expect(missing?.code == .notFound)
            #expect(try await parts.list(of: caller).factors.map(\.name) == ["My phone"])
        }
    }

    @Test("takes no kind that cannot be added, no codes without a factor, and twenty factors at most")
    func limits() async throws {
        try await withCaller { environment, parts, caller, _ in
            let kinds: [Auth.FactorKind] = [.unspecified, .recoveryCode, .unrecognized(99)]
            for kind in kinds {
                let refused = await parts.refusal(of: kind, by: caller)
                #expect(refused?.fieldViolations.map(\.field) == ["kind"])
            }
            let passkey = await parts.refusal(of: .passkey, by: caller)
            #expect(passkey?.code == .failedPrecondition && passkey?.reason == "NOT_CONFIGURED")
            let codes = await status {
                try await parts.factors.replaceRecoveryCodes(.init(), context: caller.context())
            }
            #expect(codes?.reason == "NO_FACTORS")
            for _ in 0..<4 { try await parts.addApp(environment, by: caller) }
            let begun = try await parts.begin(.authenticatorApp, by: caller)
            try await parts.addApp(environment, by: caller)
            try await environment.pool.execute(
                """
                INSERT INTO factors (account_id, id, kind, name, secret, created_at)
                SELECT account_id, gen_random_uuid(), kind, name, secret, created_at FROM factors, generate_series(1, 3)
                """
            )
            let full = await parts.refusal(of: .emailCode, by: caller)
            #expect(full?.code == .failedPrecondition && full?.reason == "TOO_MANY_FACTORS")
            // Nor is one added that was begun before.
            let key = AuthenticatorKey(bytes: try Base32.decode(try #require(begun.authenticator).secret))
            let code = key.code(step: AuthenticatorKey.step(at: environment.clock.now))
            #expect(await parts.refusal(of: .code(code), to: begun, by: caller) == full)
        }
    }

    @Test("takes a proof within five minutes with a factor, of this session alone; the password alone does not do")
    func stepUp() async throws {
        try await withCaller { environment, parts, caller, _ in
            let (app, _) = try await parts.addApp(environment, by: caller)
            environment.clock.advance(by: 300)
            // Another session's sign-in proves nothing for this one.
            let challenge = try await parts.challenge()
            try await parts.complete(challenge, .code(app.code(environment)))
            let changes: [@Sendable () async throws -> Void] = [
                { _ = try await parts.begin(.emailCode, by: caller) },
                {
                    _ = try await parts.factors.renameFactor(
                        .init(factorID: app.id, name: "x"),
                        context: caller.context()
                    )
                },
                { _ = try await parts.factors.replaceRecoveryCodes(.init(), context: caller.context()) },
                { try await parts.remove(app.id, by: caller) },
            ]
            for change in changes {
                let refused = await status(change)
                #expect(refused?.code == .failedPrecondition && refused?.reason == .stepUpRequired)
            }
            for password in ["Wrong-horse-7", "correct-horse-7"] {
                let refused = await parts.refusal(of: .init(proof: .password(password)), by: caller)
                #expect(refused?.code == .failedPrecondition && refused?.reason == .secondFactorRequired)
            }
            #expect(!(try await environment.auditedActions()).contains("sign_in_failed"))
            for request in [Auth.ProveRequest(), .init(proof: .password("")), .init(proof: .answer(.init()))] {
                #expect(await parts.refusal(of: request, by: caller)?.code == .invalidArgument)
            }
            #expect(await status(changes[1])?.reason == .stepUpRequired)
            environment.clock.advance(by: AuthenticatorKey.period)
            let proof = try await parts.factors.beginProof(.init(), context: caller.context())
            #expect(proof.kinds == [.authenticatorApp, .recoveryCode])
            let answer = Auth.FactorAnswer(answer: .code(app.code(environment)))
            try await parts.prove(.init(token: proof.token, proof: .answer(answer)), by: caller)
            for change in changes { try await change() }
            #expect(try await environment.auditedActions().filter { $0 == "identity_proven" }.count == 1)
        }
    }

    @Test("takes the password of an account without a factor, within five minutes")
    func passwordProof() async throws {
        try await withCaller { environment, parts, caller, _ in
            environment.clock.advance(by: 300)
            #expect(await parts.refusal(of: .emailCode, by: caller)?.reason == .stepUpRequired)
            let wrong = await parts.refusal(of: .init(proof: .password("Wrong-horse-7")), by: caller)
            #expect(wrong?.code == .invalidArgument && wrong?.fieldViolations.map(\.field) == ["password"])
            try await parts.prove(.init(proof: .password("correct-horse-7")), by: caller)
            environment.clock.advance(by: 299)
            _ = try await parts.begin(.authenticatorApp, by: caller)
            environment.clock.advance(by: 1)
            #expect(await parts.refusal(of: .authenticatorApp, by: caller)?.reason == .stepUpRequired)
        }
    }

    @Test(
        "does not let what began by the password go on past a factor that was added since, nor past the session's end"
    )
    func overtaken() async throws {
        try await withCaller { environment, parts, thief, _ in
            let anna = try await environment.signedIn(parts)
            let setup = try await parts.begin(.authenticatorApp, by: thief)
            let key = AuthenticatorKey(bytes: try Base32.decode(try #require(setup.authenticator).secret))
            let thiefs = AuthenticatorApp(key: key, id: "")
            let (app, _) = try await parts.addApp(environment, by: anna)
            let refused = await parts.refusal(of: .code(thiefs.code(environment)), to: setup, by: thief)
            #expect(refused?.code == .failedPrecondition && refused?.reason == .stepUpRequired)
            try await parts.endOthers(by: anna)
            let over = await parts.refusal(of: .code(thiefs.code(environment)), to: setup, by: thief)
            #expect(over?.code == .unauthenticated)
            #expect(try await parts.list(of: anna).factors.map(\.id) == [app.id])
        }
    }

    @Test("counts wrong proofs towards the lock, and the session goes on")
    func proofLock() async throws {
        try await withCaller { environment, parts, caller, _ in
            let (app, _) = try await parts.addApp(environment, by: caller)
            for number in 1...7 {
                let proof = try await parts.factors.beginProof(.init(), context: caller.context())
                let request = Auth.ProveRequest(token: proof.token, proof: .answer(.init(answer: .code("000000"))))
                let failed = await parts.refusal(of: request, by: caller)
                #expect(failed?.reason == (number < 7 ? .wrongFactor : .accountLocked))
                #expect(failed?.code == (number < 7 ? .invalidArgument : .failedPrecondition))
            }
            let proof = try await parts.factors.beginProof(.init(), context: caller.context())
            let answer = Auth.FactorAnswer(answer: .code(app.code(environment)))
            let right = Auth.ProveRequest(token: proof.token, proof: .answer(answer))
            #expect(await parts.refusal(of: right, by: caller)?.reason == .accountLocked)
            #expect(try await parts.list(of: caller).factors.map(\.id) == [app.id])
        }
    }

    @Test("leaves no secret in the database")
    func secrets() async throws {
        try await withCaller { environment, parts, caller, _ in
            let (app, codes) = try await parts.addApp(environment, by: caller)
            let setup = try await parts.begin(.authenticatorApp, by: caller)
            var dump = ""
            for table in ["factors", "recovery_codes", "challenges", "account_mails", "audit_records"] {
                let rows = try await environment.pool.query(
                    "SELECT row_to_json(t)::text AS row FROM \(identifier: table) t"
                )
                dump += try rows.map { try $0["row"] as String }.joined()
            }
            let pending = try Base32.decode(try #require(setup.authenticator).secret)
            for secret in [app.key.bytes, pending] {
                #expect(!dump.contains(secret.map { String(format: "%02x", $0) }.joined()))
            }
            for text in codes + [
                "My phone", setup.token, Data("My phone".utf8).map { String(format: "%02x", $0) }.joined(),
            ] {
                #expect(!dump.contains(text))
            }
        }
    }
}

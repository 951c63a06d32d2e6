import AuthMessages
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Auth over RPC", .timeLimit(.minutes(5)))
struct OverRPCTests {
    @Test("registers, returns terms and keys, signs in, refreshes and signs out")
    func whole() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await withServer(environment, parts) { channel in
                let accounts = Auth.AccountsClient(channel: channel)
                let sessions = Auth.SessionsClient(channel: channel)
                let terms = try await accounts.getTerms(.init())
                #expect(terms == Auth.Terms(version: "1", text: "Be kind."))
                var account = try await accounts.register(.test(terms: terms.version))
                let early = await status {
                    try await sessions.signIn(.init(name: "Anna7", password: "correct-horse-7"))
                }
                #expect(early?.reason == "EMAIL_UNVERIFIED" && early?.code == .failedPrecondition)
                let token = try #require(try await parts.verificationToken(of: account))
                let confirmed = try await Auth.EmailAddressesClient(channel: channel)
                    .confirmEmail(.init(token: token, registrationToken: account.registrationToken))
                #expect(confirmed == .init(username: "Anna7", purpose: .registration))
                (account.emailVerified, account.registrationToken) = (true, "")
                let tokens = try await sessions.signIn(.init(name: "Anna7", password: "correct-horse-7"))
                let keys = try await Auth.KeysClient(channel: channel).listKeys(.init())
                #expect(keys.keys.count == 1 && keys.keys[0].ed25519PublicKey.count == 32)
                let renewed = try await sessions.refreshSession(.init(refreshToken: tokens.refreshToken))
                let own = try await accounts.getAccount(.init(), options: CallOptions(accessToken: renewed.accessToken))
                #expect(own == account)
                _ = try await sessions.signOut(.init(refreshToken: renewed.refreshToken))
                let refusal = await status {
                    try await sessions.refreshSession(.init(refreshToken: renewed.refreshToken))
                }
                #expect(refusal?.reason == "SESSION_ENDED")
            }
        }
    }

    @Test("reports invalid and taken fields, and when a locked account is unlocked")
    func details() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await withServer(environment, parts) { channel in
                let accounts = Auth.AccountsClient(channel: channel)
                let sessions = Auth.SessionsClient(channel: channel)
                let wrong = await status { try await accounts.register(.init()) }
                #expect(wrong?.code == .invalidArgument)
                #expect(
                    wrong?.fieldViolations.map(\.field) == ["username", "email", "password", "accepted_terms_version"]
                )
                try await parts.register()
                let taken = await status { try await accounts.register(.test()) }
                #expect(taken?.code == .alreadyExists)
                #expect(taken?.fieldViolations.map(\.field) == ["username", "email"])
                var refusal: Status?
                for _ in 0..<7 {
                    refusal = await status {
                        try await sessions.signIn(.init(name: "Anna7", password: "wrong-horse-7"))
                    }
                }
                #expect(refusal?.reason == "ACCOUNT_LOCKED")
                #expect(refusal?.retryDelay == .seconds(900))
            }
        }
    }

    @Test("returns UNAVAILABLE while its database is down, and stores nothing partially")
    func databaseAway() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await withServer(environment, parts) { channel in
                await environment.pool.close()
                let refusal = await status { try await Auth.AccountsClient(channel: channel).register(.test()) }
                #expect(refusal?.code == .unavailable)
                #expect(refusal?.retryDelay != nil)
            }
        }
    }
}

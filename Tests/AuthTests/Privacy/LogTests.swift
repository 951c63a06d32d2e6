import AuthMessages
import ConcurrencyTestSupport
import Foundation
import Logging
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_auth

@Suite("The log", .timeLimit(.minutes(5)))
struct LogTests {
    @Test("contains no name, address, password or token in any case")
    func secrets() async throws {
        let lines = Recorder<String>()
        let log = Logger.capturing(in: lines)
        try await withAuth { environment in
            let parts = environment.parts(log: log)
            var secrets = ["SeededName7", "seeded@example.org", "Seeded-Passw0rd", "Wr0ng-Passphrase!", "Seeded phone"]
            secrets += ["other-seeded@example.org"]
            try await withServer(environment, parts, log: log) { channel in
                let accounts = Auth.AccountsClient(channel: channel)
                let sessions = Auth.SessionsClient(channel: channel)
                let registration = Auth.RegisterRequest.test(
                    username: "SeededName7",
                    email: "seeded@example.org",
                    password: "Seeded-Passw0rd"
                )
                let options = CallOptions(timeout: .seconds(30), idempotencyKey: "seeded-idempotency-key")
                let account = try await accounts.register(registration, options: options)
                let token = try #require(try await parts.verificationToken(of: account))
                let emails = Auth.EmailAddressesClient(channel: channel)
                _ = await status { try await emails.confirmEmail(.init(token: "x" + token)) }
                _ = await status { try await emails.confirmEmail(.init(token: token, password: "Wr0ng-Passphrase!")) }
                _ = try await emails.confirmEmail(.init(token: token, password: "Seeded-Passw0rd"), options: options)
                _ = try await emails.resendVerification(.init(name: "seeded@example.org"))
                var taken = registration
                taken.password = "Wr0ng-Passphrase!"
                _ = await status { try await accounts.register(taken, options: options) }
                _ = await status { try await accounts.register(taken) }
                taken.username = "Seeded phone"
                _ = await status { try await accounts.register(taken) }
                let signIn = Auth.SignInRequest(
                    name: "seeded@example.org",
                    password: "Seeded-Passw0rd",
                    device: "Seeded phone"
                )
                let tokens = try await sessions.signIn(signIn)
                let renewed = try await sessions.refreshSession(.init(refreshToken: tokens.refreshToken))
                _ = await status { try await sessions.refreshSession(.init(refreshToken: tokens.refreshToken)) }
                _ = try await accounts.getAccount(.init(), options: CallOptions(accessToken: renewed.accessToken))
                _ = await status {
                    try await accounts.getAccount(.init(), options: CallOptions(accessToken: renewed.accessToken + "x"))
                }
                // That has ended the session.
                let fresh = try await sessions.signIn(signIn)
                let own = CallOptions(accessToken: fresh.accessToken, idempotencyKey: "seeded-idempotency-key")
                _ = await status { try await accounts.changePassword(.init(), options: own) }
                var change = Auth.ChangePasswordRequest(
                    currentPassword: "Wr0ng-Passphrase!",
                    newPassword: "Seeded-Passw0rd-2"
                )
                _ = await status { try await accounts.changePassword(change, options: own) }
                change.currentPassword = "Seeded-Passw0rd"
                _ = try await accounts.changePassword(change, options: own)
                _ = try await emails.changeEmail(
                    .init(currentPassword: "Seeded-Passw0rd-2", newEmail: "other-seeded@example.org"),
                    options: own
                )
                _ = try await sessions.listSessions(.init(), options: own)
                for _ in 0..<8 {
                    _ = await status {
                        try await sessions.signIn(.init(name: "SeededName7", password: "Wr0ng-Passphrase!"))
                    }
                }
                try await environment.owner.execute("DROP TABLE registrations, email_lookups CASCADE")
                _ = await status { try await accounts.register(registration, options: options) }
                _ = await status { try await sessions.signIn(signIn) }
                secrets +=
                    [tokens, renewed, fresh].flatMap { [$0.accessToken, $0.refreshToken] } + [
                        "seeded-idempotency-key", token, account.registrationToken,
                    ]
            }
            let text = lines.values.joined(separator: "\n")
            #expect(text.contains("a refresh token was used twice"))
            #expect(text.contains("an account is locked"))
            #expect(
                lines.values.contains { $0.hasPrefix("call ") && $0.contains("\"error\": ") },
                "what failed inside is logged"
            )
            for secret in secrets { #expect(!text.lowercased().contains(secret.lowercased())) }
        }
    }
}

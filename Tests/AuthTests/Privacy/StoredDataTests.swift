import AuthMessages
import Foundation
import Postgres
import PostgresTestSupport
import ServiceKit
import Testing

@testable import larder_auth

@Suite("The database", .timeLimit(.minutes(5)))
struct StoredDataTests {
    @Test("contains no readable password, address, device name or token, in a complete dump")
    func dump() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let password = "Tr1cky-Passphrase!"
            var registration = Auth.RegisterRequest.test(email: "Seeded.Address@example.org", password: password)
            registration.displayName = "Seeded Person"
            try await parts.register(registration, key: "seeded-idempotency-key")
            let tokens = try await parts.signIn("anna7", password, device: "Seeded phone")
            let renewed = try await parts.refresh(tokens.refreshToken, key: "seeded-refresh-key")
            let verifier = TokenVerifier(clock: environment.clock) { try await parts.keys.store.verificationKeys() }
            let anna = SignedIn(tokens: renewed, user: try await verifier.verify(renewed.accessToken))
            let changed = "Tr1cky-Passphrase-2!"
            try await parts.changePassword(password, to: changed, by: anna, key: "seeded-change-key")
            _ = try await parts.emails.changeEmail(
                .init(currentPassword: changed, newEmail: "Seeded.Other@example.org"),
                context: anna.context()
            )
            _ = await status { try await parts.signIn("anna7", "Wr0ng-Passphrase!") }
            let text = try await Shell.run(
                "/usr/lib/postgresql/15/bin/pg_dump",
                [
                    "--host", environment.database.configuration.host, "--port",
                    "\(environment.database.configuration.port)",
                    "--username", environment.database.configuration.user, environment.database.configuration.database,
                ]
            ).lowercased()
            #expect(text.contains("anna7"), "the dump has the data")
            for secret in [
                password, changed, "seeded-change-key", "Wr0ng-Passphrase!", "Seeded.Address@example.org",
                "seeded.address@example.org", "Seeded.Other@example.org", "Seeded Person",
                "Seeded phone", "seeded-idempotency-key", "seeded-refresh-key", tokens.refreshToken,
                renewed.refreshToken, tokens.accessToken, renewed.accessToken,
            ] {
                #expect(!text.contains(secret.lowercased()))
                #expect(!text.contains(hex(Array(secret.utf8))))
            }
            for token in [tokens.refreshToken, renewed.refreshToken] {
                #expect(!text.contains(hex(try #require(RefreshToken(token)).bytes)))
            }
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }
}

import AuthMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("What an access token says of its account", .timeLimit(.minutes(5)))
struct TokenClaimsTests {
    private func user(_ tokens: Auth.SessionTokens, _ parts: AuthComponents, _ clock: ManualWallClock) async throws
        -> VerifiedUser
    {
        try await TokenVerifier(clock: clock) { try await parts.keys.store.verificationKeys() }
            .verify(tokens.accessToken)
    }

    private func set(_ kind: Auth.ConsentKind, _ given: Bool, of account: String, _ parts: AuthComponents) async throws
    {
        _ = try await parts.consents.setConsent(.init(kind: kind, given: given), context: .test(user: account))
    }

    @Test("are the consents that are given when it is issued, by signing in or renewing")
    func consents() async throws {
        try await withAuth { environment in
            let (parts, clock) = (environment.parts(), environment.clock)
            let account = try await parts.register().id
            let other = try await parts.register(.test(username: "Berta8", email: "berta@example.org")).id
            try await set(.location, true, of: other, parts)
            var tokens = try await parts.signIn()
            #expect(try await user(tokens, parts, clock).consents == [])
            for kind in [Auth.ConsentKind.healthData, .learningFromPhotos] {
                try await set(kind, true, of: account, parts)
            }
            tokens = try await parts.refresh(tokens.refreshToken)
            #expect(try await user(tokens, parts, clock).consents == [.healthData, .learningFromPhotos])
            try await set(.healthData, false, of: account, parts)
            #expect(try await user(try await parts.signIn(), parts, clock).consents == [.learningFromPhotos])
        }
    }
}

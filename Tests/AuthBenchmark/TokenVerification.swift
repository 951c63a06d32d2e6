import AuthMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// Measures how long the gateway and services take to verify an access token that they see for the first time.
struct TokenVerification {
    let users: [SignedInUser]
    let clients: BenchmarkClients

    private static let count = 20_000

    /// - Returns: Microseconds of each.
    func run() async throws -> [Double] {
        let client = Auth.KeysClient(channel: clients.budget)
        // Remembers no more than one, so that each token is another one than that.
        let verifier = TokenVerifier(capacity: 1) {
            try await client.listKeys(.init(), options: CallOptions(timeout: .seconds(10))).keys
                .map { VerificationKey(id: $0.id, publicKey: $0.ed25519PublicKey) }
        }
        guard users.count > 1 else { throw BenchmarkError("There are too few tokens.") }
        var times: [Double] = []
        for index in 0..<Self.count {
            let user = users[index % users.count]
            let start = ContinuousClock.now
            let verified = try await verifier.verify(user.token)
            times.append((ContinuousClock.now - start) / .microseconds(1))
            guard verified.id == user.id.canonical else { throw BenchmarkError("A token is another's.") }
        }
        return times
    }
}

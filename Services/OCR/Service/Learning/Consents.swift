import AuthMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The source of users' consents.
protocol Consents: Sendable {
    /// Whether a user consents to keeping corrections as examples, both now and at an earlier time.
    func allowsLearning(_ user: UUID, at time: Date) async throws -> Bool
}

/// Asks auth over RPC.
struct RemoteConsents: Consents {
    private let client: Auth.ConsentsClient

    init(auth: any CallChannel) { client = Auth.ConsentsClient(channel: auth) }

    func allowsLearning(_ user: UUID, at time: Date) async throws -> Bool {
        let request = Auth.CheckConsentRequest(userID: user.canonical, kind: .learningFromPhotos)
        let answer = try await client.checkConsent(request, options: CallOptions(timeout: .seconds(5)))
        guard answer.given, let since = answer.since?.date else { return false }
        return since <= time
    }
}

import AuthMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The source of users' consents.
protocol Consents: Sendable {
    /// Since when a user consents to keeping corrections as examples; nil when the user doesn't.
    func learningConsent(of user: UUID) async throws -> Date?
}

/// Asks auth over RPC.
struct RemoteConsents: Consents {
    private let client: Auth.ConsentsClient

    init(auth: any CallChannel) { client = Auth.ConsentsClient(channel: auth) }

    func learningConsent(of user: UUID) async throws -> Date? {
        let request = Auth.CheckConsentRequest(userID: user.canonical, kind: .learningFromPhotos)
        let answer = try await client.checkConsent(request, options: CallOptions(timeout: .seconds(5)))
        return answer.given ? answer.since?.date : nil
    }
}

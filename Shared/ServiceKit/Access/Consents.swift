package import AuthMessages
import CommonMessages
package import Foundation
import Foundations
package import RPC

/// The source of users' consents, for work without a call of the user; calls have them in `context.user`.
package protocol Consents: Sendable {
    /// Since when a user's consent is given; nil when it is not. It covers nothing earlier.
    func consent(_ kind: Auth.ConsentKind, of user: UUID) async throws -> Date?
}

/// Asks auth over RPC.
package struct RemoteConsents: Consents {
    private let client: Auth.ConsentsClient

    /// Asks through a channel to auth.
    package init(auth: any CallChannel) { client = Auth.ConsentsClient(channel: auth) }

    package func consent(_ kind: Auth.ConsentKind, of user: UUID) async throws -> Date? {
        let request = Auth.CheckConsentRequest(userID: user.canonical, kind: kind)
        let answer = try await client.checkConsent(request, options: CallOptions(timeout: .seconds(5)))
        return answer.given ? answer.since?.date : nil
    }
}

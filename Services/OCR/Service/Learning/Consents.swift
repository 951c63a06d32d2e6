import Foundation
import Messages
import RPC
import ServiceKit
import ServiceStubs

/// What users allow.
protocol Consents: Sendable {
    /// Whether a user lets corrections of what was read from photos be kept as examples, as of now.
    func allowsLearning(_ user: UUID) async throws -> Bool
}

/// Auth over RPC.
struct RemoteConsents: Consents {
    private let client: Auth.ConsentsClient

    init(auth: any CallChannel) { client = Auth.ConsentsClient(channel: auth) }

    func allowsLearning(_ user: UUID) async throws -> Bool {
        let request = Auth.CheckConsentRequest(userID: user.canonical, kind: .learningFromPhotos)
        return try await client.checkConsent(request, options: CallOptions(timeout: .seconds(5))).given
    }
}

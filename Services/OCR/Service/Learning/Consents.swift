import Foundation
import Messages
import RPC
import ServiceKit
import ServiceStubs

/// What users allow.
protocol Consents: Sendable {
    /// Whether a user lets corrections of what was read from photos be kept as examples now, and did at a time before.
    func allowsLearning(_ user: UUID, at time: Date) async throws -> Bool
}

/// Auth over RPC.
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

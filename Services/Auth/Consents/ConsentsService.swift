import AuthMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service for consents. Nothing is allowed by default.
struct ConsentsService: Auth.ConsentsProvider {
    let store: ConsentStore

    func listConsents(
        _ request: Auth.ListConsentsRequest,
        context: CallContext
    ) async throws -> Auth.ListConsentsResponse {
        .init(consents: try await store.consents(of: context.userID))
    }

    func setConsent(_ request: Auth.SetConsentRequest, context: CallContext) async throws -> Auth.Consent {
        let account = try context.userID
        try check(request.kind)
        return try await store.set(request.kind, of: account, given: request.given)
    }

    func checkConsent(
        _ request: Auth.CheckConsentRequest,
        context: CallContext
    ) async throws -> Auth.CheckConsentResponse {
        var fields = FieldValidator()
        let account = fields.uuid(request.userID, "user_id")
        try fields.finish()
        try check(request.kind)
        let since = try await store.given(request.kind, by: account)
        return .init(given: since != nil, since: since.map { Common.Timestamp($0) })
    }

    private func check(_ kind: Auth.ConsentKind) throws(Status) {
        guard Auth.ConsentKind.all.contains(kind) else {
            throw .invalid([.init("kind", .services.field(field: "kind", rule: .auth.ruleConsentKind))])
        }
    }
}

import CatalogMessages
import Foundation
import RPC
import ServiceKit

/// The operators' service for shared mappings.
struct SharedMappingsService: Catalog.SharedMappingsProvider {
    let catalog: SharedCatalog
    let store: SharedMappingsStore

    func listSharedMappings(
        _ request: Catalog.ListSharedMappingsRequest,
        context: CallContext
    ) async throws -> Catalog.ListSharedMappingsResponse {
        let (mappings, next) = try await store.list(try Page(request.page), try state(request.state))
        let snapshot = try catalog.snapshot
        return Catalog.ListSharedMappingsResponse(
            mappings: mappings.map { $0.message(in: snapshot) },
            nextPageToken: next ?? ""
        )
    }

    func decideSharedMapping(
        _ request: Catalog.DecideSharedMappingRequest,
        context: CallContext
    ) async throws -> Catalog.SharedMapping {
        let snapshot = try catalog.snapshot
        var validator = FieldValidator()
        let id = validator.uuid(request.mappingID, "mapping_id")
        let decision: SharedMappingsStore.Decision
        switch request.decision {
        case .approvedProductID(let product):
            let product = validator.uuid(product, "approved_product_id")
            if !snapshot.isOffered(product) {
                validator.reject("approved_product_id", .catalog.ruleSharedProduct)
            }
            decision = .approve(product)
        case .withdraw(true): decision = .withdraw
        case .leaveToUsers(true): decision = .leaveToUsers
        case .withdraw, .leaveToUsers, nil:
            let values = "approved_product_id, withdraw"
            throw Status.invalid([.init("decision", .services.oneGiven(values: values, last: "leave_to_users"))])
        }
        try validator.finish()
        guard let mapping = try await store.decide(id, decision) else { throw Status.notFound(.services.nounMapping) }
        return mapping.message(in: snapshot)
    }

    private func state(_ state: Catalog.SharedMappingState) throws(Status) -> SharedMappingRow.State? {
        switch state {
        case .unspecified: return nil
        case .proposed: return .proposed
        case .agreed: return .agreed
        case .disputed: return .disputed
        case .approved: return .approved
        case .withdrawn: return .withdrawn
        case .unrecognized:
            let states = "proposed, agreed, disputed, approved, withdrawn"
            let rule: LocalizedText = .services.ruleOneOf(values: states, last: "unspecified")
            throw .invalid([.init("state", .services.field(field: "state", rule: rule))])
        }
    }
}

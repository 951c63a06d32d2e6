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
                validator.reject("approved_product_id", "must be a shared product")
            }
            decision = .approve(product)
        case .withdraw(true): decision = .withdraw
        case .leaveToUsers(true): decision = .leaveToUsers
        case .withdraw, .leaveToUsers, nil:
            throw Status.invalid([.init("decision", "approved_product_id, withdraw or leave_to_users must be given.")])
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
            throw .invalid([
                .init("state", "state must be proposed, agreed, disputed, approved, withdrawn or unspecified.")
            ])
        }
    }
}

import CatalogMessages
import RPC
import ServiceKit

/// The service for brokers.
struct BrokersService: Catalog.BrokersProvider {
    let store: BrokerStore

    func listBrokers(
        _ request: Catalog.ListBrokersRequest,
        context: CallContext
    ) async throws -> Catalog.ListBrokersResponse {
        var validator = FieldValidator()
        let region = validator.text(request.region, "region", length: 0...2)
        try validator.finish()
        let brokers = try await store.brokers()
        return Catalog.ListBrokersResponse(
            brokers: brokers.filter { region.isEmpty || $0.region == region },
            regions: Set(brokers.map(\.region)).sorted()
        )
    }

    func listBrokerLinks(
        _ request: Catalog.ListBrokerLinksRequest,
        context: CallContext
    ) async throws -> Catalog.ListBrokerLinksResponse {
        Catalog.ListBrokerLinksResponse(links: try await store.links())
    }
}

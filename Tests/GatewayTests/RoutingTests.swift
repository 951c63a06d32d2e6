import RPC
import ServiceStubs
import Testing

@testable import larder_gateway

@Suite("Which methods the gateway has")
struct RoutingTests {
    @Test(
        "names that are no public service have no owner",
        arguments: [
            "", "larder", "larder.budget.v1", "larder.budget.v2.Purchases", "larder.budget.v1.a.b",
            "other.budget.v1.Purchases",
            "larder.events.v1.EventSink", "larder.rpc.v1.Echo", "larder.rpc.v1.Health",
        ]
    )
    func noOwner(_ name: String) {
        #expect(RoutingTable.owner(of: name) == nil)
    }

    @Test("a public service belongs to the service its package names")
    func owner() {
        #expect(RoutingTable.owner(of: "larder.budget.v1.Purchases") == "budget")
        #expect(
            RoutingTable.owners(in: ServiceCatalogue.all)
                == ["auth", "budget", "catalog", "notifications", "ocr", "orders"]
        )
    }

    @Test("of the whole catalogue, exactly the methods for people are there")
    func catalogue() {
        let gateway = Gateway(channels: [:])
        for method in ServiceCatalogue.all.flatMap(\.methods) {
            // Without channels nothing can be reached.
            #expect(gateway.assembly.fallback?(method.path) == nil)
        }
    }
}

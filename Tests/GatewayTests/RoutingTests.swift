import AllServices
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Methods of the gateway")
struct RoutingTests {
    @Test(
        "names other than public services have no owner",
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

    @Test("of the whole catalogue, exactly the user methods exist")
    func catalogue() throws {
        let owners = RoutingTable.owners(in: ServiceCatalogue.all)
        let channels = try owners.map { ($0, try makeChannel(to: $0, ports: [1], as: "gateway")) }
        let assembly = Gateway(channels: Dictionary(uniqueKeysWithValues: channels)).assembly
        for method in ServiceCatalogue.all.flatMap(\.methods) {
            let isForPeople =
                switch method.access {
                case .anyone, .user, .userOrServices: !method.service.hasPrefix("larder.rpc.")
                case .services: false
                }
            #expect((assembly.fallback?(method.path) != nil) == isForPeople, "\(method.path)")
        }
    }
}

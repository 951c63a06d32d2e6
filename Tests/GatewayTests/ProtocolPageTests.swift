import AllServices
import Foundation
import NIOCore
import ProtocolTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_gateway

/// The gateway's limits on the protocol's page, compared with those of the code.
@Suite("The protocol's page, about the gateway")
struct ProtocolPageTests {
    private func cell(_ name: String) throws -> String {
        let table = ProtocolDocument.page.table(behind: "### 12.4")
        return try #require(table.first { $0[0].hasPrefix(name) }, "\(name)")[1]
    }

    private func grouped(_ number: Int) -> String {
        number < 1_000 ? "\(number)" : "\(number / 1_000)," + "\(1_000 + number % 1_000)".dropFirst()
    }

    private func rate(_ limit: RateLimit) -> String {
        "\(limit.rate) a \(limit.period == 1 ? "second" : "minute"), \(grouped(limit.burst)) in a burst"
    }

    @Test("states the rates and numbers of users and addresses")
    func limits() throws {
        let limits = RateLimits()
        #expect(try cell("calls of one user") == rate(limits.user))
        #expect(try cell("calls from one address (") == rate(limits.address))
        #expect(try cell("attempts to register") == rate(limits.signIn))
        #expect(try cell("registrations") == rate(limits.registration))
        #expect(try cell("renewals") == rate(limits.renewal))
        #expect(try cell("calls of one user that run") == "\(limits.callsPerUser), \(limits.streamsPerUser)")
        #expect(try cell("calls from one address that run") == grouped(limits.callsPerAddress))
        #expect(try cell("connections of one address") == grouped(limits.connectionsPerAddress))
        #expect(try cell("new connections of one address") == rate(limits.handshake))
    }

    @Test("states the deadlines of forwarded calls")
    func deadlines() throws {
        func seconds(_ amount: TimeAmount) -> String { "\(amount.nanoseconds / 1_000_000_000) s" }
        func minutes(_ amount: TimeAmount) -> String { "\(amount.nanoseconds / 60_000_000_000) min" }
        let deadlines = ForwardingDeadlines()
        #expect(try cell("deadline of a call with one").hasPrefix(seconds(deadlines.unary)))
        let upload = "\(minutes(deadlines.longestUpload)) if earlier; \(seconds(deadlines.upload)) when"
        #expect(try cell("deadline of an upload").contains(upload))
        let watch = "\(minutes(deadlines.longestWatch)) if earlier; \(minutes(deadlines.watch)) when"
        #expect(try cell("deadline of a call with a stream").contains(watch))
    }

    @Test("lists the services that are reachable")
    func services() {
        let catalogue = ServiceCatalogue.all
        let owners = Set(RoutingTable.owners(in: catalogue))
        let reachable = RoutingTable.publicServices(of: catalogue, owners: owners).map { service in
            [service.name] + service.methods.map(\.name).sorted()
        }
        let listed = ProtocolDocument.page.table(behind: "**12.1.2**").dropFirst().map { row in
            let methods = row[1...2].filter { $0 != "–" }.flatMap { $0.components(separatedBy: ", ") }
            return [row[0].filter { $0 != "`" }] + methods.sorted()
        }
        #expect(Set(listed) == Set(reachable))
    }
}

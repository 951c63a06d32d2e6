import MessageCoding
import NIOCore
import ProtocolTestSupport
import TLS
import Testing
import Wire

@testable import RPC

/// The limits on the protocol's page, compared with those of the code.
@Suite("The protocol's page")
struct ProtocolLimitsTests {
    private static let page = ProtocolDocument.page

    /// The second cell of the row that begins with `name`.
    private func cell(_ name: String, _ table: String, column: Int = 1) throws -> String {
        let row = try #require(Self.page.table(behind: table).first { $0[0].hasPrefix(name) }, "\(name)")
        return row[column]
    }

    private func limit(_ name: String) throws -> String { try cell(name, "## 15. Limits") }

    private func seconds(_ amount: TimeAmount) -> String { "\(amount.nanoseconds / 1_000_000_000) s" }

    private func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }

    private func grouped(_ number: Int) -> String {
        number < 1_000 ? "\(number)" : "\(number / 1_000)," + "\(1_000 + number % 1_000)".dropFirst()
    }

    private func configuration() -> ServerConfiguration { ServerConfiguration(inProcess: []) }

    @Test("states how long peers are waited for")
    func times() throws {
        let server = configuration()
        #expect(try limit("TLS handshake") == seconds(server.tlsTimeouts.handshake))
        #expect(try limit("TCP connect") == "5 s")
        #expect(try limit("what is left to send").hasPrefix(seconds(server.tlsTimeouts.drain)))
        #expect(try limit("stopping").hasPrefix("\(server.drainTimeout.components.seconds) s"))
        let client = KeepAlivePolicy()
        let rows = Self.page.table(behind: "back; anything that comes ends the silence")
        #expect(rows[1].dropFirst() == [seconds(client.idleInterval), seconds(client.idleTimeout)])
        #expect(rows[2].dropFirst() == [seconds(client.busyInterval), seconds(client.busyTimeout)])
        #expect(rows[4].dropFirst() == [seconds(server.keepAlive.interval), seconds(server.keepAlive.timeout)])
        #expect(server.keepAlive.busyInterval == nil && server.keepAlive.busyTimeout == nil)
        let looks = try limit("the peer's SETTINGS")
        #expect(looks.contains(seconds(client.idleInterval)) && looks.contains(seconds(server.keepAlive.interval)))
    }

    @Test("states the limits of a server")
    func amounts() throws {
        let limits = ServerLimits()
        #expect(try limit("connections of a process").hasPrefix("\(grouped(limits.connections)) each"))
        #expect(limits.connections == limits.connectionsPerAddress)
        #expect(try limit("handshakes that are not over") == "\(grouped(limits.handshakes)) each")
        #expect(limits.handshakes == limits.handshakesPerAddress)
        #expect(
            try limit("bytes that are stored")
                == "\(mebibytes(limits.bytesInFlight)), \(mebibytes(limits.bytesPerAddress))"
        )
        #expect(try limit("output that waits") == mebibytes(ConnectionStateMachine.outputLimit))
        #expect(try limit("messages of a call").hasPrefix("262,144"))
        #expect(
            try limit("memory of a message")
                == "\(MessageLimits.budget(forEncodedSize: 0) >> 10) KiB and 32 times its size, at most "
                + mebibytes(MessageLimits.largestBudget)
        )
        let load = FrameRateLimits()
        #expect(
            try limit("non-data frames") == "\(grouped(load.perSecond)) a second, \(grouped(load.burst)) in a burst"
        )
    }

    @Test("states when calls are rejected as too many")
    func overload() throws {
        let limits = ServerLimits()
        #expect(try cell("handlers that run at once", "### 10.3 Overload") == "\(grouped(limits.calls)) each")
        #expect(limits.calls == limits.callsPerPeer)
        #expect(try cell("a call, while", "### 10.3 Overload") == mebibytes(limits.bytesInFlight))
        let bytes = BytesInFlight(limit: limits.bytesInFlight, share: limits.bytesPerAddress)
        let peers = [
            PeerUse(.service("gateway")), PeerUse(.network(ClientNetwork(address: nil))),
        ]
        #expect(try cell("a call, while those of its client", "### 10.3 Overload") == mebibytes(limits.bytesPerAddress))
        let spare = peers.map { mebibytes(bytes.spare(for: $0)) }
        #expect(try cell("a message that would take these", "### 10.3 Overload") == spare.joined(separator: ", "))
        let inflated = configuration().maximumInflatedBytes
        #expect(try cell("a compressed request", "### 10.3 Overload") == mebibytes(inflated))
        let shedding = LoadShedding()
        #expect(shedding.target == .milliseconds(100) && shedding.interval == .seconds(1))
        #expect(try cell("a share of the calls", "### 10.3 Overload") == "100 ms")
        #expect(LoadShedder.steps == 16)
    }
}

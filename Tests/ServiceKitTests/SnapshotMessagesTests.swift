import RPC
import RPCValues
import Testing

@testable import ServiceKit

@Suite("Snapshots as messages")
struct SnapshotMessagesTests {
    private let event = EventTrace.Event(
        time: WallTime(millisecondsSince1970: 1_800_000_000_123),
        severity: .warning,
        sentence: "The connection was lost."
    )

    @Test("have every state of a channel and every severity of an event")
    func cases() {
        let states = ConnectivityState.allCases.map { RPCMessages.Connectivity($0) }
        #expect(states == [.idle, .connecting, .ready, .transientFailure, .shutdown])
        let severities = EventTrace.Severity.allCases.map { severity in
            RPCMessages.TraceEvent(EventTrace.Event(time: event.time, severity: severity, sentence: "")).severity
        }
        #expect(severities == [.information, .warning, .error])
    }

    @Test("have all that is known of a channel and its addresses")
    func channel() throws {
        let address = SubchannelSnapshot(
            address: "127.0.0.1:1",
            state: .transientFailure,
            lastFailure: "connection refused",
            failuresInARow: 3,
            isEjected: true,
            calls: CallCounts(started: 3, succeeded: 1, failed: 2),
            connection: ConnectionSnapshot(age: .seconds(1)),
            events: [event]
        )
        let channel = RPCMessages.ChannelState(
            ChannelSnapshot(
                target: "budget",
                state: .ready,
                policy: "round_robin",
                age: .milliseconds(1_500),
                calls: CallCounts(started: 4, succeeded: 2, failed: 1),
                subchannels: [address, SubchannelSnapshot(address: "127.0.0.1:2", state: .idle)],
                events: [event]
            )
        )
        #expect(channel.target == "budget" && channel.policy == "round_robin" && channel.connectivity == .ready)
        #expect(channel.ageMilliseconds == 1_500)
        #expect(channel.calls == .init(started: 4, succeeded: 2, failed: 1))
        #expect(channel.events.map(\.sentence) == ["The connection was lost."])
        #expect(channel.events.map(\.milliseconds) == [1_800_000_000_123])
        let first = try #require(channel.subchannels.first)
        #expect(first.address == "127.0.0.1:1" && first.connectivity == .transientFailure && first.ejected)
        #expect(first.lastFailure == "connection refused" && first.failuresInARow == 3)
        #expect(first.calls == .init(started: 3, succeeded: 1, failed: 2))
        #expect(first.connection != nil && first.events.count == 1)
        #expect(channel.subchannels.last?.lastFailure == "" && channel.subchannels.last?.connection == nil)
    }

    @Test("have all that is known of a server, its connections and their calls")
    func server() throws {
        let stream = StreamSnapshot(id: .max, method: "a.B/C", remaining: .milliseconds(-250), bufferedBytes: 9)
        let connection = ConnectionSnapshot(
            localAddress: "127.0.0.1:1",
            peerAddress: "127.0.0.1:2",
            peerService: "ocr",
            age: .seconds(60),
            idle: .milliseconds(20),
            isDraining: true,
            calls: CallCounts(started: 3, succeeded: 1, failed: 1),
            messagesSent: 4,
            messagesReceived: 5,
            keepAlivesSent: 6,
            sendWindow: 7,
            receiveWindow: 8,
            streams: [stream, StreamSnapshot(id: 1)]
        )
        let server = RPCMessages.ServerState(
            ServerSnapshot(
                address: "127.0.0.1:1",
                age: .seconds(90),
                isStopping: true,
                calls: CallCounts(started: 9, succeeded: 8, failed: 1),
                connections: [connection],
                openConnections: 3,
                events: [event]
            )
        )
        #expect(server.address == "127.0.0.1:1" && server.ageMilliseconds == 90_000 && server.stopping)
        #expect(server.calls == .init(started: 9, succeeded: 8, failed: 1))
        #expect(server.openConnections == 3 && server.events.count == 1)
        let shown = try #require(server.connections.first)
        #expect(shown.localAddress == "127.0.0.1:1" && shown.peerAddress == "127.0.0.1:2")
        #expect(shown.peerService == "ocr" && shown.draining)
        #expect(shown.ageMilliseconds == 60_000 && shown.idleMilliseconds == 20)
        #expect([shown.messagesSent, shown.messagesReceived, shown.keepAlivesSent] == [4, 5, 6])
        #expect([shown.sendWindow, shown.receiveWindow] == [7, 8])
        #expect(shown.streams.map(\.id) == [Int64(UInt32.max), 1])
        #expect(shown.streams.map(\.deadline?.remainingMilliseconds) == [-250, nil])
        #expect(shown.streams.map(\.bufferedBytes) == [9, 0] && shown.streams.map(\.method) == ["a.B/C", ""])
    }

    @Test("call a connection on which nothing came or went idle since it was made, of nobody who is known")
    func unused() {
        let connection = RPCMessages.ConnectionState(ConnectionSnapshot(age: .seconds(5)))
        #expect(connection.idleMilliseconds == 5_000)
        #expect(connection.peerService == "")
    }

    @Test("keep the largest number that fits of counts that don't")
    func clamped() {
        let address = SubchannelSnapshot(address: "a:1", state: .idle, failuresInARow: .max)
        #expect(RPCMessages.SubchannelState(address).failuresInARow == .max)
        let server = ServerSnapshot(address: "a:1", age: .zero, openConnections: .max)
        #expect(RPCMessages.ServerState(server).openConnections == .max)
    }
}

import Foundations
import RPC
import RPCValues

extension RPCMessages.ChannelState {
    init(_ channel: ChannelSnapshot) {
        self.init(
            target: channel.target,
            connectivity: .init(channel.state),
            policy: channel.policy,
            ageMilliseconds: channel.age.wholeMilliseconds,
            calls: .init(channel.calls),
            subchannels: channel.subchannels.map { .init($0) },
            events: channel.events.map { .init($0) }
        )
    }
}

extension RPCMessages.SubchannelState {
    init(_ subchannel: SubchannelSnapshot) {
        self.init(
            address: subchannel.address,
            connectivity: .init(subchannel.state),
            lastFailure: subchannel.lastFailure ?? "",
            failuresInARow: Int32(clamping: subchannel.failuresInARow),
            ejected: subchannel.isEjected,
            calls: .init(subchannel.calls),
            connection: subchannel.connection.map { .init($0) },
            events: subchannel.events.map { .init($0) }
        )
    }
}

extension RPCMessages.ServerState {
    init(_ server: ServerSnapshot) {
        self.init(
            address: server.address,
            ageMilliseconds: server.age.wholeMilliseconds,
            stopping: server.isStopping,
            calls: .init(server.calls),
            openConnections: Int32(clamping: server.openConnections),
            connections: server.connections.map { .init($0) },
            events: server.events.map { .init($0) }
        )
    }
}

extension RPCMessages.ConnectionState {
    init(_ connection: ConnectionSnapshot) {
        self.init(
            localAddress: connection.localAddress,
            peerAddress: connection.peerAddress,
            peerService: connection.peerService ?? "",
            ageMilliseconds: connection.age.wholeMilliseconds,
            idleMilliseconds: (connection.idle ?? connection.age).wholeMilliseconds,
            draining: connection.isDraining,
            calls: .init(connection.calls),
            messagesSent: Int64(connection.messagesSent),
            messagesReceived: Int64(connection.messagesReceived),
            keepAlivesSent: Int64(connection.keepAlivesSent),
            sendWindow: Int64(connection.sendWindow),
            receiveWindow: Int64(connection.receiveWindow),
            streams: connection.streams.map { .init($0) }
        )
    }
}

extension RPCMessages.StreamDetails {
    init(_ stream: StreamSnapshot) {
        self.init(
            id: Int64(stream.id),
            method: stream.method,
            deadline: stream.remaining.map { .init(remainingMilliseconds: $0.wholeMilliseconds) },
            bufferedBytes: Int64(stream.bufferedBytes)
        )
    }
}

extension RPCMessages.CallCounts {
    init(_ counts: CallCounts) {
        self.init(
            started: Int64(counts.started),
            succeeded: Int64(counts.succeeded),
            failed: Int64(counts.failed)
        )
    }
}

extension RPCMessages.Connectivity {
    init(_ state: ConnectivityState) {
        self =
            switch state {
            case .idle: .idle
            case .connecting: .connecting
            case .ready: .ready
            case .transientFailure: .transientFailure
            case .shutdown: .shutdown
            }
    }
}

extension RPCMessages.TraceEvent {
    init(_ event: EventTrace.Event) {
        let severity: RPCMessages.EventSeverity =
            switch event.severity {
            case .information: .information
            case .warning: .warning
            case .error: .error
            }
        self.init(
            milliseconds: event.time.millisecondsSince1970,
            severity: severity,
            sentence: event.sentence
        )
    }
}

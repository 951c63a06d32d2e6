import LarderClient
import Texts

/// Formats a process's channels and connections.
struct ChannelsText {
    let channels: RPCMessages.ListChannelsResponse
    let servers: RPCMessages.ListServersResponse

    func text(_ paint: Paint, width: Int?) -> String {
        var parts = [
            LocalizedText.cli.rpcProgramAt(
                program: paint(TerminalText.clean(servers.program), .bold),
                time: ChannelsText.clock()
            ).shown
        ]
        for server in servers.servers { parts.append(text(of: server, paint, width)) }
        if !channels.channels.isEmpty {
            parts.append(
                paint(LocalizedText.cli.rpcChannelsTitle.shown, .bold) + "\n" + channelTable.text(paint, width: width)
            )
        }
        let events = eventLines(paint)
        if !events.isEmpty {
            parts.append(paint(LocalizedText.cli.rpcEventsTitle.shown, .bold) + "\n" + events.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    // MARK: Server

    private func text(of server: RPCMessages.ServerState, _ paint: Paint, _ width: Int?) -> String {
        let line = server.stopping ? LocalizedText.cli.rpcServerLineStopping : LocalizedText.cli.rpcServerLine
        let text = line(
            TerminalText.clean(server.address),
            ChannelsText.age(server.ageMilliseconds),
            .cli.rpcConnectionCount(count: Int(server.openConnections)),
            ChannelsText.text(of: server.calls)
        )
        var lines = [paint(LocalizedText.cli.rpcServerTitle.shown, .bold) + " " + text.shown]
        if !server.connections.isEmpty { lines.append(connectionTable(server.connections).text(paint, width: width)) }
        let hidden = Int(server.openConnections) - server.connections.count
        if hidden > 0 { lines.append(paint(LocalizedText.cli.rpcConnectionsHidden(count: hidden).shown, .dim)) }
        lines += server.connections.flatMap { connection in
            connection.streams.map { ChannelsText.text(of: $0, from: connection) }
        }
        return lines.joined(separator: "\n")
    }

    private func connectionTable(_ connections: [RPCMessages.ConnectionState]) -> Table {
        var table = Table([
            .init(title: .cli.headingPeer), .init(title: .cli.headingIdentity),
            .init(title: .cli.headingAge, alignment: .right),
            .init(title: .cli.headingIdle, alignment: .right), .init(title: .cli.headingOpen, alignment: .right),
            .init(title: .cli.headingCalls, alignment: .right), .init(title: .cli.headingFailed, alignment: .right),
            .init(title: .cli.headingSentMessages, alignment: .right),
            .init(title: .cli.headingReceived, alignment: .right),
            .init(title: .cli.headingCredit, alignment: .right), .init(title: ""),
        ])
        for connection in connections { table.add(cells(of: connection)) }
        return table
    }

    private func cells(of connection: RPCMessages.ConnectionState) -> [Table.Cell] {
        let calls = connection.calls ?? .init()
        return [
            .init(connection.peerAddress), .init(connection.peerService),
            .init(ChannelsText.age(connection.ageMilliseconds)), .init(ChannelsText.age(connection.idleMilliseconds)),
            .init("\(max(0, calls.started - calls.succeeded - calls.failed))"), .init("\(calls.started)"),
            .init("\(calls.failed)"), .init("\(connection.messagesSent)"), .init("\(connection.messagesReceived)"),
            .init(SizeText.text(connection.sendWindow)),
            .init(connection.draining ? LocalizedText.cli.rpcDraining.shown : "", .yellow),
        ]
    }

    private static func text(
        of stream: RPCMessages.StreamDetails,
        from connection: RPCMessages.ConnectionState
    ) -> String {
        let call: LocalizedText =
            stream.method.isEmpty ? .cli.rpcStreamCall : .verbatim(TerminalText.clean(stream.method))
        let address = TerminalText.clean(connection.peerAddress)
        let parts: [LocalizedText?] = [
            .cli.rpcStream(id: "\(stream.id)", address: address, method: call.shown),
            stream.deadline.map { .cli.rpcStreamLeft(time: age($0.remainingMilliseconds)) },
            stream.bufferedBytes > 0 ? .cli.rpcStreamBuffered(size: SizeText.text(stream.bufferedBytes)) : nil,
        ]
        return "  " + LocalizedText.joined(parts.compactMap(\.self), separator: ", ").shown
    }

    // MARK: Channels

    private var channelTable: Table {
        var table = Table([
            .init(title: .cli.headingTarget), .init(title: .cli.headingAddress), .init(title: .cli.headingState),
            .init(title: .cli.headingOpen, alignment: .right), .init(title: .cli.headingCalls, alignment: .right),
            .init(title: .cli.headingFailed, alignment: .right), .init(title: .cli.headingAge, alignment: .right),
            .init(title: .cli.headingIdle, alignment: .right), .init(title: .cli.headingWhy, shrinks: true),
        ])
        for channel in channels.channels {
            table.add([
                .init(channel.target, .bold), .init(channel.policy, .dim), ChannelsText.cell(of: channel.connectivity),
                .init("\(ChannelsText.running(channel.calls))"), .init("\(channel.calls?.started ?? 0)"),
                .init("\(channel.calls?.failed ?? 0)"), .init(ChannelsText.age(channel.ageMilliseconds)), "", "",
            ])
            for subchannel in channel.subchannels {
                let connection = subchannel.connection
                table.add([
                    "", .init(subchannel.address), ChannelsText.cell(of: subchannel.connectivity),
                    .init("\(ChannelsText.running(connection?.calls))"), .init("\(subchannel.calls?.started ?? 0)"),
                    .init("\(subchannel.calls?.failed ?? 0)"),
                    .init(connection.map { ChannelsText.age($0.ageMilliseconds) } ?? ""),
                    .init(connection.map { ChannelsText.age($0.idleMilliseconds) } ?? ""),
                    .init(subchannel.ejected ? LocalizedText.cli.rpcEjected.shown : subchannel.lastFailure),
                ])
            }
        }
        return table
    }

    private static func cell(of state: RPCMessages.Connectivity) -> Table.Cell {
        switch state {
        case .ready: .init(.cli.rpcReady, .green)
        case .idle: .init(.cli.rpcIdle, .dim)
        case .connecting: .init(.cli.rpcConnecting, .yellow)
        case .transientFailure: .init(.cli.rpcFailing, .red)
        case .shutdown: .init(.cli.rpcShutDown, .dim)
        case .unspecified, .unrecognized: .init(.cli.rpcStateUnknown, .yellow)
        }
    }

    private static func running(_ calls: RPCMessages.CallCounts?) -> Int64 {
        calls.map { max(0, $0.started - $0.succeeded - $0.failed) } ?? 0
    }

    private static func text(of calls: RPCMessages.CallCounts?) -> String {
        let calls = calls ?? .init()
        return LocalizedText.cli.rpcCalls(
            started: "\(calls.started)",
            succeeded: "\(calls.succeeded)",
            failed: "\(calls.failed)",
            open: "\(running(calls))"
        ).shown
    }

    // MARK: Events

    private static let shownEvents = 20

    private func eventLines(_ paint: Paint) -> [String] {
        let ofServers = servers.servers.flatMap { server in
            server.events.map { (LocalizedText.cli.rpcServerTitle.shown.lowercased(), $0) }
        }
        let ofChannels = channels.channels.flatMap { channel in
            channel.events.map { (channel.target, $0) }
                + channel.subchannels.flatMap { part in part.events.map { ("\(channel.target) \(part.address)", $0) } }
        }
        let sorted = (ofServers + ofChannels).sorted { $0.1.milliseconds < $1.1.milliseconds }
        return sorted.suffix(ChannelsText.shownEvents).map { place, event in
            let time = Common.Timestamp(seconds: event.milliseconds / 1_000).localSecondsText
            let style: Paint.Style? =
                switch event.severity {
                case .error: .red
                case .warning: .yellow
                case .information, .unspecified, .unrecognized: nil
                }
            return
                "\(paint(time, .dim))  \(TerminalText.clean(place)): \(paint(TerminalText.clean(event.sentence), style))"
        }
    }

    private static func clock() -> String {
        Common.Timestamp.now.localSecondsText
    }

    /// The age, such as `850 ms`, `12 s`, `5 min`, `3 h` or `2 d`.
    static func age(_ milliseconds: Int64) -> String {
        if milliseconds < 1_000 { return "\(milliseconds) ms" }
        let seconds = milliseconds / 1_000
        if seconds < 120 { return "\(seconds) s" }
        if seconds < 7_200 { return "\(seconds / 60) min" }
        return seconds < 172_800 ? "\(seconds / 3_600) h" : "\(seconds / 86_400) d"
    }
}

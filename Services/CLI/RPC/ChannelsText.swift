import LarderClient

/// Formats a process's channels and connections.
struct ChannelsText {
    let channels: RPCMessages.ListChannelsResponse
    let servers: RPCMessages.ListServersResponse

    func text(_ paint: Paint, width: Int?) -> String {
        var parts = [paint(TerminalText.clean(servers.program), .bold) + " at " + ChannelsText.clock()]
        for server in servers.servers { parts.append(text(of: server, paint, width)) }
        if !channels.channels.isEmpty {
            parts.append(paint("Channels", .bold) + "\n" + channelTable.text(paint, width: width))
        }
        let events = eventLines(paint)
        if !events.isEmpty { parts.append(paint("Last events", .bold) + "\n" + events.joined(separator: "\n")) }
        return parts.joined(separator: "\n\n")
    }

    // MARK: Server

    private func text(of server: RPCMessages.ServerState, _ paint: Paint, _ width: Int?) -> String {
        let state = server.stopping ? ", stopping" : ""
        var lines = [
            paint("Server", .bold)
                + " \(TerminalText.clean(server.address)), up \(ChannelsText.age(server.ageMilliseconds))"
                + "\(state); \(ChannelsText.connections(server.openConnections)); calls: \(ChannelsText.text(of: server.calls))"
        ]
        if !server.connections.isEmpty { lines.append(connectionTable(server.connections).text(paint, width: width)) }
        let hidden = Int(server.openConnections) - server.connections.count
        if hidden > 0 { lines.append(paint("and \(hidden) more connection\(hidden == 1 ? "" : "s")", .dim)) }
        lines += server.connections.flatMap { connection in
            connection.streams.map { ChannelsText.text(of: $0, from: connection) }
        }
        return lines.joined(separator: "\n")
    }

    private func connectionTable(_ connections: [RPCMessages.ConnectionState]) -> Table {
        var table = Table([
            .init(title: "Peer"), .init(title: "Identity"), .init(title: "Age", alignment: .right),
            .init(title: "Idle", alignment: .right), .init(title: "Open", alignment: .right),
            .init(title: "Calls", alignment: .right), .init(title: "Failed", alignment: .right),
            .init(title: "Sent", alignment: .right), .init(title: "Received", alignment: .right),
            .init(title: "Credit", alignment: .right), .init(title: ""),
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
            .init(SizeText.text(connection.sendWindow)), .init(connection.draining ? "draining" : "", .yellow),
        ]
    }

    private static func text(
        of stream: RPCMessages.StreamDetails,
        from connection: RPCMessages.ConnectionState
    ) -> String {
        let deadline = stream.deadline.map { ", \(age($0.remainingMilliseconds)) left" } ?? ""
        let buffered = stream.bufferedBytes > 0 ? ", \(SizeText.text(stream.bufferedBytes)) buffered" : ""
        let method = stream.method.isEmpty ? "a call" : TerminalText.clean(stream.method)
        return "  stream \(stream.id) of \(TerminalText.clean(connection.peerAddress)): \(method)\(deadline)\(buffered)"
    }

    // MARK: Channels

    private var channelTable: Table {
        var table = Table([
            .init(title: "Target"), .init(title: "Address"), .init(title: "State"),
            .init(title: "Open", alignment: .right), .init(title: "Calls", alignment: .right),
            .init(title: "Failed", alignment: .right), .init(title: "Age", alignment: .right),
            .init(title: "Idle", alignment: .right), .init(title: "Why", shrinks: true),
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
                    .init(subchannel.ejected ? "ejected for too many failures" : subchannel.lastFailure),
                ])
            }
        }
        return table
    }

    private static func cell(of state: RPCMessages.Connectivity) -> Table.Cell {
        switch state {
        case .ready: .init("ready", .green)
        case .idle: .init("idle", .dim)
        case .connecting: .init("connecting", .yellow)
        case .transientFailure: .init("failing", .red)
        case .shutdown: .init("shut down", .dim)
        case .unspecified, .unrecognized: .init("unknown", .yellow)
        }
    }

    private static func running(_ calls: RPCMessages.CallCounts?) -> Int64 {
        calls.map { max(0, $0.started - $0.succeeded - $0.failed) } ?? 0
    }

    private static func text(of calls: RPCMessages.CallCounts?) -> String {
        let calls = calls ?? .init()
        return "\(calls.started) started, \(calls.succeeded) succeeded, \(calls.failed) failed, \(running(calls)) open"
    }

    // MARK: Events

    private static let shownEvents = 20

    private func eventLines(_ paint: Paint) -> [String] {
        let ofServers = servers.servers.flatMap { server in server.events.map { ("server", $0) } }
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

    private static func connections(_ number: some BinaryInteger) -> String {
        "\(number) connection\(number == 1 ? "" : "s")"
    }

    private static func clock() -> String {
        Common.Timestamp(seconds: WallTime.now.millisecondsSince1970 / 1_000).localSecondsText
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

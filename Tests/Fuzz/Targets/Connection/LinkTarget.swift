import NIOCore
import Wire

/// Two honest sides talk through any cuts while their applications do what they like. Every message arrives whole, in
/// order and once, calls end as their servers ended them, no side breaks a rule, and all credit comes back.
func fuzzLink(_ input: inout FuzzInput) throws(FuzzFinding) {
    let link = FuzzedLink(&input)
    for _ in 0..<800 where !input.isEmpty { try link.step(&input) }
    try link.finish()
}

/// The applications on both ends, and what they know of each call.
private final class FuzzedLink {
    /// One direction of a call.
    struct Direction {
        var sent: [ByteBuffer] = []
        var arrived = 0
        var unused = 0
        var isEnded = false
    }

    struct Call {
        var requests = Direction()
        var responses = Direction()
        var isGivenUp = false
        var isServerCancelled = false
        var isServed = false
        /// How the server ended it, and how the client was told.
        var served: StatusCode?
        var told: StatusCode?
    }

    let client: Probe
    let server: Probe
    var toServer = ByteBuffer()
    var toClient = ByteBuffer()
    var calls: [StreamID: Call] = [:]
    let templates = (0..<12).map { CallTemplate(method: "a.B/M\($0)") }
    var volume = 0
    var mark: UInt64 = 0

    init(_ input: inout FuzzInput) {
        // Applications here send more that carries nothing than honest ones.
        let limits = FrameRateLimits(burst: 1_000_000, perSecond: 1_000)
        client = Probe(role: .client, settings: FuzzedLink.settings(&input), frameRateLimits: limits)
        server = Probe(role: .server, settings: FuzzedLink.settings(&input), frameRateLimits: limits)
    }

    private static func settings(_ input: inout FuzzInput) -> Settings {
        let flags = input.byte()
        return Settings(
            maximumFrameSize: flags & 1 == 0 ? 16_384 : 60_000,
            initialStreamWindow: flags & 2 == 0 ? 65_536 : 130_000,
            connectionWindow: flags & 4 == 0 ? 65_536 : 150_000,
            maximumConcurrentStreams: flags & 8 == 0 ? 3 : 100,
            maximumMessageSize: flags & 16 == 0 ? 4_000 : 200_000,
            maximumTemplates: flags & 32 == 0 ? 8 : 16
        )
    }

    func step(_ input: inout FuzzInput) throws(FuzzFinding) {
        let action = input.byte()
        let stream = calls.isEmpty ? 0 : 1 + StreamID(input.index(below: calls.count))
        switch action % 16 {
        case 0, 1: start(&input)
        case 2, 3: send(.client, stream, &input)
        case 4: endRequests(stream)
        case 5: giveUp(stream, &input)
        case 6, 7: send(.server, stream, &input)
        case 8: endCall(stream, &input)
        case 9: use(.client, stream, all: input.chance())
        case 10: use(.server, stream, all: input.chance())
        case 11: release(stream)
        case 12: try take(.client)
        case 13: try take(.server)
        case 14: try deliver(.client, Int(input.byte()) * 97 + 1)
        default: try deliver(.server, Int(input.byte()) * 97 + 1)
        }
    }

    // MARK: The client's application

    private func start(_ input: inout FuzzInput) {
        let header = CallHeader(
            template: templates[input.index(below: templates.count)],
            remembersTemplate: input.byte() & 3 != 0
        )
        guard let stream = client.act({ try? $0.startCall(header) }) else { return }
        client.started(stream)
        calls[stream] = Call()
    }

    private func endRequests(_ stream: StreamID) {
        guard calls[stream]?.told == nil, calls[stream]?.isGivenUp == false else { return }
        calls[stream]?.requests.isEnded = true
        client.act { $0.endSending(stream) }
    }

    private func giveUp(_ stream: StreamID, _ input: inout FuzzInput) {
        guard input.byte() & 3 == 0, let call = calls[stream], call.told == nil, !call.isGivenUp else { return }
        calls[stream]?.isGivenUp = true
        client.act { $0.cancel(stream) }
        client.gaveUp(stream)
    }

    // MARK: The server's application

    private func endCall(_ stream: StreamID, _ input: inout FuzzInput) {
        let code: StatusCode = input.chance() ? .ok : .aborted
        guard let call = calls[stream], call.isServed, call.served == nil else { return }
        calls[stream]?.served = code
        server.act { $0.sendStatus(CallStatus(code), on: stream) }
    }

    private func release(_ stream: StreamID) {
        guard calls[stream]?.isServerCancelled == true else { return }
        server.act { $0.release(stream) }
    }

    // MARK: Both

    private func send(_ role: ConnectionStateMachine.Role, _ stream: StreamID, _ input: inout FuzzInput) {
        let limit = role == .client ? server.local.maximumMessageSize : client.local.maximumMessageSize
        // Now and then one that is over the limit.
        let size = input.size(upTo: input.byte() == 0 ? limit + 1 : limit)
        let end = input.byte() & 3 == 0
        guard var call = calls[stream], volume + size < 4 << 20 else { return }
        mark += 1
        var message = ByteBuffer(repeating: UInt8(truncatingIfNeeded: mark), count: size)
        if size >= 16 {
            message.setInteger(mark, at: 0)
            message.setInteger(mark, at: size - 8)
        }
        if role == .client {
            guard !call.requests.isEnded, !call.isGivenUp, call.told == nil else { return }
            call.requests.sent.append(message)
            call.requests.isEnded = end
        } else {
            guard call.isServed, call.served == nil else { return }
            call.responses.sent.append(message)
            if end { call.served = .ok }
        }
        calls[stream] = call
        volume += size
        _ = probe(role).act { $0.sendMessage(message, on: stream, end: end) }
    }

    private func use(_ role: ConnectionStateMachine.Role, _ stream: StreamID, all: Bool) {
        let unused = (role == .client ? calls[stream]?.responses.unused : calls[stream]?.requests.unused) ?? 0
        let used = all ? unused : unused / 2
        if role == .client { calls[stream]?.responses.unused -= used } else { calls[stream]?.requests.unused -= used }
        probe(role).act { $0.consumed(used, on: stream) }
    }

    private func probe(_ role: ConnectionStateMachine.Role) -> Probe { role == .client ? client : server }

    // MARK: The wire

    @discardableResult
    private func take(_ role: ConnectionStateMachine.Role) throws(FuzzFinding) -> Bool {
        guard var output = try probe(role).takeOutput() else { return false }
        if role == .client { toServer.writeBuffer(&output) } else { toClient.writeBuffer(&output) }
        try probe(role).drain { event throws(FuzzFinding) in try self.saw(event, role) }
        return true
    }

    /// Moves bytes towards one side.
    @discardableResult
    private func deliver(_ role: ConnectionStateMachine.Role, _ count: Int) throws(FuzzFinding) -> Bool {
        let waiting = role == .client ? toClient.readableBytes : toServer.readableBytes
        let length = min(count, waiting)
        guard length > 0 else { return false }
        let bytes = role == .client ? toClient.readSlice(length: length) : toServer.readSlice(length: length)
        if role == .client { toClient.discardReadBytes() } else { toServer.discardReadBytes() }
        try probe(role).feed(bytes ?? ByteBuffer()) { event throws(FuzzFinding) in try self.saw(event, role) }
        return true
    }

    private func saw(_ event: Probe.Event, _ role: ConnectionStateMachine.Role) throws(FuzzFinding) {
        switch event {
        case .call(let stream, _):
            try expect(calls[stream] != nil, "a call came that nobody made")
            calls[stream]?.isServed = true
        case .message(let stream, let bytes, _, let end):
            guard var call = calls[stream] else { throw FuzzFinding("a message of a call that nobody made") }
            if role == .server {
                try arrive(bytes, end, &call.requests, ended: call.requests.isEnded)
            } else {
                try arrive(bytes, end, &call.responses, ended: call.served == .ok)
            }
            calls[stream] = call
        case .halfClose(let stream):
            let requests = calls[stream]?.requests
            try expect(requests?.isEnded == true, "a client's end was made up")
            try expect(requests?.arrived == requests?.sent.count, "a client's end overtook its messages")
        case .cancelled(let stream, let code):
            let tooLarge = calls[stream]?.requests.sent.contains { $0.readableBytes > server.local.maximumMessageSize }
            let refused = calls[stream]?.responses.sent.contains { $0.readableBytes > client.local.maximumMessageSize }
            try expect(
                calls[stream]?.isGivenUp == true
                    || (code == .resourceExhausted && (tooLarge == true || refused == true)),
                "a call was cancelled by nobody"
            )
            calls[stream]?.isServerCancelled = true
        case .status(let stream, let status): try saw(status, of: stream)
        case .violation(let violation):
            throw FuzzFinding("an honest \(role == .client ? "server" : "client"): \(violation)")
        case .settings, .metadata, .writable, .pingAcknowledged, .goAway: break
        }
    }

    private func arrive(
        _ bytes: ByteBuffer,
        _ end: Bool,
        _ direction: inout Direction,
        ended: Bool
    ) throws(FuzzFinding) {
        try expect(direction.arrived < direction.sent.count, "a message arrives that was not sent")
        try expect(bytes == direction.sent[direction.arrived], "a message is not the next one that was sent")
        direction.arrived += 1
        direction.unused += bytes.readableBytes
        try expect(
            !end || (ended && direction.arrived == direction.sent.count),
            "a message is wrongly told as the last"
        )
    }

    private func saw(_ status: CallStatus, of stream: StreamID) throws(FuzzFinding) {
        guard let call = calls[stream] else { throw FuzzFinding("a call ends that nobody made") }
        try expect(call.told == nil && !call.isGivenUp, "a call ends twice")
        calls[stream]?.told = status.code
        switch status.code {
        case .ok:
            try expect(call.served == .ok, "OK was made up")
            try expect(call.responses.arrived == call.responses.sent.count, "OK overtook messages")
        case .resourceExhausted: break
        default: try expect(call.served == status.code, "\(status.code) was made up")
        }
    }

    // MARK: The end

    /// Everything is used, ended and delivered; then nothing may be left.
    func finish() throws(FuzzFinding) {
        for _ in 0..<10_000 {
            if try move() { continue }
            for stream in calls.keys {
                use(.client, stream, all: true)
                use(.server, stream, all: true)
            }
            if client.machine.hasOutput || server.machine.hasOutput { continue }
            if client.machine.runningStreams == 0, server.machine.runningStreams == 0 { return try check() }
            for (stream, call) in calls where call.isServed {
                if call.isServerCancelled { server.act { $0.release(stream) } }
                if call.served == nil {
                    calls[stream]?.served = .ok
                    server.act { $0.sendStatus(CallStatus(.ok), on: stream) }
                }
            }
        }
        throw FuzzFinding("the calls do not come to an end")
    }

    private func move() throws(FuzzFinding) -> Bool {
        var moved = false
        for (sender, receiver) in [(client, server), (server, client)] {
            if try take(sender.role) { moved = true }
            if try deliver(receiver.role, .max) { moved = true }
        }
        return moved
    }

    private func check() throws(FuzzFinding) {
        for (stream, call) in calls {
            try expect(call.isGivenUp || call.told != nil, "call \(stream) has no end")
        }
        for (sender, receiver) in [(client, server), (server, client)] {
            let credit = receiver.local.connectionWindow + sender.connection.creditGot - sender.connection.bytesSent
            // What is below half a window is kept back until there is more.
            try expect(credit > receiver.local.connectionWindow / 2, "credit of the connection was lost")
            try expect(credit <= receiver.local.connectionWindow, "credit of the connection was made up")
            try expect(sender.machine.sendBufferBytes == 0, "bytes are held back for no call")
        }
    }
}

import NIOCore
import Wire

/// One side of a connection whose peer sends anything, in any order and any cut, while its application does anything.
func fuzzConnection(_ input: inout FuzzInput) throws(FuzzFinding) {
    var run = HostilePeer(&input)
    // Each step costs memory and time of the run's own, too.
    for _ in 0..<600 where !input.isEmpty { try run.step(&input) }
    try run.finish()
}

/// The peer that the input describes, and the application on this side.
private struct HostilePeer {
    let probe: Probe
    let templates = (0..<10).map { CallTemplate(method: "a.B/M\($0)") }
    /// What the peer has sent and this side has not got.
    var wire: ByteBuffer
    var peerCalls: StreamID = 0
    /// Bytes of messages that the application has and did not use.
    var unused: [StreamID: Int] = [:]
    /// Bytes that both sides have sent; bounds the run.
    var volume = 0

    init(_ input: inout FuzzInput) {
        let flags = input.byte()
        let role: ConnectionStateMachine.Role = flags & 1 == 0 ? .server : .client
        let large = Settings(
            maximumFrameSize: flags & 4 == 0 ? 16_384 : 100_000,
            initialStreamWindow: 65_536,
            connectionWindow: flags & 8 == 0 ? 65_536 : 262_144,
            maximumConcurrentStreams: flags & 16 == 0 ? 4 : 100,
            maximumMessageSize: flags & 32 == 0 ? 1_000 : 150_000,
            maximumMetadataSize: 8_192,
            maximumTemplates: 8
        )
        let limits = flags & 64 == 0 ? FrameRateLimits() : FrameRateLimits(burst: 20, perSecond: 10)
        probe = Probe(role: role, settings: large, frameRateLimits: limits)
        wire = ByteBuffer()
        if flags & 2 == 0 { wire.writeBytes(opening(of: role == .server ? .client : .server)) }
    }

    mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
        let action = input.byte()
        switch action % 16 {
        case 0: startCall(&input)
        case 1, 2: sendMessage(&input)
        case 3: sendFirstPart(&input)
        case 4: sendFrame(&input)
        case 5: wire.writeBytes(input.bytes(Int(input.byte())))
        case 6: sendWindow(&input)
        case 7: sendEnd(&input)
        case 8: write(.ping, UInt8(input.chance() ? 1 : 0), 0, [1, 2, 3, 4, 5, 6, 7, 8])
        case 9: try deliver(Int(input.byte()) * 64 + 1)
        case 10: try deliver(wire.readableBytes)
        case 11: while try probe.takeOutput() != nil {}
        case 12: probe.now = probe.now + .milliseconds(Int64(input.byte()) * 8)
        default: act(&input)
        }
        try probe.drain { _ in }
    }

    /// Everything that was sent arrives, and everything that is to be sent leaves.
    mutating func finish() throws(FuzzFinding) {
        try deliver(wire.readableBytes)
        while try probe.takeOutput() != nil { try probe.drain { _ in } }
        try expect(!probe.machine.hasOutput, "there is output that cannot be taken")
        if probe.machine.violation != nil { try expect(probe.hasSentBreach, "a breach was not told by GOAWAY") }
    }

    // MARK: The peer

    private mutating func write(_ type: FrameType, _ flags: UInt8, _ stream: StreamID, _ payload: some Sequence<UInt8>)
    {
        var content = ByteBuffer()
        content.writeBytes(payload)
        let header = FrameHeader(
            length: content.readableBytes,
            type: type,
            flags: FrameFlags(rawValue: flags),
            stream: stream
        )
        header.write(to: &wire)
        wire.writeBuffer(&content)
    }

    /// Mostly streams that exist.
    private func stream(_ input: inout FuzzInput) -> StreamID {
        let byte = StreamID(input.byte())
        return byte >= 250 ? byte << 24 : byte % (max(peerCalls, probe.lastCall) + 2)
    }

    private mutating func startCall(_ input: inout FuzzInput) {
        if probe.role == .client { return write(.metadata, 0, stream(&input), [UInt8(0)]) }
        let kind = input.byte()
        peerCalls += StreamID(kind >> 6)
        var payload: [UInt8] = [kind % 10]
        if kind & 32 == 0 { payload += [5] + Array("a.B/C".utf8) + [0] }
        payload += [0, 0]
        write(.call, kind & 32 == 0 && kind % 10 > 0 ? 1 : 0, peerCalls, payload)
    }

    private mutating func sendMessage(_ input: inout FuzzInput) {
        let stream = stream(&input)
        let flags = input.byte() & 0x07
        filler(flags, stream, input.size(upTo: 200_000))
    }

    private mutating func filler(_ flags: UInt8, _ stream: StreamID, _ size: Int) {
        volume += size
        guard volume < 8 << 20 else { return }
        write(.message, flags, stream, repeatElement(0x5A, count: size))
    }

    private mutating func sendFirstPart(_ input: inout FuzzInput) {
        let stream = stream(&input)
        let total = UInt32(input.size(upTo: 200_000))
        let part = input.size(upTo: 20_000)
        let prefix = (0..<4).map { UInt8(truncatingIfNeeded: total >> (24 - 8 * $0)) }
        volume += part
        guard volume < 8 << 20 else { return }
        write(.message, 2, stream, prefix + repeatElement(0x5A, count: part))
    }

    private mutating func sendFrame(_ input: inout FuzzInput) {
        let type = input.byte()
        let flags = input.byte()
        let stream = stream(&input)
        let payload = input.bytes(Int(input.byte()))
        wire.writeMultipleIntegers(UInt16(0), UInt8(payload.count), type % 12, flags, stream)
        wire.writeBytes(payload)
    }

    private mutating func sendWindow(_ input: inout FuzzInput) {
        let stream = stream(&input)
        let credit = input.chance() ? input.uint32() : UInt32(input.size(upTo: 1 << 20))
        write(.window, 0, stream, (0..<4).map { UInt8(truncatingIfNeeded: credit >> (24 - 8 * $0)) })
    }

    private mutating func sendEnd(_ input: inout FuzzInput) {
        let stream = stream(&input)
        let kind = input.byte()
        switch (probe.role, kind % 4) {
        case (_, 0): write(.goAway, 0, 0, [0, 0, 0, UInt8(truncatingIfNeeded: stream), kind >> 2 & 7])
        case (.server, 1): write(.halfClose, 0, stream, [])
        case (.server, _): write(.cancel, 0, stream, [kind >> 2])
        case (.client, _): write(.status, kind >> 7, stream, [kind >> 2 & 31, 0, 0, 0])
        }
    }

    private mutating func deliver(_ count: Int) throws(FuzzFinding) {
        guard let bytes = wire.readSlice(length: min(count, wire.readableBytes)), bytes.readableBytes > 0 else {
            return
        }
        var got: [(StreamID, Int)] = []
        try probe.feed(bytes) { event throws(FuzzFinding) in
            if case .message(let stream, let bytes, _, _) = event { got.append((stream, bytes.readableBytes)) }
        }
        for (stream, count) in got { unused[stream, default: 0] += count }
        wire.discardReadBytes()
    }

    // MARK: The application

    private mutating func act(_ input: inout FuzzInput) {
        let stream = stream(&input)
        switch (probe.role, input.byte() % 8) {
        case (_, 0), (_, 1): sendOwnMessage(stream, &input)
        case (_, 2):
            let used = input.chance() ? unused[stream] ?? 0 : Int(input.byte())
            probe.act { $0.consumed(used, on: stream) }
        case (_, 3): probe.act { input.chance() ? $0.goAway() : $0.sendPing(7) }
        case (.client, 4), (.client, 5): startOwnCall(&input)
        case (.client, 6): probe.act { $0.endSending(stream) }
        case (.client, _):
            probe.act { $0.cancel(stream) }
            probe.gaveUp(stream)
        case (.server, 4):
            var metadata = Metadata()
            metadata.add("a", String(repeating: "x", count: input.size(upTo: 20_000)))
            _ = probe.act { $0.sendMetadata(metadata, on: stream) }
        case (.server, 5): probe.act { $0.release(stream) }
        case (.server, _):
            let code: StatusCode = input.chance() ? .ok : .aborted
            probe.act { $0.sendStatus(CallStatus(code, "That is it."), on: stream) }
        }
    }

    private mutating func sendOwnMessage(_ stream: StreamID, _ input: inout FuzzInput) {
        let size = input.size(upTo: 200_000)
        let end = input.byte() & 3 == 0
        volume += size
        guard volume < 8 << 20 else { return }
        _ = probe.act { $0.sendMessage(ByteBuffer(repeating: 0x5A, count: size), on: stream, end: end) }
    }

    private mutating func startOwnCall(_ input: inout FuzzInput) {
        let header = CallHeader(
            template: templates[input.index(below: templates.count)],
            remembersTemplate: input.chance()
        )
        guard let stream = probe.act({ try? $0.startCall(header) }) else { return }
        probe.started(stream)
    }
}

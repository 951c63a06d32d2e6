import NIOCore
import Wire

/// Frame headers and varints survive a round trip, and whatever bytes a connection gets, their cut changes nothing.
func fuzzFrames(_ input: inout FuzzInput) throws(FuzzFinding) {
    let role: ConnectionStateMachine.Role = input.chance() ? .client : .server
    let opens = input.chance()
    let cut = 1 + Int(input.byte())
    let bytes = input.rest()
    try checkHeader(bytes)
    try checkVarint(bytes)
    try checkPrefixed(bytes)
    var stream = opens ? opening(of: role == .client ? .server : .client) : []
    stream += bytes
    let whole = try reaction(of: role, to: stream, cut: stream.count)
    let parts = try reaction(of: role, to: stream, cut: cut)
    try expect(whole.events == parts.events, "the cut of the bytes changes the events")
    try expect(whole.output == parts.output, "the cut of the bytes changes the output")
    // Each frame is answered by at most one status or acknowledgement, and one GOAWAY ends it all.
    try expect(whole.output.readableBytes <= 1_024 + stream.count * 16, "the output is out of proportion")
    try expect(whole.events.count <= 2 + stream.count / FrameHeader.size * 2, "there are more events than frames")
}

private func checkHeader(_ bytes: [UInt8]) throws(FuzzFinding) {
    var buffer = ByteBuffer(bytes: bytes)
    guard let header = FrameHeader(from: &buffer) else {
        try expect(bytes.count < FrameHeader.size, "a whole header was not read")
        return try expect(buffer.readableBytes == bytes.count, "a header that is cut off moved the buffer")
    }
    var written = ByteBuffer()
    header.write(to: &written)
    try expect(written.readableBytesView.elementsEqual(bytes.prefix(FrameHeader.size)), "a header changed on its way")
}

private func checkVarint(_ bytes: [UInt8]) throws(FuzzFinding) {
    var buffer = ByteBuffer(bytes: bytes)
    guard let value = buffer.readVarint() else { return }
    let used = bytes.count - buffer.readableBytes
    var written = ByteBuffer()
    written.writeVarint(value)
    let length = written.readableBytes
    try expect(used <= 10 && length <= used, "a varint is not written in its shortest form")
    try expect(written.readVarint() == value && written.readableBytes == 0, "a varint changed on its way")
}

private func checkPrefixed(_ bytes: [UInt8]) throws(FuzzFinding) {
    var buffer = ByteBuffer(bytes: bytes)
    guard let text = buffer.readLengthPrefixedString() else { return }
    var written = ByteBuffer()
    written.writeLengthPrefixed(text)
    try expect(
        written.readableBytes <= bytes.count - buffer.readableBytes,
        "a string is longer than the bytes it came from"
    )
    try expect(written.readLengthPrefixedString() == text, "a string changed on its way")
}

/// What an honest side sends first.
func opening(of role: ConnectionStateMachine.Role, settings: Settings = Settings()) -> [UInt8] {
    var machine = ConnectionStateMachine(role: role, settings: settings)
    return machine.takeOutput().map { Array($0.readableBytesView) } ?? []
}

private func reaction(
    of role: ConnectionStateMachine.Role,
    to bytes: [UInt8],
    cut: Int
) throws(FuzzFinding) -> (events: [String], output: ByteBuffer) {
    var machine = ConnectionStateMachine(role: role)
    if role == .client { _ = try? machine.startCall(CallHeader(template: CallTemplate(method: "a.B/C"))) }
    var events: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        var part = ByteBuffer(bytes: rest.prefix(cut))
        rest = rest.dropFirst(cut)
        machine.receive(&part, now: .uptimeNanoseconds(0))
        try expect(part.readableBytes == 0, "bytes were left behind")
        while let event = machine.nextEvent() {
            try expect(events.last?.hasPrefix("violation") != true, "something follows a breach")
            events.append(line(of: event))
        }
    }
    var output = ByteBuffer()
    while var piece = machine.takeOutput() { output.writeBuffer(&piece) }
    return (events, output)
}

private func line(of event: ConnectionStateMachine.Event) -> String {
    switch event {
    case .settings(let settings): "settings \(settings)"
    case .call(let stream, let header):
        """
        call \(stream) \(header.template.method) \(header.template.metadata) \(header.metadata) \
        \(header.timeoutMicroseconds ?? 0)
        """
    case .metadata(let stream, let metadata): "metadata \(stream) \(metadata)"
    case .message(let stream, let bytes, let isCompressed, let end):
        "message \(stream) \(Array(bytes.readableBytesView)) \(isCompressed) \(end)"
    case .halfClose(let stream): "half-close \(stream)"
    case .status(let stream, let status): "status \(stream) \(status)"
    case .cancelled(let stream, let code): "cancelled \(stream) \(code)"
    case .writable(let stream): "writable \(stream)"
    case .pingAcknowledged(let value): "pong \(value)"
    case .goAway(let last, let code, let text): "go-away \(last) \(code) \(text)"
    case .violation(let violation): "violation \(violation)"
    }
}

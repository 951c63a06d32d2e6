import NIOCore
import Wire

/// Metadata of a server reaches its client unchanged or ends the connection, and what was accepted once is accepted when
/// it is sent on.
func fuzzMetadata(_ input: inout FuzzInput) throws(FuzzFinding) {
    let payload = input.rest()
    guard let first = try receiveMetadata(payload) else { return }
    try checkEntries(first, in: payload)
    var server = try openedServer()
    _ = server.takeOutput()
    let isSent = server.sendMetadata(first, on: 1)
    let limit = server.remoteSettings.maximumMetadataSize
    try expect(isSent == (first.byteCount <= limit), "metadata within the limit is not sent, or beyond it is")
    guard isSent, let output = server.takeOutput() else { return }
    let frame = Array(output.readableBytesView)
    let second = try receiveMetadata(Array(frame.dropFirst(FrameHeader.size)))
    try expect(second == first, "metadata changed when it was sent on")
    try checkAsCall(first)
}

/// What a client makes of the payload of a METADATA frame; nil for a breach.
private func receiveMetadata(_ payload: [UInt8]) throws(FuzzFinding) -> Metadata? {
    var client = ConnectionStateMachine(role: .client)
    _ = try? client.startCall(CallHeader(template: CallTemplate(method: "a.B/C")))
    var bytes = ByteBuffer(bytes: opening(of: .server))
    FrameHeader(length: payload.count, type: .metadata, stream: 1).write(to: &bytes)
    bytes.writeBytes(payload)
    client.receive(&bytes, now: .uptimeNanoseconds(0))
    while let event = client.nextEvent() {
        switch event {
        case .metadata(_, let metadata): return metadata
        case .violation(let violation):
            let isTooLong = payload.count > Settings().maximumMetadataSize + 16_384
            try expect(
                violation.code == (isTooLong ? .frameTooLarge : .protocolError),
                "malformed metadata is answered with \(violation.code)"
            )
            return nil
        default: continue
        }
    }
    throw FuzzFinding("a METADATA frame was neither told nor refused")
}

private func checkEntries(_ metadata: Metadata, in payload: [UInt8]) throws(FuzzFinding) {
    // Two lengths on the wire stand for the four bytes an entry counts beyond its name and value.
    try expect(
        metadata.byteCount <= payload.count + 2 * metadata.entries.count,
        "metadata is larger than the bytes it came from"
    )
    for entry in metadata.entries {
        try expect((1...128).contains(entry.name.utf8.count), "a metadata name has \(entry.name.utf8.count) bytes")
        switch entry.value {
        case .binary: try expect(entry.name.hasSuffix("-bin"), "bytes under a name for text")
        case .text(let text):
            try expect(!entry.name.hasSuffix("-bin"), "text under a name for bytes")
            let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            try expect(!hasControl, "a control character in a metadata value")
        }
    }
}

private func openedServer() throws(FuzzFinding) -> ConnectionStateMachine {
    var client = ConnectionStateMachine(role: .client)
    var server = ConnectionStateMachine(role: .server)
    _ = try? client.startCall(CallHeader(template: CallTemplate(method: "a.B/C")))
    while var bytes = client.takeOutput() { server.receive(&bytes, now: .uptimeNanoseconds(0)) }
    while let event = server.nextEvent() {
        if case .violation(let violation) = event { throw FuzzFinding("an honest client broke a rule: \(violation)") }
    }
    return server
}

/// The same metadata on a call, half of it steady and half its own.
private func checkAsCall(_ metadata: Metadata) throws(FuzzFinding) {
    var client = ConnectionStateMachine(role: .client)
    var server = ConnectionStateMachine(role: .server)
    var bytes = server.takeOutput() ?? ByteBuffer()
    client.receive(&bytes, now: .uptimeNanoseconds(0))
    while client.nextEvent() != nil {}
    let template = CallTemplate(method: "a.B/C", metadata: metadata)
    for remembers in [true, true, false] {
        let header = CallHeader(template: template, remembersTemplate: remembers, metadata: metadata)
        let fits = header.metadataByteCount <= client.remoteSettings.maximumMetadataSize
        let started = try? client.startCall(header)
        try expect((started != nil) == fits, "a call's metadata is refused within the limit or taken beyond it")
        while var output = client.takeOutput() { server.receive(&output, now: .uptimeNanoseconds(0)) }
        while let event = server.nextEvent() {
            guard case .call(_, let received) = event else { continue }
            try expect(
                received.template.metadata == metadata && received.metadata == metadata,
                "a call's metadata changed on its way"
            )
        }
        try expect(!server.hasFailed, "an honest client broke a rule")
    }
}

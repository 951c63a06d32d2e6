import NIOCore
import Wire

extension ConnectionStateMachine {
    /// Everything that has happened and was not told yet.
    mutating func allEvents() -> [Event] {
        var found: [Event] = []
        while let event = nextEvent() { found.append(event) }
        return found
    }

    mutating func receive(_ bytes: [UInt8], at seconds: Int64 = 0) {
        var buffer = ByteBuffer(bytes: bytes)
        receive(&buffer, now: .uptimeNanoseconds(0) + .seconds(seconds))
    }

    /// Takes all output, in the pieces that a socket would see.
    mutating func allOutput() -> ByteBuffer {
        var all = ByteBuffer()
        while var piece = takeOutput() { all.writeBuffer(&piece) }
        return all
    }

    /// A server past the preface and a client's settings, or a client past a server's, with nothing left to take.
    static func opened(
        _ role: Role,
        settings: Settings = Settings(),
        peer: Settings = Settings(),
        frameRateLimits: FrameRateLimits = FrameRateLimits()
    ) -> ConnectionStateMachine {
        var machine = ConnectionStateMachine(role: role, settings: settings, frameRateLimits: frameRateLimits)
        var other = ConnectionStateMachine(role: role == .server ? .client : .server, settings: peer)
        var bytes = other.allOutput()
        machine.receive(&bytes, now: .uptimeNanoseconds(0))
        _ = machine.allEvents()
        _ = machine.allOutput()
        return machine
    }
}

// The expectation macro takes no calls of mutating members.
func events(of machine: inout ConnectionStateMachine) -> [ConnectionStateMachine.Event] { machine.allEvents() }
func output(of machine: inout ConnectionStateMachine) -> ByteBuffer { machine.allOutput() }

extension ConnectionStateMachine.Event {
    var violation: WireViolation? {
        if case .violation(let violation) = self { return violation }
        return nil
    }

    var message: (stream: StreamID, bytes: ByteBuffer, end: Bool)? {
        if case .message(let stream, let bytes, _, let end) = self { return (stream, bytes, end) }
        return nil
    }

    var status: (stream: StreamID, status: CallStatus)? {
        if case .status(let stream, let status) = self { return (stream, status) }
        return nil
    }

    var call: (stream: StreamID, header: CallHeader)? {
        if case .call(let stream, let header) = self { return (stream, header) }
        return nil
    }

    var cancelled: (stream: StreamID, code: StatusCode)? {
        if case .cancelled(let stream, let code) = self { return (stream, code) }
        return nil
    }

    var writable: StreamID? {
        if case .writable(let stream) = self { return stream }
        return nil
    }

    /// The event in one line, for comparing whole sequences.
    var line: String {
        switch self {
        case .settings: "settings"
        case .call(let stream, let header): "call \(stream) \(header.template.method)"
        case .metadata(let stream, let metadata): "metadata \(stream) \(metadata.entries.map(\.name))"
        case .message(let stream, let bytes, let isCompressed, let end):
            "message \(stream) \(String(buffer: bytes))\(isCompressed ? " compressed" : "")\(end ? " end" : "")"
        case .halfClose(let stream): "half-close \(stream)"
        case .status(let stream, let status):
            "status \(stream) \(status.code.name)\(status.message.isEmpty ? "" : " ")\(status.message)"
        case .cancelled(let stream, let code): "cancelled \(stream) \(code.name)"
        case .writable(let stream): "writable \(stream)"
        case .pingAcknowledged(let value): "pong \(value)"
        case .goAway(let last, let code, let text): "go-away \(last) \(code) \(text)"
        case .violation(let violation): "violation \(violation)"
        }
    }
}

/// The bytes of a CALL payload that names no template.
func callPayload(_ method: String = "a.B/C", timeout: [UInt8] = [0], metadata: [UInt8] = [0]) -> [UInt8] {
    [0, UInt8(method.utf8.count)] + Array(method.utf8) + [0] + timeout + metadata
}

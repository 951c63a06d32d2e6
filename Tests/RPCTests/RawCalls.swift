import NIOCore
import RPCTestSupport
import Wire

/// A client over TLS that a test scripts: it does not answer pings by itself.
actor RawCalls {
    private var machine = ConnectionStateMachine(role: .client)
    private let connection: RawConnection
    private var taken = 0
    private var events: [String] = []
    private var pings: [[UInt8]] = []

    private init(_ connection: RawConnection) { self.connection = connection }

    static func connect(port: Int, as caller: String = "ocr") async throws -> RawCalls {
        let tls = try TestCertificates.client(caller, expecting: "budget")
        let calls = RawCalls(try await RawConnection.connect(port: port, tls: tls))
        try await calls.flush()
        return calls
    }

    /// Sends what the state machine wants sent, apart from answers to pings.
    private func flush() async throws {
        while let output = machine.takeOutput() {
            var rest = Array(output.readableBytesView)
            var sent: [UInt8] = []
            if rest.starts(with: ConnectionStateMachine.preface) {
                sent += rest.prefix(8)
                rest.removeFirst(8)
            }
            while rest.count >= FrameHeader.size {
                let length = Int(rest[0]) << 16 | Int(rest[1]) << 8 | Int(rest[2])
                let frame = rest.prefix(FrameHeader.size + length)
                if frame[3] == FrameType.ping.rawValue { pings.append(Array(frame)) } else { sent += frame }
                rest.removeFirst(frame.count)
            }
            if !sent.isEmpty { try await connection.send(sent) }
        }
    }

    /// Starts a call with an empty request, but does not send it yet.
    /// - Returns: What is to be sent with ``send(_:)``.
    func prepareCall(_ method: String) throws -> [UInt8] {
        let stream = try machine.startCall(CallHeader(template: CallTemplate(method: method)))
        machine.sendMessage(ByteBuffer(), on: stream, end: true)
        var bytes: [UInt8] = []
        while let output = machine.takeOutput() { bytes += output.readableBytesView }
        return bytes
    }

    func send(_ bytes: [UInt8]) async throws { try await connection.send(bytes) }

    /// Whether something has happened.
    func has(_ event: String) -> Bool { events.contains(event) }

    /// Answers the pings that have come.
    func answerPings() async throws {
        for ping in pings { try await connection.send(ping) }
        pings = []
    }

    /// Returns once the server's first frame is there.
    func settle() async throws { try await wait { $0.contains("settings") } }

    /// Returns once a condition on what has happened holds.
    func wait(until condition: @Sendable ([String]) -> Bool) async throws {
        while !condition(events) {
            let all = try await connection.wait(forBytes: taken + 1)
            var fresh = ByteBuffer(bytes: all[taken...])
            taken = all.count
            read(&fresh)
            try? await flush()
        }
    }

    private func read(_ bytes: inout ByteBuffer) {
        machine.receive(&bytes, now: .now())
        while let event = machine.nextEvent() {
            switch event {
            case .settings: events.append("settings")
            case .goAway(let last, let code, let text): events.append("go-away \(last) \(code) \(text)")
            case .status(let stream, let status): events.append("status \(stream) \(status.code.name)")
            default: break
            }
        }
    }

    func close() async { await connection.close() }
}

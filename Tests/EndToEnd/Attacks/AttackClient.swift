import LocalDeployment
import MessageCoding
import NIOCore
import RPC
import RPCTestSupport
import Wire

/// A client of the gateway that keeps to the protocol, and to nothing else, from an address of its own.
///
/// What it receives is read, but never consumed, so that no stream gets more credit than it begins with.
actor AttackClient {
    let connection: RawConnection
    private var machine: ConnectionStateMachine
    private var taken = 0
    private var ended: [StreamID: CallStatus] = [:]
    private var hasSettings = false
    /// The calls that it has started.
    private(set) var started = 0

    private init(_ connection: RawConnection) {
        self.connection = connection
        machine = ConnectionStateMachine(role: .client)
    }

    /// Connects to the gateway and receives its settings.
    static func connect(_ deployment: TestDeployment, from address: String) async throws -> AttackClient {
        let connection = try await RawConnection.connect(
            port: deployment.local.ports["gateway"],
            tls: try deployment.local.clientTLS(to: "gateway"),
            from: address
        )
        let client = AttackClient(connection)
        try await client.flush()
        while await !client.hasSettings { try await client.receive() }
        return client
    }

    /// The status of the calls that have ended.
    var statuses: [StatusCode] { ended.values.map(\.code) }

    /// Starts a call; sent with ``flush()``.
    /// - Parameter request: Nil for none yet.
    @discardableResult
    func start(
        _ method: MethodDescriptor,
        _ request: [UInt8]? = [],
        token: String? = nil,
        timeout: Duration = .seconds(600),
        isCompressed: Bool = false,
        ends: Bool = true
    ) throws -> StreamID {
        var metadata = Metadata()
        if let token { metadata.add("authorization", "Bearer \(token)") }
        let header = CallHeader(
            template: CallTemplate(method: method.path),
            timeoutMicroseconds: UInt64(timeout.components.seconds) * 1_000_000,
            metadata: metadata
        )
        let stream = try machine.startCall(header)
        started += 1
        if let request { send(request, on: stream, isCompressed: isCompressed, ends: ends) }
        return stream
    }

    /// Sends a message as far as there is credit.
    func send(_ message: [UInt8], on stream: StreamID, isCompressed: Bool = false, ends: Bool = false) {
        _ = machine.sendMessage(ByteBuffer(bytes: message), on: stream, end: ends, isCompressed: isCompressed)
    }

    /// Hands what waits to the network.
    func flush() async throws {
        while let output = machine.takeOutput() { try await connection.send(Array(output.readableBytesView)) }
    }

    /// Takes what comes next.
    func receive() async throws {
        let all = try await connection.wait(forBytes: taken + 1)
        var fresh = ByteBuffer(bytes: all[taken...])
        taken = all.count
        machine.receive(&fresh, now: .now())
        while let event = machine.nextEvent() {
            switch event {
            case .settings: hasSettings = true
            case .status(let stream, let status): ended[stream] = status
            default: break
            }
        }
        try await flush()
    }

    /// Takes all that comes, until the connection or the task ends.
    func receiveAll() async {
        do { while !Task.isCancelled { try await receive() } } catch {}
    }
}

extension Message {
    /// Its bytes.
    func bytes() throws -> [UInt8] { Array(try encoded().readableBytesView) }
}

import MessageCoding
import NIOCore
import RPCTestSupport
import RPCValues
import Wire

@testable import RPC

/// How a unary call reaches a server.
enum Arrival: Sendable, CaseIterable {
    /// Call and request in one read.
    case together
    /// The request in a later read.
    case apart
}

/// A server with unary handlers, a client that a test scripts, and what both report.
struct UnaryServer {
    static let method = TestMethods.unary("Unary")
    static let ordinary = TestMethods.unary("Ordinary")

    let peers: InProcessPeers
    let client: ScriptedEnd
    let observer: RecordingObserver
    /// The runs of the handler of ``method``.
    let runs: Recorder<Void>

    /// Starts both.
    /// - Parameters:
    ///   - others: Handlers of other methods.
    ///   - handle: The handler of ``method``.
    init(
        _ others: [MethodHandler] = [],
        _ handle: @escaping @Sendable (Echo, CallContext) throws -> Echo = { request, _ in request },
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) async throws {
        let (observer, runs) = (RecordingObserver(), Recorder<Void>())
        let handler = MethodHandler.unary(Self.method) { (request: Echo, context) in
            runs.record(())
            return try handle(request, context)
        }
        peers = InProcessPeers([handler] + others) {
            $0.observer = observer
            configure(&$0)
        }
        client = try await ScriptedEnd.client(of: peers)
        (self.observer, self.runs) = (observer, runs)
    }

    /// Calls ``method``, unless the template names another.
    /// - Parameter body: The request as it is sent; nil for three bytes of payload.
    func call(
        _ arrival: Arrival = .together,
        _ body: ByteBuffer? = nil,
        timeout: UInt64? = nil,
        template: CallTemplate = CallTemplate(method: Self.method.path),
        metadata: Metadata = Metadata(),
        isCompressed: Bool = false
    ) async throws -> StreamID {
        let bytes = try body ?? Echo(payload: [1, 2, 3]).encoded()
        let header = CallHeader(template: template, timeoutMicroseconds: timeout, metadata: metadata)
        switch arrival {
        case .together:
            return try await client.perform { machine in
                let stream = try machine.startCall(header)
                machine.sendMessage(bytes, on: stream, end: true, isCompressed: isCompressed)
                return stream
            }
        case .apart:
            let stream = try await client.perform { try $0.startCall(header) }
            try await settled()
            try await client.perform { $0.sendMessage(bytes, on: stream, end: true, isCompressed: isCompressed) }
            return stream
        }
    }

    /// Sends only the beginning of a call, and returns once the server has it.
    func begin() async throws -> StreamID {
        let before = observer.served.values.count { $0.code == nil }
        let stream = try await client.perform {
            try $0.startCall(CallHeader(template: CallTemplate(method: Self.method.path)))
        }
        try await observer.served.wait { $0.count { $0.code == nil } > before }
        return stream
    }

    /// Returns once the server has taken all that was sent: it answers pings in order.
    func settled() async throws {
        let before = pongs(client.events.values)
        try await client.perform { $0.sendPing(7) }
        try await client.events.wait { pongs($0) > before }
    }

    /// How all calls ended that were reported to the server's observer, when each start has its end.
    func ended() async throws -> [StatusCode] {
        try await observer.served.wait { $0.count { $0.code == nil } * 2 == $0.count }.compactMap(\.code)
    }

    func stop() async throws {
        try await client.close()
        try await client.ends.wait(forCount: 1)
        await peers.stop()
    }
}

private func pongs(_ events: [ConnectionStateMachine.Event]) -> Int {
    events.count { if case .pingAcknowledged = $0 { true } else { false } }
}

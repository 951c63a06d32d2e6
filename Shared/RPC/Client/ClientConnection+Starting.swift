import NIOCore
import Wire

/// Starting calls of every other kind.
extension ClientConnection {
    /// Starts a call.
    /// - Parameter request: The first message, and whether it is the last; nil when none is there yet.
    /// - Throws: ``CallStartFailure``.
    func start(
        _ template: CallTemplate,
        metadata: Metadata,
        deadline: NIODeadline?,
        request: (bytes: ByteBuffer, end: Bool)?,
        observed: ObservedAttempt?
    ) async throws -> ClientCallHandle {
        if loop.inEventLoop { return try startOnLoop(template, metadata, deadline, request, observed).handle }
        return try await withUnsafeThrowingContinuation { continuation in
            loop.execute {
                continuation.resume(
                    with: Result { try self.startOnLoop(template, metadata, deadline, request, observed).handle }
                )
            }
        }
    }

    /// The same on the loop.
    func startOnLoop(
        _ template: CallTemplate,
        _ metadata: Metadata,
        _ deadline: NIODeadline?,
        _ request: (bytes: ByteBuffer, end: Bool)?,
        _ observed: ObservedAttempt?
    ) throws(CallStartFailure) -> ClientCall {
        guard let handler, handler.acceptsCalls else {
            throw handler?.isFull == true ? .connectionFull : .connectionClosing
        }
        let header = CallHeader(
            template: template,
            timeoutMicroseconds: try remainingMicroseconds(until: deadline),
            metadata: metadata
        )
        let stream: StreamID
        do {
            stream = try handler.startCall(header)
        } catch {
            throw CallStartFailure(error)
        }
        let call = ClientCall(
            owner: self,
            connection: handler,
            stream: stream,
            deadline: deadline,
            observed: observed
        )
        state.value.calls.insert(call, stream)
        publishOutstanding()
        if let deadline { handler.wake(at: deadline) }
        if let time = header.timeoutMicroseconds, request?.end == true, let outliers = events.outliers {
            call.countsTimeout = time >= outliers.ampleMicroseconds
        }
        if let request {
            call.sentBytes += request.bytes.readableBytes
            handler.send(request.bytes, on: stream, end: request.end)
        }
        return call
    }

    private func remainingMicroseconds(until deadline: NIODeadline?) throws(CallStartFailure) -> UInt64? {
        guard let deadline else { return nil }
        let left = (deadline - clock.now).nanoseconds / 1_000
        guard left > 0 else { throw .deadlineExceeded }
        return UInt64(left)
    }
}

/// Why a call was not started on a connection. No server has seen it.
enum CallStartFailure: Error {
    /// The connection has as many calls as the server allows.
    case connectionFull
    /// The connection accepts no more calls.
    case connectionClosing
    /// The method's name cannot be sent.
    case invalidMethod
    /// The metadata is over the server's limit, in bytes.
    case metadataTooLarge(limit: Int)
    /// The deadline has passed.
    case deadlineExceeded

    init(_ error: ConnectionStateMachine.StartError) {
        switch error {
        case .notAccepting: self = .connectionClosing
        case .invalidMethod: self = .invalidMethod
        case .metadataTooLarge(let limit): self = .metadataTooLarge(limit: limit)
        }
    }

    /// Whether the call may be started on another connection.
    var isOfConnection: Bool {
        switch self {
        case .connectionFull, .connectionClosing: true
        case .invalidMethod, .metadataTooLarge, .deadlineExceeded: false
        }
    }

    /// The status for the caller.
    var status: Status {
        switch self {
        case .connectionFull: CallStartFailure.full
        case .connectionClosing: CallStartFailure.closing
        case .invalidMethod: Status(.unimplemented, .rpc.noSuchMethod)
        case .metadataTooLarge(let limit):
            Status(.resourceExhausted, "The call's metadata is over the limit of \(limit) bytes.")
        case .deadlineExceeded: .deadlineExceeded
        }
    }

    private static let full = Status(
        .unavailable,
        .rpc.connectionFull,
        isUnprocessed: true
    ).fromChannel

    private static let closing = Status(
        .unavailable,
        .rpc.connectionClosing,
        isUnprocessed: true
    ).fromChannel
}

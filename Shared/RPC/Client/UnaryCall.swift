import NIOCore
import Wire

/// A unary call whose request was sent, with as little state as possible.
///
/// Created on its event loop and used there alone, also by the task that waits for the response.
final class UnaryCall: TimedCall, UpstreamCall {
    let stream: StreamID
    let deadline: NIODeadline?
    let start: NIODeadline
    /// Observes the call; nil for none.
    let observer: (any ClientCallObserver)?
    private let sentBytes: Int
    private let owner: ClientConnection
    /// Whether a timeout counts against the server, see ``OutlierDetection``.
    var countsTimeout = false
    private var isCallEndReported = false
    /// Who gets the end; nil when a task waits for it.
    var receiver: (any UnaryReceiver)?
    private var waiter: UnsafeContinuation<WireMessage, any Error>?
    private var message: WireMessage?
    private var outcome: Result<Void, Status>?

    init(
        owner: ClientConnection,
        stream: StreamID,
        deadline: NIODeadline?,
        start: NIODeadline,
        observer: (any ClientCallObserver)?,
        sentBytes: Int
    ) {
        self.owner = owner
        self.stream = stream
        self.deadline = deadline
        self.start = start
        self.observer = observer
        self.sentBytes = sentBytes
        observer?.attemptStarted()
    }

    /// The response came; the end of the call follows. Of several messages the first counts.
    func received(_ message: WireMessage) { if self.message == nil { self.message = message } }

    /// The call is over.
    func ended(_ result: Result<Void, Status>) {
        guard outcome == nil else { return }
        outcome = result
        if let observer { report(result.code, to: observer, at: owner.clock.now) }
        if let waiter = waiter.take() { waiter.resume(with: response(result).mapError { $0 as any Error }) }
        receiver.take()?.ended(response(result))
    }

    /// Gives the call up. On the loop.
    package func cancel() { owner.cancel(self) }

    /// A reference to keep where other threads are, which only the loop can follow.
    private var bound: NIOLoopBound<UnaryCall> { NIOLoopBound(self, eventLoop: owner.loop) }

    /// The call is over, and not made again. Only the first time counts.
    package func reportCallEnd(_ code: StatusCode) {
        guard let observer, !isCallEndReported else { return }
        isCallEndReported = true
        observer.callEnded(code, duration: owner.clock.now - start, repetition: nil)
    }

    /// A call that goes well is over with its only attempt.
    private func report(_ code: StatusCode, to observer: any ClientCallObserver, at now: NIODeadline) {
        let duration = now - start
        let receivedBytes = message?.bytes.readableBytes ?? 0
        observer.attemptEnded(code, duration: duration, sentBytes: sentBytes, receivedBytes: receivedBytes)
        // Whether a compressed response can be read is known only later.
        guard code == .ok, message?.isCompressed != true else { return }
        isCallEndReported = true
        observer.callEnded(message == nil ? .internalError : .ok, duration: duration, repetition: nil)
    }

    /// Waits for the end of the call. To be called once, on the loop and in the turn in which the call was started.
    /// - Returns: The response as it was sent.
    /// - Throws: ``Status``.
    func response() async throws -> WireMessage {
        let bound = bound
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                if let outcome {
                    continuation.resume(with: response(outcome).mapError { $0 as any Error })
                } else {
                    waiter = continuation
                }
            }
        } onCancel: {
            bound.perform { $0.cancel() }
        }
    }

    /// Whether the server has answered; the call is not made again then.
    var hasResponse: Bool {
        owner.loop.preconditionInEventLoop()
        if case .success = outcome { return true }
        return false
    }

    /// A compressed response as the server's handler made it.
    /// - Throws: ``Status``, INTERNAL when it cannot be decompressed.
    func decompressed(_ message: WireMessage) async throws -> ByteBuffer {
        do {
            try Compression.check(message.bytes, accepts: owner.encodings)
            let bytes = try await Compression.decompress(message.bytes, limit: owner.largestMessage)
            reportCallEnd(.ok)
            return bytes
        } catch let failure as CompressionFailure {
            let status = failure.clientStatus.status
            reportCallEnd(status.code)
            throw status
        }
    }

    private func response(_ outcome: Result<Void, Status>) -> Result<WireMessage, Status> {
        switch outcome {
        case .failure(let status): return .failure(status)
        case .success:
            guard let message else { return .failure(Status(.internalError, "The server sent no response.")) }
            return .success(message)
        }
    }
}

import Wire

/// Forwards the responses of a stream to its client from callback to callback, so that a stream on which nothing comes costs no
/// task.
///
/// Each side is read only as fast as the other takes messages, and ends with the other. Used on the event loop of both calls.
final class StreamForwarding: UpstreamCall, CallChangeHandler {
    private let call: ServerCall
    private let source: ClientCall
    private let ended: (StatusCode) -> Void
    private var hasEnded = false

    /// Begins; the call may be over when this returns.
    /// - Parameter ended: Called once with how the upstream call ended, or with how the client gave it up.
    static func start(from source: ClientCall, to call: ServerCall, ended: @escaping (StatusCode) -> Void) {
        let forwarding = StreamForwarding(source, call, ended)
        call.isHandedOver = true
        call.upstream = forwarding
        call.changeHandler = forwarding
        source.changeHandler = forwarding
        forwarding.callChanged()
    }

    private init(_ source: ClientCall, _ call: ServerCall, _ ended: @escaping (StatusCode) -> Void) {
        self.source = source
        self.call = call
        self.ended = ended
    }

    func callChanged() {
        while !hasEnded {
            if let failure = call.failure { return end(failure.code) }
            if source.nextReceived != nil {
                guard call.isWritable, let message = source.popReceived() else { return }
                call.transmit(message, end: false)
            } else if let result = source.end {
                switch result {
                case .success: call.finish(nil)
                case .failure(let status): call.finish(forwarding: status)
                }
                end(result.code)
            } else {
                return
            }
        }
    }

    func cancel() { source.cancel(.cancelled) }

    func reportCallEnd(_ code: StatusCode) { ended(code) }

    private func end(_ code: StatusCode) {
        hasEnded = true
        call.changeHandler = nil
        source.changeHandler = nil
        call.upstream = nil
        // Does nothing when it has ended.
        source.cancel(.cancelled)
        reportCallEnd(code)
        call.owner.ended(call)
    }
}

extension ServerCallHandle {
    /// Leaves the rest of a stream's responses to callbacks: no task waits for them, and the handler is to return.
    /// - Parameter ended: Called once, with how the stream ended.
    /// - Returns: False where it takes a task, since the client reads no compressed responses or the calls have different event
    ///   loops; nothing has happened then.
    package func handOver(
        _ upstreamCall: ClientCallHandle,
        ended: @escaping @Sendable (StatusCode) -> Void
    ) -> Bool {
        guard acceptsCompression, let call = local, let source = upstreamCall.local else { return false }
        StreamForwarding.start(from: source, to: call, ended: ended)
        return true
    }
}

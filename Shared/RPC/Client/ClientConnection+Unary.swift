import MessageCoding
import NIOCore
import Wire

/// Unary calls whose request is there, see ``UnaryCall``.
extension ClientConnection {
    /// What calls of a method share on this connection.
    /// - Throws: UNAUTHENTICATED when the token cannot be one.
    func prepared(
        _ method: MethodDescriptor,
        _ accessToken: String?,
        for channel: RPCChannel
    ) throws(Status) -> PreparedMethod {
        if let known = state.value.prepared[method.number], known.serves(channel, accessToken) { return known }
        let new = try PreparedMethod(method, accessToken, of: channel)
        // Methods are described once, but for those of a program that learns them as it runs.
        if state.value.prepared.count >= ClientConnection.preparedMethods { state.value.prepared.removeAll() }
        state.value.prepared[method.number] = new
        return new
    }

    /// The most methods that are kept prepared.
    private static let preparedMethods = 1_024

    /// Starts a call whose only request is there. On the loop.
    /// - Parameters:
    ///   - size: Bytes of the request.
    ///   - send: Sends the request, which ends what this side sends.
    /// - Returns: Nil when the connection takes no such call now; nothing has happened then.
    func startUnary(
        _ method: PreparedMethod,
        _ metadata: Metadata,
        _ deadline: NIODeadline?,
        now: NIODeadline,
        size: Int,
        _ send: (Connection, StreamID) -> Void
    ) -> UnaryCall? {
        var timeout: UInt64?
        if let deadline {
            let left = (deadline - now).nanoseconds / 1_000
            guard left > 0 else { return nil }
            timeout = UInt64(left)
        }
        let header = CallHeader(template: method.template, timeoutMicroseconds: timeout, metadata: metadata)
        guard let handler, handler.acceptsCalls, let stream = try? handler.startCall(header) else { return nil }
        let call = UnaryCall(
            owner: self,
            stream: stream,
            deadline: deadline,
            start: now,
            observer: method.observer,
            sentBytes: size
        )
        if let timeout, let outliers = events.outliers { call.countsTimeout = timeout >= outliers.ampleMicroseconds }
        state.value.unaryCalls.insert(call, stream)
        publishOutstanding()
        if let deadline { handler.wake(at: deadline) }
        send(handler, stream)
        return call
    }

    /// Cancels a call. On the loop.
    func cancel(_ call: UnaryCall) {
        guard let handler else { return }
        cancel(call, .cancelledByCaller, on: handler)
    }

    func cancel(_ call: UnaryCall, _ status: Status, on connection: Connection) {
        guard state.value.unaryCalls[call.stream] === call else { return }
        connection.withMachine { $0.cancel(call.stream, status.code) }
        end(call, .failure(status), on: connection)
    }

    func end(_ call: UnaryCall, _ result: Result<Void, Status>, on connection: Connection) {
        state.value.unaryCalls.remove(call.stream)
        ended(result, isUnanswered: call.countsTimeout, deadline: call.deadline)
        switch result {
        case .success: connection.callEnded(succeeded: true)
        case .failure: connection.callEnded(succeeded: false)
        }
        call.ended(result)
    }

    /// This side's advertised limit for one message, in bytes.
    var largestMessage: Int { handler?.largestMessage ?? Settings().maximumMessageSize }
    var encodings: Encodings { handler?.encodings ?? Settings().encodings }
}

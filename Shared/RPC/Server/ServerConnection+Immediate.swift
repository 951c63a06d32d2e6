import NIOCore
import Wire

/// Serving calls in the turn of the event loop in which they came.
extension ServerConnection {
    /// Serves a call whose only request has come with it; any other waits for what it needs.
    /// - Returns: The event that came in place of the request, still to be handled.
    func serveImmediately(_ pending: PendingCall, on connection: Connection) -> ConnectionStateMachine.Event? {
        let next = connection.nextEvent()
        guard case .message(pending.stream, let request, isCompressed: false, end: true)? = next else {
            admit(pending, on: connection)
            return next
        }
        serveImmediately(pending, request, on: connection)
        return nil
    }

    /// Serves a call whose only request is there.
    private func serveImmediately(_ pending: PendingCall, _ request: ByteBuffer, on connection: Connection) {
        let route = pending.observed.route
        if pending.isAdmitted {
            if let immediate = route.immediate, quota.hasRoom {
                return serve(pending, request, immediate, on: connection)
            }
            if let forwarder = route.unaryForwarder, forward(pending, request, through: forwarder, on: connection) {
                return
            }
        }
        serveByTask(pending, request, on: connection)
    }

    /// Serves a call whose handler waits for nothing.
    private func serve(
        _ pending: PendingCall,
        _ request: ByteBuffer,
        _ immediate: ServerRoute.ServeImmediately,
        on connection: Connection
    ) {
        defer { pending.binding.rules.admission.callEnded() }
        let context = makeContext(pending.header, pending.binding, pending.user, on: connection)
        let call = ImmediateCall(connection: connection, stream: pending.stream)
        var outcome = CallOutcome(code: .ok, receivedBytes: request.readableBytes)
        do {
            outcome.sentBytes = try immediate(request, context, call)
            connection.callEnded(succeeded: true)
        } catch {
            let (status, cause) = server.status(for: error, in: context)
            (outcome.code, outcome.reason, outcome.cause) = (status.code, status.reason, cause)
            connection.callEnded(succeeded: false)
            connection.withMachine { $0.sendStatus(status.wire, on: pending.stream) }
        }
        guard let observer = pending.observed.observer else { return server.report(outcome.cause, in: context) }
        outcome.report(to: observer, for: context, since: pending.start, now: connection.clock.now)
    }

    /// Passes a call on if that takes nothing but writing it to another connection of this event loop.
    /// - Returns: False when it takes more; nothing has happened then.
    private func forward(
        _ pending: PendingCall,
        _ request: ByteBuffer,
        through forwarder: UnaryForwarder,
        on connection: Connection
    ) -> Bool {
        // What a service sends compressed would have to be decompressed for others, which takes a task.
        guard connection.peerAcceptsCompression, let upstream = forwarder.channel.readyConnection(on: connection.loop),
            let method = forwarder.prepared(on: upstream), quota.admitCall()
        else { return false }
        let context = makeContext(pending.header, pending.binding, pending.user, on: connection)
        let (metadata, deadline) = forwarder.header(context, connection.now)
        let size = request.readableBytes
        let upstreamCall = upstream.startUnary(method, metadata, deadline, now: connection.now, size: size) {
            $0.send(request, on: $1, end: true)
        }
        guard let upstreamCall else {
            quota.endCall()
            return false
        }
        let call = ForwardedUnaryCall(
            owner: self,
            connection: connection,
            pending: pending,
            context: context,
            request: request
        )
        call.upstream = upstreamCall
        upstreamCall.receiver = call
        quota.changeRequests(by: size)
        forwardedCalls.insert(call, pending.stream)
        return true
    }

    /// A call that was passed on is over.
    func ended(_ call: ForwardedUnaryCall, _ result: Result<WireMessage, Status>, on connection: Connection) {
        guard forwardedCalls.remove(call.stream) != nil, let forwarder = call.pending.observed.route.unaryForwarder
        else { return }
        quota.endCall()
        quota.changeRequests(by: -call.request.readableBytes)
        var outcome = CallOutcome(code: .ok, receivedBytes: call.request.readableBytes)
        switch result {
        case .success(let response):
            forwarder.channel.throttle?.succeeded()
            call.upstream?.reportCallEnd(.ok)
            connection.callEnded(succeeded: true)
            outcome.sentBytes = response.bytes.readableBytes
            connection.send(response.bytes, on: call.stream, end: true, isCompressed: response.isCompressed)
        case .failure(let status):
            if !call.isCancelled, forwarder.shouldRetry(after: status) {
                return serveByTask(call.pending, call.request, after: status, on: connection)
            }
            call.upstream?.reportCallEnd(status.code)
            (outcome.code, outcome.reason) = (status.code, status.reason)
            connection.callEnded(succeeded: false)
            connection.withMachine { $0.sendStatus(status.received ?? status.wire, on: call.stream) }
        }
        call.pending.binding.rules.admission.callEnded()
        guard let observer = call.pending.observed.observer else { return }
        outcome.report(to: observer, for: call.context, since: call.pending.start, now: connection.clock.now)
    }
}

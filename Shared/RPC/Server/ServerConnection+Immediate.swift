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
            if let handler = route.callbackHandler, start(pending, request, handler, on: connection) { return }
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
        let context = makeContext(pending.header, pending.binding, pending.identity, on: connection)
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

    /// Starts a call whose handler needs no task.
    /// - Returns: False when the call takes a task; nothing has happened then.
    private func start(
        _ pending: PendingCall,
        _ request: ByteBuffer,
        _ handler: any CallbackHandler,
        on connection: Connection
    ) -> Bool {
        guard quota.admitCall() else { return false }
        let arrival = CallbackCall.Arrival(
            owner: self,
            connection: connection,
            pending: pending,
            context: makeContext(pending.header, pending.binding, pending.identity, on: connection),
            request: request
        )
        guard let call = handler.start(arrival) else {
            quota.endCall()
            return false
        }
        quota.changeRequests(by: request.readableBytes)
        callbackCalls.insert(call, pending.stream)
        return true
    }

    /// Ends a call that was served without a task.
    func end(_ call: CallbackCall, _ end: CallbackCall.End, on connection: Connection) {
        guard callbackCalls.remove(call.stream) != nil else { return }
        let (pending, size) = (call.arrival.pending, call.arrival.request.readableBytes)
        quota.endCall()
        quota.changeRequests(by: -size)
        var outcome = CallOutcome(code: .ok, receivedBytes: size)
        switch end {
        case .response(let response):
            connection.callEnded(succeeded: true)
            outcome.sentBytes = response.bytes.readableBytes
            connection.send(response.bytes, on: call.stream, end: true, isCompressed: response.isCompressed)
        case .failure(let status):
            (outcome.code, outcome.reason) = (status.code, status.reason)
            connection.callEnded(succeeded: false)
            connection.withMachine { $0.sendStatus(status.received ?? status.wire, on: call.stream) }
        case .needsTask(let status):
            return serveByTask(pending, call.arrival.request, after: status, on: connection)
        }
        pending.binding.rules.admission.callEnded()
        guard let observer = pending.observed.observer else { return }
        outcome.report(to: observer, for: call.arrival.context, since: pending.start, now: connection.clock.now)
    }
}

import NIOCore
import Wire

/// Serving calls in the turn of the event loop in which they came.
extension ServerConnection {
    /// Serves a call whose only request has come with it; any other waits for what it needs.
    /// - Returns: What came instead of the request, and is still to be taken.
    func serveAtOnce(_ fresh: FreshCall, on connection: Connection) -> ConnectionStateMachine.Event? {
        let next = connection.nextEvent()
        guard case .message(fresh.stream, let request, isCompressed: false, end: true)? = next else {
            admit(fresh, on: connection)
            return next
        }
        serveAtOnce(fresh, request, on: connection)
        return nil
    }

    /// Serves a call whose only request is there.
    private func serveAtOnce(_ fresh: FreshCall, _ request: ByteBuffer, on connection: Connection) {
        let route = fresh.observed.route
        if fresh.isAdmitted {
            if let immediate = route.immediate, share.hasRoom {
                return serve(fresh, request, immediate, on: connection)
            }
            if let relay = route.relay, self.relay(fresh, request, relay, on: connection) { return }
        }
        serveByTask(fresh, request, on: connection)
    }

    /// Serves a call whose handler waits for nothing.
    private func serve(
        _ fresh: FreshCall,
        _ request: ByteBuffer,
        _ immediate: ServerRoute.ServeAtOnce,
        on connection: Connection
    ) {
        defer { fresh.binding.rules.gates.left() }
        let context = makeContext(fresh.header, fresh.binding, fresh.user, on: connection)
        let call = ImmediateCall(connection: connection, stream: fresh.stream)
        var ending = CallEnding(code: .ok, receivedBytes: request.readableBytes)
        do {
            ending.sentBytes = try immediate(request, context, call)
            connection.callEnded(well: true)
        } catch {
            let (status, cause) = server.status(for: error, in: context)
            (ending.code, ending.reason, ending.cause) = (status.code, status.reason, cause)
            connection.callEnded(well: false)
            connection.withMachine { $0.sendStatus(status.wire, on: fresh.stream) }
        }
        guard let observer = fresh.observed.observer else { return server.report(ending.cause, in: context) }
        ending.tell(observer, of: context, since: fresh.start, now: connection.clock.now)
    }

    /// Passes a call on if that takes nothing but writing it to another connection of this event loop.
    /// - Returns: False when it takes more; nothing has happened then.
    private func relay(
        _ fresh: FreshCall,
        _ request: ByteBuffer,
        _ relay: Relay,
        on connection: Connection
    ) -> Bool {
        // What a service sends compressed would have to be decompressed for others, which takes a task.
        guard connection.peerAcceptsCompression, let onwards = relay.channel.readyConnection(on: connection.loop),
            let method = relay.prepared(on: onwards), share.admitCall()
        else { return false }
        let context = makeContext(fresh.header, fresh.binding, fresh.user, on: connection)
        let (metadata, deadline) = relay.onward(context, connection.now)
        let size = request.readableBytes
        let onward = onwards.startUnary(method, metadata, deadline, now: connection.now, size: size) {
            $0.send(request, on: $1, end: true)
        }
        guard let onward else {
            share.endCall()
            return false
        }
        let call = RelayedCall(owner: self, connection: connection, fresh: fresh, context: context, request: request)
        call.onward = onward
        onward.receiver = call
        share.changeRequests(by: size)
        relayedCalls.insert(call, fresh.stream)
        return true
    }

    /// A call that was passed on is over.
    func ended(_ call: RelayedCall, _ result: Result<WireMessage, Status>, on connection: Connection) {
        guard relayedCalls.remove(call.stream) != nil, let relay = call.fresh.observed.route.relay else { return }
        share.endCall()
        share.changeRequests(by: -call.request.readableBytes)
        var ending = CallEnding(code: .ok, receivedBytes: call.request.readableBytes)
        switch result {
        case .success(let response):
            relay.channel.throttle?.succeeded()
            call.onward?.tellCallEnd(.ok)
            connection.callEnded(well: true)
            ending.sentBytes = response.bytes.readableBytes
            connection.send(response.bytes, on: call.stream, end: true, isCompressed: response.isCompressed)
        case .failure(let status):
            if !call.isCancelled, relay.mayPassOnAgain(after: status) {
                return serveByTask(call.fresh, call.request, after: status, on: connection)
            }
            call.onward?.tellCallEnd(status.code)
            (ending.code, ending.reason) = (status.code, status.reason)
            connection.callEnded(well: false)
            connection.withMachine { $0.sendStatus(status.received ?? status.wire, on: call.stream) }
        }
        call.fresh.binding.rules.gates.left()
        guard let observer = call.fresh.observed.observer else { return }
        ending.tell(observer, of: call.context, since: call.fresh.start, now: connection.clock.now)
    }
}

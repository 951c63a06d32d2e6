import Logging
import MessageCoding
import NIOCore
import Wire

/// The server's half of a connection: starts a handler for each call and delivers events to it.
///
/// Created on the connection's event loop and used there alone.
final class ServerConnection: ConnectionDelegate {
    let server: ServerCore
    let quota: ConnectionQuota
    private let callTasks: CallTaskPool
    private var calls = StreamTable<ServerCall>()
    private var peer = Peer()
    private var bindings: TemplateBindings
    private var slowReaders = SlowReaders()
    /// Calls that are over but for responses that wait for credit, with the time until which they may.
    private var unsent: [StreamID: NIODeadline] = [:]

    init(server: ServerCore, quota: ConnectionQuota, calls: CallTaskPool) {
        self.server = server
        self.quota = quota
        callTasks = calls
        bindings = TemplateBindings(capacity: server.rememberedTemplates)
    }

    func connected(_ connection: Connection, peer: Peer) {
        self.peer = peer
        quota.opened(connection, peer: peer)
        if server.connections.opened(ObjectIdentifier(connection)) {
            quota.shutdown.begin(connection, "the server is stopping")
        }
    }

    func disconnected(_ connection: Connection, reason: String) {
        server.log.debug("connection ended", metadata: ["why": "\(reason)"])
        let gone = calls
        calls.removeAll()
        for call in gone.values {
            call.abandon(Status(.cancelled, "The caller has gone."))
            // A handler that runs holds its request until it has ended.
            if !call.isStarted { release(call) }
        }
        // Those that wait for their turn give back what they hold, though no more is read.
        callTasks.serveSoon()
        quota.closed()
    }

    func handle(_ event: consuming ConnectionStateMachine.Event, on connection: Connection) {
        switch consume event {
        case .call(let stream, let header): start(stream, header, on: connection)
        case .message(let stream, let bytes, let isCompressed, let end):
            receive(bytes, isCompressed, end: end, stream)
        case .halfClose(let stream): finishRequests(stream)
        case .cancelled(let stream, let code): cancel(stream, code, on: connection)
        case .writable(let stream): calls[stream]?.becameWritable()
        case .violation(let violation):
            server.log.notice("peer broke the protocol", metadata: ["why": "\(violation)"])
            server.trace.record("A peer broke the protocol: \(violation).", .warning)
        case .pingAcknowledged(let value): quota.shutdown.pingAcknowledged(value, connection)
        case .goAway(_, .none, _): connection.drain()
        case .goAway(_, _, let text): connection.close(reason: "the peer ended the connection: \(text)")
        case .settings, .metadata, .status: break
        }
    }

    var streams: [(id: StreamID, method: String, deadline: NIODeadline?)] {
        calls.values.map { ($0.stream, $0.context.method, $0.deadline) }
    }

    func willReceive(_ connection: Connection) { quota.willReceive(connection) }

    func didReceiveAll() { callTasks.serveReady() }

    func didMove(_ connection: Connection, stored: Int) {
        quota.didMove(stored: stored)
        if connection.hasBlockedOutput, let due = slowReaders.start(now: connection.now) { connection.wake(at: due) }
    }

    private func start(_ stream: StreamID, _ header: consuming CallHeader, on connection: Connection) {
        connection.callReceived()
        let binding = binding(of: header.template)
        if let rejection = quota.rejection(binding.rules) {
            return reject(stream, header, binding, rejection, on: connection)
        }
        let (outcome, identity) = binding.rules.admission.decide(header, now: connection.now)
        if case .reject(let status) = outcome {
            return reject(stream, header, binding, status, paid: true, on: connection)
        }
        guard let observed = binding.route else {
            binding.rules.admission.abandon(outcome, of: identity)
            let status = Status(.unimplemented, .rpc.noSuchMethod)
            return reject(stream, header, binding, status, paid: true, on: connection)
        }
        // Calls that ended for the client while their handler runs on count too.
        guard calls.count < server.maximumCallsPerConnection else {
            binding.rules.admission.abandon(outcome, of: identity)
            return reject(stream, header, binding, .overloaded, on: connection)
        }
        observed.observer?.started()
        let call = ServerCall(
            owner: self,
            connection: connection,
            stream: stream,
            context: makeContext(header, binding, identity, on: connection),
            route: observed.route,
            requestDeadline: server.requestTimeout.map { connection.now + $0 }
        )
        if let limit = binding.maximumRequest { connection.withMachine { $0.limitMessages(of: stream, to: limit) } }
        call.messageLimit = binding.maximumRequest ?? connection.largestMessage
        call.attach(binding.rules.admission, outcome, header.metadata)
        call.startReporting(to: observed.observer, since: connection.now)
        add(call, isBackground: observed.isBackground)
        if !call.route.method.kind.hasSingleRequest { run(call) }
    }

    /// Decides about a call as if it came now, and takes back at once what the admission has taken, except for its share of rates.
    func trial(_ header: CallHeader, on connection: Connection) -> AdmissionChain.Outcome {
        let route = server.route(for: header.template.method)
        let rules = quota.rules(for: route?.route.method, header.template)
        if let rejection = quota.rejection(rules) { return .reject(rejection) }
        let (outcome, identity) = rules.admission.decide(header, now: connection.now)
        if case .reject = outcome {
            if quota.chargesForRejections { connection.withMachine { $0.chargeRejectedCall() } }
        } else {
            rules.admission.abandon(outcome, of: identity)
        }
        return outcome
    }

    private func add(_ call: ServerCall, isBackground: Bool) {
        calls.insert(call, call.stream)
        if isBackground {
            call.isBackground = true
            call.connection.backgroundStreams += 1
        }
        if let deadline = call.deadline { call.connection.wake(at: deadline) }
    }

    private static let tooManyMessages = Status(.resourceExhausted, .rpc.tooManyMessages)

    /// Ends a call that no handler sees.
    private func reject(
        _ stream: StreamID,
        _ header: CallHeader,
        _ binding: TemplateBinding,
        _ status: Status,
        paid: Bool = false,
        on connection: Connection
    ) {
        connection.callEnded(succeeded: false)
        let isCharged = paid && quota.chargesForRejections
        connection.withMachine {
            $0.sendStatus(status.wire(in: header.language), on: stream)
            if isCharged { $0.chargeRejectedCall() }
        }
        guard let observer = binding.route?.observer ?? server.unknownMethods else { return }
        observer.started()
        observer.ended(status.code, duration: .zero, sentBytes: 0, receivedBytes: 0)
        guard observer.wantsRecord(ofRejected: status.code) else { return }
        let context = makeContext(header, binding, on: connection)
        observer.record(
            ServerCallRecord(
                method: context.method,
                code: status.code,
                reason: status.reason,
                duration: .zero,
                remaining: context.deadline.map { $0 - connection.now },
                peerService: context.peerService,
                trace: context.trace,
                wasRejected: true
            )
        )
    }

    /// The route and rules of a template, found once for all its calls.
    private func binding(of template: CallTemplate) -> TemplateBinding {
        if let known = bindings.binding(of: template) { return known }
        let route = server.route(for: template.method)
        let rules = quota.rules(for: route?.route.method, template)
        let binding = TemplateBinding(
            template,
            route: route,
            rules: rules,
            maximumRequest: route.flatMap { server.maximumRequest(of: $0.route.method) }
        )
        bindings.add(binding)
        return binding
    }

    func makeContext(
        _ header: CallHeader,
        _ binding: TemplateBinding,
        _ identity: (any CallerIdentity)? = nil,
        on connection: Connection
    ) -> CallContext {
        let parent = TraceContext(TraceContext.Parent(in: header.metadata), binding.parent)
        return CallContext(
            header: header,
            deadline: header.timeoutMicroseconds.map {
                connection.now + .microseconds(Int64(clamping: min($0, 1 << 50)))
            },
            peer: peer,
            identity: identity,
            trace: parent?.child(using: &connection.random) ?? TraceContext(using: &connection.random),
            responseCompression: server.responseCompression.flatMap {
                connection.peerAcceptsCompression ? ResponseCompression($0) : nil
            }
        )
    }

    private func receive(_ bytes: ByteBuffer, _ isCompressed: Bool, end: Bool, _ stream: StreamID) {
        guard let call = calls[stream] else { return }
        if isCompressed {
            do {
                try Compression.check(bytes, accepts: call.connection.encodings)
            } catch {
                return fail(call, error.serverStatus)
            }
            call.inflation = server.inflation
        }
        guard !call.isOverfull else { return fail(call, ServerConnection.tooManyMessages) }
        if call.route.method.kind.hasSingleRequest {
            call.requestBytes += bytes.readableBytes
            quota.changeRequests(by: bytes.readableBytes)
        }
        call.push(WireMessage(bytes, isCompressed: isCompressed))
        if end { call.finishReceiving(.success(())) }
        if !call.isStarted { run(call) }
    }

    private func finishRequests(_ stream: StreamID) {
        guard let call = calls[stream] else { return }
        call.finishReceiving(.success(()))
        if !call.isStarted { run(call) }
    }

    private func cancel(_ stream: StreamID, _ code: StatusCode, on connection: Connection) {
        guard let call = calls[stream] else { return connection.withMachine { $0.release(stream) } }
        call.abandon(Status(code, "The caller has given up."))
        // A call that never got its request has no handler that could release it.
        if !call.isStarted {
            connection.callEnded(succeeded: false)
            forget(call)
        }
    }

    /// Ends a call whatever its handler does.
    private func fail(_ call: ServerCall, _ status: Status) {
        call.finish(status)
        call.abandon(status)
        if !call.isStarted { forget(call) }
    }

    /// Ends the calls for which there is a status.
    func endRunningCalls(_ status: (ServerCall) -> Status?) {
        for call in Array(calls.values) { if let status = status(call) { fail(call, status) } }
    }

    func deadlineReached(_ connection: Connection, now: NIODeadline) {
        let nextDeadline = calls.endExpired(now: now) { fail($0, Status.deadlineExceeded) }
        let nextUnsent = endUnsent(connection, now: now)
        cutOffSlowReaders(connection, now: now)
        if let next = [nextDeadline, nextUnsent, slowReaders.nextCheck].compactMap(\.self).min() {
            connection.wake(at: next)
        }
    }

    /// Drops the responses that still wait for credit at their calls' deadline.
    /// - Returns: The earliest deadline of the others; nil when none waits.
    private func endUnsent(_ connection: Connection, now: NIODeadline) -> NIODeadline? {
        guard !unsent.isEmpty else { return nil }
        unsent = unsent.filter { stream, deadline in
            guard connection.bufferedBytes(on: stream) > 0 else { return false }
            guard deadline <= now else { return true }
            connection.withMachine { $0.abandonOutput(of: stream, Status.deadlineExceeded.wire) }
            return false
        }
        return unsent.values.min()
    }

    /// Ends the calls whose responses the client does not take, or the connection when it takes nothing at all.
    private func cutOffSlowReaders(_ connection: Connection, now: NIODeadline) {
        guard let due = slowReaders.nextCheck, due <= now else { return }
        let (stuck, isConnectionStuck) = slowReaders.check(connection.blockedOutput, now: now)
        if isConnectionStuck { return connection.close(reason: "the peer takes nothing that is sent to it") }
        for stream in stuck {
            connection.withMachine { $0.abandonOutput(of: stream, Status.unread.wire) }
            unsent[stream] = nil
            if let call = calls[stream] { fail(call, Status.unread) }
        }
    }

    private func run(_ call: ServerCall) {
        // The request may have taken longer to come than the caller waits.
        if let deadline = call.deadline, deadline <= call.connection.now { return fail(call, Status.deadlineExceeded) }
        guard quota.admitCall() else { return fail(call, .overloaded) }
        call.isStarted = true
        if !forward(call) { callTasks.append(call) }
    }

    /// Hands a call to its route's forwarder, if the call is admitted and its whole request is there.
    /// - Returns: False when forwarding it takes a task; nothing has happened then.
    private func forward(_ call: ServerCall) -> Bool {
        // A compressed response would have to be decompressed for a client that takes none.
        guard let forwarder = call.route.forwarder, call.pendingDecision == nil, call.acceptsCompression,
            let request = call.wholeRequest, !request.isCompressed,
            let upstream = forwarder.start(call, request.bytes)
        else { return false }
        call.upstream = upstream
        return true
    }

    /// The other server has ended a call that was forwarded to it.
    func forwardedCallEnded(_ call: ServerCall, _ result: Result<WireMessage, Status>) {
        guard let upstream = call.upstream.take(), let forwarder = call.route.forwarder else { return }
        switch result {
        case .success(let response):
            forwarder.succeeded()
            upstream.reportCallEnd(.ok)
            call.finish(with: response)
        case .failure(let status):
            if call.failure == nil, forwarder.shouldRetry(after: status) {
                call.previousFailure = status
                callTasks.append(call)
                return callTasks.serveSoon()
            }
            upstream.reportCallEnd(status.code)
            call.finish(forwarding: status)
        }
        ended(call)
    }

    /// Ends a call that no handler sees, as was found out only after waiting.
    func reject(_ call: ServerCall, _ status: Status) {
        guard !call.isFinished else { return }
        call.reportEnd(status.code, reason: status.reason, wasRejected: true)
        call.finish(status)
        if quota.chargesForRejections { call.connection.withMachine { $0.chargeRejectedCall() } }
    }

    /// The handler has returned: the call no longer counts.
    func ended(_ call: ServerCall) {
        quota.endCall()
        release(call)
        forget(call)
    }

    /// Gives back what a call has taken of limits.
    private func release(_ call: ServerCall) {
        call.releaseAdmission()
        guard call.requestBytes > 0 else { return }
        quota.changeRequests(by: -call.requestBytes)
        call.requestBytes = 0
    }

    private func forget(_ call: ServerCall) {
        guard calls.remove(call.stream) != nil else { return }
        if let deadline = call.finalDeadline, call.connection.bufferedBytes(on: call.stream) > 0 {
            unsent[call.stream] = deadline
            call.connection.wake(at: deadline)
        }
        release(call)
        if call.isBackground { call.connection.backgroundStreams -= 1 }
        call.connection.withMachine { $0.release(call.stream) }
    }
}

import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing
import Wire

@testable import larder_gateway

@Suite("Limits on a user's running calls", .timeLimit(.minutes(5)))
struct UserLimitTests {
    /// How a running call ends.
    enum Ending: CaseIterable {
        case response, failure, cancellation, deadline, disconnection
    }

    /// Handlers of calls that run until a test ends them.
    private final class HeldCalls: Sendable {
        let started = Recorder<Void>()
        let watching = Recorder<Void>()
        let gate = Gate()
        let fails: Bool

        init(failing fails: Bool = false) { self.fails = fails }

        var handlers: [MethodHandler] {
            [
                .unary(BackendService.own) { (request: Echo, _) in
                    self.started.record(())
                    try await self.gate.wait()
                    if self.fails { throw Status(.aborted, "No.") }
                    return request
                },
                .serverStreaming(BackendService.watchOwn) { (_: Echo, _: MessageWriter<Echo>, _) in
                    self.watching.record(())
                    try await Gate().wait()
                },
                answering(BackendService.changeOwn),
            ]
        }
    }

    @Test("a place for a running call is given back exactly once, however the call ends", arguments: Ending.allCases)
    func endings(_ ending: Ending) async throws {
        var limits = RateLimits()
        limits.callsPerUser = 2
        limits.user = RateLimit(perSecond: 0, burst: 1)
        let mint = TokenMint()
        let token = try await mint.token(for: "busy")
        let other = CallOptions(accessToken: try await mint.token(for: "other"))
        let held = HeldCalls(failing: ending == .failure)
        try await withGateway(held.handlers, mint: mint, limits: limits) { channel, gateway in
            if ending == .disconnection {
                let client = try await startCalls(token, port: gateway.server.port)
                try await held.started.wait(forCount: 2)
                try await expectLimit(of: token, but: other, channel)
                await client.close()
            } else {
                let timeout: Duration? = ending == .deadline ? .milliseconds(50) : nil
                let options = CallOptions(timeout: timeout, accessToken: token)
                let calls = (0..<2).map { _ in Task { await channel.failure(of: BackendService.own, options) } }
                // A deadline can pass before the service is reached.
                if ending != .deadline {
                    try await held.started.wait(forCount: 2)
                    try await expectLimit(of: token, but: other, channel)
                }
                if ending == .cancellation { calls.forEach { $0.cancel() } }
                if ending == .response || ending == .failure { held.gate.open() }
                for call in calls { _ = await call.value }
            }
            let watches = (0..<2).map { _ in Task { await watch(token, channel) } }
            try await held.watching.wait(forCount: 2)
            try await expectLimit(of: token, but: other, channel)
            watches.forEach { $0.cancel() }
            for watch in watches { await watch.value }
        }
    }

    @Test("streams have a lower limit, beyond which other calls are still admitted")
    func streams() async throws {
        var limits = RateLimits()
        limits.callsPerUser = 3
        limits.streamsPerUser = 2
        let mint = TokenMint()
        let token = try await mint.token(for: "busy")
        let held = HeldCalls()
        try await withGateway(held.handlers, mint: mint, limits: limits) { channel, _ in
            let watches = (0..<2).map { _ in Task { await watch(token, channel) } }
            try await held.watching.wait(forCount: 2)
            let options = CallOptions(accessToken: token)
            let rejection = await #expect(throws: Status.self) {
                try await channel.serverStreaming(BackendService.watchOwn, Echo(), options: options) {
                    (responses: MessageStream<Echo>) in _ = try await responses.next()
                }
            }
            #expect(rejection?.reason == "TOO_MANY_CALLS")
            for _ in 0..<10 { try await channel.call(BackendService.changeOwn, Echo(), options) }
            watches[0].cancel()
            await watches[0].value
            let next = Task { await watch(token, channel) }
            try await held.watching.wait(forCount: 3)
            for watch in [watches[1], next] {
                watch.cancel()
                await watch.value
            }
        }
    }

    @Test("calls of one template count for the users who make them, over all connections")
    func users() {
        var configured = RateLimits()
        configured.callsPerUser = 1
        let limits = UserLimits(configured)
        func rule() -> (any AdmissionRule)? {
            limits.admission(for: Peer()).rule(for: BackendService.own, CallTemplate(method: BackendService.own.path))
        }
        let (ada, bob) = (VerifiedUser(id: "ada", username: "ada"), VerifiedUser(id: "bob", username: "bob"))
        func isAdmitted(_ user: VerifiedUser?, _ rule: (any AdmissionRule)?) -> Bool {
            var call = IncomingCall(metadata: Metadata(), now: .now(), identity: user)
            if case .admit = rule?.decide(&call) { return true }
            return false
        }
        let (first, second) = (rule(), rule())
        #expect(isAdmitted(ada, first) && isAdmitted(bob, first))
        #expect(!isAdmitted(ada, first) && !isAdmitted(ada, second) && !isAdmitted(bob, second))
        first?.callEnded(for: bob)
        #expect(isAdmitted(bob, second) && !isAdmitted(ada, second))
        first?.callEnded(for: ada)
        #expect(isAdmitted(ada, second))
        // A service's own calls are nobody's.
        #expect(isAdmitted(nil, first) && isAdmitted(nil, first))
        first?.callEnded(for: nil)
        #expect(!isAdmitted(ada, first))
    }

    @Test("a user with running calls is never evicted from the cache")
    func eviction() {
        var configured = RateLimits()
        configured.callsPerUser = 1
        configured.trackedKeys = 2
        let limits = UserLimits(configured)
        let rule = limits.admission(for: Peer()).rule(
            for: BackendService.own,
            CallTemplate(method: BackendService.own.path)
        )
        func isAdmitted(_ user: String) -> Bool {
            let user = VerifiedUser(id: user, username: user)
            var call = IncomingCall(metadata: Metadata(), now: .now(), identity: user)
            if case .admit = rule?.decide(&call) { return true }
            return false
        }
        #expect(isAdmitted("ada"))
        for number in 0..<100 {
            #expect(isAdmitted("user \(number)"))
            rule?.callEnded(for: VerifiedUser(id: "user \(number)", username: ""))
        }
        #expect(!isAdmitted("ada"))
    }

    /// Watches until the task is cancelled; again while the user has too many running calls.
    private func watch(_ token: String, _ channel: RPCChannel) async {
        while !Task.isCancelled {
            do {
                try await channel.serverStreaming(
                    BackendService.watchOwn,
                    Echo(),
                    options: CallOptions(accessToken: token)
                ) { (responses: MessageStream<Echo>) in _ = try await responses.next() }
            } catch {}
        }
    }

    private func expectLimit(of token: String, but other: CallOptions, _ channel: RPCChannel) async throws {
        let busy = CallOptions(accessToken: token)
        let rejection = try #require(await channel.failure(of: BackendService.changeOwn, busy))
        #expect(rejection.code == .resourceExhausted)
        #expect(rejection.reason == "TOO_MANY_CALLS")
        #expect(rejection.retryDelay == .seconds(1))
        try await channel.call(BackendService.changeOwn, Echo(), other)
    }

    /// Starts two calls on a connection of their own.
    private func startCalls(_ token: String, port: Int) async throws -> RawConnection {
        var metadata = Metadata()
        metadata.add("authorization", "Bearer \(token)")
        let template = CallTemplate(method: BackendService.own.path, metadata: metadata)
        var machine = ConnectionStateMachine(role: .client)
        for _ in 0..<2 {
            let stream = try machine.startCall(CallHeader(template: template))
            machine.sendMessage(ByteBuffer(bytes: [0x0A, 0x00]), on: stream, end: true)
        }
        let client = try await RawConnection.connect(
            port: port,
            tls: try TestCertificates.client(nil, expecting: "gateway")
        )
        while let output = machine.takeOutput() { try await client.send(Array(output.readableBytesView)) }
        return client
    }
}

import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Synchronization
import Testing
import Wire

@Suite("Admission of calls", .timeLimit(.minutes(5)))
struct AdmissionTests {
    private let method = TestMethods.unary("Echo")
    private let other = TestMethods.unary("Other")

    private var handlers: [MethodHandler] {
        [.unary(method) { (request: Echo, _) in request }, .unary(other) { (request: Echo, _) in request }]
    }

    @Test("rules are evaluated in order until one rejects, and those before it are released")
    func order() async throws {
        let events = Recorder<String>()
        let policies: [any AdmissionPolicy] = [
            TestAdmissionPolicy("first", events),
            TestAdmissionPolicy("second", events) { .reject(Status(.aborted, "No.", reason: "NO")) },
            TestAdmissionPolicy("third", events),
        ]
        let peers = InProcessPeers(handlers) { $0.admissionPolicies = policies }
        #expect(await peers.channel.failure(of: method)?.reason == "NO")
        #expect(events.values == ["first evaluated", "second evaluated", "first ended"])
        await peers.stop()
    }

    @Test("rules are released when a call ends, however it ends")
    func leaving() async throws {
        let events = Recorder<String>()
        let (held, gate, started) = (TestMethods.unary("Hold"), Gate(), Recorder<Void>())
        let holding = MethodHandler.unary(held) { (request: Echo, _) in
            started.record(())
            try await gate.wait()
            return request
        }
        let peers = InProcessPeers(handlers + [holding]) {
            $0.admissionPolicies = [TestAdmissionPolicy("policy", events)]
        }
        try await peers.channel.call(method)
        try await events.wait(forCount: 2)
        let call = Task { await peers.channel.failure(of: held) }
        try await started.wait(forCount: 1)
        #expect(events.count == 3)
        call.cancel()
        _ = await call.outcome
        try await events.wait(forCount: 4)
        #expect(await peers.channel.failure(of: TestMethods.unary("Missing"))?.code == .unimplemented)
        #expect(events.values == Array(repeating: ["policy evaluated", "policy ended"], count: 3).flatMap(\.self))
        await peers.stop()
    }

    @Test("a rule can decide asynchronously, and its verified user reaches the handler")
    func waiting() async throws {
        let events = Recorder<String>()
        let (gate, users) = (Gate(), Recorder<String?>())
        let handler = MethodHandler.unary(method) { (request: Echo, context) in
            users.record(context.verifiedUser?.id)
            return request
        }
        let waiting = TestAdmissionPolicy("waiting", events) {
            .wait {
                try await gate.wait()
                return VerifiedUser(id: "u-1", username: "una")
            }
        }
        let peers = InProcessPeers([handler]) {
            $0.admissionPolicies = [waiting, TestAdmissionPolicy("behind", events)]
        }
        let call = Task { try await peers.channel.call(method) }
        try await events.wait(forCount: 1)
        #expect(users.count == 0)
        gate.open()
        _ = try await call.outcome
        try await events.wait(forCount: 4)
        #expect(users.values == ["u-1"])
        #expect(events.values == ["waiting evaluated", "behind evaluated", "behind ended", "waiting ended"])
        await peers.stop()
    }

    @Test("an asynchronous rejection ends the call without its handler")
    func refusalAfterWaiting() async throws {
        let events = Recorder<String>()
        let refusing = TestAdmissionPolicy("refusing", events) {
            .wait { throw Status(.unauthenticated, "No.", reason: "NO") }
        }
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            events.record("handler")
            return request
        }
        let peers = InProcessPeers([handler]) {
            $0.admissionPolicies = [TestAdmissionPolicy("first", events), refusing]
        }
        #expect(await peers.channel.failure(of: method)?.reason == "NO")
        try await events.wait(forCount: 3)
        #expect(events.values == ["first evaluated", "refusing evaluated", "first ended"])
        await peers.stop()
    }

    @Test("a connection that a policy does not admit is closed before its handshake, and counted")
    func connections() async throws {
        let observer = RecordingObserver()
        let server = try await startServer(handlers: handlers) {
            $0.observer = observer
            $0.admissionPolicies = [TestAdmissionPolicy("policy", Recorder()), NoConnections()]
        }
        let connection = try await RawConnection.connect(port: server.port, tls: nil)
        try await connection.waitForEnd()
        #expect(connection.bytes.isEmpty)
        #expect(observer.connections.values == ["rejected"])
        await server.stop()
    }

    private struct NoConnections: AdmissionPolicy {
        func admitsConnection(from network: ClientNetwork, now: NIODeadline) -> Bool {
            #expect(network == ClientNetwork(address: "127.0.0.1"))
            return false
        }

        func admission(for peer: Peer) -> any ConnectionAdmission {
            TestAdmissionPolicy("unused", Recorder()).admission(for: peer)
        }
    }

    @Test("a call cancelled while a decision is pending is released, and no handler runs")
    func givingUp() async throws {
        let events = Recorder<String>()
        let waiting = TestAdmissionPolicy("waiting", events) {
            .wait {
                try await Gate().wait()
                return VerifiedUser(id: "u-1", username: "una")
            }
        }
        let peers = InProcessPeers(handlers) { $0.admissionPolicies = [TestAdmissionPolicy("first", events), waiting] }
        let call = Task { await peers.channel.failure(of: method) }
        try await events.wait(forCount: 2)
        call.cancel()
        #expect(await call.outcome?.code == .cancelled || call.isCancelled)
        try await events.wait(forCount: 3)
        #expect(events.values.last == "first ended")
        await peers.stop()
    }

    @Test("rejected calls are charged to a connection without a certificate, which is closed after too many")
    func strangersPay() async throws {
        let observer = RecordingObserver()
        let peers = InProcessPeers(handlers, as: nil) {
            $0.observer = observer
            $0.frameRateLimits = FrameRateLimits(burst: 50, perSecond: 1)
        }
        for _ in 0..<60 { #expect(await peers.channel.failure(of: TestMethods.unary("Missing")) != nil) }
        try await observer.connections.wait { $0.contains("accepted ended") }
        await peers.stop()
    }

    @Test("rejected calls are not charged to the connection of a service")
    func servicesDoNot() async throws {
        let observer = RecordingObserver()
        let peers = InProcessPeers(handlers) {
            $0.observer = observer
            $0.frameRateLimits = FrameRateLimits(burst: 50, perSecond: 1)
        }
        for _ in 0..<200 {
            let failure = await #expect(throws: Status.self) {
                // An empty message would itself be a frame without use.
                let _: Echo = try await peers.channel.unary(
                    TestMethods.unary("Missing"),
                    Echo(payload: [1]),
                    options: CallOptions()
                )
            }
            #expect(failure?.code == .unimplemented)
        }
        #expect(observer.connections.values == ["accepted"])
        #expect(observer.records.values.allSatisfy(\.wasRejected) && observer.records.count == 200)
        await peers.stop()
    }
}

/// Decides as configured, and records its evaluations.
struct TestAdmissionPolicy: AdmissionPolicy {
    private let name: String
    private let events: Recorder<String>
    private let decision: @Sendable () -> AdmissionDecision

    init(
        _ name: String,
        _ events: Recorder<String>,
        decision: @escaping @Sendable () -> AdmissionDecision = { .admit }
    ) {
        self.name = name
        self.events = events
        self.decision = decision
    }

    func admission(for peer: Peer) -> any ConnectionAdmission { Rule(policy: self) }

    private final class Rule: ConnectionAdmission, AdmissionRule {
        private let policy: TestAdmissionPolicy

        init(policy: TestAdmissionPolicy) { self.policy = policy }

        func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? { self }

        func decide(_ call: inout IncomingCall) -> AdmissionDecision {
            policy.events.record("\(policy.name) evaluated")
            return policy.decision()
        }

        func callEnded(for identity: (any CallerIdentity)?) { policy.events.record("\(policy.name) ended") }
    }
}

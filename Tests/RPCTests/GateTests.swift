import Messages
import NIOCore
import RPC
import RPCTestSupport
import Synchronization
import Testing
import Wire

@Suite("Gates that decide about calls", .timeLimit(.minutes(5)))
struct GateTests {
    private let method = TestMethods.unary("Echo")
    private let other = TestMethods.unary("Other")

    private var handlers: [MethodHandler] {
        [.unary(method) { (request: Echo, _) in request }, .unary(other) { (request: Echo, _) in request }]
    }

    @Test("are asked in order until one refuses, and the ones before get back what they took")
    func order() async throws {
        let told = Recorder<String>()
        let gates: [any CallGate] = [
            TestGate("first", told), TestGate("second", told) { .refuse(Status(.aborted, "No.", reason: "NO")) },
            TestGate("third", told),
        ]
        let peers = InProcessPeers(handlers) { $0.gates = gates }
        #expect(await peers.channel.failure(of: method)?.reason == "NO")
        #expect(told.values == ["first asked", "second asked", "first left"])
        await peers.stop()
    }

    @Test("let a call go when it is over, however it ends")
    func leaving() async throws {
        let told = Recorder<String>()
        let (held, gate, started) = (TestMethods.unary("Hold"), Gate(), Recorder<Void>())
        let holding = MethodHandler.unary(held) { (request: Echo, _) in
            started.record(())
            try await gate.wait()
            return request
        }
        let peers = InProcessPeers(handlers + [holding]) { $0.gates = [TestGate("gate", told)] }
        try await peers.channel.call(method)
        try await told.wait(forCount: 2)
        let call = Task { await peers.channel.failure(of: held) }
        try await started.wait(forCount: 1)
        #expect(told.count == 3)
        call.cancel()
        _ = await call.outcome
        try await told.wait(forCount: 4)
        #expect(await peers.channel.failure(of: TestMethods.unary("Missing"))?.code == .unimplemented)
        #expect(told.values == Array(repeating: ["gate asked", "gate left"], count: 3).flatMap(\.self))
        await peers.stop()
    }

    @Test("can wait for something, go on behind it, and tell the handler who calls")
    func waiting() async throws {
        let told = Recorder<String>()
        let (gate, users) = (Gate(), Recorder<String?>())
        let handler = MethodHandler.unary(method) { (request: Echo, context) in
            users.record(context.verifiedUser?.id)
            return request
        }
        let waiting = TestGate("waiting", told) {
            .wait {
                try await gate.wait()
                return VerifiedUser(id: "u-1", username: "una")
            }
        }
        let peers = InProcessPeers([handler]) { $0.gates = [waiting, TestGate("behind", told)] }
        let call = Task { try await peers.channel.call(method) }
        try await told.wait(forCount: 1)
        #expect(users.count == 0)
        gate.open()
        _ = try await call.outcome
        try await told.wait(forCount: 4)
        #expect(users.values == ["u-1"])
        #expect(told.values == ["waiting asked", "behind asked", "behind left", "waiting left"])
        await peers.stop()
    }

    @Test("that refuse after waiting end the call without its handler")
    func refusalAfterWaiting() async throws {
        let told = Recorder<String>()
        let refusing = TestGate("refusing", told) {
            .wait { throw Status(.unauthenticated, "No.", reason: "NO") }
        }
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            told.record("handler")
            return request
        }
        let peers = InProcessPeers([handler]) { $0.gates = [TestGate("first", told), refusing] }
        #expect(await peers.channel.failure(of: method)?.reason == "NO")
        try await told.wait(forCount: 3)
        #expect(told.values == ["first asked", "refusing asked", "first left"])
        await peers.stop()
    }

    @Test("a client that gives up while a gate waits leaves it, and no handler runs")
    func givingUp() async throws {
        let told = Recorder<String>()
        let waiting = TestGate("waiting", told) {
            .wait {
                try await Gate().wait()
                return VerifiedUser(id: "u-1", username: "una")
            }
        }
        let peers = InProcessPeers(handlers) { $0.gates = [TestGate("first", told), waiting] }
        let call = Task { await peers.channel.failure(of: method) }
        try await told.wait(forCount: 2)
        call.cancel()
        #expect(await call.outcome?.code == .cancelled || call.isCancelled)
        try await told.wait(forCount: 3)
        #expect(told.values.last == "first left")
        await peers.stop()
    }

    @Test("what a person's client is refused for costs its connection, which ends when there is no end of it")
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

    @Test("a service's connection carries the calls of many and does not end for refused ones")
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
        #expect(observer.records.values.allSatisfy(\.wasRefused) && observer.records.count == 200)
        await peers.stop()
    }
}

/// Decides as it is told to, and tells what it was asked.
struct TestGate: CallGate {
    private let name: String
    private let told: Recorder<String>
    private let decision: @Sendable () -> GateDecision

    init(
        _ name: String,
        _ told: Recorder<String>,
        decision: @escaping @Sendable () -> GateDecision = { .admit }
    ) {
        self.name = name
        self.told = told
        self.decision = decision
    }

    func keeper(for peer: Peer) -> any GateKeeper { Keeper(gate: self) }

    private final class Keeper: GateKeeper, CallDecider {
        private let gate: TestGate

        init(gate: TestGate) { self.gate = gate }

        func decider(for method: MethodDescriptor?, _ template: CallTemplate) -> (any CallDecider)? { self }

        func decide(_ call: inout ArrivingCall) -> GateDecision {
            gate.told.record("\(gate.name) asked")
            return gate.decision()
        }

        func left() { gate.told.record("\(gate.name) left") }
    }
}

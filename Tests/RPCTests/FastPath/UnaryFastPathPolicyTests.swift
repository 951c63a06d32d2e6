import NIOCore
import RPCTestSupport
import RPCValues
import Synchronization
import Testing
import Wire

@testable import RPC

@Suite("Policies of unary calls, on the fast path or not", .timeLimit(.minutes(5)))
struct UnaryFastPathPolicyTests {
    private static let unsafe = TestMethods.unary("UnsafeWay")
    private static let safe = TestMethods.unary("SafeWay", idempotency: .idempotent)
    private let notNow = Status(.unavailable, "Not now.")

    /// A server that fails the first calls, and how many attempts it saw.
    private func failing(
        _ count: Int,
        with status: Status,
        _ attempts: Recorder<CallContext>,
        policy: ClientPolicy = ClientPolicy(),
        observer: RecordingObserver? = nil
    ) -> InProcessPeers {
        let handlers = [Self.unsafe, Self.safe].map { method in
            MethodHandler.unary(method) { (request: Echo, context) in
                attempts.record(context)
                if attempts.count <= count { throw status }
                return request
            }
        }
        return InProcessPeers(
            handlers,
            group: CallPath.group,
            options: RPCChannelOptions(outliers: nil, policy: policy, observer: observer)
        )
    }

    /// Connects without a call.
    private func connect(_ peers: InProcessPeers) async throws {
        try await peers.channel.connectOnLoop()
        #expect(peers.channel.readyConnection(on: CallPath.group.any()) != nil)
    }

    // MARK: Trying again

    @Test("a method that may be repeated is, after UNAVAILABLE and no other code", arguments: CallPath.allCases)
    func retried(_ way: CallPath) async throws {
        for (status, expected) in [(notNow, 3), (Status(.aborted, "No."), 1)] {
            let attempts = Recorder<CallContext>()
            let peers = failing(2, with: status, attempts)
            try await connect(peers)
            let channel = peers.channel
            let failure = try await peers.clock.whileRunning {
                try await way.run { await channel.failure(of: Self.safe) }
            }
            #expect(attempts.count == expected)
            #expect(failure?.code == (expected == 1 ? .aborted : nil))
            await peers.stop()
        }
    }

    @Test("a method that may do harm twice is made once", arguments: CallPath.allCases)
    func notRetried(_ way: CallPath) async throws {
        let attempts = Recorder<CallContext>()
        let peers = failing(1, with: notNow, attempts)
        try await connect(peers)
        let channel = peers.channel
        #expect(try await way.run { await channel.failure(of: Self.unsafe)?.content } == notNow)
        #expect(attempts.count == 1)
        await peers.stop()
    }

    @Test("retries end when the throttle says so, and successes of either way allow more", arguments: CallPath.allCases)
    func throttled(_ way: CallPath) async throws {
        let attempts = Recorder<CallContext>()
        let policy = ClientPolicy(throttling: RetryThrottling(maximumTokens: 4, tokenRatio: 1))
        let peers = failing(3, with: notNow, attempts, policy: policy)
        try await connect(peers)
        let channel = peers.channel
        for expected in [2, 3] {
            let failure = try await peers.clock.whileRunning {
                try await way.run { await channel.failure(of: Self.safe) }
            }
            #expect(failure?.code == .unavailable)
            #expect(attempts.count == expected, "with half of the tokens gone nothing is tried again")
        }
        #expect(channel.throttle?.allowsRetry == false)
        for _ in 0..<2 { #expect(try await way.run { await channel.failure(of: Self.safe) } == nil) }
        #expect(channel.throttle?.allowsRetry == true)
        await peers.stop()
    }

    @Test("an attempt that follows has the time that is left, not all of it again", arguments: CallPath.allCases)
    func timeLeft(_ way: CallPath) async throws {
        let service = ScriptedService()
        let server = try await service.connect()[0]
        let channel = service.channel
        let call = way.start { await channel.failure(of: Self.safe, CallOptions(timeout: .seconds(1))) }
        let first = try await server.request()
        #expect(first.header.timeoutMicroseconds == 1_000_000)
        let timers = service.clock.timers
        try await server.end(first, Status(.unavailable, "Not now.", retryDelay: .milliseconds(600)))
        try await service.clock.waitForTimers(timers + 1)
        try await service.clock.advance(by: .milliseconds(600))
        let second = try await server.request(2)
        #expect(second.header.timeoutMicroseconds == 400_000)
        try await server.answer(second)
        #expect(try await call.outcome == nil)
        try await service.stop()
    }

    @Test("a failure is reported unchanged when hardly any inherited time is left", arguments: CallPath.allCases)
    func failureStays(_ way: CallPath) async throws {
        let service = ScriptedService()
        let server = try await service.connect()[0]
        let (channel, clock) = (service.channel, service.clock)
        let call = way.start {
            let context = CallContext(method: "a.B/C", deadline: clock.now + .milliseconds(150), trace: TraceContext())
            return await CallContext.$current.withValue(context) { await channel.failure(of: Self.safe) }
        }
        let request = try await server.request()
        try await clock.advance(by: .milliseconds(100))
        try await server.end(request, Status(.notFound, "There is no such thing."))
        #expect(try await call.outcome?.code == .notFound)
        try await service.stop()
    }

    @Test("a rejection that no handler has seen sends the call to another instance", arguments: CallPath.allCases)
    func refused(_ way: CallPath) async throws {
        let service = ScriptedService(2, RPCChannelOptions(outliers: nil))
        let servers = try await service.connect()
        let channel = service.channel
        let call = way.start { await channel.failure(of: Self.unsafe) }
        let reached = Recorder<Int>()
        let watches = servers.indices.map { index in
            Task {
                _ = try await servers[index].request()
                reached.record(index)
            }
        }
        let first = try await reached.wait(forCount: 1)[0]
        let rejection = Status(.unavailable, "Going away.", isUnprocessed: true)
        try await servers[first].end(try await servers[first].request(), rejection)
        let other = servers[1 - first]
        try await other.answer(try await other.request())
        #expect(try await call.outcome == nil)
        for watch in watches { try await watch.outcome }
        try await service.stop()
    }

    // MARK: What goes with a call

    @Test("each call carries the token that it was made with", arguments: CallPath.allCases)
    func tokens(_ way: CallPath) async throws {
        let service = ScriptedService()
        let server = try await service.connect()[0]
        let channel = service.channel
        for (index, token) in ["a", "b", nil, "a", "a", nil].enumerated() {
            let call = way.start { await channel.failure(of: Self.unsafe, CallOptions(accessToken: token)) }
            let request = try await server.request(index + 1)
            #expect(request.header.template.metadata[text: "authorization"] == token.map { "Bearer \($0)" })
            try await server.answer(request)
            #expect(try await call.outcome == nil)
        }
        try await service.stop()
    }

    @Test("channels over the same connections keep their own policies", arguments: CallPath.allCases)
    func instances(_ way: CallPath) async throws {
        let attempts = Recorder<CallContext>()
        let timeout = ClientPolicy(others: MethodPolicy(timeout: .seconds(60)))
        let peers = failing(.max, with: notNow, attempts, policy: timeout)
        try await connect(peers)
        let (channel, instance) = (peers.channel, try #require(peers.channel.instances.first))
        for (caller, count) in [(channel, 4), (instance, 1), (channel, 4), (instance, 1)] {
            let before = attempts.count
            let failure = try await peers.clock.whileRunning {
                try await way.run { await caller.failure(of: Self.safe) }
            }
            #expect(failure?.code == .unavailable)
            #expect(attempts.count - before == count)
            #expect((attempts.values.last?.deadline == nil) == (caller === instance))
        }
        await peers.stop()
    }

    @Test("deadline, trace and state of the call being served go along", arguments: CallPath.allCases)
    func inherited(_ way: CallPath) async throws {
        let service = ScriptedService()
        let server = try await service.connect()[0]
        let (channel, clock) = (service.channel, service.clock)
        var metadata = Metadata()
        metadata.add("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        metadata.add("tracestate", "a=1")
        var random = TraceRandom()
        let trace = try #require(TraceContext(parentIn: metadata)).child(using: &random)
        let context = CallContext(
            method: "a.B/C",
            metadata: metadata,
            deadline: clock.now + .seconds(1),
            trace: trace
        )
        for (number, timeout) in [nil, Duration.milliseconds(300), .seconds(5)].enumerated() {
            let call = way.start {
                await CallContext.$current.withValue(context) {
                    await channel.failure(of: Self.unsafe, CallOptions(timeout: timeout))
                }
            }
            let request = try await server.request(number + 1)
            #expect(request.header.timeoutMicroseconds == (timeout == .milliseconds(300) ? 300_000 : 980_000))
            #expect(request.header.metadata[text: "traceparent"] == trace.traceparent)
            #expect(request.header.metadata[text: "tracestate"] == "a=1")
            try await server.answer(request)
            #expect(try await call.outcome == nil)
        }
        try await service.stop()
    }

    @Test("metadata and idempotency key of the call go along", arguments: CallPath.allCases)
    func metadata(_ way: CallPath) async throws {
        let service = ScriptedService()
        let server = try await service.connect()[0]
        let channel = service.channel
        var metadata = Metadata()
        metadata.add("a", "1")
        let options = CallOptions(metadata: metadata, idempotencyKey: "key")
        let call = way.start { await channel.failure(of: Self.unsafe, options) }
        let request = try await server.request()
        #expect(request.header.metadata.entries.map(\.name) == ["a", "idempotency-key"])
        #expect(request.header.timeoutMicroseconds == nil)
        try await server.answer(request)
        #expect(try await call.outcome == nil)
        try await service.stop()
    }

    // MARK: Reports

    /// How a call ends, and what its server does for that.
    enum Ending: Sendable, CaseIterable {
        case answer, status, nothing, malformed, damaged
    }

    @Test("each attempt and each call is reported once", arguments: CallPath.allCases, Ending.allCases)
    func reports(_ way: CallPath, _ ending: Ending) async throws {
        let observer = RecordingObserver()
        let service = ScriptedService(1, RPCChannelOptions(observer: observer))
        let server = try await service.connect()[0]
        let channel = service.channel
        let call = way.start {
            try await channel.unary(Self.unsafe, Echo(payload: [1, 2, 3]), options: CallOptions()) as Echo
        }
        let request = try await server.request()
        switch ending {
        case .answer: try await server.answer(request)
        case .status: try await server.end(request, notNow)
        case .nothing: try await server.perform { $0.sendStatus(CallStatus(.ok), on: request.stream) }
        case .malformed: try await server.answer(request, with: ByteBuffer(bytes: [0x0A, 0xFF]))
        case .damaged: try await server.answer(request, with: ByteBuffer(bytes: [1, 2]), isCompressed: true)
        }
        _ = await call.result
        #expect(observer.attempts.count == 2 && observer.attempts.values.first?.code == nil)
        let attempt = try #require(observer.attempts.values.last)
        #expect(attempt.sentBytes == 5)
        #expect(attempt.receivedBytes == (ending == .answer ? 5 : ending == .malformed || ending == .damaged ? 2 : 0))
        #expect(attempt.code == (ending == .status ? .unavailable : .ok))
        #expect(observer.calls.count == 1)
        let code: StatusCode =
            switch ending {
            case .answer, .malformed: .ok
            case .status: .unavailable
            case .nothing, .damaged: .internalError
            }
        #expect(observer.calls.values.first?.code == code)
        try await service.stop()
    }

    @Test("later attempts are reported, and the call once", arguments: CallPath.allCases)
    func toldOfRetries(_ way: CallPath) async throws {
        let (observer, attempts) = (RecordingObserver(), Recorder<CallContext>())
        let peers = failing(2, with: notNow, attempts, observer: observer)
        try await connect(peers)
        let channel = peers.channel
        _ = try await peers.clock.whileRunning { try await way.run { await channel.failure(of: Self.safe) } }
        #expect(observer.attempts.values.map(\.code) == [nil, .unavailable, nil, .unavailable, nil, .ok])
        #expect(observer.calls.values.map(\.code) == [.ok])
        await peers.stop()
    }
}

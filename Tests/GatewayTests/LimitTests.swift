import Messages
import NIOCore
import RPC
import RPCTestSupport
import Synchronization
import Testing

@testable import larder_gateway

/// A clock that tests move.
final class TestClock: Sendable {
    private let time = Mutex(NIODeadline.uptimeNanoseconds(1_000_000_000_000))

    var now: @Sendable () -> NIODeadline { { self.time.withLock { $0 } } }

    func advance(_ amount: TimeAmount) { time.withLock { $0 = $0 + amount } }
}

@Suite("Limits on users and addresses")
struct LimitTests {
    @Test("a bucket gives its burst at once, then one token at a time, and never more than its burst")
    func bucket() {
        let clock = TestClock()
        let buckets = TokenBuckets<String>(limit: RateLimit(perSecond: 10, burst: 3), capacity: 10, now: clock.now)
        for _ in 0..<3 { #expect(buckets.take("a") == nil) }
        #expect(buckets.take("a") == .milliseconds(100))
        #expect(buckets.take("a") == .milliseconds(100))
        #expect(buckets.take("b") == nil)
        clock.advance(.milliseconds(99))
        #expect(buckets.take("a") == .milliseconds(1))
        clock.advance(.milliseconds(1))
        #expect(buckets.take("a") == nil)
        #expect(buckets.take("a") == .milliseconds(100))
        clock.advance(.hours(1))
        for _ in 0..<3 { #expect(buckets.take("a") == nil) }
        #expect(buckets.take("a") != nil)
    }

    @Test("a rate of 0 limits nothing")
    func unlimited() {
        let buckets = TokenBuckets<Int>(limit: RateLimit(perSecond: 0, burst: 1), capacity: 10, now: { .now() })
        for _ in 0..<100 { #expect(buckets.take(1) == nil) }
    }

    @Test("keys are remembered up to the capacity, the ones in use longest")
    func capacity() {
        let clock = TestClock()
        let buckets = TokenBuckets<Int>(limit: RateLimit(perSecond: 1, burst: 1), capacity: 10, now: clock.now)
        #expect(buckets.take(0) == nil)
        for key in 1..<1_000 { _ = buckets.take(key) }
        #expect(buckets.count <= 10)
        #expect(buckets.take(999) != nil)
        #expect(buckets.take(0) == nil)
    }

    @Test("an address stands for its client: all of a /64 network, and the same client through either socket")
    func networks() {
        func network(_ address: String?) -> ClientNetwork { ClientNetwork(address: address) }
        #expect(network("192.0.2.1") != network("192.0.2.2"))
        #expect(network("192.0.2.1") == network("::ffff:192.0.2.1"))
        #expect(network("2001:db8:0:1::1") == network("2001:db8:0:1:ffff::2"))
        #expect(network("2001:db8:0:1::1") != network("2001:db8:0:2::1"))
        #expect(network(nil) == network("not an address"))
    }

    @Test("a user over the limit is told when to retry, while another is served")
    func users() async throws {
        let clock = TestClock()
        var limits = RateLimits()
        limits.user = RateLimit(perSecond: 2, burst: 3)
        let mint = TokenMint()
        let busy = CallOptions(accessToken: try await mint.token(for: "busy"))
        let other = CallOptions(accessToken: try await mint.token(for: "other"))
        let served = Recorder<CallContext>()
        try await withGateway([answering(Behind.own, served)], mint: mint, limits: limits, now: clock.now) {
            channel,
            _ in
            for _ in 0..<3 { try await channel.call(Behind.own, .init(), busy) }
            let refusal = try #require(await channel.failure(of: Behind.own, busy))
            #expect(refusal.code == .resourceExhausted)
            #expect(refusal.reason == "RATE_LIMITED")
            #expect(refusal.retryDelay == .milliseconds(500))
            #expect(refusal.message == "That was too much at once. Please try again in a second.")
            try await channel.call(Behind.own, .init(), other)
            #expect(served.count == 4)
            clock.advance(.milliseconds(500))
            try await channel.call(Behind.own, .init(), busy)
        }
    }

    @Test("an address may not have more calls running than its limit, and gets its places back")
    func concurrency() async throws {
        var limits = RateLimits()
        limits.callsPerAddress = 2
        let started = Recorder<Void>()
        let handler = MethodHandler.serverStreaming(Behind.watch) { (_: Echo, _: MessageWriter<Echo>, _) in
            started.record(())
            try await Gate().wait()
        }
        try await withGateway([handler, answering(Behind.get)], limits: limits) { channel, _ in
            let watches = (0..<2).map { _ in
                Task {
                    try await channel.serverStreaming(Behind.watch, Echo(), options: .init()) {
                        (responses: MessageStream<Echo>) in _ = try await responses.next()
                    }
                }
            }
            await started.wait(forCount: 2)
            let refusal = try #require(await channel.failure(of: Behind.get))
            #expect(refusal.code == .resourceExhausted)
            #expect(refusal.reason == "TOO_MANY_CALLS")
            watches.forEach { $0.cancel() }
            while await channel.failure(of: Behind.get) != nil {}
        }
    }

    @Test("places of one client are not those of another, and no client is remembered longer than its calls run")
    func places() throws {
        let limit = ConcurrencyLimit(maximum: 1)
        let (first, second) = (ClientNetwork(address: "192.0.2.1"), ClientNetwork(address: "192.0.2.2"))
        try limit.enter(first)
        #expect(throws: Status.self) { try limit.enter(first) }
        try limit.enter(second)
        limit.leave(first)
        try limit.enter(first)
        limit.leave(first)
        limit.leave(second)
        #expect(limit.count == 0)
    }

    @Test("an address may sign in less often than it may call")
    func signIns() async throws {
        let clock = TestClock()
        var limits = RateLimits()
        limits.signIn = RateLimit(perSecond: 1, burst: 2)
        limits.address = RateLimit(perSecond: 1, burst: 6)
        let signIn = Behind.method("SignIn", .unary, service: "larder.auth.v1.Sessions")
        let terms = Behind.method("GetTerms", .unary, .noSideEffects, service: "larder.auth.v1.Accounts")
        let auth = try await startServer("auth", handlers: [answering(signIn), answering(terms)])
        let gateway = try await TestGateway.start(
            to: [auth.port],
            service: "auth",
            catalogue: [
                ServiceDescriptor(name: signIn.service, methods: [signIn]),
                ServiceDescriptor(name: terms.service, methods: [terms]),
            ],
            limits: limits,
            now: clock.now
        )
        for _ in 0..<2 { try await gateway.channel.call(signIn) }
        #expect(await gateway.channel.failure(of: signIn)?.reason == "RATE_LIMITED")
        for _ in 0..<3 { try await gateway.channel.call(terms) }
        #expect(await gateway.channel.failure(of: terms)?.reason == "RATE_LIMITED")
        clock.advance(.seconds(1))
        try await gateway.channel.call(signIn)
        await gateway.stop()
        await auth.stop()
    }

    @Test("limits hold under a flood of one user, and others don't notice")
    func flood() async throws {
        let clock = TestClock()
        var limits = RateLimits()
        limits.user = RateLimit(perSecond: 1, burst: 10)
        limits.address = RateLimit(perSecond: 0, burst: 1)
        let mint = TokenMint()
        let flooding = CallOptions(accessToken: try await mint.token(for: "flood"))
        let other = CallOptions(accessToken: try await mint.token(for: "other"))
        try await withGateway([answering(Behind.own)], mint: mint, limits: limits, now: clock.now) { channel, _ in
            async let served = withTaskGroup(of: Bool.self) { group in
                for _ in 0..<500 { group.addTask { await channel.failure(of: Behind.own, flooding) == nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            for _ in 0..<10 { try await channel.call(Behind.own, .init(), other) }
            #expect(await served == 10)
        }
    }
}

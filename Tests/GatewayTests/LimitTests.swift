import AuthMessages
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing
import Wire

@testable import larder_gateway

@Suite("Limits on users and addresses", .timeLimit(.minutes(5)))
struct LimitTests {
    @Test("keys are cached up to the capacity, those in use longest")
    func capacity() {
        let remembered = BoundedCache<Int, Counter>(capacity: 10) { _ in Counter() }
        let first = ObjectIdentifier(remembered.object(for: 0))
        #expect(first == ObjectIdentifier(remembered.object(for: 0)))
        let held = remembered.object(for: 1)
        _ = remembered.object(for: 2)
        var kept: [Counter] = []
        for key in 3..<1_000 {
            let object = remembered.object(for: key)
            if key == 500 { kept.append(object) }
        }
        #expect(remembered.count <= 12)
        #expect(remembered.object(for: 1) === held)
        #expect(remembered.object(for: 500) === kept[0])
        #expect(remembered.object(for: 999).uses == 0)
    }

    private final class Counter: Sendable { let uses = 0 }

    @Test("an address identifies its client: a /64 network, and the same client through either socket")
    func networks() {
        func network(_ address: String?) -> ClientNetwork { ClientNetwork(address: address) }
        #expect(network("192.0.2.1") != network("192.0.2.2"))
        #expect(network("192.0.2.1") == network("::ffff:192.0.2.1"))
        #expect(network("2001:db8:0:1::1") == network("2001:db8:0:1:ffff::2"))
        #expect(network("2001:db8:0:1::1") != network("2001:db8:0:2::1"))
        #expect(network(nil) == network("not an address"))
        #expect(network("192.0.2.1").text == "c0000201" && network("2001:db8:0:1::1").text == "20010db800000001")
        let around = network("2001:db8:0:1234::1").enclosing
        #expect(around.map(\.text) == ["20010db8000012", "20010db80000"] && around.map(\.weight) == [4, 8])
        #expect(around == network("2001:db8:0:1299::1").enclosing)
        #expect(network("192.0.2.1").enclosing.isEmpty && network(nil).enclosing.isEmpty)
        #expect(ClientNetwork(text: "20010db800001234").enclosing == around)
    }

    @Test("a user over the limit is told when to retry, while another is served")
    func users() async throws {
        let clock = ManualClock()
        var limits = RateLimits()
        limits.user = RateLimit(perSecond: 2, burst: 3)
        let mint = TokenMint()
        let busy = CallOptions(accessToken: try await mint.token(for: "busy"))
        let other = CallOptions(accessToken: try await mint.token(for: "other"))
        let served = Recorder<CallContext>()
        try await withGateway([answering(BackendService.own, served)], mint: mint, limits: limits, clock: clock) {
            channel,
            _ in
            for _ in 0..<3 { try await channel.call(BackendService.own, .init(), busy) }
            let refusal = try #require(await channel.failure(of: BackendService.own, busy))
            #expect(refusal.code == .resourceExhausted)
            #expect(refusal.reason == "RATE_LIMITED")
            #expect(refusal.retryDelay == .milliseconds(500))
            #expect(refusal.message == "Too many requests. Please try again in a second.")
            try await channel.call(BackendService.own, .init(), other)
            #expect(served.count == 4)
            try await clock.advance(by: .milliseconds(500))
            try await channel.call(BackendService.own, .init(), busy)
        }
    }

    @Test("an address cannot exceed its limit of concurrent calls, and its slots are released")
    func concurrency() async throws {
        var limits = RateLimits()
        limits.callsPerAddress = 2
        let started = Recorder<Void>()
        let handler = MethodHandler.serverStreaming(BackendService.watch) { (_: Echo, _: MessageWriter<Echo>, _) in
            started.record(())
            try await Gate().wait()
        }
        try await withGateway([handler, answering(BackendService.get)], limits: limits) { channel, _ in
            let watches = (0..<2).map { _ in
                Task {
                    try await channel.serverStreaming(BackendService.watch, Echo(), options: .init()) {
                        (responses: MessageStream<Echo>) in _ = try await responses.next()
                    }
                }
            }
            try await started.wait(forCount: 2)
            let refusal = try #require(await channel.failure(of: BackendService.get))
            #expect(refusal.code == .resourceExhausted)
            #expect(refusal.reason == "TOO_MANY_CALLS")
            watches.forEach { $0.cancel() }
            while await channel.failure(of: BackendService.get) != nil { try Task.checkCancellation() }
        }
    }

    @Test("one client's slots are independent of another's, over any number of connections")
    func places() {
        var configured = RateLimits()
        configured.callsPerAddress = 1
        let limits = AddressLimits(configured)
        func rule(_ address: String) -> (any AdmissionRule)? {
            limits.admission(for: Peer(address: address)).rule(
                for: BackendService.get,
                CallTemplate(method: BackendService.get.path)
            )
        }
        func isAdmitted(_ rule: (any AdmissionRule)?) -> Bool {
            var call = IncomingCall(metadata: Metadata(), now: .now())
            if case .admit = rule?.decide(&call) { return true }
            return false
        }
        let (first, again, second) = (rule("192.0.2.1"), rule("192.0.2.1"), rule("192.0.2.2"))
        #expect(isAdmitted(first))
        #expect(!isAdmitted(first) && !isAdmitted(again))
        #expect(isAdmitted(second))
        first?.callEnded(for: nil)
        #expect(isAdmitted(again))
        #expect(limits.count == 2)
    }

    @Test("a /56 and a /48 may have 4 and 8 times as much, in however many networks, and another client is served")
    func enclosingNetworks() async throws {
        var configured = RateLimits()
        configured.callsPerAddress = 1
        configured.signIn = RateLimit(perSecond: 1, burst: 2)
        let clock = ManualClock()
        let limits = AddressLimits(configured, clock: clock)
        var running: [any AdmissionRule] = []
        let signIn = BackendService.method("SignIn", .unary, service: "larder.auth.v1.Sessions")
        func admitted(_ addresses: some Sequence<String>, _ service: String? = nil, ends: Bool = false) -> Int {
            addresses.count { address in
                let admission = limits.admission(for: Peer(service: service, address: address))
                let rule = admission.rule(for: signIn, CallTemplate(method: signIn.path))
                var call = IncomingCall(metadata: Metadata(), now: clock.now)
                guard let rule, case .admit = rule.decide(&call) else { return false }
                if ends { rule.callEnded(for: nil) } else { running.append(rule) }
                return true
            }
        }
        func addresses(_ first: Int, _ count: Int) -> [String] {
            (first..<first + count).map { "2001:db8:0:\(String($0, radix: 16))::1" }
        }
        #expect(admitted(addresses(0, 100)) == 4, "all of one /56")
        #expect(admitted(addresses(0x100, 4_000)) == 4, "all of the /48")
        #expect(admitted(["2001:db8:1::1", "192.0.2.1", "192.0.2.2"]) == 3)
        #expect(admitted(addresses(0x1100, 100), "ocr") == 100, "services are the operator's")
        #expect(admitted((0..<100).map { "2001:db8:\($0 + 8_000)::1" }, ends: true) == 100)
        #expect(admitted((0..<100).map { "2001:db8:2:\($0)::1" }, ends: true) == 8, "the rate of a /56")
        #expect(admitted((0..<100).map { _ in "2001:db8:3:1::1" }, ends: true) == 2)
        #expect(admitted((2..<100).map { "2001:db8:3:\($0)::1" }, ends: true) == 6, "but what a /64 was refused")
        for rule in running { rule.callEnded(for: nil) }
        try await clock.advance(by: .seconds(60))
        #expect(admitted(addresses(4, 50)) == 4, "also those that the /56 was too busy for")
    }

    @Test(
        "a registration that is rejected uses up no attempt to sign in, and one without such an attempt no registration"
    )
    func rejectedRegistrations() async throws {
        var configured = RateLimits()
        configured.signIn = RateLimit(perSecond: 1, burst: 2)
        configured.registration = RateLimit(perMinute: 1, burst: 1)
        let clock = ManualClock()
        let limits = AddressLimits(configured, clock: clock)
        let signIn = BackendService.method("SignIn", .unary, service: "larder.auth.v1.Sessions")
        let register = Auth.AccountsService.register
        func isAdmitted(_ method: MethodDescriptor, _ address: String) -> Bool {
            let rule = limits.admission(for: Peer(address: address)).rule(
                for: method,
                CallTemplate(method: method.path)
            )
            var call = IncomingCall(metadata: Metadata(), now: clock.now)
            guard let rule, case .admit = rule.decide(&call) else { return false }
            rule.callEnded(for: nil)
            return true
        }
        func admitted(_ method: MethodDescriptor, _ address: String) -> Int {
            (0..<9).count { _ in isAdmitted(method, address) }
        }
        // The /56 has four registrations, so that a fifth network of it is rejected.
        for number in 1...4 { #expect(isAdmitted(register, "2001:db8:0:\(number)::1")) }
        #expect(admitted(register, "2001:db8:0:5::1") == 0)
        #expect(admitted(signIn, "2001:db8:0:5::1") == 2)

        #expect(admitted(signIn, "192.0.2.1") == 2)
        #expect(!isAdmitted(register, "192.0.2.1"))
        try await clock.advance(by: .seconds(1))
        #expect(isAdmitted(register, "192.0.2.1"))
    }

    @Test("new connections are limited by address and by the IPv6 networks around it, and another address is served")
    func handshakes() async throws {
        var configured = RateLimits()
        configured.handshake = RateLimit(perSecond: 1, burst: 3)
        let clock = ManualClock()
        let limits = AddressLimits(configured, clock: clock)
        func admitted(_ count: Int, _ address: (Int) -> String) -> Int {
            (0..<count).count { limits.admitsConnection(from: ClientNetwork(address: address($0)), now: clock.now) }
        }
        #expect(admitted(100) { _ in "192.0.2.1" } == 3)
        #expect(admitted(100) { "192.0.3.\($0)" } == 100)
        #expect(admitted(100) { _ in "2001:db8::1" } == 3)
        #expect(admitted(100) { "2001:db8:0:\($0)::1" } == 9, "12 of a /56")
        #expect(admitted(4_000) { "2001:db8:0:\(String($0 + 0x100, radix: 16))::1" } == 12, "24 of a /48")
        try await clock.advance(by: .seconds(1))
        #expect(admitted(100) { _ in "192.0.2.1" } == 1)
    }

    @Test("an address whose clients all lose their connections at once gets them back in less than half a minute")
    func reconnecting() async throws {
        let clock = ManualClock()
        let limits = AddressLimits(RateLimits(), clock: clock)
        let campus = ClientNetwork(address: "192.0.2.1")
        var waiting = RateLimits().connectionsPerAddress
        for _ in 0..<10 {
            waiting -= (0..<waiting).count { _ in limits.admitsConnection(from: campus, now: clock.now) }
            // The longest back-off of clients.
            try await clock.advance(by: .seconds(3))
        }
        #expect(waiting == 0)
    }

    @Test("calls of unknown methods count against the address")
    func unknownMethods() async throws {
        let clock = ManualClock()
        var limits = RateLimits()
        limits.address = RateLimit(perSecond: 1, burst: 3)
        let unknown = BackendService.method("Nothing", .unary)
        try await withGateway([answering(BackendService.get)], limits: limits, clock: clock) { channel, _ in
            for _ in 0..<2 { #expect(await channel.failure(of: unknown)?.code == .unimplemented) }
            try await channel.call(BackendService.get)
            #expect(await channel.failure(of: unknown)?.reason == "RATE_LIMITED")
            #expect(await channel.failure(of: BackendService.get)?.reason == "RATE_LIMITED")
        }
    }

    @Test("sign-ins of an address have a lower limit than calls")
    func signIns() async throws {
        let clock = ManualClock()
        var limits = RateLimits()
        limits.signIn = RateLimit(perSecond: 1, burst: 2)
        limits.address = RateLimit(perSecond: 1, burst: 6)
        let signIn = BackendService.method("SignIn", .unary, service: "larder.auth.v1.Sessions")
        let terms = BackendService.method("GetTerms", .unary, .noSideEffects, service: "larder.auth.v1.Accounts")
        let auth = try await startServer("auth", handlers: [answering(signIn), answering(terms)])
        let gateway = try await TestGateway.start(
            to: [auth.port],
            service: "auth",
            catalogue: [
                ServiceDescriptor(name: signIn.service, methods: [signIn]),
                ServiceDescriptor(name: terms.service, methods: [terms]),
            ],
            limits: limits,
            clock: clock
        )
        for _ in 0..<2 { try await gateway.channel.call(signIn) }
        #expect(await gateway.channel.failure(of: signIn)?.reason == "RATE_LIMITED")
        for _ in 0..<3 { try await gateway.channel.call(terms) }
        #expect(await gateway.channel.failure(of: terms)?.reason == "RATE_LIMITED")
        try await clock.advance(by: .seconds(1))
        try await gateway.channel.call(signIn)
        await gateway.stop()
        await auth.stop()
    }

    @Test("registrations of an address have a lower limit than sign-ins, by the minute, and count as such, too")
    func registrations() async throws {
        let clock = ManualClock()
        var limits = RateLimits()
        limits.registration = RateLimit(perMinute: 2, burst: 3)
        limits.signIn = RateLimit(perSecond: 1, burst: 5)
        let register = BackendService.method("Register", .unary, service: "larder.auth.v1.Accounts")
        let signIn = BackendService.method("SignIn", .unary, service: register.service)
        try await withGateway(
            [answering(register), answering(signIn)],
            of: ServiceDescriptor(name: register.service, methods: [register, signIn]),
            limits: limits,
            clock: clock
        ) { channel, _ in
            for _ in 0..<3 { try await channel.call(register) }
            let refused = await channel.failure(of: register)
            #expect(refused?.reason == "RATE_LIMITED" && refused?.retryDelay == .seconds(30))
            for _ in 0..<2 { try await channel.call(signIn) }
            #expect(await channel.failure(of: signIn)?.reason == "RATE_LIMITED")
            try await clock.advance(by: .seconds(29))
            #expect(await channel.failure(of: register)?.reason == "RATE_LIMITED")
            try await channel.call(signIn)
            try await clock.advance(by: .seconds(1))
            try await channel.call(register)
            #expect(await channel.failure(of: register)?.reason == "RATE_LIMITED")
        }
    }

    @Test("changes of passwords count as sign-ins, whoever makes them, and other calls of users to auth do not")
    func passwordChanges() async throws {
        let clock = ManualClock()
        var limits = RateLimits()
        limits.signIn = RateLimit(perSecond: 1, burst: 2)
        let change = BackendService.method("ChangePassword", .unary, .none, .user, service: "larder.auth.v1.Accounts")
        let own = BackendService.method("GetAccount", .unary, .noSideEffects, .user, service: change.service)
        let signIn = BackendService.method("SignIn", .unary, service: change.service)
        let (mint, seen) = (TokenMint(), Recorder<CallContext>())
        func options(_ user: String) async throws -> CallOptions {
            CallOptions(accessToken: try await mint.token(for: user))
        }
        let (ada, bob) = (try await options("ada"), try await options("bob"))
        try await withGateway(
            [answering(change, seen), answering(own, seen), answering(signIn)],
            of: ServiceDescriptor(name: change.service, methods: [change, own, signIn]),
            mint: mint,
            limits: limits,
            clock: clock
        ) { channel, _ in
            try await channel.call(change, Echo(), ada)
            try await channel.call(change, Echo(), bob)
            #expect(await channel.failure(of: change, ada)?.reason == "RATE_LIMITED")
            #expect(await channel.failure(of: signIn)?.reason == "RATE_LIMITED")
            for _ in 0..<3 { try await channel.call(own, Echo(), ada) }
            try await clock.advance(by: .seconds(1))
            try await channel.call(change, Echo(), ada)
        }
        // By the network auth shares out what it has for hashing.
        #expect(seen.values.map(\.clientNetwork) == ["7f000001", "7f000001", nil, nil, nil, "7f000001"])
        #expect(seen.values.map(\.verifiedUser?.id) == ["ada", "bob", "ada", "ada", "ada", "ada"])
    }

    @Test("renewals of sessions have a limit of their own, whatever else an address tries")
    func renewals() async throws {
        let clock = ManualClock()
        var limits = RateLimits()
        limits.signIn = RateLimit(perSecond: 1, burst: 1)
        limits.renewal = RateLimit(perSecond: 1, burst: 3)
        let signIn = BackendService.method("SignIn", .unary, service: "larder.auth.v1.Sessions")
        let refresh = BackendService.method("RefreshSession", .unary, service: "larder.auth.v1.Sessions")
        let auth = try await startServer("auth", handlers: [answering(signIn), answering(refresh)])
        let gateway = try await TestGateway.start(
            to: [auth.port],
            service: "auth",
            catalogue: [ServiceDescriptor(name: signIn.service, methods: [signIn, refresh])],
            limits: limits,
            clock: clock
        )
        try await gateway.channel.call(refresh)
        try await gateway.channel.call(signIn)
        #expect(await gateway.channel.failure(of: signIn)?.reason == "RATE_LIMITED")
        for _ in 0..<2 { try await gateway.channel.call(refresh) }
        #expect(await gateway.channel.failure(of: refresh)?.reason == "RATE_LIMITED")
        try await clock.advance(by: .seconds(1))
        try await gateway.channel.call(signIn)
        try await gateway.channel.call(refresh)
        await gateway.stop()
        await auth.stop()
    }

    @Test("sign-outs and keys count as renewals, since they reach auth's database")
    func signOuts() async throws {
        let clock = ManualClock()
        var limits = RateLimits()
        limits.renewal = RateLimit(perSecond: 1, burst: 2)
        let signOut = BackendService.method("SignOut", .unary, .idempotent, service: "larder.auth.v1.Sessions")
        let keys = BackendService.method("ListKeys", .unary, .noSideEffects, service: "larder.auth.v1.Keys")
        let auth = try await startServer("auth", handlers: [answering(signOut), answering(keys)])
        let gateway = try await TestGateway.start(
            to: [auth.port],
            service: "auth",
            catalogue: [
                ServiceDescriptor(name: signOut.service, methods: [signOut]),
                ServiceDescriptor(name: keys.service, methods: [keys]),
            ],
            limits: limits,
            clock: clock
        )
        try await gateway.channel.call(signOut)
        try await gateway.channel.call(keys)
        #expect(await gateway.channel.failure(of: signOut)?.reason == "RATE_LIMITED")
        #expect(await gateway.channel.failure(of: keys)?.reason == "RATE_LIMITED")
        try await clock.advance(by: .seconds(1))
        try await gateway.channel.call(signOut)
        await gateway.stop()
        await auth.stop()
    }

    @Test("limits hold under a flood by one user, without affecting others")
    func flood() async throws {
        let clock = ManualClock()
        var limits = RateLimits()
        limits.user = RateLimit(perSecond: 1, burst: 10)
        limits.address = RateLimit(perSecond: 0, burst: 1)
        let mint = TokenMint()
        let flooding = CallOptions(accessToken: try await mint.token(for: "flood"))
        let other = CallOptions(accessToken: try await mint.token(for: "other"))
        try await withGateway([answering(BackendService.own)], mint: mint, limits: limits, clock: clock) {
            channel,
            _ in
            async let served = withTaskGroup(of: Bool.self) { group in
                for _ in 0..<500 { group.addTask { await channel.failure(of: BackendService.own, flooding) == nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            for _ in 0..<10 { try await channel.call(BackendService.own, .init(), other) }
            #expect(await served == 10)
        }
    }
}

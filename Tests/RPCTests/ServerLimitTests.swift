import NIOCore
import NIOEmbedded
import ProtocolTestSupport
import RPCTestSupport
import RPCValues
import Synchronization
import Testing
import Wire

@testable import RPC

@Suite("Limits of a server", .timeLimit(.minutes(5)))
struct ServerLimitTests {
    private let method = TestMethods.unary("Echo")
    private let held = TestMethods.unary("Hold")
    private let collect = TestMethods.method("Collect", .clientStreaming)

    private func holding(_ gate: Gate, _ started: Recorder<Void>) -> MethodHandler {
        .unary(held) { (request: Echo, _) in
            started.record(())
            await gate.waitThroughCancellation()
            return Echo()
        }
    }

    private var echo: MethodHandler { .unary(method) { (request: Echo, _) in request } }

    @Test("the calls of one peer are limited over all its connections, and those of others are served")
    func perPeer() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let server = try await startServer(handlers: [holding(gate, started), echo]) { $0.limits.callsPerPeer = 2 }
        let channels = try (0..<3).map { _ in try makeChannel(ports: [server.port], as: "ocr") }
        let other = try makeChannel(ports: [server.port], as: "orders")
        let calls = [channels[0], channels[1]].map { channel in Task { try await channel.call(held) } }
        try await started.wait(forCount: 2)
        let rejection = try #require(await channels[2].failure(of: method))
        #expect(rejection.code == .resourceExhausted && rejection.isUnprocessed && rejection.retryDelay == .seconds(1))
        try await other.call(method)
        gate.open()
        for call in calls { _ = try await call.outcome }
        while await channels[2].failure(of: method) != nil { try Task.checkCancellation() }
        (channels + [other]).forEach { $0.close() }
        await server.stop()
    }

    @Test("a caller that gives up and comes back over a new connection keeps its place until its handler has ended")
    func rapidReturn() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let server = try await startServer(handlers: [holding(gate, started), echo]) { $0.limits.callsPerPeer = 1 }
        let first = try makeChannel(ports: [server.port])
        let call = Task { await first.failure(of: held) }
        try await started.wait(forCount: 1)
        call.cancel()
        _ = await call.outcome
        first.close()
        let second = try makeChannel(ports: [server.port])
        #expect(await second.failure(of: method)?.code == .resourceExhausted)
        gate.open()
        while await second.failure(of: method) != nil { try Task.checkCancellation() }
        second.close()
        await server.stop()
    }

    @Test("a call is rejected while requests hold more bytes than the server has room for, and served afterwards")
    func bytesInFlight() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        try await withPeers(
            [holding(gate, started), echo],
            configure: { $0.limits.bytesInFlight = 1_000_000 }
        ) { channel, _ in
            let large = Echo(payload: [UInt8](repeating: 1, count: 1_100_000))
            let running = Task { let _: Echo = try await channel.unary(held, large, options: CallOptions()) }
            try await started.wait(forCount: 1)
            let rejection = try #require(await channel.failure(of: method))
            #expect(rejection.code == .resourceExhausted && rejection.isUnprocessed)
            #expect(rejection.retryDelay == .seconds(1) && rejection.reason == "OVERLOADED")
            gate.open()
            try await running.outcome
            while await channel.failure(of: method) != nil { try Task.checkCancellation() }
        }
    }

    @Test("an overloaded server still answers operational calls")
    func operationalServices() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let asked = ["Health", "Diagnostics", "Reflection"].map { name in
            MethodDescriptor(
                service: "larder.rpc.v1.\(name)",
                name: "Ask",
                kind: .unary,
                access: .anyone,
                idempotency: .none,
                request: Echo.descriptor,
                response: Echo.descriptor
            )
        }
        let answering = asked.map { MethodHandler.unary($0) { (request: Echo, _) in request } }
        try await withPeers(
            [holding(gate, started), echo] + answering,
            configure: { $0.limits.bytesInFlight = 1_000_000 }
        ) { channel, _ in
            let large = Echo(payload: [UInt8](repeating: 1, count: 1_100_000))
            let running = Task { let _: Echo = try await channel.unary(held, large, options: CallOptions()) }
            try await started.wait(forCount: 1)
            #expect(await channel.failure(of: method)?.reason == "OVERLOADED")
            for method in asked { try await channel.call(method) }
            gate.open()
            try await running.outcome
        }
    }

    @Test("a large message that there is no room for ends its call with advice, and the connection serves on")
    func noRoom() async throws {
        try await withPeers([echo], configure: { $0.limits.bytesInFlight = 1_000_000 }) { channel, _ in
            let large = Echo(payload: [UInt8](repeating: 1, count: 1_300_000))
            let failure = await #expect(throws: Status.self) {
                let _: Echo = try await channel.unary(method, large, options: CallOptions())
            }
            #expect(failure?.code == .resourceExhausted && failure?.retryDelay == .seconds(1))
            try await channel.call(method)
        }
    }

    @Test("streams that are held up while there is no room go on once there is")
    func withheldStreams() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let received = Recorder<Int>()
        let collecting = MethodHandler.clientStreaming(collect) { (requests: MessageStream<Echo>, _) in
            for try await request in requests { received.record(request.payload.count) }
            return Echo()
        }
        try await withPeers(
            [holding(gate, started), collecting],
            configure: { $0.limits.bytesInFlight = 1_000_000 }
        ) { channel, _ in
            let count = 200
            let stream = Task {
                let _: Echo = try await channel.clientStreaming(collect, options: CallOptions()) { writer in
                    try await writer.write(Echo(payload: [1]))
                    _ = try await started.wait(forCount: 1)
                    for _ in 1..<count { try await writer.write(Echo(payload: [UInt8](repeating: 1, count: 8_000))) }
                }
            }
            try await received.wait(forCount: 1)
            let large = Echo(payload: [UInt8](repeating: 1, count: 1_100_000))
            let running = Task { let _: Echo = try await channel.unary(held, large, options: CallOptions()) }
            // Some of it gets through on the credit that the stream has.
            try await received.wait(forCount: 10)
            gate.open()
            try await running.outcome
            try await stream.outcome
            #expect(received.count == count)
        }
    }

    private func use(_ address: String) -> PeerUse {
        PeerUse(PeerUse.Key(Peer(address: address)))
    }

    @Test("bytes reported in steps add up to zero once a connection is closed and its handlers have ended")
    func account() {
        let all = BytesInFlight(limit: 1_000_000, share: 90_000)
        let peer = use("192.0.2.1")
        var account = ByteAccount(all, of: peer)
        account.changeRequests(by: 10_000)
        account.update(stored: 5_000)
        #expect(all.count == 0, "small changes are not reported")
        account.update(stored: 110_000)
        #expect(all.count == 120_000 && peer.bytes == 120_000 && all.isOver(peer) && all.spare(for: peer) == 0)
        let resumed = Mutex(0)
        all.whenBelow(peer) { resumed.withLock { $0 += 1 } }
        #expect(resumed.withLock { $0 } == 0)
        account.close()
        #expect(all.count == 10_000 && !all.isOver(peer) && resumed.withLock { $0 } == 1)
        account.changeRequests(by: -10_000)
        account.update(stored: 0)
        #expect(all.count == 0 && peer.bytes == 0)
        all.whenBelow(peer) { resumed.withLock { $0 += 1 } }
        #expect(resumed.withLock { $0 } == 2, "at once when nothing is over the limit")
    }

    @Test("a client is limited to its share, and further the less room there is, before any that stores less")
    func shares() {
        let all = BytesInFlight(limit: 10_000_000, share: 4_000_000)
        let (small, service) = (use("192.0.2.1"), PeerUse(.service("gateway")))
        all.add(10_000, of: small)
        let large = (2...9).map { use("192.0.2.\($0)") }
        var taken = 0
        // Each takes what it may, as hostile clients would.
        for peer in large {
            while !all.isOver(peer), all.spare(for: peer) >= 16_384 {
                all.add(16_384, of: peer)
                taken += 16_384
            }
        }
        #expect((4_000_000...4_016_384).contains(large[0].bytes), "the first gets its share")
        #expect(taken > 9_000_000 && taken < 10_000_000)
        #expect(large.allSatisfy { all.isOver($0) || all.spare(for: $0) < 16_384 })
        #expect(!all.isOver(small) && all.spare(for: small) >= 70_000)
        #expect(all.spare(for: service) > 2_000_000)
        #expect(!all.isOver(use("198.51.100.1")))
        // A response counts before it is stored, however little the client stores so far.
        #expect(all.admits(60_000, of: use("198.51.100.1")) && !all.admits(4_000_001, of: use("198.51.100.1")))
        #expect(!all.admits(1, of: large[0]))
        // One that gives up what it stores makes room for the others.
        let resumed = Mutex<[Int]>([])
        for (index, peer) in large.enumerated() { all.whenBelow(peer) { resumed.withLock { $0.append(index) } } }
        all.add(-large[0].bytes, of: large[0])
        #expect(resumed.withLock { $0 }.contains(0) && resumed.withLock { $0.count } > 1)
    }

    @Test("a network is one peer, a service another, however many connections they have")
    func peers() {
        func key(_ address: String?, _ service: String? = nil) -> PeerUse.Key {
            PeerUse.Key(Peer(service: service, address: address))
        }
        #expect(key("2001:db8::1") == key("2001:db8::ffff:1") && key("2001:db8::1") != key("2001:db8:0:1::1"))
        #expect(key("192.0.2.1") != key("192.0.2.2") && key("192.0.2.1", "ocr") == key("192.0.2.2", "ocr"))
    }

    /// Clients of as many networks, all of one IPv6 /48.
    private func neighbours(_ count: Int) -> [Peer] {
        (0..<count).map { Peer(address: "2001:db8:0:\(String($0 * 64, radix: 16))::1") }
    }

    @Test("the clients of an IPv6 /48 together leave most of the places for calls, and of the bytes, to others")
    func enclosingNetworks() {
        let load = ServerLoad(ServerConfiguration(inProcess: []), log: quiet)
        let peers = neighbours(600)
        let uses = peers.map(load.use)
        let calls = uses.map { use in (0..<100).prefix { _ in load.admitCall(of: use) }.count }
        #expect((4_990...5_010).contains(calls.reduce(0, +)), "as many as are free")
        for use in uses {
            while !load.bytes.isOver(use), load.bytes.spare(for: use) >= 16_384, load.bytes.admits(16_384, of: use) {
                load.bytes.add(16_384, of: use)
            }
        }
        #expect(load.bytes.count <= load.bytes.limit / 2 + 16_384)
        let innocents = [load.use(of: Peer(address: "2001:db8:1::1")), load.use(of: Peer(address: "192.0.2.1"))]
        for innocent in innocents {
            #expect((0..<500).allSatisfy { _ in load.admitCall(of: innocent) })
            #expect(load.bytes.admits(8_000_000, of: innocent))
        }
        for (use, calls) in zip(uses, calls) {
            for _ in 0..<calls { load.endCall(of: use) }
            load.bytes.add(-use.bytes, of: use)
            load.release(use)
        }
        #expect(uses.allSatisfy { use in use.allLevels { $0.bytes == 0 && $0.connections == 0 } })
        #expect(load.bytes.count == 0)
        let service = load.use(of: Peer(service: "ocr", address: "2001:db8::1"))
        #expect(service.enclosing.isEmpty)
    }

    @Test("who hoards handshakes from many networks of an IPv6 /48 makes room for others")
    func handshakesOfEnclosingNetworks() {
        let loop = EmbeddedEventLoop()
        let aborted = Recorder<String>()
        let table = ConnectionTable(limits: ServerLimits(handshakes: 16, handshakesPerAddress: 3))
        let hoarded = neighbours(16).compactMap(\.address).map { entry($0, loop, aborted) }
        for entry in hoarded { #expect(table.add(entry)) }
        let newcomer = entry("192.0.2.1", loop, aborted)
        #expect(table.add(newcomer) && aborted.values == ["2001:db8:0:0::1"])
        for entry in hoarded + [newcomer] { table.remove(entry.id) }
        #expect(table.entries.isEmpty)
        let roomy = ConnectionTable(limits: ServerLimits(connectionsPerAddress: 1))
        let added = neighbours(64).compactMap(\.address).count { roomy.add(entry($0, loop, aborted)) }
        #expect(added == 8, "8 times as many as of an address")
        #expect(roomy.add(entry("2001:db8:1::1", loop, aborted)))
    }

    private func entry(_ address: String, _ loop: EmbeddedEventLoop, _ aborted: Recorder<String>)
        -> ConnectionTable.Entry
    {
        let core = ServerCore(configuration: ServerConfiguration(inProcess: []), log: quiet)
        let connection = Connection(
            machine: ConnectionStateMachine(role: .server),
            loop: loop,
            clock: ManualClock(),
            delegate: ServerConnection(
                server: core,
                quota: ConnectionQuota(core.load, loop: loop),
                calls: CallTaskPool(loop)
            ),
            keepAlive: KeepAlive()
        )
        return ConnectionTable.Entry(
            connection,
            GracefulShutdown(ConnectionLife()),
            network: ClientNetwork(address: address)
        ) { aborted.record(address) }
    }

    @Test("who hoards handshakes makes room for the others: the oldest of the network that has most of them is closed")
    func hoardedHandshakes() {
        let loop = EmbeddedEventLoop()
        let aborted = Recorder<String>()
        let table = ConnectionTable(limits: ServerLimits(handshakes: 6, handshakesPerAddress: 5))
        let hoarded = (0..<6).map { entry($0 < 4 ? "192.0.2.1" : "192.0.2.2", loop, aborted) }
        for entry in hoarded { #expect(table.add(entry)) }
        let newcomers = (0..<5).map { entry("198.51.100.\($0)", loop, aborted) }
        for newcomer in newcomers.prefix(4) { #expect(table.add(newcomer)) }
        #expect(aborted.values.prefix(2) == ["192.0.2.1", "192.0.2.1"])
        #expect(aborted.values.sorted() == ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"])
        #expect(!table.add(newcomers[4]), "nobody has more than one")
        // What is open is no handshake.
        _ = table.opened(newcomers[0].id)
        #expect(table.add(newcomers[4]) && aborted.count == 4)
        for entry in hoarded + newcomers { table.remove(entry.id) }
        for entry in (0..<5).map({ _ in entry("192.0.2.1", loop, aborted) }) { #expect(table.add(entry)) }
        #expect(!table.add(entry("192.0.2.1", loop, aborted)), "more than one network may have")
    }

    @Test("who hoards connections makes room for the others, too, also for its own newest ones")
    func hoardedConnections() {
        let loop = EmbeddedEventLoop()
        let aborted = Recorder<String>()
        let table = ConnectionTable(limits: ServerLimits(connections: 6, connectionsPerAddress: 5))
        func add(_ address: String) -> Bool {
            let entry = entry(address, loop, aborted)
            defer { _ = table.opened(entry.id) }
            return table.add(entry)
        }
        for place in 0..<6 { #expect(add(place < 4 ? "192.0.2.1" : "192.0.2.2")) }
        for place in 0..<4 { #expect(add("198.51.100.\(place)")) }
        #expect(aborted.values.sorted() == ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"])
        #expect(table.entries.count == 6)
        #expect(!add("203.0.113.1"), "nobody has more than one")
    }

    @Test("clients share the places for calls that are left, and a newcomer always has some")
    func sharedCalls() {
        let load = ServerLoad(ServerConfiguration(inProcess: []), log: quiet)
        func fill(_ peer: PeerUse) -> Int { (0..<20_000).prefix { _ in load.admitCall(of: peer) }.count }
        #expect((1_110...1_112).contains(fill(use("192.0.2.1"))), "an eighth of what is free")
        let taken = (2...20).map { fill(use("192.0.2.\($0)")) }
        #expect(taken.allSatisfy { $0 > 100 } && taken.reduce(0, +) < 8_000)
        let newcomer = use("198.51.100.1")
        let places = fill(newcomer)
        #expect(places > 100)
        for _ in 0..<places { load.endCall(of: newcomer) }
        #expect(fill(PeerUse(.service("gateway"))) > 900, "a service carries the calls of many")
    }

    @Test("connections are limited for each network, from however many of its addresses they come")
    func connectionsOfNetwork() {
        let loop = EmbeddedEventLoop()
        let table = ConnectionTable(limits: ServerLimits(connectionsPerAddress: 2))
        func isAdded(_ address: String) -> Bool {
            table.add(entry(address, loop, Recorder<String>()))
        }
        #expect(isAdded("2001:db8::1") && isAdded("2001:db8::2") && !isAdded("2001:db8::ffff:3"))
        #expect(isAdded("2001:db8:0:1::1") && isAdded("192.0.2.1"))
    }

    @Test("handshakes that are not over are limited, and those that are do not count")
    func handshakes() async throws {
        let server = try await startServer(handlers: [echo]) {
            $0.limits.handshakesPerAddress = 1
            $0.drainTimeout = .zero
        }
        let first = try makeChannel(ports: [server.port])
        try await first.call(method)
        let second = try makeChannel(ports: [server.port])
        try await second.call(method, CallOptions(waitsForReady: true))
        let silent = try await RawConnection.connect(port: server.port, tls: nil)
        let refused = try await RawConnection.connect(port: server.port, tls: nil)
        // One of them has the place; the other one is closed at once.
        await withTaskGroup(of: Void.self) { group in
            for raw in [silent, refused] { group.addTask { try? await raw.waitForEnd() } }
            await group.next()
            await silent.close()
            await refused.close()
        }
        let third = try makeChannel(ports: [server.port])
        try await third.call(method, CallOptions(waitsForReady: true))
        [first, second, third].forEach { $0.close() }
        await server.stop()
    }

    @Test("a call whose time is up when its request is there does not reach its handler")
    func lateRequest() async throws {
        let started = Recorder<Void>()
        let peers = InProcessPeers([
            .unary(method) { (request: Echo, _) in
                started.record(())
                return request
            }
        ])
        let call = try await peers.channel.start(
            method.path,
            options: CallOptions(),
            deadline: peers.clock.now + .seconds(1),
            request: nil
        )
        // Once a later call has been answered, the server knows of this one.
        #expect(await peers.channel.failure(of: held)?.code == .unimplemented)
        // The moment itself: neither side has looked for deadlines that are over, which both do a little later.
        try await peers.clock.advance(by: .seconds(1))
        try await call.send(ByteBuffer())
        call.endSending()
        let failure = await #expect(throws: Status.self) { try await call.response() }
        #expect(failure?.code == .deadlineExceeded && failure?.isRemote == true)
        #expect(started.count == 0)
        await peers.stop()
    }
}

@Suite("Shedding load", .timeLimit(.minutes(5)))
struct LoadSheddingTests {
    private func shedder() -> LoadShedder {
        LoadShedder(LoadShedding(target: .milliseconds(100), interval: .seconds(1)))
    }

    private func time(_ milliseconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .milliseconds(milliseconds) }

    /// The share of calls that is served.
    private func served(_ shedder: inout LoadShedder) -> Int {
        var count = 0
        for _ in 0..<160 where shedder.admits() { count += 1 }
        return count
    }

    @Test("begins only when the lag has been over the target for the whole interval")
    func standingQueue() {
        var shedder = shedder()
        for step in 0..<50 { shedder.observe(.milliseconds(150), now: time(Int64(step) * 20)) }
        #expect(served(&shedder) == 160)
        shedder.observe(.milliseconds(150), now: time(1_000))
        #expect(served(&shedder) == 150)
    }

    @Test("rejects a share of the calls on a socket while its loop lags, never the health, and none once it does not")
    func overSockets() async throws {
        let clock = ManualClock()
        let method = TestMethods.unary("Echo")
        let health = MethodDescriptor(
            service: "larder.rpc.v1.Health",
            name: "Check",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: Echo.descriptor,
            response: Echo.descriptor
        )
        let handlers = [method, health].map { MethodHandler.unary($0) { (request: Echo, _) in request } }
        let server = try await startServer(handlers: handlers) {
            $0.clock = clock
            $0.limits.shedding = LoadShedding()
        }
        let connection = try await RawConnection.connect(
            port: server.port,
            tls: try TestCertificates.client("ocr", expecting: "budget")
        )
        try await connection.send(RawFrame.opening(of: .client))
        var stream: StreamID = 0
        /// Makes calls one after the other, and returns how many are served.
        func served(_ count: Int, of path: String) async throws -> Int {
            let first = stream + 1
            stream += StreamID(count)
            let last = stream
            let calls = (first...last).flatMap { stream in
                RawFrame.call(stream, path).bytes + RawFrame(.message, flags: .end, stream: stream).bytes
            }
            try await connection.send(calls)
            let bytes = try await connection.wait { bytes in
                Set(WireBytes.frames(in: bytes).map(\.stream)).isSuperset(of: first...last)
            }
            let answers = WireBytes.frames(in: bytes).filter { (first...last).contains($0.stream) }
            let refusals = answers.filter { $0.type == FrameType.status.rawValue }
            for rejection in refusals {
                #expect(rejection.payload.first == StatusCode.resourceExhausted.rawValue)
                #expect(rejection.flags == FrameFlags.unprocessed.rawValue)
                #expect(String(decoding: rejection.payload, as: UTF8.self).contains("OVERLOADED"))
            }
            return answers.count - refusals.count
        }
        #expect(try await served(160, of: method.path) == 160)
        // A second of lag, then each look raises the share by a sixteenth, up to fifteen of them.
        for _ in 0..<(8 + 20) {
            _ = try await served(1, of: method.path)
            try await clock.jump(by: .milliseconds(150))
        }
        #expect(try await served(160, of: method.path) == 10)
        #expect(try await served(160, of: health.path) == 160)
        for _ in 0..<16 { try await clock.advance(by: .milliseconds(20)) }
        #expect(try await served(160, of: method.path) == 160)
        await connection.close()
        await server.stop()
    }

    @Test("is not begun by bursts with rest in between")
    func bursts() {
        var shedder = shedder()
        for step in 0..<500 {
            shedder.observe(.milliseconds(step % 40 == 0 ? 5 : 900), now: time(Int64(step) * 20))
        }
        #expect(served(&shedder) == 160)
    }

    @Test("rejects more while the queue stands, never everything, and less again when it does not")
    func share() {
        var shedder = shedder()
        for step in 0..<200 { shedder.observe(.milliseconds(150), now: time(Int64(step) * 20)) }
        #expect(served(&shedder) == 10)
        for step in 200..<207 { shedder.observe(.milliseconds(10), now: time(Int64(step) * 20)) }
        #expect(served(&shedder) == 80)
        for step in 207..<220 { shedder.observe(.milliseconds(10), now: time(Int64(step) * 20)) }
        #expect(served(&shedder) == 160)
    }
}

@Suite("Callers by the service in their certificate", .timeLimit(.minutes(5)))
struct CallerTests {
    private let method = TestMethods.unary("Echo")

    @Test("that are not on a service's list are rejected with a message and logged, once for a connection")
    func refused() async throws {
        let lines = Recorder<String>()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in request }
        let server = try await startServer(handlers: [handler], log: RecordingLogHandler.logger(lines)) {
            $0.allowedCallers = ["larder.test.v1.Test": ["gateway", "orders"]]
        }
        let refused = try makeChannel(ports: [server.port], as: "ocr")
        let nobody = try makeChannel(ports: [server.port], as: nil)
        let allowed = try makeChannel(ports: [server.port], as: "orders")
        for _ in 0..<2 {
            let failure = try #require(await refused.failure(of: method))
            #expect(failure.code == .permissionDenied && failure.reason == "CALLER_NOT_ALLOWED")
            #expect(failure.message == "The service ocr may not call larder.test.v1.Test.")
        }
        #expect(await nobody.failure(of: method)?.code == .permissionDenied)
        try await allowed.call(method)
        let logged = lines.values.filter { $0.hasPrefix("notice caller rejected") }
        #expect(
            logged.count == 2 && logged[0].contains("caller=ocr") && logged[0].contains("service=larder.test.v1.Test")
        )
        [refused, nobody, allowed].forEach { $0.close() }
        await server.stop()
    }

    @Test("may call services without a list as the methods allow")
    func unlisted() async throws {
        let peers = InProcessPeers([.unary(method) { (request: Echo, _) in request }]) {
            $0.allowedCallers = ["larder.other.v1.Other": ["gateway"]]
        }
        try await peers.channel.call(method)
        await peers.stop()
    }
}

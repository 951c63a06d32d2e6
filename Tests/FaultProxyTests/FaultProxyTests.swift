import FaultTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import NIOCore
import NIOPosix
import Postgres
import PostgresTestSupport
import Testing

@Suite("The fault proxy on real sockets", .timeLimit(.minutes(5)))
struct FaultProxyTests {
    private static let group = MultiThreadedEventLoopGroup.singleton

    /// Runs `body` with a server that sends back what it gets, behind a proxy.
    private func withEcho(_ body: (FaultProxy) async throws -> Void) async throws {
        let echo = try await ServerBootstrap(group: Self.group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(EchoHandler()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let proxy = try await FaultProxy.start(to: .port(try #require(echo.localAddress?.port)))
        do { try await body(proxy) } catch {
            await proxy.stop()
            throw error
        }
        await proxy.stop()
        try await echo.close()
    }

    /// Runs `body` with a database, a proxy before its server, and the folder of the proxy's socket.
    private func withDatabaseProxy(_ body: (TestDatabase, FaultProxy, String) async throws -> Void) async throws {
        try await TestDatabase.withDatabase { database in
            let directory = URL.temporaryDirectory.appending(path: "fp-\(UUID().uuidString.prefix(8))")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let proxy = try await FaultProxy.start(
                at: .socket(directory.path + "/.s.PGSQL.5432"),
                to: .socket(database.configuration.host + "/.s.PGSQL.5432"),
                kind: .postgres
            )
            do { try await body(database, proxy, directory.path) } catch {
                await proxy.stop()
                throw error
            }
            await proxy.stop()
        }
    }

    private func connect(_ proxy: FaultProxy) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        guard case .port(let port) = proxy.address else { throw TestSupportError("no port") }
        return try await ClientBootstrap(group: Self.group)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true)
                    )
                }
            }
    }

    @Test("a megabyte and the end of it come through, and back")
    func whole() async throws {
        try await withEcho { (proxy) async throws in
            let sent = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try await connect(proxy).executeThenClose { inbound, outbound in
                async let received = inbound.reduce(into: [UInt8]()) { $0 += Array($1.readableBytesView) }
                try await outbound.write(ByteBuffer(bytes: sent))
                outbound.finish()
                #expect(try await received == sent)
            }
        }
    }

    @Test("a cut ends the connections that there are; new ones work")
    func cut() async throws {
        try await withEcho { (proxy) async throws in
            try await connect(proxy).executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "a"))
                var bytes = inbound.makeAsyncIterator()
                #expect(try await bytes.next() == ByteBuffer(string: "a"))
                proxy.cut()
                let next = try? await bytes.next()
                #expect(next == nil || next == .some(nil))
            }
            try await connect(proxy).executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "b"))
                var bytes = inbound.makeAsyncIterator()
                #expect(try await bytes.next() == ByteBuffer(string: "b"))
            }
            #expect(proxy.acceptedConnections == 2)
        }
    }

    @Test("half-open connections answer again when they are whole again, new ones too")
    func halfOpen() async throws {
        try await withEcho { (proxy) async throws in
            proxy.setHalfOpen(true)
            try await connect(proxy).executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "a"))
                // Everything that would come back by now is behind what another connection brings.
                proxy.heal()
                var bytes = inbound.makeAsyncIterator()
                #expect(try await bytes.next() == ByteBuffer(string: "a"))
            }
        }
    }

    @Test("a pool one of whose connections breaks while it is asked is as healthy as its server")
    func healthOverCut() async throws {
        try await withDatabaseProxy { database, proxy, folder in
            let pool = database.pool(size: 1) { $0.host = folder }
            #expect(await pool.isHealthy())
            proxy.setHalfOpen(true)
            async let health = pool.isHealthy(within: .seconds(30))
            try await until("the connection is asked") { pool.idleConnectionCount == 0 }
            proxy.cut()
            proxy.setHalfOpen(false)
            #expect(await health)
            await pool.close()
        }
    }

    @Test(
        "a listener whose connection is dead, without its end being heard of, listens again, and not while it is alive",
        arguments: [false, true]
    )
    func halfOpenListener(listensToMore: Bool) async throws {
        try await withDatabaseProxy { database, proxy, folder in
            let (clock, direct) = (ManualWallClock(), database.pool(size: 1))
            var configuration = database.configuration
            configuration.host = folder
            let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger, clock: clock)
            var events = pool.listen("news").makeAsyncIterator()
            func payload(_ event: ListenEvent?) -> String? {
                guard case .notification(let notification)? = event else { return nil }
                return notification.payload
            }
            func pass() async throws {
                try await until("the check's next time is known") { clock.sleeperCount == 1 }
                clock.advance(by: 5)
            }
            #expect(await events.next() == .listening(isReconnected: false))
            for _ in 0..<3 {
                try await pass()
                try await until("the check is due") { clock.sleeperCount == 1 }
                // The check can come after the first one, and comes before the second.
                for text in ["first", "second"] {
                    try await direct.execute("SELECT pg_notify('news', \(text))")
                    #expect(payload(await events.next()) == text)
                }
                try await pass()
            }
            #expect(proxy.acceptedConnections == 1)

            proxy.setHalfOpen(true)
            let more = listensToMore ? pool.listen("more") : nil
            for _ in 0..<2 { try await pass() }
            try await until("there is another connection") { proxy.acceptedConnections == 2 }
            proxy.heal()
            #expect(await events.next() == .listening(isReconnected: true))
            if let more {
                for await event in more {
                    #expect(event == .listening(isReconnected: false))
                    break
                }
            }
            try await direct.execute("SELECT pg_notify('news', 'again')")
            #expect(payload(await events.next()) == "again")
            await pool.close()
            await direct.close()
        }
    }

    @Test("a commit whose answer is dropped has taken effect once, and its client hears of a broken connection")
    func droppedCommit() async throws {
        try await withDatabaseProxy { database, proxy, folder in
            let direct = database.pool(size: 1)
            let proxied = database.pool(size: 2) { $0.host = folder }
            try await proxied.execute("CREATE TABLE entries (number int PRIMARY KEY)")
            proxy.dropCommitAnswers(1)
            let error = await #expect(throws: PostgresError.self) {
                _ = try await proxied.transaction { try await $0.execute("INSERT INTO entries VALUES (1)") }
            }
            #expect(error?.code == .unavailable)
            #expect(proxy.droppedCommitAnswers == 1)
            #expect(try await direct.query("SELECT FROM entries").count == 1)
            _ = try await proxied.transaction { try await $0.execute("INSERT INTO entries VALUES (2)") }
            #expect(try await direct.query("SELECT FROM entries").count == 2)
            await proxied.close()
            await direct.close()
        }
    }
}

/// Sends back what it gets, and ends when its client does.
private final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.writeAndFlush(data, promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { context.close(mode: .output, promise: nil) }
    }
}

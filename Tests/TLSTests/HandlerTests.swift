import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import TLS

@Suite("A handler")
struct HandlerTests {
    @Test("begins the handshake when it is added to a connection that is open already")
    func addedLate() throws {
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        try channel.pipeline.syncOperations.addHandler(TLSHandler(context: .testClient()))
        let hello = try #require(try channel.readOutbound(as: ByteBuffer.self))
        #expect(hello.getInteger(at: 0, as: UInt8.self) == 22, "a handshake record")
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("whose connection closes fails what waits, and leaves no TLS state behind")
    func closed() throws {
        let context = try TLSContext.testClient()
        let channel = EmbeddedChannel()
        let handler = try TLSHandler(context: context)
        try channel.pipeline.syncOperations.addHandler(handler)
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        // Had it been flushed, closing would wait for the end of the handshake.
        let written = channel.write(ByteBuffer(string: "never sent"))
        #expect(context.liveConnections == 1)
        _ = try channel.finish(acceptAlreadyClosed: true)
        #expect(throws: ChannelError.ioOnClosedChannel) { try written.wait() }
        #expect(context.liveConnections == 0 && !handler.updateKey())
    }

    @Test("sends at each flush within a read when it gathers nothing")
    func withoutGathering() throws {
        for gathers in [true, false] {
            let pair = try Pair.connected()
            let loop = pair.loop
            let recorder = Recorder()
            let channel = EmbeddedChannel(loop: loop)
            let handler = try TLSHandler(context: .testServer(), gathersWithinReads: gathers)
            try channel.pipeline.syncOperations.addHandlers([handler, recorder])
            recorder.onRead = { context, _ in
                for text in ["a", "b", "c"] { context.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil) }
            }
            let client = try Peer(.testClient(), loop: loop)
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            try client.activate()
            for _ in 0..<2 {
                try channel.writeInbound(client.takeSent())
                while let bytes = try channel.readOutbound(as: ByteBuffer.self) { try client.receive(bytes) }
            }
            client.send("question")
            try channel.writeInbound(client.takeSent())
            var writes = 0
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
                writes += 1
                try client.receive(bytes)
            }
            #expect(writes == (gathers ? 1 : 3))
            #expect(client.recorder.received == ByteBuffer(string: "abc"))
        }
    }

    @Test("rejects writes after the connection is closed")
    func writesAfterClose() throws {
        let pair = try Pair.connected()
        pair.client.channel.close(promise: nil)
        #expect(throws: ChannelError.ioOnClosedChannel) { try pair.client.send("too late").wait() }
        try pair.pump()
        #expect(pair.server.recorder.received.readableBytes == 0 && pair.server.recorder.errors.isEmpty)
    }

    @Test("waits for a handshake as long as it is told to")
    func handshakeTimeout() throws {
        let loop = EmbeddedEventLoop()
        let server = try Peer(.testServer(), loop: loop, timeouts: .init(handshake: .milliseconds(50)))
        try server.activate()
        loop.advanceTime(by: .milliseconds(49))
        #expect(server.channel.isActive)
        loop.advanceTime(by: .milliseconds(1))
        #expect(server.recorder.errors == [.handshakeFailed(.timedOut)])
    }

    @Test("counts the connections whose state is in memory")
    func liveConnections() throws {
        let context = try TLSContext.testServer()
        var peers = try (0..<3).map { _ in try Peer(context, loop: EmbeddedEventLoop()) }
        #expect(context.liveConnections == 3)
        for peer in peers { _ = try peer.channel.finish(acceptAlreadyClosed: true) }
        peers = []
        #expect(context.liveConnections == 0)
    }

    /// A hello of TLS 1.2 with one cipher suite and no extensions (RFC 5246, section 7.4.1.2).
    private static let oldHello: [UInt8] = {
        let body: [UInt8] =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [0, 2, 0xC0, 0x2F] + [1, 0]
        return [22, 3, 1, 0, UInt8(body.count + 4), 1, 0, 0, UInt8(body.count)] + body
    }()

    @Test("rejects a client of TLS 1.2 with the alert that says so")
    func oldVersion() throws {
        let server = try Peer(.testServer(), loop: EmbeddedEventLoop())
        try server.activate()
        try server.receive(ByteBuffer(bytes: Self.oldHello))
        #expect(server.recorder.errors == [.handshakeFailed(.protocolVersion)])
        let sent = try server.takeSent()
        #expect(Array(sent.readableBytesView.prefix(7)) == [21, 3, 3, 0, 2, 2, 70], "fatal, protocol_version")
        #expect(!server.channel.isActive)
    }

    @Test("understands an alert that ends the handshake", arguments: [(UInt8(70), true), (40, false)])
    func alert(number: UInt8, isVersion: Bool) throws {
        let client = try Peer(.testClient(), loop: EmbeddedEventLoop())
        try client.activate()
        _ = try client.takeSent()
        try client.receive(ByteBuffer(bytes: [21, 3, 3, 0, 2, 2, number]))
        let expected: TLSHandshakeFailure = isVersion ? .protocolVersion : .rejectedByPeer("handshake failure")
        #expect(client.recorder.errors == [.handshakeFailed(expected)])
    }
}

@Suite("A reload")
struct ReloadTests {
    private let credentials: TestCredentials

    init() throws {
        credentials = try TestCredentials()
    }

    @Test("of the authorities decides whom the next handshakes accept")
    func trust() throws {
        let other = try TestCredentials()
        let bundle = credentials.path("trusted.pem")
        try FileManager.default.copyItem(atPath: credentials.path("ca.pem"), toPath: bundle)
        let server = try TLSContext(
            .server(
                identity: credentials.identity("budget"),
                trust: TLSTrust(bundle: bundle),
                clientCertificates: .required,
                alpn: []
            )
        )
        func serverErrors(_ identity: TLSIdentity) throws -> [TLSError] {
            let client = try TLSContext(
                .client(identity: identity, trust: credentials.trust, expectedService: "budget", alpn: [])
            )
            let pair = try Pair(client: client, server: server)
            try pair.connect()
            return pair.server.recorder.errors
        }
        #expect(try serverErrors(credentials.identity("gateway")) == [])
        #expect(try serverErrors(other.identity("gateway")) == [.handshakeFailed(.unknownAuthority)])
        try FileManager.default.removeItem(atPath: bundle)
        try FileManager.default.copyItem(atPath: other.path("ca.pem"), toPath: bundle)
        try server.reload()
        #expect(try serverErrors(credentials.identity("gateway")) == [.handshakeFailed(.unknownAuthority)])
        #expect(try serverErrors(other.identity("gateway")) == [])
    }

    @Test("to a certificate that has expired, or to a key of another, changes nothing")
    func unusable() throws {
        let identity = credentials.identity("budget")
        let context = try TLSContext(.server(identity: identity, alpn: []))
        let before = try #require(context.certificate)
        let expired = try credentials.makeIdentity("old", alternativeNames: "DNS:localhost", days: -1)
        for (source, target) in [
            (expired.certificateChain, identity.certificateChain),
            (credentials.path("gateway-key.pem"), identity.privateKey),
        ] {
            let kept = try Data(contentsOf: URL(filePath: target))
            try Data(contentsOf: URL(filePath: source)).write(to: URL(filePath: target))
            #expect(throws: TLSError.self) { try context.reload() }
            #expect(context.certificate == before && context.expiry == before.notAfter)
            try kept.write(to: URL(filePath: target))
        }
        try context.reload()
        #expect(context.certificate == before)
    }

    @Test("while handshakes run leaves each with one certificate throughout")
    func concurrent() async throws {
        let server = try TLSContext(.server(identity: credentials.identity("budget"), alpn: []))
        let client = try TLSContext(.client(trust: credentials.trust, serverName: "budget", alpn: []))
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<20 {
                        let pair = try Pair(client: client, server: server)
                        try pair.connect()
                        #expect(pair.client.recorder.handshakes.count == 1)
                    }
                }
            }
            group.addTask { for _ in 0..<20 { try server.reload() } }
            try await group.waitForAll()
        }
    }
}

@Suite("An error")
struct TLSErrorTests {
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(
        "says in a sentence what an operator can do",
        arguments: [
            (TLSError.missingFile(path: "/a.pem"), "The file /a.pem does not exist."),
            (.unreadableFile(path: "/a.pem", reason: "not a file"), "The file /a.pem can't be read: not a file."),
            (
                .insecureKeyFile(path: "/k.pem", mode: 0o644),
                "The private key /k.pem has mode 0644, which lets others use it; run: chmod 600 /k.pem"
            ),
            (.invalidCertificate(path: "/a.pem"), "The file /a.pem holds no usable PEM certificate."),
            (.invalidKey(path: "/k.pem"), "The file /k.pem holds no usable unencrypted PEM private key."),
            (
                .keyMismatch(certificate: "/a.pem", key: "/k.pem"),
                "The private key /k.pem does not belong to the certificate /a.pem."
            ),
            (
                .certificateExpired(path: "/a.pem", since: date),
                "The certificate /a.pem expired on 2023-11-14T22:13:20Z; renew it."
            ),
            (
                .certificateNotYetValid(path: "/a.pem", until: date),
                "The certificate /a.pem is not valid before 2023-11-14T22:13:20Z; check the clock."
            ),
            (.invalidProtocolName(""), "The ALPN protocol name \"\" is not 1 to 255 bytes long."),
            (.closedByAlert("internal error"), "The peer ended the TLS connection: internal error."),
        ]
    )
    func sentences(error: TLSError, sentence: String) {
        #expect(error.description == sentence)
    }

    @Test(
        "of a handshake names the side at fault",
        arguments: [
            (TLSHandshakeFailure.notTLS, "the peer's bytes are not TLS."),
            (.protocolVersion, "the peer does not speak TLS 1.3."),
            (.noApplicationProtocol, "the two sides have no application protocol (ALPN) in common."),
            (.certificateExpired, "the peer's certificate has expired."),
            (.unknownAuthority, "the peer's certificate was not issued by a trusted authority."),
            (
                .wrongName(expected: "a", presented: ["b", "c"]),
                "expected a, and the peer's certificate names b, c."
            ),
            (.noClientCertificate, "the client sent no certificate, and one is required."),
            (.rejectedByPeer("unknown ca"), "the peer refused: unknown ca."),
            (.connectionClosed, "the connection ended before it was complete."),
        ]
    )
    func handshakeSentences(failure: TLSHandshakeFailure, sentence: String) {
        #expect(failure.description == sentence)
        #expect(TLSError.handshakeFailed(failure).description == "The TLS handshake failed: \(sentence)")
    }
}

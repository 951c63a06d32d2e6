import Foundation
import NIOCore
import NIOEmbedded
import TLS
import Testing

@Suite("A handshake that must fail")
struct HandshakeFailureTests {
    private let credentials: TestCredentials

    init() throws {
        credentials = try TestCredentials.shared.get()
    }

    /// Runs a handshake and returns what each side reported; both sides must end up closed.
    private func fail(client: TLSContext, server: TLSContext) throws -> (client: [TLSError], server: [TLSError]) {
        let pair = try Pair(client: client, server: server)
        let written = pair.client.send("secret")
        try pair.connect()
        #expect(!pair.client.channel.isActive)
        #expect(!pair.server.channel.isActive)
        #expect(pair.server.recorder.received.readableBytes == 0)
        #expect(pair.server.recorder.handshakes.isEmpty)
        if pair.client.recorder.handshakes.isEmpty { #expect(throws: TLSError.self) { try written.wait() } }
        return (pair.client.recorder.errors, pair.server.recorder.errors)
    }

    @Test("without a common application protocol is rejected by the server and understood by the client")
    func protocolMismatch() throws {
        let errors = try fail(client: .testClient(alpn: ["larder/2"]), server: .testServer())
        #expect(errors.server == [.handshakeFailed(.noApplicationProtocol)])
        #expect(errors.client == [.handshakeFailed(.noApplicationProtocol)])
    }

    @Test("of a client that offers no application protocol at all is rejected")
    func protocolMissing() throws {
        let errors = try fail(client: .testClient(alpn: []), server: .testServer())
        #expect(errors.server == [.handshakeFailed(.noApplicationProtocol)])
        #expect(errors.client == [.handshakeFailed(.noApplicationProtocol)])
    }

    @Test("with a server that chooses no application protocol is ended by the client")
    func protocolNotChosen() throws {
        let pair = try Pair(client: .testClient(), server: .testServer(alpn: []))
        try pair.connect()
        #expect(pair.client.recorder.errors == [.handshakeFailed(.noApplicationProtocol)])
        #expect(!pair.client.channel.isActive)
    }

    @Test("because the client sends no certificate")
    func noClientCertificate() throws {
        let errors = try fail(client: .testClient(nil), server: .testServer())
        #expect(errors.server == [.handshakeFailed(.noClientCertificate)])
        #expect(errors.client == [.handshakeFailed(.rejectedByPeer("certificate required"))])
    }

    @Test("because the client's certificate has expired")
    func expiredClientCertificate() throws {
        let identity = try credentials.makeIdentity(
            "expired-client",
            alternativeNames: "URI:spiffe://larder/service/gateway",
            days: -1
        )
        let client = try TLSContext(
            .client(identity: identity, trust: credentials.trust, expectedService: "budget", alpn: ["larder/1"]),
            checksValidity: false
        )
        let errors = try fail(client: client, server: .testServer())
        #expect(errors.server == [.handshakeFailed(.certificateExpired)])
        #expect(errors.client == [.handshakeFailed(.rejectedByPeer("certificate expired"))])
    }

    @Test("because the server's certificate has expired")
    func expiredServerCertificate() throws {
        let identity = try credentials.makeIdentity(
            "expired-server",
            alternativeNames: "URI:spiffe://larder/service/budget",
            days: -1
        )
        let server = try TLSContext(
            .server(identity: identity, alpn: ["larder/1"]),
            checksValidity: false
        )
        let errors = try fail(client: .testClient(), server: server)
        #expect(errors.client == [.handshakeFailed(.certificateExpired)])
        #expect(errors.server == [.handshakeFailed(.rejectedByPeer("certificate expired"))])
    }

    @Test("because the client's certificate comes from another authority")
    func clientOfOtherAuthority() throws {
        let other = try TestCredentials()
        let client = try TLSContext(
            .client(
                identity: other.identity("gateway"),
                trust: credentials.trust,
                expectedService: "budget",
                alpn: ["larder/1"]
            )
        )
        let errors = try fail(client: client, server: .testServer())
        #expect(errors.server == [.handshakeFailed(.unknownAuthority)])
        #expect(errors.client.count == 1)
    }

    @Test("because the server's certificate comes from another authority")
    func serverOfOtherAuthority() throws {
        let other = try TestCredentials()
        let server = try TLSContext(.server(identity: other.identity("budget"), alpn: ["larder/1"]))
        let errors = try fail(client: .testClient(), server: server)
        #expect(errors.client == [.handshakeFailed(.unknownAuthority)])
        #expect(errors.server.count == 1)
    }

    @Test("because the server is another service than expected")
    func wrongService() throws {
        let errors = try fail(client: .testClient(expectedService: "orders"), server: .testServer())
        guard case .handshakeFailed(.wrongName(let expected, let presented))? = errors.client.first else {
            Issue.record("\(errors.client)")
            return
        }
        #expect(expected == "the service orders")
        #expect(presented.contains("spiffe://larder/service/budget"))
        #expect(errors.server.count == 1)
    }

    @Test("because the client belongs to another trust domain, whoever signed its certificate")
    func clientOfAnotherTrustDomain() throws {
        let identity = try credentials.makeIdentity(
            "staging-gateway",
            alternativeNames: "URI:spiffe://larder.staging/service/gateway"
        )
        let client = try TLSContext(
            .client(identity: identity, trust: credentials.trust, expectedService: "budget", alpn: ["larder/1"])
        )
        for clientCertificates in [TLSConfiguration.ClientCertificates.required, .optional] {
            let errors = try fail(client: client, server: .testServer(clientCertificates: clientCertificates))
            let expected = "an identity of the trust domain larder"
            let presented = ["spiffe://larder.staging/service/gateway"]
            #expect(errors.server == [.handshakeFailed(.wrongName(expected: expected, presented: presented))])
            #expect(errors.client.count == 1)
        }
    }

    @Test("because the server belongs to another trust domain")
    func serverOfAnotherTrustDomain() throws {
        let identity = try credentials.makeIdentity(
            "staging-budget",
            alternativeNames: "URI:spiffe://larder.staging/service/budget"
        )
        let server = try TLSContext(.server(identity: identity, alpn: ["larder/1"]))
        let errors = try fail(client: .testClient(), server: server)
        guard case .handshakeFailed(.wrongName(let expected, let presented))? = errors.client.first else {
            Issue.record("\(errors.client)")
            return
        }
        #expect(expected == "the service budget")
        #expect(presented == ["spiffe://larder.staging/service/budget"])
    }

    @Test("because a service's name stands beside another in one certificate")
    func ambiguousService() throws {
        let identity = try credentials.makeIdentity(
            "two-names",
            alternativeNames: "URI:spiffe://larder/service/budget,URI:spiffe://larder/service/orders"
        )
        let server = try TLSContext(.server(identity: identity, alpn: ["larder/1"]))
        let errors = try fail(client: .testClient(), server: server)
        guard case .handshakeFailed(.wrongName)? = errors.client.first else {
            Issue.record("\(errors.client)")
            return
        }
    }

    @Test(
        "because the server's certificate is for another host",
        arguments: ["larder.example", "192.0.2.1", "localhost", "127.0.0.1", "::1"]
    )
    func wrongHost(name: String) throws {
        let errors = try fail(
            client: .testClient(serverName: name, expectedService: nil),
            server: .testServer()
        )
        guard case .handshakeFailed(.wrongName(let expected, let presented))? = errors.client.first else {
            Issue.record("\(errors.client)")
            return
        }
        #expect(expected == name)
        #expect(presented == ["spiffe://larder/service/budget", "budget"])
    }

    @Test("because the client speaks plain HTTP")
    func plainHTTP() throws {
        let server = try Peer(.testServer(), loop: EmbeddedEventLoop())
        try server.activate()
        try server.receive(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        #expect(server.recorder.errors == [.handshakeFailed(.plainHTTP)])
        #expect(!server.channel.isActive)
    }

    @Test(
        "because the client's bytes are not TLS",
        arguments: ["larder, please", "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}"]
    )
    func garbage(text: String) throws {
        let server = try Peer(.testServer(), loop: EmbeddedEventLoop())
        try server.activate()
        try server.receive(ByteBuffer(string: text))
        #expect(server.recorder.errors == [.handshakeFailed(.notTLS)])
        #expect(!server.channel.isActive)
    }

    @Test("because the server answers in plain text")
    func plainTextServer() throws {
        let client = try Peer(.testClient(), loop: EmbeddedEventLoop())
        try client.activate()
        try client.receive(ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n"))
        #expect(client.recorder.errors.count == 1)
        #expect(!client.channel.isActive)
    }

    @Test("because the bytes of a client's hello are damaged, at any place")
    func damagedHello() throws {
        let context = try TLSContext.testServer()
        let client = try Peer(.testClient(), loop: EmbeddedEventLoop())
        try client.activate()
        let hello = try client.takeSent()
        for index in 0..<hello.readableBytes {
            var damaged = hello
            damaged.setInteger(hello.getInteger(at: index, as: UInt8.self)! ^ 0xFF, at: index)
            let server = try Peer(context, loop: EmbeddedEventLoop())
            try server.activate()
            try server.receive(damaged)
            server.endStream()
            #expect(server.recorder.handshakes.isEmpty)
            #expect(server.recorder.errors.count == 1)
        }
    }

    @Test("because the connection ends half-way")
    func endsHalfway() throws {
        let pair = try Pair(client: .testClient(), server: .testServer())
        try pair.server.activate()
        try pair.client.activate()
        var hello = try pair.client.takeSent()
        try pair.server.receive(hello.readSlice(length: 100)!)
        pair.server.endStream()
        pair.client.endStream()
        #expect(pair.server.recorder.errors == [.handshakeFailed(.connectionClosed)])
        #expect(pair.client.recorder.errors == [.handshakeFailed(.connectionClosed)])
    }

    @Test("because the peer stays silent for longer than the timeout")
    func timeout() throws {
        let loop = EmbeddedEventLoop()
        let server = try Peer(.testServer(), loop: loop)
        try server.activate()
        loop.advanceTime(by: .milliseconds(9_999))
        #expect(server.channel.isActive)
        loop.advanceTime(by: .milliseconds(1))
        #expect(server.recorder.errors == [.handshakeFailed(.timedOut)])
        #expect(!server.channel.isActive)
    }

    @Test("says why in a sentence")
    func sentences() {
        #expect(
            TLSError.handshakeFailed(.plainHTTP).description
                == "The TLS handshake failed: the peer sent plain HTTP, and this port speaks TLS 1.3 only."
        )
    }
}

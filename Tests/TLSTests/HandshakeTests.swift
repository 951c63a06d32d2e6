import Foundation
import NIOCore
import NIOEmbedded
import TLS
import Testing

@Suite("A handshake")
struct HandshakeTests {
    @Test("succeeds between services of a trust domain that both sides configure")
    func configuredTrustDomain() throws {
        let credentials = try TestCredentials.shared.get()
        let trust = TLSTrust(bundle: credentials.path("ca.pem"), trustDomain: "larder.staging")
        func identity(_ name: String) throws -> TLSIdentity {
            let uri = "URI:spiffe://larder.staging/service/\(name)"
            return try credentials.makeIdentity("configured-\(name)", alternativeNames: uri)
        }
        let pair = try Pair(
            client: TLSContext(
                .client(identity: identity("gateway"), trust: trust, expectedService: "budget", alpn: ["larder/1"])
            ),
            server: TLSContext(
                .server(identity: identity("budget"), trust: trust, clientCertificates: .required, alpn: ["larder/1"])
            )
        )
        try pair.connect()
        #expect(pair.server.recorder.handshakes.first?.peer?.serviceName == "gateway")
        #expect(pair.client.recorder.handshakes.first?.peer?.serviceName == "budget")
    }

    @Test("tells each side who the other is, the protocol and the cipher")
    func mutualIdentity() throws {
        let pair = try Pair.connected()
        let client = try #require(pair.client.recorder.handshakes.first)
        let server = try #require(pair.server.recorder.handshakes.first)
        #expect(client.peer?.serviceName == "budget")
        #expect(server.peer?.serviceName == "gateway")
        #expect(server.peer?.uris == ["spiffe://larder/service/gateway"])
        #expect(server.peer?.dnsNames == ["gateway", "localhost"])
        #expect(server.peer?.subject == "CN=gateway,O=Larder")
        #expect([client.alpn, server.alpn] == ["larder/1", "larder/1"])
        #expect([client.cipher, server.cipher] == ["TLS_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256"])
        #expect(pair.client.recorder.handshakes.count == 1 && pair.server.recorder.handshakes.count == 1)
    }

    @Test("settles on the protocol that the server prefers")
    func protocolPreference() throws {
        let pair = try Pair(client: .testClient(alpn: ["a", "b"]), server: .testServer(alpn: ["b", "a"]))
        try pair.connect()
        #expect(pair.client.recorder.handshakes.first?.alpn == "b")
    }

    @Test(
        "accepts a server by its host name or address",
        arguments: [("gateway", "localhost"), ("budget", "budget"), ("gateway", "127.0.0.1"), ("gateway", "::1")]
    )
    func hostName(server: String, name: String) throws {
        let pair = try Pair(client: .testClient(serverName: name, expectedService: nil), server: .testServer(server))
        try pair.connect()
        #expect(pair.client.recorder.handshakes.count == 1)
    }

    @Test("accepts the expected service under any host name")
    func serviceUnderOtherName() throws {
        let pair = try Pair(
            client: .testClient(serverName: "pod-7.example", expectedService: "budget"),
            server: .testServer()
        )
        try pair.connect()
        #expect(pair.client.recorder.handshakes.count == 1)
    }

    @Test(
        "accepts a client without a certificate where none is required",
        arguments: [
            TLSConfiguration.ClientCertificates.none, .optional,
        ]
    )
    func anonymousClient(clientCertificates: TLSConfiguration.ClientCertificates) throws {
        let pair = try Pair(
            client: .testClient(nil),
            server: .testServer(clientCertificates: clientCertificates)
        )
        try pair.connect()
        let handshake = try #require(pair.server.recorder.handshakes.first)
        #expect(handshake.peer == nil)
    }

    @Test("that is complete has no timeout left")
    func timeoutIsCancelled() throws {
        let pair = try Pair.connected()
        pair.loop.advanceTime(by: .seconds(3_600))
        #expect(pair.client.channel.isActive && pair.server.channel.isActive)
    }

    @Test("is complete after one round trip")
    func oneRoundTrip() throws {
        let pair = try Pair(client: .testClient(), server: .testServer())
        try pair.server.activate()
        try pair.client.activate()
        try pair.server.receive(pair.client.takeSent())
        try pair.client.receive(pair.server.takeSent())
        try pair.server.receive(pair.client.takeSent())
        #expect(pair.client.recorder.handshakes.count == 1 && pair.server.recorder.handshakes.count == 1)
        #expect(try pair.server.takeSent().readableBytes == 0, "no session ticket")
    }

    @Test("of a thousand connections leaves nothing in memory")
    func noLeak() throws {
        let client = try TLSContext.testClient()
        let server = try TLSContext.testServer()
        for index in 0..<1_000 {
            let pair = try Pair(client: client, server: server)
            try pair.connect()
            #expect(client.liveConnections == 1 && server.liveConnections == 1)
            if index.isMultiple(of: 2) { pair.client.channel.close(promise: nil) } else { pair.client.endStream() }
            try pair.pump()
            pair.loop.run()
        }
        #expect(client.liveConnections == 0)
        #expect(server.liveConnections == 0)
    }

    @Test("needs to know whom the client expects")
    func missingExpectation() throws {
        let context = try TLSContext.testClient(expectedService: nil)
        #expect(throws: TLSError.missingExpectation) { try TLSHandler(context: context) }
        #expect(throws: TLSError.invalidExpectation(".example")) {
            try TLSHandler(context: context, serverName: ".example")
        }
        #expect(context.liveConnections == 0)
    }
}

import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import TLS

@Suite("A chain of certificates")
struct CertificateChainTests {
    private let credentials: TestCredentials

    init() throws {
        credentials = try TestCredentials()
        // The authority of the script signs services alone.
        try credentials.makeAuthority("root")
        try credentials.makeIdentity("between", alternativeNames: "DNS:between", issuer: "root", isAuthority: true)
        try credentials.makeIdentity(
            "leaf",
            alternativeNames: "DNS:localhost,URI:spiffe://larder/service/leaf",
            issuer: "between"
        )
    }

    private func contents(_ name: String) throws -> String {
        try String(contentsOfFile: credentials.path(name), encoding: .utf8)
    }

    private func write(_ name: String, _ text: String) throws -> String {
        let path = credentials.path(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func errors(
        server identity: TLSIdentity,
        serverName: String = "localhost",
        trust: TLSTrust? = nil
    ) throws -> [TLSError] {
        let client = try TLSContext(.client(trust: trust ?? credentials.trust, serverName: serverName, alpn: []))
        let pair = try Pair(client: client, server: TLSContext(.server(identity: identity, alpn: [])))
        try pair.connect()
        #expect(pair.client.recorder.errors.isEmpty == (pair.client.recorder.handshakes.count == 1))
        return pair.client.recorder.errors
    }

    @Test("is accepted with the intermediate behind the leaf, and rejected without it")
    func intermediate() throws {
        var identity = credentials.identity("leaf")
        let root = TLSTrust(bundle: credentials.path("root.pem"))
        #expect(try errors(server: identity, trust: root) == [.handshakeFailed(.unknownAuthority)])
        identity.certificateChain = try write("chain.pem", contents("leaf.pem") + contents("between.pem"))
        #expect(try errors(server: identity, trust: root) == [])
        #expect(try errors(server: identity) == [.handshakeFailed(.unknownAuthority)], "the root is not trusted")
    }

    @Test("is rejected when an intermediate may not sign")
    func leafAsAuthority() throws {
        try credentials.makeIdentity("forged", alternativeNames: "DNS:localhost", issuer: "leaf")
        var identity = credentials.identity("forged")
        let chain = try ["forged.pem", "leaf.pem", "between.pem"].map(contents).joined()
        identity.certificateChain = try write("forged-chain.pem", chain)
        let found = try errors(server: identity, trust: TLSTrust(bundle: credentials.path("root.pem")))
        guard case .handshakeFailed(.certificateRejected(_))? = found.first else {
            Issue.record("\(found)")
            return
        }
    }

    @Test("is rejected below an authority that may only sign leaves")
    func pathLength() throws {
        try credentials.makeIdentity("below", alternativeNames: "DNS:below", isAuthority: true)
        try credentials.makeIdentity("deep", alternativeNames: "DNS:localhost", issuer: "below")
        var identity = credentials.identity("deep")
        identity.certificateChain = try write("deep-chain.pem", contents("deep.pem") + contents("below.pem"))
        #expect(
            try errors(server: identity) == [.handshakeFailed(.certificateRejected("path length constraint exceeded"))]
        )
    }

    @Test("may go back to any authority of any bundle")
    func severalAuthorities() throws {
        let other = try TestCredentials()
        let both = try write(
            "both.pem",
            contents("ca.pem") + String(contentsOfFile: other.path("ca.pem"), encoding: .utf8)
        )
        for trust in [TLSTrust(bundle: both), TLSTrust(bundles: [credentials.path("ca.pem"), other.path("ca.pem")])] {
            #expect(try errors(server: credentials.identity("gateway"), trust: trust) == [])
            #expect(try errors(server: other.identity("gateway"), trust: trust) == [])
        }
        let found = try errors(server: credentials.identity("budget"), trust: other.trust)
        #expect(found == [.handshakeFailed(.unknownAuthority)])
    }

    @Test(
        "names hosts with wildcards for a whole label only",
        arguments: [
            ("DNS:*.larder.example", "shop.larder.example", true),
            ("DNS:*.larder.example", "a.shop.larder.example", false),
            ("DNS:*.larder.example", "larder.example", false),
            ("DNS:sh*.larder.example", "shop.larder.example", false),
            ("DNS:SHOP.larder.example", "shop.LARDER.example", true),
            ("IP:192.0.2.7", "192.0.2.7", true),
            ("DNS:192.0.2.7", "192.0.2.7", false),
        ]
    )
    func hostNames(alternativeName: String, serverName: String, isAccepted: Bool) throws {
        let identity = try credentials.makeIdentity("host", alternativeNames: alternativeName)
        let found = try errors(server: identity, serverName: serverName)
        #expect(found.isEmpty == isAccepted, "\(found)")
    }

    @Test("does not name a host by its common name")
    func commonName() throws {
        let identity = try credentials.makeIdentity("localhost", alternativeNames: "DNS:elsewhere.example")
        let found = try errors(server: identity)
        #expect(found == [.handshakeFailed(.wrongName(expected: "localhost", presented: ["elsewhere.example"]))])
    }
}

@Suite("The files of an identity")
struct CredentialFileTests {
    private let credentials: TestCredentials

    init() throws {
        credentials = try TestCredentials()
    }

    private func configuration(_ identity: TLSIdentity) -> TLSConfiguration { .server(identity: identity, alpn: []) }

    /// The error of loading, at a number of days from now.
    private func error(_ identity: TLSIdentity, days: Double = 0) -> TLSError? {
        do {
            _ = try LoadedContext(configuration(identity), now: Date(timeIntervalSinceNow: days * 86_400))
            return nil
        } catch {
            return error
        }
    }

    @Test("are rejected before and after the certificate's time")
    func validity() throws {
        let identity = credentials.identity("budget")
        let certificate = try #require(try TLSContext(configuration(identity)).certificate)
        let path = identity.certificateChain
        #expect(error(identity, days: 0) == nil)
        #expect(error(identity, days: 91) == .certificateExpired(path: path, since: certificate.notAfter))
        #expect(error(identity, days: -2) == .certificateNotYetValid(path: path, until: certificate.notBefore))
    }

    @Test("are rejected when their path leads through a file, to a folder or to nothing")
    func paths() {
        var identity = credentials.identity("budget")
        identity.certificateChain = credentials.path("ca.pem/budget.pem")
        #expect(error(identity) == .missingFile(path: identity.certificateChain))
        identity.certificateChain = credentials.directory.path
        #expect(error(identity) == .unreadableFile(path: identity.certificateChain, reason: "not a file"))
        identity.certificateChain = ""
        #expect(error(identity) == .missingFile(path: ""))
    }

    @Test("are rejected without being read when they are larger than any bundle")
    func tooLarge() throws {
        let path = credentials.path("large.pem")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: 4 << 20 + 1)
        try file.close()
        var identity = credentials.identity("budget")
        identity.certificateChain = path
        #expect(error(identity) == .unreadableFile(path: path, reason: "larger than 4 MiB"))
    }

    @Test("are rejected when empty")
    func empty() throws {
        let path = credentials.path("empty.pem")
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
        var identity = credentials.identity("budget")
        identity.certificateChain = path
        #expect(error(identity) == .invalidCertificate(path: path))
        identity = credentials.identity("budget")
        identity.privateKey = path
        #expect(error(identity) == .invalidKey(path: path))
    }

    @Test("may hold text around the certificates, as bundles of authorities do")
    func textAround() throws {
        let certificate = try String(contentsOfFile: credentials.path("budget.pem"), encoding: .utf8)
        let path = credentials.path("commented.pem")
        try Data("# budget's certificate\n\(certificate)\nend\n".utf8).write(to: URL(filePath: path))
        var identity = credentials.identity("budget")
        identity.certificateChain = path
        #expect(error(identity) == nil)
    }

    @Test("are rejected when a certificate stands where the key should be, or the other way round")
    func swapped() throws {
        let identity = credentials.identity("budget")
        let path = credentials.path("public.pem")
        try FileManager.default.copyItem(atPath: identity.certificateChain, toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(
            error(TLSIdentity(certificateChain: path, privateKey: path)) == .invalidKey(path: path)
        )
        #expect(
            error(TLSIdentity(certificateChain: identity.privateKey, privateKey: identity.privateKey))
                == .invalidCertificate(path: identity.privateKey)
        )
    }
}

@Suite("Whom a client expects")
struct PeerExpectationTests {
    @Test("must be somebody")
    func missing() {
        #expect(throws: TLSError.missingExpectation) { try PeerExpectation(serverName: nil, expectedService: nil) }
    }

    @Test("is no name that OpenSSL would read as many", arguments: ["", ".example", "."])
    func unusableHosts(name: String) {
        #expect(throws: TLSError.invalidExpectation(name)) {
            try PeerExpectation(serverName: name, expectedService: nil)
        }
    }

    @Test("is no service whose name would be a path", arguments: ["", "budget/extra", "/"])
    func unusableServices(name: String) {
        #expect(throws: TLSError.invalidExpectation(name)) {
            try PeerExpectation(serverName: "localhost", expectedService: name)
        }
    }

    @Test("is the service rather than the host when both are named")
    func serviceFirst() throws {
        let both = try PeerExpectation(serverName: "localhost", expectedService: "budget")
        #expect(both.description == "the service budget")
        #expect(try PeerExpectation(serverName: "localhost", expectedService: nil).description == "localhost")
    }

    @Test("of a connection outranks that of the configuration")
    func connectionFirst() throws {
        let context = try TLSContext.testClient(serverName: "nowhere.example", expectedService: nil)
        let server = try TLSContext.testServer()
        for (name, service) in [("budget", nil), (nil, "budget")] as [(String?, String?)] {
            let loop = EmbeddedEventLoop()
            let recorder = Recorder()
            let channel = EmbeddedChannel(loop: loop)
            let handler = try TLSHandler(context: context, serverName: name, expectedService: service)
            try channel.pipeline.syncOperations.addHandlers([handler, recorder])
            let peer = try Peer(server, loop: loop)
            try peer.activate()
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
                try peer.receive(bytes)
                try channel.writeInbound(peer.takeSent())
            }
            #expect(recorder.handshakes.count == 1 && recorder.errors.isEmpty)
        }
    }
}

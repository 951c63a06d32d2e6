import Foundation
import NIOCore
import NIOEmbedded
import TLS
import Testing

@Suite("A context")
struct ContextTests {
    /// Of its own, because these tests change files.
    private let credentials: TestCredentials

    init() throws {
        credentials = try TestCredentials()
    }

    private func serverContext(_ identity: TLSIdentity) throws -> TLSContext {
        try TLSContext(.server(identity: identity, alpn: ["larder/1"]))
    }

    @Test("names the file that is missing")
    func missingFile() throws {
        var identity = credentials.identity("budget")
        identity.privateKey = credentials.path("nowhere.pem")
        #expect(throws: TLSError.missingFile(path: identity.privateKey)) { try serverContext(identity) }
        let missing = credentials.path("no-authority.pem")
        #expect(throws: TLSError.missingFile(path: missing)) {
            try TLSContext(.client(trust: TLSTrust(bundle: missing), serverName: "localhost", alpn: []))
        }
    }

    @Test("rejects files that hold something else")
    func wrongContents() throws {
        let path = credentials.path("text.pem")
        try Data("no certificate".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        var identity = credentials.identity("budget")
        identity.certificateChain = path
        #expect(throws: TLSError.invalidCertificate(path: path)) { try serverContext(identity) }
        identity = credentials.identity("budget")
        identity.privateKey = path
        #expect(throws: TLSError.invalidKey(path: path)) { try serverContext(identity) }
        #expect(throws: TLSError.invalidCertificate(path: path)) {
            try TLSContext(.client(trust: TLSTrust(bundle: path), serverName: "localhost", alpn: []))
        }
        identity.privateKey = credentials.directory.path
        #expect(throws: TLSError.unreadableFile(path: identity.privateKey, reason: "not a file")) {
            try serverContext(identity)
        }
    }

    @Test("tells the serial number and the addresses of a certificate as OpenSSL does")
    func certificate() throws {
        let identity = credentials.identity("gateway")
        let certificate = try #require(try serverContext(identity).certificate)
        let path = credentials.path("serial.txt")
        try TestCredentials.openssl(["x509", "-in", identity.certificateChain, "-noout", "-serial", "-out", path])
        let serial = try String(contentsOfFile: path, encoding: .utf8)
        #expect(serial == "serial=\(certificate.serialNumber.uppercased())\n")
        #expect(certificate.ipAddresses == ["127.0.0.1", "::1"])
    }

    @Test("rejects a key that needs a passphrase, without asking for it")
    func encryptedKey() throws {
        var identity = credentials.identity("budget")
        let path = credentials.path("encrypted-key.pem")
        try TestCredentials.openssl([
            "pkey", "-in", identity.privateKey, "-aes256", "-passout", "pass:secret", "-out", path,
        ])
        identity.privateKey = path
        #expect(throws: TLSError.invalidKey(path: path)) { try serverContext(identity) }
    }

    @Test("rejects a bundle whose second certificate is damaged")
    func damagedBundle() throws {
        let path = credentials.path("damaged.pem")
        let good = try String(contentsOfFile: credentials.path("ca.pem"), encoding: .utf8)
        let damaged = good.replacing("\nMII", with: "\n!!!")
        try Data((good + damaged).utf8).write(to: URL(filePath: path))
        #expect(throws: TLSError.invalidCertificate(path: path)) {
            try TLSContext(.client(trust: TLSTrust(bundle: path), serverName: "localhost", alpn: []))
        }
    }

    @Test("rejects a key of another certificate")
    func keyMismatch() throws {
        var identity = credentials.identity("budget")
        identity.privateKey = credentials.path("gateway-key.pem")
        #expect(throws: TLSError.keyMismatch(certificate: identity.certificateChain, key: identity.privateKey)) {
            try serverContext(identity)
        }
    }

    @Test("rejects a key that others may read, unless told otherwise", arguments: [0o640, 0o604, 0o620])
    func sharedKey(mode: Int) throws {
        var identity = credentials.identity("budget")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: identity.privateKey)
        #expect(throws: TLSError.insecureKeyFile(path: identity.privateKey, mode: UInt32(mode))) {
            try serverContext(identity)
        }
        identity.allowsSharedKeyFile = true
        _ = try serverContext(identity)
    }

    @Test("rejects its own certificate when it has expired")
    func expired() throws {
        let identity = try credentials.makeIdentity("old", alternativeNames: "DNS:old", days: -1)
        do {
            _ = try serverContext(identity)
            Issue.record("accepted")
        } catch TLSError.certificateExpired(let path, let since) {
            #expect(path == identity.certificateChain)
            #expect(since < Date())
        }
    }

    @Test("rejects a configuration that verifies clients without an authority")
    func missingTrust() {
        #expect(throws: TLSError.missingTrust) {
            try TLSContext(
                .server(identity: credentials.identity("budget"), clientCertificates: .required, alpn: [])
            )
        }
        #expect(throws: TLSError.missingTrust) {
            try TLSContext(.client(trust: TLSTrust(bundles: []), serverName: "localhost", alpn: []))
        }
    }

    @Test("rejects protocol names of no length or too long a one", arguments: [0, 256])
    func protocolNames(length: Int) {
        let name = String(repeating: "x", count: length)
        #expect(throws: TLSError.invalidProtocolName(name)) {
            try TLSContext(.server(identity: credentials.identity("budget"), alpn: [name]))
        }
    }

    @Test("knows its certificate's expiry")
    func expiry() throws {
        let expiry = try #require(try serverContext(credentials.identity("budget")).expiry)
        let days = expiry.timeIntervalSinceNow / 86_400
        #expect(days > 89 && days < 91)
        #expect(try TLSContext(.client(trust: credentials.trust, serverName: "localhost", alpn: [])).expiry == nil)
    }

    @Test("that reloads serves the new certificate to new connections while old ones go on")
    func reload() throws {
        let server = try serverContext(credentials.identity("budget"))
        let client = try TLSContext(.client(trust: credentials.trust, serverName: "budget", alpn: ["larder/1"]))
        let old = try Pair(client: client, server: server)
        try old.connect()
        let fresh = try credentials.makeIdentity("fresh", alternativeNames: "DNS:budget,DNS:fresh")
        try replace(credentials.identity("budget"), with: fresh)
        try server.reload()
        let new = try Pair(client: client, server: server)
        try new.connect()

        #expect(old.client.recorder.handshakes.first?.peer?.dnsNames == ["budget"])
        #expect(new.client.recorder.handshakes.first?.peer?.dnsNames == ["budget", "fresh"])
        old.client.send("still here")
        try old.pump()
        #expect(old.server.recorder.received == ByteBuffer(string: "still here"))
    }

    @Test("that fails to reload keeps what it had")
    func failedReload() throws {
        let identity = credentials.identity("budget")
        let server = try serverContext(identity)
        try FileManager.default.removeItem(atPath: identity.certificateChain)
        #expect(throws: TLSError.missingFile(path: identity.certificateChain)) { try server.reload() }
        let client = try TLSContext(.client(trust: credentials.trust, serverName: "budget", alpn: ["larder/1"]))
        let pair = try Pair(client: client, server: server)
        try pair.connect()
        #expect(pair.client.recorder.handshakes.count == 1)
    }

    private func replace(_ old: TLSIdentity, with new: TLSIdentity) throws {
        for (target, source) in [(old.certificateChain, new.certificateChain), (old.privateKey, new.privateKey)] {
            try FileManager.default.removeItem(atPath: target)
            try FileManager.default.copyItem(atPath: source, toPath: target)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
        }
    }
}

@Suite("A certificate's service name")
struct ServiceNameTests {
    @Test(
        "is only read from Larder's own identities",
        arguments: [
            ("URI:spiffe://larder/service/budget", "budget"),
            ("URI:spiffe://other/service/budget", nil),
            ("URI:https://larder/service/budget", nil),
            ("URI:spiffe://larder/service/budget/extra", nil),
            ("URI:spiffe://larder/service/", nil),
            ("DNS:budget", nil),
        ]
    )
    func serviceName(alternativeNames: String, expected: String?) throws {
        let credentials = try TestCredentials()
        let identity = try credentials.makeIdentity("named", alternativeNames: alternativeNames)
        let context = try TLSContext(.server(identity: identity, alpn: []))
        #expect(context.certificate?.serviceName == expected)
    }

    @Test("is read from identities of the trust domain that is configured, and of no other")
    func trustDomain() throws {
        let credentials = try TestCredentials()
        let identity = try credentials.makeIdentity(
            "named",
            alternativeNames: "URI:spiffe://larder.staging/service/budget"
        )
        for (domain, expected) in [("larder.staging", "budget"), ("larder", nil), ("larder.stagin", nil)] {
            let trust = TLSTrust(bundle: credentials.path("ca.pem"), trustDomain: domain)
            let context = try TLSContext(.server(identity: identity, trust: trust, alpn: []))
            #expect(context.certificate?.serviceName == expected)
        }
    }

    @Test(
        "a trust domain consists of a-z, 0-9, dots, hyphens and underscores",
        arguments: [
            ("larder", true), ("larder.staging-2_b", true), ("", false), ("Larder", false), ("a/b", false),
            ("é", false),
            (String(repeating: "a", count: 255), true), (String(repeating: "a", count: 256), false),
        ]
    )
    func trustDomainText(text: String, isAccepted: Bool) {
        #expect(TLSTrust.isTrustDomain(text) == isAccepted)
    }
}

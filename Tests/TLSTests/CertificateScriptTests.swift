import Foundation
import TLS
import Testing

@Suite("The script for local certificates")
struct CertificateScriptTests {
    private let credentials: TestCredentials

    init() throws {
        credentials = try TestCredentials()
    }

    private func contents(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: credentials.path(name)))
    }

    private func run(_ arguments: String...) throws {
        try TestCredentials.runScript(arguments: [credentials.directory.path] + arguments)
    }

    @Test("says what is wrong with a service's name")
    func invalidName() {
        #expect(throws: TestCredentials.CommandFailed.self) { try run("../escape") }
        #expect(throws: TestCredentials.CommandFailed.self) { try run("ca") }
    }

    @Test("keeps every key to its owner")
    func keyModes() throws {
        for name in ["ca-key.pem", "gateway-key.pem", "budget-key.pem"] {
            let mode = try FileManager.default.attributesOfItem(atPath: credentials.path(name))[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test("leaves good certificates alone")
    func idempotence() throws {
        let before = try ["ca.pem", "ca-key.pem", "budget.pem", "budget-key.pem"].map(contents)
        try run("gateway", "budget")
        #expect(try ["ca.pem", "ca-key.pem", "budget.pem", "budget-key.pem"].map(contents) == before)
    }

    @Test("renews a good certificate when asked to, and only that one")
    func renewalOnRequest() throws {
        let before = try contents("budget.pem")
        let others = ["ca.pem", "ca-key.pem", "gateway.pem", "gateway-key.pem"]
        let kept = try others.map(contents)
        try TestCredentials.runScript(arguments: ["--renew", credentials.directory.path, "budget"])
        #expect(try contents("budget.pem") != before)
        #expect(try others.map(contents) == kept)
        _ = try TLSContext(.server(identity: credentials.identity("budget"), alpn: []))
    }

    @Test("renews a certificate that is about to expire, and only that one")
    func renewal() throws {
        _ = try credentials.makeIdentity("budget", alternativeNames: "DNS:budget", days: 29)
        let authority = try contents("ca.pem")
        let other = try contents("gateway.pem")
        try run("gateway", "budget")
        let context = try TLSContext(.server(identity: credentials.identity("budget"), alpn: []))
        #expect(try #require(context.expiry).timeIntervalSinceNow > 80 * 86_400)
        #expect(try contents("ca.pem") == authority)
        #expect(try contents("gateway.pem") == other)
    }

    @Test("makes localhost and its addresses names of the gateway alone, also where others had them")
    func hostNames() throws {
        _ = try credentials.makeIdentity(
            "budget",
            alternativeNames: "URI:spiffe://larder/service/budget,DNS:budget,DNS:localhost,IP:127.0.0.1,IP:::1",
            days: 90
        )
        try run("gateway", "budget")
        let budget = try TLSContext(.server(identity: credentials.identity("budget"), alpn: [])).certificate
        #expect(budget?.dnsNames == ["budget"])
        #expect(budget?.ipAddresses == [])
        let gateway = try TLSContext(.server(identity: credentials.identity("gateway"), alpn: [])).certificate
        #expect(gateway?.dnsNames == ["gateway", "localhost"])
        #expect(gateway?.ipAddresses == ["127.0.0.1", "::1"])
    }

    @Test("makes new certificates when the trust domain is another one")
    func trustDomain() throws {
        let authority = try contents("ca.pem")
        for domain in ["larder.staging", "larder"] {
            try TestCredentials.runScript(arguments: ["--trust-domain", domain, credentials.directory.path, "budget"])
            let trust = TLSTrust(bundle: credentials.path("ca.pem"), trustDomain: domain)
            let context = try TLSContext(.server(identity: credentials.identity("budget"), trust: trust, alpn: []))
            #expect(context.certificate?.uris == ["spiffe://\(domain)/service/budget"])
            #expect(context.certificate?.serviceName == "budget")
        }
        #expect(try contents("ca.pem") == authority)
    }

    @Test("rejects what cannot name a trust domain, and options that it does not have")
    func invalidOptions() throws {
        let folder = credentials.directory.path
        for arguments in [["--trust-domain", "Larder/x", folder], ["--trust-domain"], ["--trust", "larder", folder]] {
            #expect(throws: TestCredentials.CommandFailed.self) { try TestCredentials.runScript(arguments: arguments) }
        }
    }

    @Test("renews every certificate when the authority is new")
    func newAuthority() throws {
        let before = try ["ca.pem", "gateway.pem", "budget.pem"].map(contents)
        try FileManager.default.removeItem(atPath: credentials.path("ca.pem"))
        try run("gateway", "budget")
        for (old, new) in zip(before, try ["ca.pem", "gateway.pem", "budget.pem"].map(contents)) { #expect(old != new) }
        _ = try TLSContext(.server(identity: credentials.identity("budget"), alpn: []))
    }
}

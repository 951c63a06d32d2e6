import Foundation
import TLS
import Testing

/// Certificates in a temporary folder, made by the script that makes the ones of a local Larder. The folder goes with
/// the object.
final class TestCredentials: Sendable {
    /// The ones that most tests use and none changes. They live as long as the process.
    static let shared: Result<TestCredentials, any Error> = {
        atexit { (try? TestCredentials.shared.get())?.remove() }
        return Result { try TestCredentials() }
    }()

    let directory: URL

    /// A folder with an authority, the services `gateway` and `budget`, and nothing else.
    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "larder-tls-\(UUID().uuidString)")
        try Self.runScript(arguments: [directory.path, "gateway", "budget"])
    }

    deinit { remove() }

    private func remove() { try? FileManager.default.removeItem(at: directory) }

    var trust: TLSTrust { TLSTrust(bundle: path("ca.pem")) }

    func path(_ name: String) -> String { directory.appending(path: name).path }

    func identity(_ name: String) -> TLSIdentity {
        TLSIdentity(certificateChain: path("\(name).pem"), privateKey: path("\(name)-key.pem"))
    }

    /// Makes an identity with subject's alternative names of one's choice.
    /// - Parameters:
    ///   - days: For how long it is valid; a negative number makes one that has expired.
    ///   - issuer: Whose key signs it.
    ///   - isAuthority: Whether it may sign others.
    @discardableResult
    func makeIdentity(
        _ name: String,
        alternativeNames: String,
        days: Int = 1,
        issuer: String = "ca",
        isAuthority: Bool = false
    ) throws -> TLSIdentity {
        let identity = identity(name)
        let request = path("\(name).csr")
        let extensions = path("\(name).cnf")
        let constraints = "basicConstraints=critical,CA:\(isAuthority ? "TRUE" : "FALSE")"
        try Data("subjectAltName=\(alternativeNames)\n\(constraints)\n".utf8).write(to: URL(filePath: extensions))
        try Self.openssl([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-subj", "/CN=\(name)",
            "-keyout", identity.privateKey, "-out", request,
        ])
        try Self.openssl([
            "x509", "-req", "-in", request, "-CA", path("\(issuer).pem"), "-CAkey", path("\(issuer)-key.pem"),
            "-days", "\(days)", "-extfile", extensions, "-out", identity.certificateChain,
        ])
        return identity
    }

    /// Makes an authority that may have others below it.
    func makeAuthority(_ name: String) throws {
        try Self.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-subj", "/CN=\(name)",
            "-addext", "keyUsage=critical,keyCertSign", "-days", "1", "-keyout", path("\(name)-key.pem"), "-out",
            path("\(name).pem"),
        ])
    }

    static var scriptPath: String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "deploy/local/certificates.sh").path
    }

    static func runScript(arguments: [String]) throws {
        try run("/bin/bash", [scriptPath] + arguments)
    }

    static func openssl(_ arguments: [String]) throws {
        try run("/usr/bin/env", ["openssl"] + arguments)
    }

    struct CommandFailed: Error {
        let message: String
    }

    /// Runs a command; when it fails, what it said is the error.
    private static func run(_ executable: String, _ arguments: [String]) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let message = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw CommandFailed(message: message) }
    }
}

extension TLSContext {
    static func testServer(
        _ name: String = "budget",
        clientCertificates: TLSConfiguration.ClientCertificates = .required,
        alpn: [String] = ["larder/1"]
    ) throws -> TLSContext {
        let credentials = try TestCredentials.shared.get()
        return try TLSContext(
            .server(
                identity: credentials.identity(name),
                trust: credentials.trust,
                clientCertificates: clientCertificates,
                alpn: alpn
            )
        )
    }

    static func testClient(
        _ name: String? = "gateway",
        serverName: String? = nil,
        expectedService: String? = "budget",
        alpn: [String] = ["larder/1"]
    ) throws -> TLSContext {
        let credentials = try TestCredentials.shared.get()
        return try TLSContext(
            .client(
                identity: name.map(credentials.identity),
                trust: credentials.trust,
                serverName: serverName,
                expectedService: expectedService,
                alpn: alpn
            )
        )
    }
}

import Foundation
import TLS
import Testing

/// Certificates in a temporary folder, made by the script that makes the ones of a local Larder.
struct TestCredentials: Sendable {
    static let shared = Result { try TestCredentials() }

    let directory: URL

    /// A folder with an authority, the services `gateway` and `budget`, and nothing else.
    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "larder-tls-\(UUID().uuidString)")
        try Self.runScript(arguments: [directory.path, "gateway", "budget"])
    }

    var trust: TLSTrust { TLSTrust(bundle: path("ca.pem")) }

    func path(_ name: String) -> String { directory.appending(path: name).path }

    func identity(_ name: String) -> TLSIdentity {
        TLSIdentity(certificateChain: path("\(name).pem"), privateKey: path("\(name)-key.pem"))
    }

    /// An identity of the authority with a subject's alternative names of one's choice. A negative number of days makes
    /// one that has expired.
    func makeIdentity(_ name: String, alternativeNames: String, days: Int = 1) throws -> TLSIdentity {
        let identity = identity(name)
        let request = path("\(name).csr")
        let extensions = path("\(name).cnf")
        try Data("subjectAltName=\(alternativeNames)\nbasicConstraints=critical,CA:FALSE\n".utf8)
            .write(to: URL(filePath: extensions))
        try Self.openssl(
            "req",
            "-new",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-noenc",
            "-subj",
            "/CN=\(name)",
            "-keyout",
            identity.privateKey,
            "-out",
            request
        )
        try Self.openssl(
            "x509",
            "-req",
            "-in",
            request,
            "-CA",
            path("ca.pem"),
            "-CAkey",
            path("ca-key.pem"),
            "-days",
            "\(days)",
            "-extfile",
            extensions,
            "-out",
            identity.certificateChain
        )
        return identity
    }

    static var scriptPath: String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "deploy/local/certificates.sh").path
    }

    static func runScript(arguments: [String]) throws {
        try run("/bin/bash", [scriptPath] + arguments)
    }

    static func openssl(_ arguments: String...) throws {
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

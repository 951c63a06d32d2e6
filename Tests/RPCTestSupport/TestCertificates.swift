import Foundation
package import TLS
import Wire

/// Certificates of a development authority in a temporary folder, made once for all tests of a run.
package enum TestCertificates {
    private static let folder: URL = {
        let folder = URL.temporaryDirectory.appending(path: "larder-test-certificates-\(UUID().uuidString)")
        run([folder.path, "gateway", "auth", "budget", "catalog", "ocr", "orders", "operator"])
        atexit { try? FileManager.default.removeItem(at: TestCertificates.folder) }
        return folder
    }()

    private static func run(_ arguments: [String]) {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [tests.appending(path: "../deploy/local/certificates.sh").path] + arguments
        do { try process.run() } catch { preconditionFailure("certificates.sh cannot run: \(error)") }
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "certificates.sh failed")
    }

    /// The server's side of a service.
    package static func server(
        _ service: String,
        clientCertificates: TLSConfiguration.ClientCertificates = .optional
    ) throws -> TLSContext {
        try TLSContext(
            .server(
                identity: identity(service),
                trust: trust,
                clientCertificates: clientCertificates,
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
    }

    /// The side of a client that is a service, or of a person when `service` is nil.
    package static func client(_ service: String?, expecting expected: String) throws -> TLSContext {
        try TLSContext(
            .client(
                identity: service.map(identity),
                trust: trust,
                expectedService: expected,
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
    }

    /// Paths of a service's certificate and key.
    package static func identity(_ service: String) -> TLSIdentity {
        TLSIdentity(
            certificateChain: folder.appending(path: "\(service).pem").path,
            privateKey: folder.appending(path: "\(service)-key.pem").path
        )
    }

    /// Path of the authority's certificate.
    package static var authority: String { folder.appending(path: "ca.pem").path }

    private static var trust: TLSTrust { TLSTrust(bundle: authority) }
}

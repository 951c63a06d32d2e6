import Foundation
package import TLS
import Wire

/// Certificates of a development authority in a temporary folder, made once for all tests of a run.
package enum TestCertificates {
    private static let folder: URL = {
        let folder = URL.temporaryDirectory.appending(path: "larder-test-certificates-\(UUID().uuidString)")
        run([folder.path, "gateway", "auth", "budget", "catalog", "notifications", "ocr", "orders", "operator", "todo"])
        atexit { try? FileManager.default.removeItem(at: TestCertificates.folder) }
        return folder
    }()

    private static func run(_ arguments: [String]) {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        run(bash: [tests.appending(path: "../deploy/local/certificates.sh").path] + arguments)
    }

    private static func run(command: String, _ arguments: String...) { run(bash: ["-c", command] + arguments) }

    private static func run(bash arguments: [String]) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = arguments
        do { try process.run() } catch { preconditionFailure("bash cannot run: \(error)") }
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "the test's certificates cannot be made")
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

    /// What can be wrong with a certificate.
    package enum Fault: String, Sendable, CaseIterable {
        /// It was good yesterday.
        case expired
        /// Another authority signed it.
        case ofAnotherAuthority
        /// It is another service's, and good.
        case ofAnotherService
    }

    /// The server's side of a service with a certificate that is not good.
    package static func server(_ service: String, _ fault: Fault) throws -> TLSContext {
        try TLSContext(
            .server(
                identity: faultyIdentity(service, fault),
                trust: trust,
                clientCertificates: .optional,
                alpn: [ConnectionStateMachine.applicationProtocol]
            ),
            checksValidity: false
        )
    }

    /// The client's side of a service with a certificate that is not good.
    package static func client(_ service: String, _ fault: Fault, expecting expected: String) throws -> TLSContext {
        try TLSContext(
            .client(
                identity: faultyIdentity(service, fault),
                trust: trust,
                expectedService: expected,
                alpn: [ConnectionStateMachine.applicationProtocol]
            ),
            checksValidity: false
        )
    }

    private static func faultyIdentity(_ service: String, _ fault: Fault) -> TLSIdentity {
        switch fault {
        case .ofAnotherService: identity("orders")
        case .ofAnotherAuthority:
            TLSIdentity(
                certificateChain: otherFolder.appending(path: "\(service).pem").path,
                privateKey: otherFolder.appending(path: "\(service)-key.pem").path
            )
        case .expired:
            TLSIdentity(
                certificateChain: expiredFolder.appending(path: "\(service).pem").path,
                privateKey: folder.appending(path: "\(service)-key.pem").path
            )
        }
    }

    /// Certificates of an untrusted authority.
    private static let otherFolder: URL = {
        let other = folder.appending(path: "other")
        run([other.path, "budget", "ocr"])
        return other
    }()

    /// Certificates of the authority, for the same keys, that have expired.
    private static let expiredFolder: URL = {
        let expired = folder.appending(path: "expired")
        run(
            command: """
                set -e; cd "$0"; mkdir expired
                for name in budget ocr; do
                    echo "subjectAltName=URI:spiffe://larder/service/$name" > expired/$name.cnf
                    openssl req -new -key $name-key.pem -subj /CN=$name -out expired/$name.csr
                    openssl x509 -req -in expired/$name.csr -CA ca.pem -CAkey ca-key.pem -set_serial 1 -days -1 \\
                        -extfile expired/$name.cnf -out expired/$name.pem 2>/dev/null
                done
                """,
            folder.path
        )
        return expired
    }()
}

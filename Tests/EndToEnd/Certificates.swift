import Foundation
import LocalDeployment
import PostgresTestSupport

/// Serial numbers of certificates, read with the openssl program.
struct Certificates {
    let local: LocalDeployment

    /// The serial number of the certificate in a program's file.
    func inFile(of program: String) async throws -> String {
        try await serial("cat \(path(program)).pem")
    }

    /// The serial number of the certificate that an instance presents now.
    func shown(by instance: ProgramInstance) async throws -> String {
        try await serial(
            """
            openssl s_client -connect 127.0.0.1:\(local.ports[instance]) -alpn larder/1 \
            -cert \(path("operator")).pem -key \(path("operator"))-key.pem </dev/null 2>/dev/null
            """
        )
    }

    /// Whether all instances of a program present the certificate in their file.
    func areInUse(by program: String) async throws -> Bool {
        let wanted = try await inFile(of: program)
        for instance in local.instances(of: program) where try await shown(by: instance) != wanted { return false }
        return true
    }

    private func path(_ name: String) -> String { local.folder.certificates.appending(path: name).path }

    /// Reads a serial number.
    /// - Parameter command: prints a certificate.
    private func serial(_ command: String) async throws -> String {
        try await Shell.run("/bin/bash", ["-o", "pipefail", "-c", "\(command) | openssl x509 -noout -serial"])
    }
}

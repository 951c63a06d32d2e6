import AllServices
import Foundation
import RPCTestSupport
import TLS

@testable import ServiceKit

/// The surroundings of a program that runs in the tests' process.
func makeRuntime(_ name: String = "ocr", _ arguments: [String] = []) async throws -> ServiceRuntime {
    let folder = URL(filePath: TestCertificates.authority).deletingLastPathComponent()
    let configuration = try await ServiceConfiguration(
        arguments: [
            "--tls-certificate", folder.appending(path: "\(name).pem").path,
            "--tls-key", folder.appending(path: "\(name)-key.pem").path,
            "--tls-authority", TestCertificates.authority, "--drain-seconds", "5",
        ] + (arguments.contains("--metrics-port") ? [] : ["--metrics-port", "0"]) + arguments,
        environment: [:],
        services: ServiceCatalogue.all
    )
    return try ServiceRuntime(name: name, configuration: configuration, clientCertificates: .optional)
}

import Foundation
import Foundations
import LocalDeployment
import PostgresTestSupport

/// `larder operator` with a session of its own.
struct OperatorCommandLine {
    private let folder: URL
    private let user: TestUser

    init(_ user: TestUser) throws {
        self.user = user
        folder = URL.temporaryDirectory.appending(path: "larder-operator-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    /// That of a new administrator, who has signed in with a second factor.
    static func administrator() async throws -> OperatorCommandLine {
        let user = try await TestUser.new()
        let codes = try await user.addAuthenticatorApp()
        _ = try await user.deployment.local.makeAdministrator(user.username)
        let commandLine = try OperatorCommandLine(user)
        try await commandLine.signIn(code: codes[0])
        return commandLine
    }

    private var environment: [String: String] {
        let local = user.deployment.local
        return [
            "LARDER_LANGUAGE": "en",
            "LARDER_GATEWAY": "localhost:\(local.ports["gateway"])",
            "LARDER_AUTHORITY": local.folder.certificates.appending(path: "ca.pem").path,
            "LARDER_CREDENTIALS": folder.appending(path: "session.json").path,
        ]
    }

    private var larder: String { Repository.executables.appending(path: "larder").path }

    func signIn(code: String? = nil) async throws {
        let script = "printf '%s\\n' \"$1\" | \"$2\" sign-in \"$3\" --password-stdin \"${@:4}\""
        let code = code.map { ["--code", $0] } ?? []
        _ = try await Shell.run(
            "/bin/bash",
            ["-o", "pipefail", "-c", script, "sign-in", user.password, larder, user.username] + code,
            environment: environment
        )
    }

    /// Runs `larder operator …`.
    func callAsFunction(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        let outcome = try await Shell.attempt(larder, ["operator"] + arguments, environment: environment)
        return (outcome.status, outcome.output)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

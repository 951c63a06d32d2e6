import Foundation
import LocalDeployment
import PostgresTestSupport
import Testing

extension EndToEndTests {
    /// The Python client, written from the protocol's page alone, against the gateway.
    ///
    /// `LARDER_SKIP_CONFORMANCE=1` skips these tests where there is no Python.
    @Suite(
        "The protocol's page, at the gateway",
        .enabled(if: ProcessInfo.processInfo.environment["LARDER_SKIP_CONFORMANCE"] != "1"),
        .timeLimit(.minutes(5))
    )
    struct ProtocolTests {
        private struct Outcome: Decodable {
            let `case`: String
            let group: String
            let result: String
            let detail: String
        }

        @Test("every row and every statement about the gateway holds")
        func conformance() async throws {
            let local = try await TestDeployment.shared.local
            let outcomes = try await outcomes([
                "--gateway", "localhost:\(local.ports["gateway"])", "--authority",
                local.folder.certificates.appending(path: "ca.pem").path,
            ])
            for outcome in outcomes { #expect(outcome.result != "failed", "\(outcome.case): \(outcome.detail)") }
            // Nothing that is sent to a server is left out.
            for group in ["rejected", "accepted", "gateway"] {
                let members = outcomes.filter { $0.group == group }
                #expect(!members.isEmpty && members.allSatisfy { $0.result == "passed" }, "\(group)")
            }
        }

        @Test("the example of a client on the page does what it says")
        func example() async throws {
            let local = try await TestDeployment.shared.local
            let output = try await Shell.run(
                "/usr/bin/python3",
                [
                    "-B", Repository.root.appending(path: "proto/example_client.py").path,
                    "localhost:\(local.ports["gateway"])", local.folder.certificates.appending(path: "ca.pem").path,
                    local.folder.mail.path,
                ]
            )
            for line in ["signed in as example", "without a token: SIGN_IN_REQUIRED", "budget serves", "signed out"] {
                #expect(output.contains("\n\(line)"))
            }
        }

        private func outcomes(_ arguments: [String]) async throws -> [Outcome] {
            let folder = Repository.root.appending(path: "Tests/Conformance").path
            // 1 means that a case failed, which its outcome tells.
            let output = try await Shell.run(
                "/bin/bash",
                ["-c", #"cd "$0" && { /usr/bin/python3 -B -m client --json "$@" || [ $? = 1 ]; }"#, folder] + arguments
            )
            return try output.split(separator: "\n").map {
                try JSONDecoder().decode(Outcome.self, from: Data($0.utf8))
            }
        }
    }
}

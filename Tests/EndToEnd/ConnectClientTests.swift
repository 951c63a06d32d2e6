import Foundation
import LocalDeployment
import PostgresTestSupport
import Testing

extension EndToEndTests {
    /// A Connect client that others have written, against the gateway.
    @Suite("The Connect protocol, by an independent client", .timeLimit(.minutes(5)))
    struct ConnectClientTests {

        @Test("its calls, uploads and streams work over HTTP/1.1")
        func http1() async throws {
            let local = try await TestDeployment.shared.local
            try await run(["http://localhost:\(local.ports.web())", "", local.folder.mail.path])
        }

        @Test("its calls, uploads and streams work over HTTP/2 and TLS, within the limits of production")
        func http2() async throws {
            let local = try await TestDeployment.production.local
            let authority = local.folder.certificates.appending(path: "ca.pem").path
            try await run(["https://localhost:\(local.ports.web())", authority, local.folder.mail.path])
        }

        private func run(_ arguments: [String]) async throws {
            let script = Repository.root.appending(path: "Tests/Connect/run.sh").path
            let output = try await Shell.run(
                "/bin/bash",
                ["-c", #""$0" "$@"; status=$?; [ $status = 77 ] && echo skipped || exit $status"#, script] + arguments
            )
            guard output.split(separator: "\n").last != "skipped" else {
                return print("skipped: the Connect client cannot be fetched from the Python package index")
            }
            #expect(output.contains(" passed"))
        }
    }
}

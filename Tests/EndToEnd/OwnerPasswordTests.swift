import Foundation
import LocalDeployment
import Testing

extension EndToEndTests {
    @Suite("The owner of a schema", .timeLimit(.minutes(5)))
    struct OwnerPasswordTests {
        @Test("has its password in no process that serves")
        func environments() async throws {
            let local = try await TestDeployment.shared.local
            let secrets = try FileManager.default.contentsOfDirectory(
                at: local.folder.secrets,
                includingPropertiesForKeys: nil
            )
            let owners = secrets.filter { $0.lastPathComponent.hasSuffix("-owner.password") }
            #expect(owners.count == 6)
            let passwords = try owners.map { try String(contentsOf: $0, encoding: .utf8) }
            for program in LocalDeployment.programs {
                let process = try #require(local.process(program))
                // The environment, and the arguments.
                for file in ["environ", "cmdline"] {
                    let content = try Data(contentsOf: URL(filePath: "/proc/\(process.identifier)/\(file)"))
                    let text = String(decoding: content, as: UTF8.self)
                    #expect(!content.isEmpty)
                    // Secrets don't belong in the report of a failure.
                    let isThere = passwords.contains(where: text.contains) || text.contains("_owner")
                    #expect(!isThere, "\(file) of \(program)")
                }
            }
        }
    }
}

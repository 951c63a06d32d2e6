import Foundation
import Postgres
import PostgresTestSupport
import Testing

extension EndToEndTests {
    @Suite("The inventory of what is stored", .timeLimit(.minutes(5)))
    struct PrivacyInventoryTests {
        @Test("has every column of every schema, with its purpose, consent, retention and access")
        func complete() async throws {
            let rows = try await TestDeployment.shared.query(
                """
                SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
                WHERE table_schema IN ('auth', 'ocr', 'catalog', 'budget', 'orders', 'notifications')
                """
            )
            let names = try rows.map { try $0["name"] as String }
            #expect(names.count > 500)
            let file = FileManager.default.temporaryDirectory.appending(path: "larder-columns-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(names.joined(separator: "\n").utf8).write(to: file)
            let script = Repository.root.appending(path: "deploy/privacy/check.py").path
            let output = try await Shell.run("/bin/bash", ["-c", #"python3 -B "$0" "$1" || true"#, script, file.path])
            #expect(output.hasSuffix("tables as the inventory says\n"), "\(output)")
        }
    }
}

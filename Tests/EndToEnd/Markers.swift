import Foundation
import LocalDeployment
import Postgres
import PostgresTestSupport

/// Texts that occur nowhere else.
struct Markers {
    private let seed = UUID().uuidString.filter { $0 != "-" }.prefix(10).lowercased()
    private(set) var all: [String] = []

    /// A text for a field; upper and lower case, since some fields are normalised.
    mutating func make(_ name: String) -> String {
        let marker = "\(name)\(seed)"
        all.append(marker)
        return marker
    }

    mutating func add(_ secret: String) { all.append(secret) }

    /// Those that are in a text.
    func found(in text: String) -> Set<String> {
        let text = text.lowercased()
        return Set(all.filter { text.contains($0.lowercased()) })
    }
}

/// A text in a column of a dump.
struct FoundText: Hashable, CustomStringConvertible {
    let text: String
    /// `schema.table.column`.
    let column: String
    /// What the inventory says of the column, such as `readable`.
    let kind: String

    var schema: String { String(column.prefix { $0 != "." }) }
    var description: String { "\(column) (\(kind)) has \(text.prefix(8))" }

    /// Where texts are in a dump, which is SQL.
    static func all(_ texts: [String], in dump: URL) async throws -> Set<FoundText> {
        let file = FileManager.default.temporaryDirectory.appending(path: "larder-texts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(texts.joined(separator: "\n").utf8).write(to: file)
        let script = Repository.root.appending(path: "deploy/privacy/find.py").path
        let output = try await Shell.run("/usr/bin/python3", ["-B", script, file.path, dump.path])
        return Set(
            output.split(separator: "\n").map { line in
                let parts = line.split(separator: " ").map(String.init)
                return FoundText(text: texts[Int(parts[0]) ?? 0], column: parts[1], kind: parts[2])
            }
        )
    }
}

extension Set<FoundText> {
    /// Those where the inventory says that nothing can be read.
    ///
    /// An answer to a request that its service stores as it is counts only where the service encrypts what the answer is about.
    var contradictions: Set<FoundText> {
        filter { found in
            switch found.kind {
            case "readable": false
            case "unsealed":
                !contains {
                    $0.text == found.text && $0.schema == found.schema && $0.kind == "readable"
                        && !$0.column.hasSuffix(".outbox.payload")
                }
            default: true
            }
        }
    }
}

extension TestDeployment {
    /// How programs of PostgreSQL connect to the database.
    var clientEnvironment: [String: String] {
        ["PGHOST": local.superuserConfiguration().host, "PGUSER": "postgres", "PGDATABASE": "larder"]
    }

    /// Dumps all schemas, as SQL.
    func dump(to file: URL) async throws {
        _ = try await Shell.run("/usr/bin/env", ["pg_dump", "--file", file.path], environment: clientEnvironment)
    }
}

import FoundationEssentials

/// One step of a schema's history: a file such as `0001_name.sql`.
package struct Migration: Sendable, Equatable {
    /// The step's number; the first is 1 and none is left out.
    package let version: Int
    /// The file's name without `.sql`.
    package let name: String
    /// What to run. It is run in a transaction and mustn't end it.
    package let sql: String

    /// A migration called `name`, which begins with its number and an underscore.
    /// - Throws: `PostgresError.Code.migration` when the name doesn't say its number.
    package init(name: String, sql: String) throws {
        let stem = name.hasSuffix(".sql") ? String(name.dropLast(4)) : name
        let parts = stem.split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let version = Int(parts[0]), version > 0 else {
            throw PostgresError(.migration, "The migration \(name) must be named like 0001_what_it_does.sql")
        }
        self.version = version
        self.name = stem
        self.sql = sql
    }

    /// The migrations among the files of the directory at `path`: all that end in `.sql`.
    /// - Throws: `PostgresError.Code.migration` when the directory or a file can't be read or is misnamed.
    package static func load(directory path: String) throws -> [Migration] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw PostgresError(.migration, "The directory of migrations \(path) can't be read")
        }
        return try names.filter { $0.hasSuffix(".sql") }.sorted().map { name in
            guard let data = FileManager.default.contents(atPath: path + "/" + name),
                let sql = String(validating: data, as: UTF8.self)
            else { throw PostgresError(.migration, "The migration \(path)/\(name) can't be read as UTF-8 text") }
            return try Migration(name: name, sql: sql)
        }
    }

    /// Puts `migrations` in order.
    /// - Throws: `PostgresError.Code.migration` when a number is missing or used twice.
    static func ordered(_ migrations: [Migration]) throws -> [Migration] {
        let ordered = migrations.sorted { $0.version < $1.version }
        for (index, migration) in ordered.enumerated() where migration.version != index + 1 {
            if index > 0, ordered[index - 1].version == migration.version {
                let other = ordered[index - 1].name
                throw PostgresError(.migration, "The migrations \(other) and \(migration.name) have the same number")
            }
            throw PostgresError(.migration, "Migration \(index + 1) is missing: \(migration.name) comes next")
        }
        return ordered
    }
}

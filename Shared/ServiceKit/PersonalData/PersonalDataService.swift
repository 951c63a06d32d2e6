import Foundation
import Foundations
package import Logging
package import PersonalMessages
package import Postgres
package import RPC
import Texts

/// Export and erasure of one person, for auth.
package struct PersonalDataService: Personal.PersonalDataProvider {
    private let tables: PersonalTables
    private let pool: PostgresPool
    private let log: Logger

    /// Serves the tables of a service in the schema of `pool`.
    package init(_ tables: PersonalTables, in pool: PostgresPool, log: Logger) {
        self.tables = tables
        self.pool = pool
        self.log = log
    }

    package func exportPerson(
        _ request: Personal.ExportPersonRequest,
        responses: MessageWriter<Personal.ExportPersonResponse>,
        context: CallContext
    ) async throws {
        let language = Language(rawValue: request.language) ?? .english
        try await PersonalExport(tables, in: pool).read(try Self.user(request.userID), in: language) { part in
            try await responses.write(.init(part: part))
        }
    }

    package func erasePerson(
        _ request: Personal.ErasePersonRequest,
        context: CallContext
    ) async throws -> Personal.ErasePersonResponse {
        let user = try Self.user(request.userID)
        let rows = try await tables.erase(user, in: pool)
        log.notice("a person's data are erased", metadata: ["user": "\(user.canonical)", "rows": "\(rows)"])
        return Personal.ErasePersonResponse(rows: Int64(rows))
    }

    private static func user(_ text: String) throws -> UUID {
        var validator = FieldValidator()
        let user = validator.uuid(text, "user_id")
        try validator.finish()
        return user
    }
}

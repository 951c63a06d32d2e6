import AuthMessages
import Foundation
import Foundations
import Postgres
import RPC
import Testing

extension TestUser {
    /// The account's id.
    var account: UUID { get throws { try #require(UUID(canonical: tokens.accountID)) } }

    /// The archive of everything that is stored of the user.
    func export() async throws -> Data {
        let client = Auth.DataExportClient(channel: channel)
        return try await client.exportData(.init(), options: options(timeout: .seconds(60))) { messages in
            try await messages.reduce(into: Data()) { $0.append(contentsOf: $1.contents) }
        }
    }

    /// Closes the account.
    /// - Returns: What the call fails with; the session that calls ends, too, which may come before the response.
    func close() async -> Status? {
        let closing = Auth.AccountClosingClient(channel: channel)
        let request = Auth.CloseAccountRequest(currentPassword: password, username: username)
        return await status { _ = try await closing.closeAccount(request, options: options()) }
    }

    /// Has the six months after closing the account pass, and the pauses of the erasure.
    func erase() async throws {
        let account = try account
        _ = try await deployment.query("UPDATE auth.accounts SET erase_at = now() WHERE id = \(account)")
        try await awaitErasure()
    }

    /// Has the pauses of an erasure that is due pass, until all services have confirmed it.
    func awaitErasure() async throws {
        let account = try account
        _ = try await eventually {
            _ = try await deployment.query(
                "UPDATE auth.scheduled_jobs SET due_at = now() WHERE name = 'erase closed accounts' AND claim IS NULL"
            )
            _ = try await deployment.query(
                """
                UPDATE auth.erasure_tasks SET due_at = now()
                WHERE account_id = \(account) AND confirmed_at IS NULL AND claim IS NULL AND due_at > now()
                """
            )
            let finished = try await deployment.query(
                "SELECT 1 FROM auth.erasures WHERE account_id = \(account) AND finished_at IS NOT NULL"
            )
            return finished.isEmpty ? nil : true
        }
    }

    /// The tables that still name somebody who was erased, by a random id alone.
    static let tablesAfterErasure: Set = ["auth.audit_records", "auth.erasures", "auth.erasure_tasks"]

    /// The tables of all services that name the user anywhere.
    func tables() async throws -> Set<String> {
        let pattern = "%\(tokens.accountID)%"
        let all = try await deployment.query(
            """
            SELECT schemaname::text AS schema, tablename::text AS name FROM pg_tables
            WHERE schemaname IN ('auth', 'ocr', 'catalog', 'budget', 'orders', 'notifications')
            """
        )
        var found: Set<String> = []
        for row in all {
            let (schema, name): (String, String) = (try row["schema"], try row["name"])
            let rows = try await deployment.query(
                """
                SELECT 1 FROM \(identifier: schema).\(identifier: name) AS t WHERE to_jsonb(t)::text LIKE \(pattern) LIMIT 1
                """
            )
            if !rows.isEmpty { found.insert("\(schema).\(name)") }
        }
        return found
    }
}

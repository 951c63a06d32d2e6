import Foundation
import Postgres
import RPC
import ServiceKit

/// Finds the account that an operator or administrator names.
enum AccountName {
    /// The account with a user name, whatever the case.
    /// - Throws: NOT_FOUND.
    static func account(_ username: String, in connection: PostgresConnection) async throws -> UUID {
        guard let name = Username(username),
            let row = try await connection.query(
                "SELECT id FROM accounts WHERE lower(username) = \(name.text.lowercased())"
            ).first
        else { throw Status.notFound(.services.nounAccount) }
        return try row["id"]
    }
}

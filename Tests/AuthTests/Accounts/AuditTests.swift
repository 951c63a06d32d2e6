import AuthMessages
import Foundation
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import Testing

@testable import larder_auth

@Suite("Audit records", .timeLimit(.minutes(5)))
struct AuditTests {
    @Test(
        "cannot be changed or removed by the program or the schema's owner",
        arguments: [
            "UPDATE audit_records SET action = 'signed_in'", "DELETE FROM audit_records", "TRUNCATE audit_records",
        ]
    )
    func final(sql: String) async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            for pool in [environment.pool, environment.owner] {
                let error = await #expect(throws: PostgresError.self) { try await pool.execute(Statement(unsafe: sql)) }
                #expect(error?.code == .permissionDenied)
            }
            #expect(try await environment.auditedActions() == ["registered", "email_verified"])
        }
    }

    @Test("stay immutable when roles are provisioned again and granted all tables")
    func provisionedAgain() async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            try await environment.owner.execute("GRANT ALL ON audit_records TO PUBLIC")
            await #expect(throws: PostgresError.self) {
                try await environment.pool.execute("DELETE FROM audit_records")
            }
            #expect(try await environment.count("audit_records") == 2)
        }
    }

    @Test("can be added and read by the program, and no more, also after its roles are provisioned again")
    func privileges() async throws {
        try await withAuth { environment in
            let role = environment.pool.configuration.user
            let provisioning = try Provisioning(
                service: environment.schema,
                ownerPassword: "owner",
                runtimePassword: "runtime"
            )
            let administrator = environment.database.pool(size: 1)
            for _ in 0..<2 {
                let rows = try await environment.owner.query(
                    """
                    SELECT p.name, has_table_privilege(\(role), 'audit_records', p.name) AS granted
                    FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS p(name)
                    """
                )
                let granted = try rows.filter { try $0["granted"] }.map { try $0["name"] as String }
                #expect(granted == ["SELECT", "INSERT"])
                try await provisioning.run(with: administrator)
            }
        }
    }

    @Test("contain account, session, time and action, and nothing else")
    func content() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            environment.clock.advance(by: 5)
            try await parts.signIn()
            let rows = try await environment.pool.query(
                "SELECT account_id::text AS account, session_id IS NULL AS is_bare, occurred_at FROM audit_records ORDER BY id"
            )
            #expect(try rows.map { try $0["account"] } == Array(repeating: account.id, count: 3))
            #expect(try rows.map { try $0["is_bare"] } == [true, true, false])
            #expect(try rows[2].decode("occurred_at") == environment.clock.now)
        }
    }
}

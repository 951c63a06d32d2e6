import CatalogMessages
import CommonMessages
import Foundation
import PersonalDataTestSupport
import Postgres
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("What catalog stores of a person", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    @Test("is exported whole, and erased from every table, encrypted or not", arguments: [false, true])
    func everything(isSealed: Bool) async throws {
        try await CatalogTestEnvironment.run { environment in
            let check = PersonalDataCheck(.catalog(environment.mappings), in: environment.pool)
            // As long as something of somebody else is not encrypted, rows of former versions are.
            let other = UUID()
            try await environment.pool.execute(
                "INSERT INTO user_stores (user_id, name, normalised_name) VALUES (\(other), 'Other', 'other')"
            )
            let problems = try await environment.pool.transaction { connection in
                try await connection.execute("SELECT 1 FROM user_stores WHERE user_id = \(other) FOR UPDATE")
                return try await check.problems {
                    try await fill($0, environment.pool)
                    guard isSealed else { return }
                    #expect(try await environment.sealing.sealAll() == 3)
                    try await locate($0, environment)
                }
            }
            #expect(problems == [])
        }
    }

    /// Says where a person's store is, which former versions did not know.
    private func locate(_ person: MarkedPerson, _ environment: CatalogTestEnvironment) async throws {
        for store in try await environment.stores.listOwnStores(.init(), context: .user(person.id)).stores {
            _ = try await environment.stores.setOwnStoreLocation(
                .init(storeID: store.id, location: .init(49.6, -119.68)),
                context: .user(person.id)
            )
        }
    }

    @Test("counts for nobody else once the person is erased")
    func votes() async throws {
        try await CatalogTestEnvironment.run { environment in
            let people = [MarkedPerson(), MarkedPerson()]
            for person in people {
                try await environment.pool.execute(
                    """
                    INSERT INTO receipt_text_mappings (
                        user_id, store_id, normalised_text, product_id, confidence, basis, shared_chain_key, shared_store_key,
                        shared_text, counts_from, is_counted
                    )
                    SELECT \(person.id), \(UUID()), 'hash', id, 100, 'chosen', 'corner', '', 'brd', '2026-01-01', true
                    FROM products ORDER BY slug LIMIT 1
                    """
                )
            }
            try await environment.pool.execute(
                """
                INSERT INTO shared_text_mappings (
                    chain_key, store_key, normalised_text, product_id, state, votes, voters, changed_at
                )
                SELECT 'corner', '', 'brd', id, 'approved', 2, 2, now() FROM products ORDER BY slug LIMIT 1
                """
            )
            for person in people {
                try await PersonalTables.catalog(environment.mappings).erase(person.id, in: environment.pool)
                let voters: Int = try await environment.pool.query(
                    "SELECT coalesce(max(voters), 0)::bigint AS voters FROM shared_text_mappings"
                )[0]["voters"]
                // Of one voter alone nothing is said.
                #expect(voters == 0)
            }
        }
    }

    /// Writes rows of a person into each table.
    func fill(_ person: MarkedPerson, _ pool: PostgresPool) async throws {
        let marker = person.marker
        try await pool.pipeline([
            """
            INSERT INTO user_products (user_id, name, normalised_name, category_slug, default_unit)
            SELECT \(person.id), \(marker), \(marker), slug, 'each' FROM categories ORDER BY slug LIMIT 1
            """,
            """
            INSERT INTO user_stores (user_id, name, normalised_name, address)
            VALUES (\(person.id), \(marker), \(marker), \(marker))
            """,
            """
            INSERT INTO receipt_text_mappings (
                user_id, store_id, normalised_text, product_id, confidence, basis, printed_text, kept_private
            ) VALUES (\(person.id), \(UUID()), \(marker), \(UUID()), 100, 'chosen', \(marker), 'consent')
            """,
            "INSERT INTO receipt_users (user_id, first_receipt_at) VALUES (\(person.id), now())",
            """
            INSERT INTO abusive_feedback (user_id, insults, contacts, excess, first_at, last_at)
            VALUES (\(person.id), 1, 0, 0, now(), now())
            """,
            "INSERT INTO sharing_withdrawals (user_id, withdrawn_at) VALUES (\(person.id), now())",
            "INSERT INTO exchange_rate_acts (operator_id, done_at, kind) VALUES (\(person.id), now(), 'set')",
            """
            INSERT INTO reference_acts (operator_id, done_at, kind, table_name, file_name)
            VALUES (\(person.id), now(), 'withdrawn', 'stores', '')
            """,
        ])
    }
}

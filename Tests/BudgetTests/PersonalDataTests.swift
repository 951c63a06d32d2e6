import BudgetMessages
import Foundation
import MessageCoding
import NIOCore
import PersonalDataTestSupport
import Postgres
import ServiceKit
import Testing

@testable import larder_budget

@Suite("What budget stores of a person", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    @Test("is exported whole, and erased from every table")
    func everything() async throws {
        try await BudgetTestEnvironment.with { environment in
            let check = PersonalDataCheck(.budget, in: environment.pool)
            let problems = try await check.problems { try await fill($0, environment.pool) }
            #expect(problems == [])
        }
    }

    private func fill(_ person: MarkedPerson, _ pool: PostgresPool) async throws {
        let (purchase, marker) = (UUID(), person.marker)
        let before = Array(
            try Budget.Purchase(id: purchase.uuidString, storeName: marker).encoded().readableBytesView
        )
        try await pool.pipeline([
            """
            INSERT INTO purchases (user_id, id, store_name, listed_on, currency, item_count, recorded_at)
            VALUES (\(person.id), \(purchase), \(marker), '2026-07-01', 'CAD', 1, now())
            """,
            """
            INSERT INTO purchase_items (
                user_id, purchase_id, id, position, product_name, category_symbol, printed_text, quantity_thousandths, unit,
                amount_minor, needs_review, confidence
            ) VALUES (\(person.id), \(purchase), \(UUID()), 0, \(marker), '', \(marker), 1000, 'each', 399, false, 90)
            """,
            """
            INSERT INTO purchase_taxes (user_id, purchase_id, position, label, amount_minor)
            VALUES (\(person.id), \(purchase), 0, \(marker), 20)
            """,
            """
            INSERT INTO purchase_steps (user_id, purchase_id, version, made_at, changes, before)
            VALUES (\(person.id), \(purchase), 2, now(), ARRAY[\(marker)]::text[], \(before))
            """,
            """
            INSERT INTO purchases_to_match (user_id, purchase_id, receipt_lines, takes_store_name, due_at)
            VALUES (\(person.id), \(purchase), '{1}', true, now())
            """,
        ])
    }
}

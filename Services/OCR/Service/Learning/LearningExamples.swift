import EventsMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// Corrections kept as examples with their users' consent. Every statement names the owner.
struct LearningExamples: Sendable {
    private static let withdrawals = ConsentWithdrawals(of: "learning")

    /// Keeps what a user corrected unless the user has withdrawn the consent since it was asked for.
    ///
    /// A withdrawal at the same time waits for this transaction and then deletes the examples.
    /// - Parameter since: When the user gave the consent, by auth's clock as the time of withdrawals.
    func keep(
        _ corrected: Events.PurchaseCorrected,
        of user: UUID,
        receipt: UUID,
        at time: Date,
        consentedSince since: Date,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws {
        guard try await !Self.withdrawals.isWithdrawn(by: user, since: since, in: connection) else { return }
        for example in corrected.corrections.compactMap({ Example($0, user: user, receipt: receipt) }) {
            // Nobody else writes the user's: the question for withdrawals holds a lock.
            let known = try await connection.query(example.known(with: key)).first
            let statement =
                if let known { try example.change(of: known["id"], at: time, with: key) } else {
                    try example.insertion(at: time, with: key)
                }
            try await connection.execute(statement)
        }
    }

    /// Deletes everything of a user, and remembers when the user withdrew the consent.
    func forget(_ user: UUID, withdrawnAt time: Date, in connection: PostgresConnection) async throws {
        try await Self.withdrawals.record(by: user, at: time, in: connection)
        try await connection.execute("DELETE FROM learning_examples WHERE user_id = \(user)")
    }
}

/// One correction as it is stored: the original reading is kept, and the latest correction wins.
private struct Example {
    let user: UUID
    let receipt: UUID
    let field: String
    /// Tells items apart that the reading doesn't have; empty otherwise.
    let item: String
    let correction: Events.FieldCorrection

    /// Nil for a field unknown to this version.
    init?(_ correction: Events.FieldCorrection, user: UUID, receipt: UUID) {
        guard let field = correction.field.exampleName else { return nil }
        let isOfReading = correction.receiptLine > 0 || correction.field != .item
        item = isOfReading ? "" : correction.before.isEmpty ? correction.after : correction.before
        self.user = user
        self.receipt = receipt
        self.field = field
        self.correction = correction
    }

    /// Finds the row, whose item may not be encrypted yet.
    func known(with key: DataKey) -> Statement {
        """
        SELECT id FROM learning_examples
        WHERE user_id = \(user) AND receipt_id = \(receipt) AND field = \(field)
            AND receipt_line = \(correction.receiptLine)
            AND (item_hash = \(OCRColumns.item.lookupHash(of: item, with: key)) OR item = \(item))
        FOR UPDATE
        """
    }

    func change(of id: UUID, at time: Date, with key: DataKey) throws -> Statement {
        let said = try OCRColumns.said.seal(correction.after, row: row(id), with: key)
        return """
            UPDATE learning_examples SET said = NULL, said_sealed = \(said), said_at = \(time)
            WHERE user_id = \(user) AND id = \(id)
            """
    }

    func insertion(at time: Date, with key: DataKey) throws -> Statement {
        let id = UUID()
        let row = row(id)
        return """
            INSERT INTO learning_examples (
                user_id, id, receipt_id, field, receipt_line, item_sealed, item_hash, printed_text_sealed,
                read_as_sealed, said_sealed, said_at
            ) VALUES (
                \(user), \(id), \(receipt), \(field), \(correction.receiptLine),
                \(try OCRColumns.item.seal(item, row: row, with: key)),
                \(OCRColumns.item.lookupHash(of: item, with: key)),
                \(try OCRColumns.printedText.seal(correction.printedText, row: row, with: key)),
                \(try OCRColumns.readAs.seal(correction.before, row: row, with: key)),
                \(try OCRColumns.said.seal(correction.after, row: row, with: key)), \(time)
            )
            """
    }

    private func row(_ id: UUID) -> [String] { [user.canonical, id.canonical] }
}

extension Events.CorrectedField {
    /// The stored name; nil for a field unknown to this version.
    fileprivate var exampleName: String? {
        switch self {
        case .storeName: "store_name"
        case .storeAddress: "store_address"
        case .date: "date"
        case .time: "time"
        case .currency: "currency"
        case .subtotal: "subtotal"
        case .taxes: "taxes"
        case .total: "total"
        case .product: "product"
        case .quantity: "quantity"
        case .unit: "unit"
        case .unitPrice: "unit_price"
        case .amount: "amount"
        case .discount: "discount"
        case .item: "item"
        case .unspecified, .unrecognized: nil
        }
    }
}

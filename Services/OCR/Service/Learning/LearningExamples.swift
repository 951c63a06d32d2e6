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
        in connection: PostgresConnection
    ) async throws {
        guard try await !Self.withdrawals.isWithdrawn(by: user, since: since, in: connection) else { return }
        try await connection.pipeline(
            corrected.corrections.compactMap { statement($0, user: user, receipt: receipt, at: time) }
        )
    }

    /// Deletes everything of a user, and remembers when the user withdrew the consent.
    func forget(_ user: UUID, withdrawnAt time: Date, in connection: PostgresConnection) async throws {
        try await Self.withdrawals.record(by: user, at: time, in: connection)
        try await connection.execute("DELETE FROM learning_examples WHERE user_id = \(user)")
    }

    /// The original reading is kept, and the latest correction wins.
    private func statement(
        _ correction: Events.FieldCorrection,
        user: UUID,
        receipt: UUID,
        at time: Date
    ) -> Statement? {
        guard let field = correction.field.exampleName else { return nil }
        let isOfReading = correction.receiptLine > 0 || correction.field != .item
        let item = isOfReading ? "" : correction.before.isEmpty ? correction.after : correction.before
        return """
            INSERT INTO learning_examples (
                user_id, receipt_id, field, receipt_line, item, printed_text, read_as, said, said_at
            ) VALUES (
                \(user), \(receipt), \(field), \(correction.receiptLine), \(item), \(correction.printedText),
                \(correction.before), \(correction.after), \(time)
            )
            ON CONFLICT (user_id, receipt_id, field, receipt_line, item)
            DO UPDATE SET said = EXCLUDED.said, said_at = EXCLUDED.said_at
            """
    }
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

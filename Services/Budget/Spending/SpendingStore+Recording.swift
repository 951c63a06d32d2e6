import Foundation
import Messages
import Postgres
import ServiceKit

extension SpendingStore {
    /// Records a purchase from a receipt and tells notifications of it. A receipt that was recorded before gives the
    /// purchase that it became then, also when both come at the same time.
    func record(_ new: NewPurchase) async throws -> Purchase {
        let time = now()
        return try await pool.transaction { connection in
            let id = UUID()
            // A second one waits here for the first to commit or roll back.
            let isFirst = try await connection.execute(insertion(of: new, id: id, at: time)) == 1
            if isFirst {
                try await connection.pipeline(parts(of: new, id: id))
            }
            let purchase = try await find(.receipt(new.receiptID), of: new.userID, in: connection)
            if isFirst {
                try await EventOutbox.write(
                    .purchaseRecorded(purchase.recordedEvent(for: new.userID)),
                    key: new.userID.canonical,
                    to: "notifications",
                    occurredAt: time,
                    in: connection
                )
            }
            return purchase
        }
    }

    private func insertion(of new: NewPurchase, id: UUID, at time: Date) -> Statement {
        let content = new.content
        let day = content.purchasedAt.day
        let listedOn = day ?? CalendarDay(of: time, in: TimeZone(identifier: content.purchasedAt.timeZone) ?? .gmt)
        return """
            INSERT INTO purchases (
                user_id, id, receipt_id, store_id, store_name, purchased_on, purchased_time, time_zone, listed_on,
                currency, subtotal_minor, total_minor, item_count, recorded_at
            ) VALUES (
                \(new.userID), \(id), \(new.receiptID), \(content.storeID), \(content.storeName), \(day?.text)::date,
                \(content.purchasedAt.time), \(content.purchasedAt.timeZone), \(listedOn.text)::date,
                \(content.currency), \(content.subtotal), \(content.total), \(content.items.count), \(time)
            )
            ON CONFLICT (user_id, receipt_id) DO NOTHING
            """
    }

    private func parts(of new: NewPurchase, id: UUID) -> [Statement] {
        let items = new.content.items.enumerated().map { position, item -> Statement in
            """
            INSERT INTO purchase_items (
                user_id, purchase_id, id, position, product_id, product_name, category_symbol, printed_text,
                quantity_thousandths, unit, unit_price_minor, amount_minor, discount_minor, needs_review, confidence
            ) VALUES (
                \(new.userID), \(id), \(item.id), \(position), \(item.productID), \(item.productName),
                \(item.categorySymbol), \(item.printedText), \(item.quantityThousandths), \(item.unit),
                \(item.unitPrice), \(item.amount), \(item.discount), \(item.needsReview), \(item.confidence)
            )
            """
        }
        let taxes = new.content.taxes.enumerated().map { position, tax -> Statement in
            """
            INSERT INTO purchase_taxes (user_id, purchase_id, position, label, amount_minor)
            VALUES (\(new.userID), \(id), \(position), \(tax.label), \(tax.amount))
            """
        }
        return items + taxes
    }
}

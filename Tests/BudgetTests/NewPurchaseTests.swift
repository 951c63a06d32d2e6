import BudgetMessages
import CommonMessages
import Foundations
import RPC
import Testing

@testable import larder_budget

@Suite("A new purchase")
struct NewPurchaseTests {
    private func violations(_ adjust: (inout Budget.RecordPurchaseRequest) -> Void) -> [String] {
        var request = Budget.RecordPurchaseRequest.sample(User())
        adjust(&request)
        do {
            _ = try NewPurchase(validating: request)
            return []
        } catch {
            #expect(error.code == .invalidArgument)
            return error.fieldViolations.map(\.field)
        }
    }

    private func violations(purchase adjust: (inout Budget.Purchase) -> Void) -> [String] {
        violations { request in
            var purchase = request.purchase ?? .init()
            adjust(&purchase)
            request.purchase = purchase
        }
    }

    private func violations(item adjust: (inout Budget.PurchaseItem) -> Void) -> [String] {
        violations(purchase: { adjust(&$0.items[0]) })
    }

    @Test("is rejected with all violations")
    func everything() {
        let fields = violations { request in
            request.userID = "NOBODY"
            var purchase = request.purchase ?? .init()
            purchase.receiptID = purchase.receiptID.uppercased() + " "
            purchase.storeID = "7"
            purchase.storeName = String(repeating: "x", count: 201)
            purchase.purchasedAt = .init(date: "2025-02-30", time: "24:00", timeZone: "Mars/Olympus")
            purchase.items[0].quantityThousandths = 0
            purchase.items[1].amount = nil
            purchase.items[2].discount = .cad(1)
            purchase.taxes[0].label = String(repeating: "x", count: 61)
            purchase.total = .init(minorUnits: 1, currency: "USD")
            request.purchase = purchase
        }
        #expect(
            Set(fields) == [
                "user_id", "purchase.receipt_id", "purchase.store_id", "purchase.store_name",
                "purchase.purchased_at.date", "purchase.purchased_at.time", "purchase.purchased_at.time_zone",
                "purchase.items[0].quantity_thousandths", "purchase.items[1].amount", "purchase.items[2].discount",
                "purchase.taxes[0].label", "purchase.total",
            ]
        )
        #expect(fields.count == 12)
    }

    @Test("is rejected when missing or without a receipt")
    func missing() {
        #expect(violations { $0.purchase = nil } == ["purchase"])
        #expect(violations(purchase: { $0.receiptID = "" }) == ["purchase.receipt_id"])
    }

    @Test("is rejected in an unknown currency", arguments: ["", "cad", "XYZ"])
    func currency(code: String) {
        #expect(violations(purchase: { $0.currency = code }).first == "purchase.currency")
    }

    @Test("is rejected when an amount is in another currency")
    func mixedCurrencies() {
        let dollar = Common.Money(minorUnits: 0, currency: "USD")
        #expect(violations(item: { $0.amount = dollar }) == ["purchase.items[0].amount"])
        #expect(violations(item: { $0.unitPrice = dollar }) == ["purchase.items[0].unit_price"])
        #expect(violations(item: { $0.discount = dollar }) == ["purchase.items[0].discount"])
        #expect(violations(purchase: { $0.subtotal = dollar }) == ["purchase.subtotal"])
        #expect(violations(purchase: { $0.taxes[0].amount = dollar }) == ["purchase.taxes[0].amount"])
    }

    @Test("is rejected when the amounts add up to more than 64 bits hold")
    func overflow() {
        #expect(
            violations(purchase: {
                $0.items[0].amount = .cad(.max)
                $0.items[1].amount = .cad(.max)
            }) == ["purchase.items"]
        )
        #expect(
            violations(purchase: {
                $0.items[0].amount = .cad(.min)
                $0.items[1].discount = .cad(.min)
            }) == ["purchase.items"]
        )
    }

    @Test("may exceed the range in intermediate sums")
    func largeButSound() {
        #expect(
            violations(purchase: {
                $0.items[0].amount = .cad(.max)
                $0.items[1].amount = .cad(1_000)
                $0.items[2].amount = .cad(-1_000_000)
            }).isEmpty
        )
    }

    @Test("has negative sums only when something was returned")
    func negativeSums() {
        let withoutReturns = violations(purchase: {
            $0.items.removeLast()
            $0.subtotal = .cad(-1)
            $0.taxes[0].amount = .cad(-1)
            $0.total = .cad(-1)
        })
        #expect(withoutReturns == ["purchase.subtotal", "purchase.taxes[0].amount", "purchase.total"])
        #expect(violations(purchase: { $0.total = .cad(-1) }).isEmpty)
        #expect(violations(item: { $0.unitPrice = .cad(-1) }) == ["purchase.items[0].unit_price"])
    }

    @Test("has 1 to 500 items and at most 20 taxes")
    func counts() {
        #expect(violations(purchase: { $0.items = Array(repeating: $0.items[0], count: 500) }).isEmpty)
        #expect(violations(purchase: { $0.items = Array(repeating: $0.items[0], count: 501) }) == ["purchase.items"])
        #expect(violations(purchase: { $0.taxes = Array(repeating: $0.taxes[0], count: 21) }) == ["purchase.taxes"])
        #expect(violations(purchase: { $0.items = [] }).isEmpty)
        #expect(
            violations(purchase: {
                $0.items = []
                $0.total = nil
            }) == ["purchase.items"]
        )
    }

    @Test("reports the first forty violations and the number of others")
    func many() throws {
        var request = Budget.RecordPurchaseRequest.sample(User())
        request.purchase?.items = Array(repeating: .init(unit: "each", amount: .cad(1)), count: 100)
        let status = #expect(throws: Status.self) { _ = try NewPurchase(validating: request) }
        #expect(status?.fieldViolations.count == 41)
        #expect(status?.fieldViolations.last?.description == "There are 60 more problems.")
    }

    @Test("has single-line text, measured as in the database")
    func text() throws {
        var request = Budget.RecordPurchaseRequest.sample(User())
        request.purchase?.items[0].productName = "  Oat\n milk\t\u{1B}[31m "
        request.purchase?.storeName = String(repeating: "é", count: 200)
        let purchase = try NewPurchase(validating: request)
        #expect(purchase.content.items[0].productName == "Oat  milk  [31m")
        #expect(violations(purchase: { $0.storeName = String(repeating: "e\u{301}", count: 101) }).count == 1)
    }
}

@Suite("The day of a purchase")
struct PurchaseDayTests {
    @Test(
        "is rejected when it does not exist, has another form or is before 1900",
        arguments: ["", "2025-02-29", "1900-02-29", "1899-12-31", "2025-1-1", "09/03/2025", "2025-01-01T00:00"]
    )
    func rejected(text: String) {
        #expect(CalendarDay(purchaseDay: text) == nil)
    }

    @Test("is read from 1900 on", arguments: ["2024-02-29", "2000-02-29", "1900-01-01", "9999-12-31"])
    func read(text: String) {
        #expect(CalendarDay(purchaseDay: text)?.text == text)
    }
}

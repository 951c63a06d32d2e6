import Messages
import RPC
import Testing

@testable import larder_budget

@Suite("A purchase to be recorded")
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

    @Test("is refused with everything that is wrong with it")
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

    @Test("is refused when it is missing, or has no receipt")
    func missing() {
        #expect(violations { $0.purchase = nil } == ["purchase"])
        #expect(violations(purchase: { $0.receiptID = "" }) == ["purchase.receipt_id"])
    }

    @Test("is refused in a currency that doesn't exist", arguments: ["", "cad", "XYZ"])
    func currency(code: String) {
        #expect(violations(purchase: { $0.currency = code }).first == "purchase.currency")
    }

    @Test("is refused when an amount is in another currency")
    func mixedCurrencies() {
        let dollar = Common.Money(minorUnits: 0, currency: "USD")
        #expect(violations(item: { $0.amount = dollar }) == ["purchase.items[0].amount"])
        #expect(violations(item: { $0.unitPrice = dollar }) == ["purchase.items[0].unit_price"])
        #expect(violations(item: { $0.discount = dollar }) == ["purchase.items[0].discount"])
        #expect(violations(purchase: { $0.subtotal = dollar }) == ["purchase.subtotal"])
        #expect(violations(purchase: { $0.taxes[0].amount = dollar }) == ["purchase.taxes[0].amount"])
    }

    @Test("is refused when the amounts add up to more than 64 bits hold")
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

    @Test("may pass through any size while it is added up")
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

    @Test("has at most 500 items and 20 taxes, and not nothing at all")
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

    @Test("tells the first forty of very many violations and how many more there are")
    func many() throws {
        var request = Budget.RecordPurchaseRequest.sample(User())
        request.purchase?.items = Array(repeating: .init(unit: "each", amount: .cad(1)), count: 100)
        let status = #expect(throws: Status.self) { _ = try NewPurchase(validating: request) }
        #expect(status?.fieldViolations.count == 41)
        #expect(status?.fieldViolations.last?.description == "There are 60 more problems.")
    }

    @Test("has text of one line, counted as the database counts")
    func text() throws {
        var request = Budget.RecordPurchaseRequest.sample(User())
        request.purchase?.items[0].productName = "  Oat\n milk\t\u{1B}[31m "
        request.purchase?.storeName = String(repeating: "é", count: 200)
        let purchase = try NewPurchase(validating: request)
        #expect(purchase.content.items[0].productName == "Oat  milk  [31m")
        #expect(violations(purchase: { $0.storeName = String(repeating: "e\u{301}", count: 101) }).count == 1)
    }
}

import Foundation
import Foundations
import Testing
import Texts

@testable import larder_budget

@Suite("Changing a purchase's currency")
struct CurrencyChangeTests {
    private func purchase(_ amount: Int64, _ currency: String) -> PurchaseContent {
        PurchaseContent(
            storeName: "Juniper Street Market",
            purchasedAt: PurchaseTime(timeZone: ""),
            currency: currency,
            items: [],
            taxes: [],
            total: amount
        )
    }

    private func changed(_ amount: Int64, _ currency: String, to code: String) throws -> PurchaseContent {
        var purchase = purchase(amount, currency)
        try purchase.change(to: try #require(Currency(code: code)))
        return purchase
    }

    @Test(
        "keeps the printed amounts, to the largest that fit",
        arguments: [
            (1_230, "CAD", "USD", 1_230), (1_200, "CAD", "JPY", 12), (1_230, "CAD", "KWD", 12_300),
            (12, "JPY", "KWD", 12_000),
            (12_000, "KWD", "JPY", 12), (0, "KWD", "JPY", 0), (-1_200, "CAD", "JPY", -12), (-1, "JPY", "CAD", -100),
            (.max, "CAD", "XXX", .max), (.min, "CAD", "EUR", .min), (.max, "JPY", "KRW", .max),
            (922_337_203_685_477_580, "CAD", "KWD", 9_223_372_036_854_775_800),
            (-922_337_203_685_477_580, "CAD", "KWD", -9_223_372_036_854_775_800),
            (9_223_372_036_854_775, "JPY", "KWD", 9_223_372_036_854_775_000),
            (-9_223_372_036_854_775_800, "CAD", "JPY", -92_233_720_368_547_758),
            // A code that isn't in the table counts hundredths, and a fund what its table says.
            (1_200, "ZZZ", "JPY", 12), (1_200, "", "KWD", 12_000), (120_000, "CLF", "JPY", 12),
            (120_000, "CLF", "KWD", 12_000),
        ] as [(Int64, String, String, Int64)]
    )
    func amounts(amount: Int64, currency: String, code: String, expected: Int64) throws {
        let purchase = try changed(amount, currency, to: code)
        #expect(purchase.total == expected)
        #expect(purchase.currency == code)
    }

    @Test(
        "is rejected when an amount has more digits after the point than the currency",
        arguments: [
            (1_230, "CAD", "JPY", "no digits"), (1, "CAD", "JPY", "no digits"), (-1, "KWD", "JPY", "no digits"),
            (12_345, "KWD", "CAD", "2 digits"), (.max, "CAD", "JPY", "no digits"), (.min, "KWD", "CAD", "2 digits"),
        ] as [(Int64, String, String, String)]
    )
    func tooManyDigits(amount: Int64, currency: String, code: String, digits: String) {
        let problem = #expect(throws: PurchaseContent.CurrencyProblem.self) {
            try changed(amount, currency, to: code)
        }
        #expect(
            problem?.rule.english
                == "has \(digits) after the point, and some amounts have more; correct them first, or with it"
        )
    }

    @Test(
        "is rejected when an amount would not fit",
        arguments: [
            (.max, "CAD", "KWD"), (.min, "CAD", "KWD"), (922_337_203_685_477_581, "CAD", "KWD"),
            (-922_337_203_685_477_581, "CAD", "KWD"), (9_223_372_036_854_776, "JPY", "KWD"), (.max, "JPY", "CAD"),
        ] as [(Int64, String, String)]
    )
    func tooLarge(amount: Int64, currency: String, code: String) {
        let problem = #expect(throws: PurchaseContent.CurrencyProblem.self) {
            try changed(amount, currency, to: code)
        }
        #expect(problem?.rule.english == "would make an amount larger than can be counted")
    }

    @Test("that is rejected changes nothing")
    func unchanged() throws {
        var purchase = purchase(1_200, "CAD")
        purchase.taxes = [PurchaseTax(label: "GST", amount: 1_000), PurchaseTax(label: "PST", amount: 1)]
        let before = purchase
        let yen = try #require(Currency(code: "JPY"))
        #expect(throws: PurchaseContent.CurrencyProblem.self) { try purchase.change(to: yen) }
        #expect(purchase == before)
    }
}

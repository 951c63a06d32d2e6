import ReceiptUnderstanding
import Testing

/// Receipts that no rule was written for: their form is random.
@Suite("Random receipts")
struct VariedReceiptTests {
    /// The number of receipts per country.
    private static let count: UInt64 = 80

    /// The number of correct values, and the wrong ones.
    private struct Tally {
        var right = 0
        var of = 0
        var wrong: [String] = []

        mutating func add(_ isRight: Bool, _ remark: @autoclosure () -> String) {
            of += 1
            if isRight { right += 1 } else { wrong.append(remark()) }
        }

        func reaches(_ percent: Int) -> Bool { right * 100 >= of * percent }
        /// The first few wrong ones, for inspection.
        var remarks: Comment { "\(right) of \(of) are right\n\(wrong.prefix(3).joined(separator: "\n"))" }
    }

    private static let all: [VariedReceipt.Country: [(VariedReceipt, ReceiptDraft)]] = Dictionary(
        uniqueKeysWithValues: VariedReceipt.Country.allCases.map { country in
            (
                country,
                (0..<count).map { number in
                    let receipt = VariedReceipt(country, seed: number &* 7919 &+ 17)
                    return (receipt, ReceiptInterpreter().draft(from: RecognizedPage(text: receipt.text)))
                }
            )
        }
    )

    private func receipts(_ country: VariedReceipt.Country) -> [(VariedReceipt, ReceiptDraft)] {
        Self.all[country] ?? []
    }

    @Test("date, time and total are read whatever their labels", arguments: VariedReceipt.Country.allCases)
    func dayAndTotal(_ country: VariedReceipt.Country) {
        var (days, times, totals) = (Tally(), Tally(), Tally())
        for (receipt, draft) in receipts(country) {
            days.add(
                draft.date?.value == receipt.date,
                "\(draft.date?.value ?? "–"), not \(receipt.date)\n\(receipt.text)"
            )
            if let time = receipt.time {
                times.add(draft.time?.value == time, "\(draft.time?.value ?? "–"), not \(time)\n\(receipt.text)")
            }
            totals.add(
                draft.total?.value == receipt.total,
                "\(draft.total?.value ?? 0), not \(receipt.total)\n\(receipt.text)"
            )
        }
        #expect(days.reaches(99), days.remarks)
        #expect(times.reaches(99), times.remarks)
        #expect(totals.reaches(99), totals.remarks)
    }

    @Test("name and address are read in any order of the head", arguments: VariedReceipt.Country.allCases)
    func head(_ country: VariedReceipt.Country) {
        var (names, addresses) = (Tally(), Tally())
        for (receipt, draft) in receipts(country) {
            let (name, address) = (draft.storeName?.value ?? "–", draft.storeAddress?.value ?? "–")
            names.add(letters(name) == letters(receipt.store), "\(name)\n\(receipt.text)")
            addresses.add(letters(address) == letters(receipt.address), "\(address)\n\(receipt.text)")
        }
        #expect(names.reaches(97), names.remarks)
        #expect(addresses.reaches(97), addresses.remarks)
    }

    @Test("items, their amounts and quantities are read in any form", arguments: VariedReceipt.Country.allCases)
    func items(_ country: VariedReceipt.Country) {
        var (amounts, names, quantities) = (Tally(), Tally(), Tally())
        for (receipt, draft) in receipts(country) {
            let items = draft.items
            amounts.add(items.map(\.amount) == receipt.items.map(\.amount), "\(items.map(\.amount))\n\(receipt.text)")
            guard items.count == receipt.items.count else { continue }
            for (item, printed) in zip(items, receipt.items) {
                names.add(letters(item.name) == letters(printed.name), "\(item.name)\n\(receipt.text)")
                guard let quantity = printed.quantity else { continue }
                quantities.add(item.quantity == quantity, "\(item.name): \(item.quantity ?? 0)\n\(receipt.text)")
            }
        }
        #expect(amounts.reaches(98), amounts.remarks)
        #expect(names.reaches(97), names.remarks)
        #expect(quantities.reaches(97), quantities.remarks)
    }

    @Test("values shown as confident are correct", arguments: VariedReceipt.Country.allCases)
    func confidence(_ country: VariedReceipt.Country) {
        var shown = Tally()
        for (receipt, draft) in receipts(country) {
            if let field = draft.total, !field.needsReview { shown.add(field.value == receipt.total, receipt.text) }
            if let field = draft.date, !field.needsReview { shown.add(field.value == receipt.date, receipt.text) }
            if let field = draft.storeName, !field.needsReview {
                shown.add(letters(field.value) == letters(receipt.store), "\(field.value)\n\(receipt.text)")
            }
            if let field = draft.storeAddress, !field.needsReview {
                shown.add(letters(field.value) == letters(receipt.address), "\(field.value)\n\(receipt.text)")
            }
        }
        #expect(shown.reaches(98), shown.remarks)
        #expect(shown.of >= 2 * Int(Self.count))
    }

    private func letters(_ text: String) -> String { text.uppercased().filter { $0.isLetter || $0.isNumber } }
}

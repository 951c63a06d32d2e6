import Foundations

/// The possible tax rates of a receipt, in hundredths of a per cent.
enum TaxRates {
    /// The rates printed in tax rows, and the country's usual rate when the receipt names the tax.
    static func find(rows: [TextRow], kinds: [RowKind], currency: Currency?) -> Set<Int64> {
        var rates: Set<Int64> = []
        for row in rows where row.cues.hasAny(taxes) {
            for token in row.tokens where token.kind == .percent {
                if let rate = hundredths(token.text), (1...3000).contains(rate) { rates.insert(rate) }
            }
        }
        if currency?.code == "MYR", rows.contains(where: { $0.cues.has("GST") }) { rates.insert(600) }
        return rates
    }

    private static func hundredths(_ text: String) -> Int64? {
        let digits = text.filter { $0.isASCIIDigit || ".,".contains($0) }.replacing(",", with: ".")
        guard let number = PrintedNumber(digits, currencyDecimals: 2), number.decimals <= 3 else { return nil }
        return number.scaled(to: 2)
    }

    private static let taxes: Phrases =
        "GST | HST | PST | QST | TVQ | TPS | VAT | TVA | MWST | SST | TAX | TAXES | IVA | BTW | SR | UST | STEUER"
}

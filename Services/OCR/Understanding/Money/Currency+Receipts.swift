import Foundations

extension Currency {
    private var locale: ReceiptLocale? { ReceiptLocale.of(self) }

    /// Whether an ambiguous date is read month first.
    var writesMonthFirst: Bool { locale?.writesMonthFirst ?? false }

    /// The amount to which cash sums are rounded, in minor units.
    var smallestCoin: Int64 { locale?.smallestCoin ?? 1 }

    /// Whether receipts round the total itself rather than only the cash payment.
    var roundsTotals: Bool { locale?.roundsTotals ?? false }

    /// The symbols printed beside amounts, longest first. `$` stands for several currencies and identifies none.
    static let symbols: [(printed: String, code: String?)] =
        (ReceiptLocale.all.flatMap { locale in locale.symbols.map { ($0, locale.currency) } } + [("$", nil)])
        .sorted { $0.printed.count > $1.printed.count }
}

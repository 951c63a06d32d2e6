/// A currency of ISO 4217.
public struct Currency: Sendable, Hashable {
    /// What a code stands for.
    public enum Kind: Sendable, Hashable {
        /// Money that people pay with.
        case money
        /// Money that was withdrawn lately, of older receipts.
        case withdrawn
        /// A fund or unit of account, such as Chile's Unidad de Fomento.
        case fund
        /// No currency: the code XXX.
        case none
    }

    /// Alphabetic code, three capitals.
    public let code: String
    /// Numeric code, 1 to 999.
    public let numericCode: Int
    /// Digits after the decimal point: 0, 2, 3, or 4 for two of the funds.
    public let minorDigits: Int
    /// English name as ISO 4217 gives it.
    public let name: String
    /// What the code stands for.
    public let kind: Kind

    /// ISO 4217's code for "no currency": of amounts whose receipt doesn't name theirs. They count hundredths.
    public static let unknown = "XXX"

    /// The currency that people pay, or lately paid, with under a code, or the unknown one.
    ///
    /// nil for any other code, also for one of a fund or metal.
    public init?(code: String) {
        guard let currency = Currency(anyCode: code), currency.kind != .fund else { return nil }
        self = currency
    }

    /// The currency or fund of an alphabetic code; nil for a code that amounts can't be counted in.
    public init?(anyCode code: String) {
        guard let currency = Self.table[code] else { return nil }
        self = currency
    }

    init(code: String, numericCode: Int, minorDigits: Int, name: String, kind: Kind) {
        self.code = code
        self.numericCode = numericCode
        self.minorDigits = minorDigits
        self.name = name
        self.kind = kind
    }

    /// Whether a code is of a currency that people pay, or lately paid, with.
    public static func isMoney(_ code: String) -> Bool { Currency(code: code).map { $0.kind != .none } ?? false }

    /// Every currency and fund, by code.
    public static var all: [Currency] { table.values.sorted { $0.code < $1.code } }

    /// Digits after the decimal point of a code's amounts: 2, as most currencies have, for an unknown code.
    public static func minorDigits(ofCode code: String) -> Int { table[code]?.minorDigits ?? 2 }

    /// The currency is its code.
    public static func == (first: Currency, second: Currency) -> Bool { first.code == second.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

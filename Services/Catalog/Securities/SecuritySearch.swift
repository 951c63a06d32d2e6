import CatalogDomain
import CatalogMessages
import Foundations
import Postgres
import PrintedWords
import RPC
import ServiceKit

/// A validated search for securities.
struct SecuritySearch: Sendable {
    /// The most similar securities that are returned where nothing has the text.
    static let similarLimit = 20

    /// As typed; empty for all.
    let text: String
    private let exchange: String
    private let kind: SecurityKind?
    private let region: String
    private let currency: String

    /// Validates a request.
    init(validating request: Catalog.SearchSecuritiesRequest, _ validator: inout FieldValidator) {
        text = validator.text(request.text, "text", length: 0...100)
        exchange = validator.text(request.exchange, "exchange", length: 0...40)
        region = validator.text(request.region, "region", length: 0...2).uppercased()
        currency = validator.text(request.currency, "currency", length: 0...3).uppercased()
        switch request.kind {
        case .unspecified: kind = nil
        case .stock: kind = .stock
        case .etf: kind = .etf
        case .index: kind = .index
        case .bond: kind = .bond
        case .unrecognized:
            validator.reject("kind", .services.ruleOneOf(values: "stock, etf, index", last: "bond"))
            kind = nil
        }
    }

    /// The text as the symbol that it may be.
    var symbol: String { text.uppercased() }

    /// The text as names are kept for finding them. A text without a letter or digit is found in no name.
    var name: String {
        let name = NormalisedText(text).value
        return name.isEmpty && !text.isEmpty ? text : name
    }

    /// What the filters demand.
    var condition: Statement {
        var condition: Statement = ""
        if !exchange.isEmpty { condition = "\(condition) AND upper(exchange) = \(exchange.uppercased())" }
        if let kind { condition = "\(condition) AND kind = \(kind.rawValue)" }
        if !region.isEmpty { condition = "\(condition) AND region = \(region)" }
        if !currency.isEmpty { condition = "\(condition) AND currency = \(currency)" }
        return condition
    }
}

/// The place of a security in what a search has found.
struct SecurityKey: PageKey, Equatable {
    static let list = "securities"

    /// 0 for the exact symbol, 1 for the beginning of one, 2 for the beginning of a word of a name.
    let rank: Int
    let symbol: String

    init(rank: Int, symbol: String) {
        self.rank = rank
        self.symbol = symbol
    }

    init?(fields: [String]) {
        guard fields.count == 2, let rank = Int(fields[0]), (0...2).contains(rank),
            SecuritySymbol.normalised(fields[1]) == fields[1]
        else { return nil }
        self.init(rank: rank, symbol: fields[1])
    }

    var fields: [String] { [String(rank), symbol] }
}

extension FieldValidator {
    /// The symbol of a security, in capitals.
    mutating func symbol(_ text: String, _ field: String) -> String {
        if let symbol = SecuritySymbol.normalised(text) { return symbol }
        reject(field, .catalog.ruleSymbol(example: "RY.TO"))
        return ""
    }
}

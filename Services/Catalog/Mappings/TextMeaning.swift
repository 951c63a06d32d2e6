import CatalogDomain
import Foundation
import Messages
import Postgres

/// What a printed text was taken to mean.
struct TextMeaning: Sendable, Equatable {
    /// What that rests on, as the table has it.
    enum Basis: String, Sendable {
        case chosen
        /// On what the user chose at another store of the chain, or on what users agree on.
        case elsewhere
        case name
        case resemblance
        /// A product was made for the text, since none was known.
        case made

        /// As clients get it.
        var message: Catalog.MatchBasis {
            switch self {
            case .chosen: .chosen
            case .elsewhere: .agreed
            case .name: .name
            case .resemblance: .resemblance
            case .made: .made
            }
        }
    }

    let product: UUID
    /// 0 to 100.
    let confidence: Int
    let basis: Basis
    /// Whether users agree on it.
    var isAgreed = false

    /// For what the user said of another store of the chain.
    static let confidenceNearby = 95
    static let confidenceOfOperators = 95

    /// What it rests on, as clients get it.
    var basisMessage: Catalog.MatchBasis {
        basis == .elsewhere && !isAgreed ? .chosen : basis.message
    }
}

extension TextMeaning.Basis: PostgresCodable {}

/// What texts mean to a user in a scope.
struct TextMeanings: Sendable {
    /// By text; those that mean nothing yet are left out.
    var byText: [String: TextMeaning] = [:]
    /// The texts of which nothing needs to be noted.
    var noted: Set<String> = []

    /// Puts together what the database has. What the user chose in the scope counts first, then what the user chose last
    /// at another store of the chain, what users of the store agree on, what those of the chain agree on, and what was
    /// found by comparing names.
    /// - Parameters:
    ///   - own: the user's rows of the scope, and those of the chain that were chosen, the oldest first.
    ///   - shared: what is agreed on for the store and the chain.
    init(own: [Row], shared: [Row]) throws {
        var (chosen, chosenNearby): ([String: TextMeaning], [String: TextMeaning]) = ([:], [:])
        var (found, noted): ([String: TextMeaning], [String: UUID?]) = ([:], [:])
        for row in own {
            let text: String = try row["normalised_text"]
            let meaning = TextMeaning(
                product: try row["product_id"],
                confidence: try row["confidence"],
                basis: try row["basis"]
            )
            guard try row["is_here"] else {
                chosenNearby[text] = TextMeaning(
                    product: meaning.product,
                    confidence: TextMeaning.confidenceNearby,
                    basis: .elsewhere
                )
                continue
            }
            if try row["is_seen"] { noted[text] = meaning.basis == .elsewhere ? meaning.product : .some(nil) }
            switch meaning.basis {
            case .chosen: chosen[text] = meaning
            case .name, .resemblance, .made: found[text] = meaning
            case .elsewhere: break
            }
        }
        let agreed = try Self.agreed(shared)
        byText = found.merging(agreed) { $1 }.merging(chosenNearby) { $1 }.merging(chosen) { $1 }
        self.noted = Set(noted.filter { text, product in product == nil || product == byText[text]?.product }.keys)
    }

    private static func agreed(_ rows: [Row]) throws -> [String: TextMeaning] {
        var (ofChain, ofStore): ([String: TextMeaning], [String: TextMeaning]) = ([:], [:])
        for row in rows {
            let text: String = try row["normalised_text"]
            let meaning = TextMeaning(
                product: try row["product_id"],
                confidence: try confidence(row),
                basis: .elsewhere,
                isAgreed: true
            )
            if try row["is_of_store"] { ofStore[text] = meaning } else { ofChain[text] = meaning }
        }
        return ofChain.merging(ofStore) { $1 }
    }

    private static func confidence(_ row: Row) throws -> Int {
        let state: SharedMappingRow.State = try row["state"]
        guard state == .agreed else { return TextMeaning.confidenceOfOperators }
        return Agreement.confidence(votes: try row["votes"], of: try row["voters"])
    }
}

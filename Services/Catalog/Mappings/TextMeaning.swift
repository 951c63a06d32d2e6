import CatalogDomain
import CatalogMessages
import Foundation
import Postgres

/// The meaning of a printed text.
struct TextMeaning: Sendable, Equatable {
    /// The basis of the meaning, as stored.
    enum Basis: String, Sendable {
        case chosen
        /// The user's choice at another store of the chain, or users' agreement.
        case elsewhere
        case name
        case resemblance
        /// A product created for the text, since none was known.
        case made

        /// The basis in messages to clients.
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
    /// The confidence, 0 to 100.
    let confidence: Int
    let basis: Basis
    /// Whether it results from users' agreement.
    var isAgreed = false

    /// The confidence of the user's choice at another store of the chain.
    static let confidenceInChain = 95
    static let confidenceOfOperators = 95

    /// The basis in messages to clients.
    var basisMessage: Catalog.MatchBasis {
        basis == .elsewhere && !isAgreed ? .chosen : basis.message
    }
}

extension TextMeaning.Basis: PostgresCodable {}

/// The meanings of texts for a user in a scope.
struct TextMeanings: Sendable {
    /// The meanings by text; texts without a meaning are omitted.
    var byText: [String: TextMeaning] = [:]
    /// The texts for which nothing needs to be stored.
    var noted: Set<String> = []

    /// Combines the stored meanings.
    ///
    /// In this order: the user's choice in the scope, the user's latest choice at another store of the chain, users'
    /// agreement for the store, that for the chain, and the comparison of names.
    /// - Parameters:
    ///   - own: the user's rows of the scope, and those chosen elsewhere in the chain, oldest first.
    ///   - forms: the texts by what the user's rows are found by.
    ///   - shared: agreed meanings for the store and the chain.
    init(own: [Row], of forms: [String: String], shared: [Row]) throws {
        var (chosen, chosenNearby): ([String: TextMeaning], [String: TextMeaning]) = ([:], [:])
        var (found, noted): ([String: TextMeaning], [String: UUID?]) = ([:], [:])
        for row in own {
            guard let text = forms[try row["normalised_text"] as String] else { continue }
            let meaning = TextMeaning(
                product: try row["product_id"],
                confidence: try row["confidence"],
                basis: try row["basis"]
            )
            guard try row["is_here"] else {
                chosenNearby[text] = TextMeaning(
                    product: meaning.product,
                    confidence: TextMeaning.confidenceInChain,
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

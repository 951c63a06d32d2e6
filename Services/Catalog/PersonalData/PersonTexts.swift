import Foundation
import Foundations
import Postgres
import PrintedWords
import ServiceKit

/// What catalog encrypts under keys of persons. Each value is bound to what its row is found by. Empty texts stay as they are.
enum CatalogColumns {
    private static let store = ["user_id", "normalised_name", "normalised_address"]
    private static let line = ["user_id", "store_id", "normalised_text"]

    private static let product = ["user_id", "normalised_name"]

    static let productName = SealedColumn("user_products", "name", key: product, keepsEmpty: true)
    static let storeName = SealedColumn("user_stores", "name", key: store, keepsEmpty: true)
    static let storeAddress = SealedColumn("user_stores", "address", key: store, keepsEmpty: true)
    static let storePhone = SealedColumn("user_stores", "phone", key: store, keepsEmpty: true)
    /// Where it is: a packed message. Nothing was stored before it was encrypted.
    static let storeLocation = SealedColumn("user_stores", "location", .bytes, key: store, hasFormer: false)
    static let printedText = SealedColumn("receipt_text_mappings", "printed_text", key: line)
    /// Where it is encrypted, `normalised_text` is its hash.
    static let normalisedText = SealedColumn("receipt_text_mappings", "normalised_text", key: line)

    /// Where former versions stored texts.
    static let former =
        [productName, storeName, storeAddress, storePhone, printedText].compactMap(\.former) + [formerNormalisedText]
    /// The lines of which `normalised_text` is no hash.
    static let formerNormalisedText = FormerValues(
        "receipt_text_mappings",
        "normalised_text",
        where: "normalised_text_sealed IS NULL"
    )
}

/// A user's texts as they are stored: encrypted under the user's key, and found by keyed hashes.
struct PersonTexts: Sendable {
    /// What is found by its hash.
    enum Kind: String, Sendable {
        case productName = "user_products.normalised_name"
        case storeName = "user_stores.normalised_name"
        case storeAddress = "user_stores.normalised_address"
        case line = "receipt_text_mappings.normalised_text"
        case chain = "receipt_text_mappings.chain_key"
    }

    let user: UUID
    /// The user's key.
    let key: DataKey

    /// What a text is found by; empty for an empty one.
    func hash(_ text: String, _ kind: Kind) -> String {
        text.isEmpty ? "" : Data(key.lookupHash(of: text, purpose: kind.rawValue)).base64EncodedString()
    }

    /// The primary key of the row of a line, for encryption.
    func row(ofLine hash: String, at store: UUID) -> [String] { [user.canonical, store.canonical, hash] }

    /// An encrypted text in Base64, for arrays of them.
    func sealed(_ text: String, _ column: SealedColumn, row: [String]) throws -> String {
        Data(try column.seal(text, row: row, with: key)).base64EncodedString()
    }
}

/// A user's texts as they are read, whether they are encrypted yet or not.
struct StoredTexts: Sendable {
    let user: UUID
    /// The user's key; nil where nothing of theirs is encrypted.
    let key: DataKey?

    /// What texts may be stored as: their hashes, and as former versions stored them as they are.
    /// - Returns: The texts by what they are stored as.
    func forms(of texts: some Sequence<String>, _ kind: PersonTexts.Kind) -> [String: String] {
        var forms: [String: String] = [:]
        for text in texts {
            forms[text] = text
            if let key { forms[PersonTexts(user: user, key: key).hash(text, kind)] = text }
        }
        return forms
    }

    /// The text of a column in a row of a result, which has what the row is found by, too; empty for none.
    func text(_ column: SealedColumn, in row: Row) throws -> String {
        try column.text(in: row, row: name(of: row, column), with: key) ?? ""
    }

    /// The bytes of a column in a row of a result, as ``text(_:in:)``; nil for none.
    func bytes(_ column: SealedColumn, in row: Row) throws -> [UInt8]? {
        try column.bytes(in: row, row: name(of: row, column), with: key)
    }

    /// What a value of a row is bound to.
    private func name(of row: Row, _ column: SealedColumn) throws -> [String] {
        try column.key.map { part in
            switch part {
            case "user_id": user.canonical
            case "store_id": (try row["store_id"] as UUID).canonical
            default: try row[part] as String
            }
        }
    }
}

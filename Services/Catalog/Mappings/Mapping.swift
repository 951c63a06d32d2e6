import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The meaning of a line as its user sees it.
struct Mapping: Sendable, ListedEntry {
    static let list = "mappings"

    let id: UUID
    let store: UUID
    /// The name of a store of the user's own; empty otherwise.
    let ownStoreName: String
    let printed: String
    let meaning: TextMeaning
    let changedAt: Date

    init(_ row: Row, _ texts: StoredTexts) throws {
        id = try row["id"]
        store = try row["store_id"]
        let isOwnStore = try row["normalised_name"] as String? != nil
        ownStoreName = isOwnStore ? try texts.text(CatalogColumns.storeName, in: row) : ""
        printed = try texts.text(CatalogColumns.printedText, in: row)
        meaning = TextMeaning(
            product: try row["product_id"],
            confidence: try row["confidence"],
            basis: try row["basis"],
            isAgreed: true
        )
        changedAt = try row["changed_at"]
    }

    func message(_ product: Catalog.Product?, in snapshot: CatalogSnapshot) -> Catalog.Mapping {
        Catalog.Mapping(
            id: id.canonical,
            storeID: store == .unknown ? "" : store.canonical,
            storeName: snapshot.storeMessages[store]?.name ?? ownStoreName,
            printedText: printed,
            product: product.map(snapshot.shown),
            confidence: Int32(meaning.confidence),
            basis: meaning.basisMessage,
            changedAt: Common.Timestamp(changedAt)
        )
    }
}

import Foundation
import Messages
import Postgres
import ServiceKit

/// What users, or an operator, say that a text means to everybody.
struct SharedMappingRow: Sendable, NamedList {
    static let list = "shared-mappings"

    /// As the table has it.
    enum State: String, Sendable {
        case proposed
        case agreed
        case disputed
        case approved
        case withdrawn

        /// As operators get it.
        var message: Catalog.SharedMappingState {
            switch self {
            case .proposed: .proposed
            case .agreed: .agreed
            case .disputed: .disputed
            case .approved: .approved
            case .withdrawn: .withdrawn
            }
        }
    }

    let id: UUID
    let chain: String
    let store: String
    let text: String
    let product: UUID
    var state: State
    var votes: Int32
    var voters: Int32
    let changedAt: Date

    var key: ChangeKey<SharedMappingRow> { ChangeKey(changedAt: changedAt, id: id) }

    static let columns: Statement =
        "id, chain_key, store_key, normalised_text, product_id, state, votes, voters, changed_at"

    init(_ row: Row) throws {
        id = try row["id"]
        chain = try row["chain_key"]
        store = try row["store_key"]
        text = try row["normalised_text"]
        product = try row["product_id"]
        state = try row["state"]
        votes = try row["votes"]
        voters = try row["voters"]
        changedAt = try row["changed_at"]
    }

    /// As operators get it.
    func message(in snapshot: CatalogSnapshot) -> Catalog.SharedMapping {
        Catalog.SharedMapping(
            id: id.canonical,
            chain: chain,
            store: store,
            text: text,
            product: snapshot.products[product],
            state: state.message,
            votes: votes,
            voters: voters,
            changedAt: Common.Timestamp(changedAt)
        )
    }
}

extension SharedMappingRow.State: PostgresCodable {}

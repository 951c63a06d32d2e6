import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// A shared meaning of a text, by users' votes or an operator's decision.
struct SharedMappingRow: Sendable, ListedEntry {
    static let list = "shared-mappings"

    /// The state as stored.
    enum State: String, Sendable {
        case proposed
        case agreed
        case disputed
        case approved
        case withdrawn

        /// The state in messages to operators.
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

    /// The mapping in messages to operators.
    func message(in snapshot: CatalogSnapshot) -> Catalog.SharedMapping {
        Catalog.SharedMapping(
            id: id.canonical,
            chain: chain,
            store: store,
            text: text,
            product: snapshot.products[product].map(snapshot.shown),
            state: state.message,
            votes: votes,
            voters: voters,
            changedAt: Common.Timestamp(changedAt)
        )
    }
}

extension SharedMappingRow.State: PostgresCodable {}

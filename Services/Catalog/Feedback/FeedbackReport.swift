import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// A report of abusive feedback, without its author.
struct FeedbackReport: Sendable, ListedEntry {
    static let list = "feedback-reports"

    /// The state as stored.
    enum State: String, Sendable {
        /// Below the threshold of a report.
        case belowThreshold = "watched"
        case open
        case excluded
        case dismissed

        /// The state in messages to operators.
        var message: Catalog.FeedbackReportState {
            switch self {
            case .belowThreshold: .unspecified
            case .open: .open
            case .excluded: .excluded
            case .dismissed: .dismissed
            }
        }
    }

    let id: UUID
    let state: State
    let insults: Int32
    let contacts: Int32
    let excess: Int32
    let firstAt: Date
    let lastAt: Date

    static let columns: Statement = "id, state, insults, contacts, excess, first_at, last_at"

    init(_ row: Row) throws {
        id = try row["id"]
        state = try row["state"]
        insults = try row["insults"]
        contacts = try row["contacts"]
        excess = try row["excess"]
        firstAt = try row["first_at"]
        lastAt = try row["last_at"]
    }

    /// The report in messages to operators.
    var message: Catalog.FeedbackReport {
        Catalog.FeedbackReport(
            id: id.canonical,
            state: state.message,
            insults: insults,
            contacts: contacts,
            excess: excess,
            firstAt: Common.Timestamp(firstAt),
            lastAt: Common.Timestamp(lastAt)
        )
    }
}

extension FeedbackReport.State: PostgresCodable {}

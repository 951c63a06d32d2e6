import Foundation
import Messages
import Postgres
import ServiceKit

/// What of a user's feedback was screened out as abuse, without who that is.
struct FeedbackReport: Sendable, NamedList {
    static let list = "feedback-reports"

    /// As the table has it.
    enum State: String, Sendable {
        /// Too little to be reported.
        case belowThreshold = "watched"
        case open
        case excluded
        case dismissed

        /// As operators get it.
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

    var key: ChangeKey<FeedbackReport> { ChangeKey(changedAt: lastAt, id: id) }

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

    /// As operators get it.
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

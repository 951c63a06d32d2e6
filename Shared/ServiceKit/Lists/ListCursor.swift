import Foundation
import Foundations
import Postgres
import RPC

/// How much of a list's changes a client has received: what an update's cursor contains.
///
/// Whoever makes one up learns nothing by it: it selects among the caller's own rows.
struct ListCursor: Sendable, Hashable {
    /// How long a cursor is valid, in seconds.
    static let lifetime: Int64 = 30 * 86_400
    /// The most transactions in progress that it names; where there are more, some changes are sent again.
    private static let inProgressLimit = 100
    /// The most bytes of a cursor: two snapshots with as many numbers of at most 20 digits, in base64.
    private static let sizeLimit = 8_000
    private static let format = "1"

    /// The rest of a backlog that does not fit into one update.
    struct Rest: Sendable, Hashable {
        /// What the client has received when the rest is sent.
        var goal: TransactionSnapshot
        /// The last change that was sent, in the order of transactions and rows.
        var transaction: UInt64
        /// The row of that change.
        var row: UUID
    }

    /// The list; cursors of others are not valid.
    var list: String
    /// The database's history, in which transactions have their numbers once.
    var history: String
    /// By the database's clock, in seconds since 1970.
    var issuedAt: Int64
    /// Which transactions' changes the client has.
    var seen: TransactionSnapshot
    /// Changes beyond ``seen`` that the client has as well; nil between backlogs.
    var rest: Rest?

    /// Whether it can be resumed from.
    /// - Parameter present: One of the same list that was made now.
    func isValid(at present: ListCursor) -> Bool {
        list == present.list && history == present.history && present.issuedAt - issuedAt < Self.lifetime
    }

    /// The cursor for clients.
    var text: String {
        var fields = [list, Self.format, history, String(issuedAt), seen.shortened(to: Self.inProgressLimit).text]
        if let rest {
            fields += [
                rest.goal.shortened(to: Self.inProgressLimit).text, String(rest.transaction), rest.row.canonical,
            ]
        }
        return OpaqueToken.text(of: fields)
    }

    /// Reads the cursor of a request.
    /// - Returns: Nil for none, and for one of another version of this program, which cannot be resumed from.
    /// - Throws: INVALID_ARGUMENT for what no update had as its cursor.
    static func read(_ text: String) throws(Status) -> ListCursor? {
        if text.isEmpty { return nil }
        guard let fields = OpaqueToken.fields(of: text, limit: sizeLimit), fields.count >= 2,
            let format = Int(fields[1])
        else { throw malformed }
        if String(format) != Self.format { return nil }
        guard let cursor = ListCursor(fields: fields) else { throw malformed }
        return cursor
    }

    private static var malformed: Status {
        .invalid([.init("cursor", .services.field(field: "cursor", rule: .services.ruleCursor))])
    }
}

extension ListCursor {
    private init?(fields: [String]) {
        guard [5, 8].contains(fields.count), let issuedAt = Int64(fields[3]), issuedAt > 0,
            let seen = TransactionSnapshot(fields[4])
        else { return nil }
        self.init(list: fields[0], history: fields[2], issuedAt: issuedAt, seen: seen)
        guard fields.count == 8 else { return }
        guard let goal = TransactionSnapshot(fields[5]), let transaction = UInt64(fields[6]),
            let row = UUID(canonical: fields[7])
        else { return nil }
        rest = Rest(goal: goal, transaction: transaction, row: row)
    }
}

package import FoundationEssentials
package import Foundations

/// How a table of a service's schema holds durable work, one row a piece of work.
///
/// A queue needs no table of its own: its columns may stand in the table of what the work is about. In every SQL fragment
/// here the row is called `work`.
package struct LeaseTable: Sendable {
    /// The columns of rows that were given up.
    package struct DeadLetters: Sendable {
        /// When the row was given up (`timestamptz`); NULL for a row that is still tried.
        package var parkedAt: String
        /// Why the last attempt failed (`text`).
        package var lastError: String

        /// The columns under these names.
        package init(parkedAt: String = "parked_at", lastError: String = "last_error") {
            self.parkedAt = parkedAt
            self.lastError = lastError
        }
    }

    /// Rows that are worked on one at a time, in an order.
    package struct Serial: Sendable {
        /// Rows with the same values in these columns wait for each other.
        package var columns: [String]
        /// The column that says in which order.
        package var sequence: String

        /// An order of `sequence` among rows with the same `columns`.
        package init(columns: [String], sequence: String) {
            self.columns = columns
            self.sequence = sequence
        }
    }

    /// The table's name.
    package var name: String
    /// The columns of the primary key; the owner's comes first.
    package var key: [String]
    /// When the row may be worked on (`timestamptz`); NULL means at once.
    package var dueAt = "due_at"
    /// When the row became work (`timestamptz`), for the age of the oldest.
    package var since: String
    /// How often the work was begun (`integer`).
    package var attempts = "attempts"
    /// The token of the lease in force (`uuid`); another one with each claim.
    package var token = "claim"
    /// When the lease ends (`timestamptz`); NULL without one.
    package var leaseEnd = "claimed_until"
    /// Where rows are kept that were given up; nil when the table's owner has another way for them.
    package var deadLetters: DeadLetters?
    /// Rows that wait for each other; nil when all go side by side.
    package var serial: Serial?
    /// The rows that are work of the queue, as a condition. Write it as the table's partial index has it.
    package var filter: Statement
    /// In which order due rows are claimed.
    package var order: Statement
    /// What else changes when a row is claimed, as assignments.
    package var onClaim: Statement?
    /// What else changes when a row is postponed or parked, as assignments.
    package var onRelease: Statement?

    /// A table with the usual names of columns.
    package init(
        name: String,
        key: [String],
        since: String,
        deadLetters: DeadLetters? = nil,
        serial: Serial? = nil,
        filter: Statement = "true",
        order: Statement
    ) {
        self.name = name
        self.key = key
        self.since = since
        self.deadLetters = deadLetters
        self.serial = serial
        self.filter = filter
        self.order = order
    }
}

/// A piece of work that a row describes.
package protocol QueuedWork: Sendable {
    /// The columns that `init(_:)` reads; the row is called `work`.
    static var columns: Statement { get }
    /// Reads a row.
    init(_ row: Row) throws
    /// The row's primary key as a condition, its owner first.
    var identity: Statement { get }
}

/// The right to do a piece of work, until it ends or somebody else has it; reads like the work itself.
@dynamicMemberLookup
package struct Lease<Work: QueuedWork>: Sendable {
    /// What is to be done.
    package let work: Work
    /// Another one for each lease: who names an old one changes nothing.
    package let token: UUID
    /// How often the work was begun, this time included.
    package let attempt: Int

    /// A property of the work.
    package subscript<Value>(dynamicMember path: KeyPath<Work, Value>) -> Value { work[keyPath: path] }
}

/// Which clock decides what is due and when leases end.
package enum QueueTime: Sendable {
    /// The database's, which all instances share.
    case database
    /// Another one, for tests.
    case clock(any WallClock)

    /// The present time as an SQL expression; the same throughout a statement.
    var now: Statement {
        switch self {
        case .database: "statement_timestamp()"
        case .clock(let clock): "\(clock.now)"
        }
    }
}

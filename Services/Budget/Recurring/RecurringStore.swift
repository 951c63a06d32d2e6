import BudgetMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import RPC
import ServiceKit

/// Recurring expenditures in the database. Every statement names their owner.
struct RecurringStore: RevisedStore {
    /// Where they are recorded.
    let ledger: SpendingStore
    let revisions = Revisions<RecurringExpenditure>(
        "recurring_steps",
        record: "recurring_id",
        sealed: RecurringColumns.steps,
        noun: .services.nounRecurring
    )
    /// The present time.
    var clock: any WallClock { ledger.clock }

    /// What changes in lists of recurring expenditures.
    static func list(in pool: PostgresPool) -> WatchedList {
        WatchedList("recurring_changes", noun: .services.nounRecurringList, pool: pool)
    }

    // MARK: Recording

    /// Records a recurring expenditure for every day on which it is due until today.
    /// - Throws: FAILED_PRECONDITION (LEDGER_FULL) where the ledger has no room for all of them.
    func recordDue(
        _ recurring: RecurringExpenditure,
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> RecurringExpenditure {
        var recurring = recurring
        let today = CalendarDay(of: clock.now, in: recurring.terms.timeZone)
        var days: [CalendarDay] = []
        while !recurring.isRemoved, let day = recurring.nextDay, day <= today {
            days.append(day)
            recurring.recordedDay = day
        }
        if !days.isEmpty { try await ledger.requireRoom(for: days.count, of: user, in: connection) }
        for day in days {
            _ = try await ledger.add(try NewPurchase(of: recurring, on: day, of: user), with: key, in: connection)
        }
        try await connection.execute(
            """
            UPDATE recurring SET recorded_day = \(recurring.recordedDay), next_day = \(recurring.nextDay)
            WHERE user_id = \(user) AND id = \(recurring.id)
                AND (recorded_day, next_day) IS DISTINCT FROM (\(recurring.recordedDay)::date, \(recurring.nextDay)::date)
            """
        )
        return recurring
    }

    // MARK: Changes

    /// Adds a recurring expenditure.
    /// - Throws: FAILED_PRECONDITION (TOO_MANY_RECURRING_EXPENDITURES) where the user has as many as there may be.
    func create(
        _ terms: RecurringTerms,
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> RecurringExpenditure {
        try await lockList(of: user, in: connection)
        try await requireRoom(of: user, in: connection)
        // Of removed ones the oldest make room: they can be brought back for as long as there is some.
        try await connection.execute(
            """
            DELETE FROM recurring WHERE user_id = \(user) AND removed AND id IN (
                SELECT id FROM recurring WHERE user_id = \(user) AND removed
                ORDER BY created_at DESC, id OFFSET \(RecurringExpenditure.limit)
            )
            """
        )
        let recurring = RecurringExpenditure(id: UUID(), terms: terms, createdAt: clock.now)
        try await connection.execute(
            """
            INSERT INTO recurring (user_id, id, expenditure_sealed, unit, every, first_day, last_day, next_day, created_at)
            VALUES (
                \(user), \(recurring.id), \(try RecurringColumns.sealed(recurring, of: user, with: key)),
                \(terms.recurrence.unit), \(terms.recurrence.every), \(terms.recurrence.firstDay), \(terms.recurrence.lastDay),
                \(recurring.nextDay), \(recurring.createdAt)
            )
            """
        )
        return try await recordDue(
            try await lock(recurring.id, of: user, with: key, in: connection),
            of: user,
            with: key,
            in: connection
        )
    }

    /// Takes back the latest change of a recurring expenditure that stands.
    /// - Throws: NOT_FOUND; ABORTED when it isn't as its owner has seen it; FAILED_PRECONDITION when there is nothing to take
    ///   back, or no room for one that would be there again.
    func takeBack(
        _ id: UUID,
        of user: UUID,
        with key: DataKey,
        expecting version: ExpectedVersion,
        in connection: PostgresConnection
    ) async throws -> RecurringExpenditure {
        // Before any row, as when one is added.
        try await lockList(of: user, in: connection)
        let wasRemoved = try await lock(id, of: user, with: key, in: connection).isRemoved
        if wasRemoved { try await requireRoom(of: user, in: connection) }
        let restored = try await undo(id, of: user, with: key, expecting: version, in: connection).0
        return try await recordDue(restored, of: user, with: key, in: connection)
    }

    /// One after the other for each user, so that together they are not too many.
    private func lockList(of user: UUID, in connection: PostgresConnection) async throws {
        try await connection.execute(.turn("recurring \(user)"))
    }

    /// - Throws: FAILED_PRECONDITION where the user has as many as there may be.
    private func requireRoom(of user: UUID, in connection: PostgresConnection) async throws {
        let rows = try await connection.query(
            "SELECT count(*) AS count FROM recurring WHERE user_id = \(user) AND NOT removed"
        )
        guard try (rows[0]["count"] as Int) < RecurringExpenditure.limit else {
            throw Status(
                .failedPrecondition,
                .budget.tooManyRecurring(limit: RecurringExpenditure.limit),
                reason: .tooManyRecurringExpenditures
            )
        }
    }

    func lock(
        _ id: UUID,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> RecurringExpenditure {
        let rows = try await connection.query(
            "SELECT \(columns) FROM recurring WHERE user_id = \(user) AND id = \(id) FOR UPDATE"
        )
        guard let row = rows.first else { throw Status.notFound(.services.nounRecurring) }
        return try RecurringExpenditure(row, of: user, with: key)
    }

    func save(
        _ recurring: RecurringExpenditure,
        over before: RecurringExpenditure,
        as cause: RevisionCause,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> RecurringExpenditure {
        guard let key else { throw EncryptionError.unreadable }
        var after = recurring
        after.version = before.version + 1
        let recurrence = after.terms.recurrence
        let update: Statement = """
            UPDATE recurring SET expenditure_sealed = \(try RecurringColumns.sealed(after, of: user, with: key)),
                unit = \(recurrence.unit), every = \(recurrence.every), first_day = \(recurrence.firstDay),
                last_day = \(recurrence.lastDay), next_day = \(after.nextDay), removed = \(after.isRemoved),
                version = \(after.version)
            WHERE user_id = \(user) AND id = \(after.id)
            """
        let revision = try revisions.recording(
            cause,
            before: before,
            version: after.version,
            changes: [],
            at: clock.now,
            of: user,
            with: key
        )
        try await connection.pipeline([update] + revision)
        return after
    }

    // MARK: Reading

    /// A user's recurring expenditures without the removed ones, those that are due next first.
    func recurring(of user: UUID) async throws -> [RecurringExpenditure] {
        let rows = try await ledger.pool.query(
            """
            SELECT \(columns) FROM recurring WHERE user_id = \(user) AND NOT removed
            ORDER BY next_day NULLS LAST, created_at, id
            """
        )
        return try await read(rows, of: user)
    }

    /// The recurring expenditures of these ids, also removed ones.
    func rows(_ ids: [UUID], of user: UUID, in connection: PostgresConnection) async throws -> [Row] {
        try await connection.query(
            "SELECT \(columns) FROM recurring WHERE user_id = \(user) AND id = ANY(\(ids)) ORDER BY created_at, id"
        )
    }

    /// What rows say. The key is asked for without a connection.
    func read(_ rows: [Row], of user: UUID) async throws -> [RecurringExpenditure] {
        guard !rows.isEmpty else { return [] }
        let key = try await ledger.keys.existingKey(of: user)
        return try rows.map { try RecurringExpenditure($0, of: user, with: key) }
    }

    /// Some whose next day has come in the time zone where days begin first, in the order of users and ids.
    func due(after place: (user: UUID, id: UUID)?, limit: Int) async throws -> [(user: UUID, id: UUID)] {
        let after: Statement = place.map { "AND (user_id, id) > (\($0.user), \($0.id))" } ?? ""
        let latest = CalendarDay(of: clock.now + 14 * 3_600, in: .gmt)
        return try await ledger.pool.query(
            """
            SELECT user_id, id FROM recurring WHERE NOT removed AND next_day <= \(latest) \(after)
            ORDER BY user_id, id LIMIT \(limit)
            """
        ).map { (try $0["user_id"], try $0["id"]) }
    }

    private var columns: Statement {
        """
        id, \(RecurringColumns.expenditure.selection()), unit, every, first_day, last_day, recorded_day, created_at, removed,
        version
        """
    }
}

/// The columns that are encrypted under the keys of owners.
enum RecurringColumns {
    static let expenditure = SealedColumn("recurring", "expenditure", .bytes, key: ["user_id", "id"], hasFormer: false)
    static let steps = SealedRevisions("recurring_steps", record: "recurring_id", hasFormer: false)
    static let all = [expenditure, steps.changes, steps.before]

    fileprivate static func sealed(_ recurring: RecurringExpenditure, of user: UUID, with key: DataKey) throws
        -> [UInt8]
    {
        let message = try recurring.terms.expenditure.encoded()
        return try expenditure.seal(
            Array(message.readableBytesView),
            row: [user.canonical, recurring.id.canonical],
            with: key
        )
    }
}

extension Recurrence.Unit: PostgresCodable {}

extension RecurringExpenditure {
    fileprivate init(_ row: Row, of user: UUID, with key: DataKey?) throws {
        let id: UUID = try row["id"]
        let place = [user.canonical, id.canonical]
        guard let packed = try RecurringColumns.expenditure.bytes(in: row, row: place, with: key) else {
            throw EncryptionError.unreadable
        }
        self.init(
            id: id,
            terms: RecurringTerms(
                expenditure: try Budget.CreateExpenditureRequest(decoding: ByteBuffer(bytes: packed)),
                recurrence: Recurrence(
                    unit: try row["unit"],
                    every: try row["every"],
                    firstDay: try row["first_day"],
                    lastDay: try row["last_day"]
                )
            ),
            recordedDay: try row["recorded_day"],
            createdAt: try row["created_at"],
            isRemoved: try row["removed"],
            version: try row["version"]
        )
    }
}

extension StatusReason {
    /// The user has as many recurring expenditures as there may be.
    static let tooManyRecurringExpenditures: StatusReason = "TOO_MANY_RECURRING_EXPENDITURES"
}

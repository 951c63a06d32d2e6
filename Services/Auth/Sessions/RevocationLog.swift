import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// The revocations in force, shared by all instances through the database.
final class RevocationLog: Sendable {
    /// How far the clocks of programs may differ, in seconds.
    private static let clockTolerance: TimeInterval = 60
    /// The longest time between two updates, by which followers see that they miss nothing.
    private static let interval = Duration.seconds(1)
    /// The most revocations in an update.
    private static let updateLimit = 1_000
    /// The key under which the database announces all of them.
    private static let key = "all"

    /// Announces new revocations of every instance.
    let changes: ChangeFeed<String>
    private let database: PostgresPool
    /// The lifetime of access tokens, in seconds.
    private let tokenLifetime: TimeInterval
    private let clock: any WallClock
    private let isStopping = WatchedValue(false)

    init(database: PostgresPool, tokenLifetime: TimeInterval, clock: any WallClock) {
        changes = ChangeFeed("revocations", pool: database)
        self.database = database
        self.tokenLifetime = tokenLifetime
        self.clock = clock
    }

    private static let restarting = Status(
        .unavailable,
        .services.restarting(what: .auth.nounRevocations),
        retryDelay: .seconds(1),
        reason: .restarting
    )

    /// The statement that revokes all tokens of an account that were issued until `time`, since what they say is outdated; the
    /// last of its transaction, as others wait for it.
    func revocation(of account: UUID, at time: Date) -> Statement {
        """
        INSERT INTO revocations (account_id, reason, revoked_at, expires_at)
        VALUES (\(account), \(Revocation.Reason.outdated.rawValue), \(time), \(expiry(at: time)))
        """
    }

    /// The statement that revokes the tokens of sessions that have ended; the last of its transaction, as others wait for it.
    func revocations(of account: UUID, sessions: [UUID], at time: Date) -> Statement {
        """
        INSERT INTO revocations (account_id, session_id, reason, revoked_at, expires_at)
        SELECT \(account), session, \(Revocation.Reason.sessionEnded.rawValue), \(time), \(expiry(at: time))
        FROM unnest(\(sessions)) AS session
        """
    }

    /// From then on no token that is revoked at a time can be valid.
    private func expiry(at time: Date) -> Date { time.addingTimeInterval(tokenLifetime + Self.clockTolerance) }

    /// Delivers all revocations in force, then every new one; something every second at least.
    /// - Throws: UNAVAILABLE with reason RESTARTING once ``stop()`` was called, what `deliver` throws, and what reading throws.
    func follow(_ deliver: @escaping @Sendable (RevocationUpdate) async throws -> Void) async throws {
        let isStopping = isStopping
        let (news, updates) = (WorkSignal(), changes.watch(Self.key))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in updates { news.notify() } }
            group.addTask { try await self.read(deliver, news) }
            group.addTask {
                for await isStopping in isStopping.changes() where isStopping { throw Self.restarting }
            }
            defer { group.cancelAll() }
            for try await _ in group {}
        }
    }

    private func read(_ deliver: (RevocationUpdate) async throws -> Void, _ news: WorkSignal) async throws {
        var position: Int64 = 0
        while true {
            let count = news.count
            let (revocations, last) = try await revocations(after: position)
            position = last ?? position
            let isComplete = revocations.count < Self.updateLimit
            try await deliver(RevocationUpdate(revocations: revocations, isComplete: isComplete))
            if isComplete { await news.wait(after: count, atMost: Self.interval, clock: clock) }
            try Task.checkCancellation()
        }
    }

    /// Ends all that follow, so that they ask another instance.
    func stop() { isStopping.set(true) }

    /// Deletes revocations that have expired.
    func deleteExpired(before time: Date) async throws {
        try await database.execute("DELETE FROM revocations WHERE expires_at <= \(time)")
    }

    private func revocations(after position: Int64) async throws -> (revocations: [Revocation], last: Int64?) {
        let rows = try await database.query(
            """
            SELECT position, account_id, session_id, reason, revoked_at, expires_at FROM revocations
            WHERE position > \(position) AND expires_at > \(clock.now) ORDER BY position LIMIT \(Int64(Self.updateLimit))
            """
        )
        let revocations = try rows.map { row in
            Revocation(
                account: (try row["account_id"] as UUID).canonical,
                session: try row.decode("session_id", as: UUID?.self)?.canonical,
                reason: Revocation.Reason(rawValue: try row["reason"]) ?? .sessionEnded,
                time: try row["revoked_at"],
                expiry: try row["expires_at"]
            )
        }
        return (revocations, try rows.last.map { try $0["position"] })
    }
}

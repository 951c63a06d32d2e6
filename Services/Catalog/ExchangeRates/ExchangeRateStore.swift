import CatalogDomain
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Exchange rates in the database, and the history of what operators changed.
struct ExchangeRateStore: Sendable {
    /// What a list is narrowed to.
    struct Filter: Sendable {
        var from = ""
        var to = ""
        var day: CalendarDay?

        var isEmpty: Bool { from.isEmpty && to.isEmpty && day == nil }
    }

    /// How many rates were added and changed, and how many were kept although others were given.
    struct Counts: Sendable, Equatable {
        var added = 0
        var changed = 0
        var kept = 0
    }

    /// How many rates a statement takes.
    private static let batch = 10_000

    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// The rates in use of these pairs in their days.
    func rates(of spans: [(pair: CurrencyPair, days: ClosedRange<CalendarDay>)]) async throws -> [ExchangeRate] {
        try await pool.query(
            """
            SELECT r.from_currency, r.to_currency, r.day, r.rate, r.source
            FROM unnest(
                \(spans.map(\.pair.from)), \(spans.map(\.pair.to)), \(spans.map(\.days.lowerBound)),
                \(spans.map(\.days.upperBound))
            ) AS span (from_currency, to_currency, first_day, last_day)
                JOIN exchange_rates r ON r.from_currency = span.from_currency AND r.to_currency = span.to_currency
                    AND r.day BETWEEN span.first_day AND span.last_day
            WHERE r.withdrawn_at IS NULL
            """
        ).map { try ExchangeRate($0) }
    }

    /// A page of the rates, and the token of the next one; nil at the end.
    func list(
        _ page: Page<ExchangeRateKey>,
        _ filter: Filter
    ) async throws -> ([KeptExchangeRate], next: String?) {
        let after: Statement =
            page.after.map { key in
                """
                AND (day < \(key.day)
                    OR day = \(key.day) AND (from_currency, to_currency) > (\(key.pair.from), \(key.pair.to)))
                """
            } ?? ""
        let rows = try await pool.query(
            """
            SELECT \(KeptExchangeRate.columns) FROM exchange_rates WHERE \(Self.matches(filter)) \(after)
            ORDER BY day DESC, from_currency, to_currency LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(in: rows, key: ExchangeRateKey.init, KeptExchangeRate.init)
    }

    /// A page of what was changed, and the token of the next one; nil at the end.
    ///
    /// Without a filter a file is one entry, and with one each of its changes.
    func changes(
        _ page: Page<ExchangeRateChangeKey>,
        _ filter: Filter
    ) async throws -> ([ExchangeRateChange], next: String?) {
        let after: Statement =
            page.after.map { key in
                "AND (act.done_at, act.id, \(ExchangeRateChangeKey.place)) < (\(key.act.time), \(key.act.id), \(key.place))"
            } ?? ""
        let tables: Statement =
            filter.isEmpty
            ? "exchange_rate_acts act LEFT JOIN exchange_rate_changes change ON change.act_id = act.id AND act.kind <> 'imported'"
            : "exchange_rate_changes change JOIN exchange_rate_acts act ON act.id = change.act_id"
        let rows = try await pool.query(
            """
            SELECT \(ExchangeRateChange.columns), \(ExchangeRateChangeKey.place) AS place
            FROM \(tables) WHERE \(Self.matches(filter)) \(after)
            ORDER BY act.done_at DESC, act.id DESC, place DESC LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(
            in: rows,
            key: ExchangeRateChangeKey.init,
            ExchangeRateChange.init
        )
    }

    private static func matches(_ filter: Filter) -> Statement {
        let from: Statement = filter.from.isEmpty ? "true" : "from_currency = \(filter.from)"
        let to: Statement = filter.to.isEmpty ? "true" : "to_currency = \(filter.to)"
        let day: Statement = filter.day.map { "day = \($0)" } ?? "true"
        return "\(from) AND \(to) AND \(day)"
    }
}

extension ExchangeRateStore {
    /// Sets a rate.
    func set(_ rate: ExchangeRate, by user: UUID) async throws -> KeptExchangeRate {
        try await pool.transaction { connection in
            let act = try await begin(.set, by: user, in: connection)
            try await take([rate], isOwn: true, as: act, in: connection)
            try await finish(act, Counts(), in: connection)
            return try await stored(rate.pair, rate.day, in: connection)
        }
    }

    /// Takes a rate out of use.
    /// - Throws: NOT_FOUND where there has never been one.
    func withdraw(_ pair: CurrencyPair, on day: CalendarDay, by user: UUID) async throws -> KeptExchangeRate {
        try await pool.transaction { connection in
            let act = try await begin(.withdrawn, by: user, in: connection)
            try await connection.execute(
                """
                WITH withdrawn AS (
                    UPDATE exchange_rates SET withdrawn_at = \(clock.now), changed_at = \(clock.now), is_own = true
                    WHERE from_currency = \(pair.from) AND to_currency = \(pair.to) AND day = \(day)
                        AND withdrawn_at IS NULL
                    RETURNING from_currency, to_currency, day, rate, source
                )
                INSERT INTO exchange_rate_changes (from_currency, to_currency, day, act_id, former_rate, former_source)
                SELECT from_currency, to_currency, day, \(act), rate, source FROM withdrawn
                """
            )
            try await finish(act, Counts(), in: connection)
            return try await stored(pair, day, in: connection)
        }
    }

    /// Takes over the rates of a file.
    /// - Parameters:
    ///   - isOwn: Whether they stand for what operators say, rather than a source, whose rates leave those alone.
    ///   - isTrial: Whether nothing is changed.
    func take(
        _ rates: [ExchangeRate],
        of file: String,
        isOwn: Bool,
        by user: UUID,
        isTrial: Bool
    ) async throws -> Counts {
        do {
            return try await pool.transaction { connection in
                let act = try await begin(.imported, by: user, named: file, in: connection)
                var counts = Counts()
                for start in stride(from: 0, to: rates.count, by: Self.batch) {
                    let batch = rates[start..<min(start + Self.batch, rates.count)]
                    let taken = try await take(batch, isOwn: isOwn, as: act, in: connection)
                    counts.added += taken.added
                    counts.changed += taken.changed
                    counts.kept += taken.kept
                }
                try await finish(act, counts, in: connection)
                if isTrial { throw Trial(counts: counts) }
                return counts
            }
        } catch let trial as Trial {
            return trial.counts
        }
    }

    /// Rolls back what was only tried.
    private struct Trial: Error {
        let counts: Counts
    }

    /// Begins to change rates, one operator after the other.
    private func begin(
        _ kind: ExchangeRateChange.Kind,
        by user: UUID,
        named file: String = "",
        in connection: PostgresConnection
    ) async throws -> UUID {
        try await connection.execute(.turn("exchange rates"))
        let act = UUID()
        try await connection.execute(
            """
            INSERT INTO exchange_rate_acts (id, operator_id, done_at, kind, file_name)
            VALUES (\(act), \(user), \(clock.now), \(kind), \(file))
            """
        )
        return act
    }

    /// Keeps what was done if it has changed anything.
    private func finish(_ act: UUID, _ counts: Counts, in connection: PostgresConnection) async throws {
        try await connection.pipeline([
            """
            DELETE FROM exchange_rate_acts WHERE id = \(act)
                AND NOT EXISTS (SELECT FROM exchange_rate_changes WHERE act_id = \(act))
            """,
            """
            UPDATE exchange_rate_acts SET added = \(Int32(clamping: counts.added)), changed = \(Int32(clamping: counts.changed))
            WHERE id = \(act)
            """,
        ])
    }

    /// Writes rates where they are others than those that are kept.
    @discardableResult
    private func take(
        _ rates: some Collection<ExchangeRate>,
        isOwn: Bool,
        as act: UUID,
        in connection: PostgresConnection
    ) async throws -> Counts {
        let given: Statement = """
            unnest(\(rates.map(\.pair.from)), \(rates.map(\.pair.to)), \(rates.map(\.day)),
                \(rates.map(\.rate.description))::text[]::numeric[], \(rates.map(\.source)))
                AS given (from_currency, to_currency, day, rate, source)
            """
        // What is read is as it was before the statement.
        let row = try await connection.query(
            """
            WITH given AS (SELECT * FROM \(given)), former AS (
                SELECT former.* FROM exchange_rates former JOIN given USING (from_currency, to_currency, day)
            ), written AS (
                INSERT INTO exchange_rates AS former
                    (from_currency, to_currency, day, rate, source, is_own, changed_at)
                SELECT from_currency, to_currency, day, rate, source, \(isOwn), \(clock.now) FROM given
                ON CONFLICT (from_currency, to_currency, day) DO UPDATE
                SET rate = excluded.rate, source = excluded.source, is_own = excluded.is_own,
                    changed_at = excluded.changed_at, withdrawn_at = NULL
                WHERE (excluded.is_own OR NOT former.is_own)
                    AND (former.rate, former.source, former.is_own, former.withdrawn_at)
                        IS DISTINCT FROM (excluded.rate, excluded.source, excluded.is_own, NULL::timestamptz)
                RETURNING from_currency, to_currency, day, rate, source
            ), recorded AS (
                INSERT INTO exchange_rate_changes (
                    from_currency, to_currency, day, act_id, former_rate, former_source, new_rate, new_source
                )
                SELECT from_currency, to_currency, day, \(act),
                    CASE WHEN former.withdrawn_at IS NULL THEN former.rate END,
                    CASE WHEN former.withdrawn_at IS NULL THEN former.source END, written.rate, written.source
                FROM written LEFT JOIN former USING (from_currency, to_currency, day)
                RETURNING former_rate
            )
            SELECT (SELECT count(*) FROM recorded WHERE former_rate IS NULL) AS added,
                (SELECT count(*) FROM recorded WHERE former_rate IS NOT NULL) AS changed,
                (SELECT count(*) FROM former JOIN given USING (from_currency, to_currency, day)
                    WHERE former.is_own AND NOT \(isOwn)
                        AND (former.rate <> given.rate OR former.withdrawn_at IS NOT NULL)) AS kept
            """
        )[0]
        return Counts(added: try row["added"], changed: try row["changed"], kept: try row["kept"])
    }

    private func stored(
        _ pair: CurrencyPair,
        _ day: CalendarDay,
        in connection: PostgresConnection
    ) async throws -> KeptExchangeRate {
        let rows = try await connection.query(
            """
            SELECT \(KeptExchangeRate.columns) FROM exchange_rates
            WHERE from_currency = \(pair.from) AND to_currency = \(pair.to) AND day = \(day)
            """
        )
        guard let row = rows.first else { throw Status.notFound(.catalog.nounExchangeRate) }
        return try KeptExchangeRate(row)
    }
}

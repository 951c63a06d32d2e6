import CatalogDomain
import Foundation
import Foundations
import Postgres
import PrintedWords
import RPC
import ServiceKit

/// Securities and their prices in the database.
struct SecuritiesStore: Sendable {
    /// A security with the days of its prices.
    struct Entry: Sendable {
        let security: Security
        let source: String
        /// The days of the first and the last price; nil without prices.
        let days: ClosedRange<CalendarDay>?
    }

    /// A stored series of prices.
    struct Series: Sendable {
        let interval: SeriesInterval
        let source: String
        let fetchedAt: Date
        let days: ClosedRange<CalendarDay>
    }

    /// Rows of one statement, so that none takes much memory.
    private static let batch = 20_000

    let pool: PostgresPool
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    // MARK: Reading

    /// A security.
    /// - Throws: NOT_FOUND for an unknown symbol.
    func security(_ symbol: String) async throws -> Entry {
        let rows = try await pool.query("SELECT \(Self.columns) FROM securities WHERE symbol = \(symbol)")
        guard let row = rows.first else { throw Status.notFound(.services.nounSecurity) }
        return try Entry(row)
    }

    /// The securities of these symbols, in their order.
    func securities(_ symbols: [String]) async throws -> [Entry] {
        let rows = try await pool.query("SELECT \(Self.columns) FROM securities WHERE symbol = ANY(\(symbols))")
        let found = try Dictionary(rows.map(Entry.init).map { ($0.security.symbol, $0) }) { first, _ in first }
        return symbols.compactMap { found[$0] }
    }

    /// A page of the securities whose symbol or name a text is the beginning of, or of all for an empty text.
    func search(_ search: SecuritySearch, _ page: Page<SecurityKey>) async throws -> ([Entry], next: String?) {
        let name = search.name.likePattern
        let rank: Statement = """
            CASE WHEN symbol = \(search.symbol) THEN 0 WHEN symbol LIKE \(search.symbol.likePattern + "%") THEN 1 ELSE 2 END
            """
        let after: Statement = page.after.map { "AND (\(rank), symbol) > (\($0.rank), \($0.symbol))" } ?? ""
        let rows = try await pool.query(
            """
            SELECT \(Self.columns), \(rank) AS rank FROM securities
            WHERE (symbol LIKE \(search.symbol.likePattern + "%") OR search_name LIKE \(name + "%")
                OR search_name LIKE \("% " + name + "%")) \(search.condition) \(after)
            ORDER BY rank, symbol LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(
            in: rows,
            key: { SecurityKey(rank: try $0["rank"], symbol: try $0["symbol"]) },
            Entry.init
        )
    }

    /// All securities that the filters allow, for finding similar ones.
    func candidates(_ search: SecuritySearch) async throws -> [SimilarSecurities.Entry] {
        try await pool.query("SELECT symbol, search_name FROM securities WHERE true \(search.condition)").map {
            SimilarSecurities.Entry(symbol: try $0["symbol"], searchName: try $0["search_name"])
        }
    }

    /// The series of a security, at most one of days and one of months.
    func series(of symbol: String) async throws -> [Series] {
        try await pool.query(
            """
            SELECT period, source, fetched_at, first_day, last_day FROM security_series WHERE symbol = \(symbol)
            ORDER BY period
            """
        ).map(Series.init)
    }

    /// The prices of a series, oldest first.
    func prices(
        of symbol: String,
        _ interval: SeriesInterval,
        in days: ClosedRange<CalendarDay>
    ) async throws -> [SecurityPrice] {
        try await pool.query(
            """
            SELECT day, close FROM security_prices
            WHERE symbol = \(symbol) AND period = \(interval.rawValue)
                AND day BETWEEN \(days.lowerBound) AND \(days.upperBound) ORDER BY day
            """
        ).map { SecurityPrice(day: try $0["day"], close: try $0["close"]) }
    }

    /// The symbols of all securities.
    func symbols() async throws -> Set<String> {
        Set(try await pool.query("SELECT symbol FROM securities").map { try $0["symbol"] as String })
    }

    // MARK: Changing

    /// Adds securities, and replaces those that there are.
    func store(_ securities: [Security]) async throws {
        let statements = stride(from: 0, to: securities.count, by: Self.batch).map { start in
            Self.insertion(
                of: Array(securities[start..<min(start + Self.batch, securities.count)]),
                isShipped: false,
                at: clock.now
            )
        }
        try await pool.transaction { connection in
            for statement in statements { try await connection.execute(statement) }
        }
    }

    /// Replaces series of prices as a whole.
    /// - Parameter series: By the symbols of securities that there are; each oldest first and not empty.
    func store(
        _ series: [String: [SecurityPrice]],
        _ interval: SeriesInterval,
        source: String
    ) async throws {
        let statements = Self.replacement(of: series, interval, source: source, isShipped: false, at: clock.now)
        try await pool.transaction { connection in
            for statement in statements { try await connection.execute(statement) }
        }
    }

    /// Adds securities. What operators have loaded stays unless they load it again.
    static func insertion(of securities: [Security], isShipped: Bool, at now: Date) -> Statement {
        let replaced: Statement = isShipped ? "WHERE securities.is_shipped" : ""
        return """
            INSERT INTO securities (
                symbol, name, search_name, exchange, currency, kind, region, adjustment, is_shipped, updated_at
            )
            SELECT *, \(isShipped), \(now) FROM unnest(
                \(securities.map(\.symbol)), \(securities.map(\.name)),
                \(securities.map { NormalisedText($0.name).value }), \(securities.map(\.exchange)),
                \(securities.map(\.currency)), \(securities.map(\.kind.rawValue)), \(securities.map(\.region)),
                \(securities.map(\.adjustment.rawValue))
            )
            ON CONFLICT (symbol) DO UPDATE SET name = excluded.name, search_name = excluded.search_name,
                exchange = excluded.exchange, currency = excluded.currency, kind = excluded.kind,
                region = excluded.region, adjustment = excluded.adjustment, is_shipped = excluded.is_shipped,
                updated_at = excluded.updated_at \(replaced)
            """
    }

    /// Statements that replace series. What operators have loaded stays unless they load it again.
    static func replacement(
        of series: [String: [SecurityPrice]],
        _ interval: SeriesInterval,
        source: String,
        isShipped: Bool,
        at now: Date
    ) -> [Statement] {
        let symbols = series.filter { !$0.value.isEmpty }.keys.sorted()
        let rows = symbols.flatMap { symbol in (series[symbol] ?? []).map { (symbol, $0) } }
        let kept: Statement = isShipped ? "AND NOT \(isLoaded(interval))" : ""
        let deletion: Statement = """
            DELETE FROM security_prices AS prices
            WHERE period = \(interval.rawValue) AND symbol = ANY(\(symbols)) \(kept)
            """
        let insertions = stride(from: 0, to: rows.count, by: batch).map { start -> Statement in
            let part = rows[start..<min(start + batch, rows.count)]
            return """
                INSERT INTO security_prices (symbol, period, day, close)
                SELECT symbol, \(interval.rawValue), date '1970-01-01' + day, close::numeric
                FROM unnest(
                    \(part.map(\.0)), \(part.map { Int32($0.1.day.dayNumber) }), \(part.map(\.1.close.description))
                ) AS prices (symbol, day, close) WHERE true \(kept)
                """
        }
        let first = symbols.map { series[$0]?.first?.day.text ?? "" }
        let last = symbols.map { series[$0]?.last?.day.text ?? "" }
        let replaced: Statement = isShipped ? "WHERE security_series.is_shipped" : ""
        let record: Statement = """
            INSERT INTO security_series (symbol, period, source, fetched_at, first_day, last_day, is_shipped)
            SELECT symbol, \(interval.rawValue), \(source), \(now), first_day::date, last_day::date, \(isShipped)
            FROM unnest(\(symbols), \(first), \(last)) AS series (symbol, first_day, last_day)
            ON CONFLICT (symbol, period) DO UPDATE SET source = excluded.source, fetched_at = excluded.fetched_at,
                first_day = excluded.first_day, last_day = excluded.last_day, is_shipped = excluded.is_shipped
            \(replaced)
            """
        return [deletion] + insertions + [record]
    }

    /// Whether the series of `prices` is not as Larder ships it.
    private static func isLoaded(_ interval: SeriesInterval) -> Statement {
        """
        EXISTS (
            SELECT FROM security_series AS series WHERE series.symbol = prices.symbol
                AND series.period = \(interval.rawValue) AND NOT series.is_shipped
        )
        """
    }

    private static let columns: Statement = """
        symbol, name, exchange, currency, kind, region, adjustment,
        (SELECT min(first_day) FROM security_series WHERE security_series.symbol = securities.symbol) AS first_day,
        (SELECT max(last_day) FROM security_series WHERE security_series.symbol = securities.symbol) AS last_day,
        coalesce((
            SELECT source FROM security_series WHERE security_series.symbol = securities.symbol
            ORDER BY last_day DESC, period LIMIT 1
        ), '') AS source
        """
}

extension SecuritiesStore.Entry {
    /// The database has a security of a kind that this version doesn't know.
    private struct UnknownKind: Error {}

    fileprivate init(_ row: Row) throws {
        guard let kind = SecurityKind(rawValue: try row["kind"]),
            let adjustment = PriceAdjustment(rawValue: try row["adjustment"])
        else { throw UnknownKind() }
        let security = Security(
            symbol: try row["symbol"],
            name: try row["name"],
            exchange: try row["exchange"],
            currency: try row["currency"],
            kind: kind,
            region: try row["region"],
            adjustment: adjustment
        )
        let (first, last): (CalendarDay?, CalendarDay?) = (try row["first_day"], try row["last_day"])
        let days = first.flatMap { first in last.map { first...$0 } }
        self.init(security: security, source: try row["source"], days: days)
    }
}

extension SecuritiesStore.Series {
    /// The database has a series of an interval that this version doesn't know.
    private struct UnknownInterval: Error {}

    fileprivate init(_ row: Row) throws {
        guard let interval = SeriesInterval(rawValue: try row["period"]) else { throw UnknownInterval() }
        let first: CalendarDay = try row["first_day"]
        self.init(
            interval: interval,
            source: try row["source"],
            fetchedAt: try row["fetched_at"],
            days: first...(try row["last_day"])
        )
    }
}

extension String {
    /// The text in a pattern of LIKE, in which it stands for itself.
    fileprivate var likePattern: String {
        replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }
}

import AuthMessages
import CatalogMessages
import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit

/// Reports to catalog once a week what users have paid at stores, of those who have consented to that.
///
/// A price leaves this service only when so many users have paid it within a week at the same store, and without anything about them: of
/// what fewer have paid, nothing is kept outside of their own purchases.
struct PriceObserver: Sendable {
    /// How many users have paid a price at least.
    static let smallestGroup = 3
    /// How many days after its end a week is looked at: those who shopped in it have checked their receipts by then, wherever they live.
    static let delay = 3
    /// How many weeks back missed ones are looked at.
    static let missedWeeks = 4
    /// The most prices of a call.
    static let callLimit = 500

    let ledger: SpendingStore
    let consents: any Consents
    let sink: any PriceObservationSink
    let log: Logger
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// Each night, since a week may have been missed.
    var job: ScheduledJob {
        ScheduledJob("observe prices", .daily(.init(4, 15), in: .gmt), timeLimit: .seconds(4 * 3_600)) { _ in
            try await observe()
        }
    }

    /// Reports the weeks that are over and were not reported.
    func observe() async throws {
        let over = CalendarDay(of: clock.now, in: .gmt).advanced(by: -6 - Self.delay)
        let last = over.advanced(by: 1 - over.weekday)
        for week in (0..<Self.missedWeeks).reversed().map({ last.advanced(by: -7 * $0) }) {
            guard try await isDue(week) else { continue }
            var consenting = ConsentingUsers(consents: consents, week: week)
            for store in try await stores(in: week) {
                try await report(week, at: store, &consenting)
                // Never again, even when the week is not done: from a second report what has changed could be seen.
                try await markReported(week, at: store)
            }
            try await markReported(week, at: nil)
        }
    }

    /// Reports what was paid at a store in the week that begins with a day.
    private func report(_ week: CalendarDay, at store: UUID, _ consenting: inout ConsentingUsers) async throws {
        var seen = SeenPrices()
        for (user, purchases) in try await purchases(at: store, in: week) {
            try Task.checkCancellation()
            guard try await consenting.contains(user) else { continue }
            for purchase in await counted(of: user, in: week) {
                guard let time = purchases[purchase.id] else { continue }
                seen.add(purchase, at: time, of: user)
            }
        }
        let prices = seen.shared(by: Self.smallestGroup).map(\.message)
        for first in stride(from: 0, to: prices.count, by: Self.callLimit) {
            let some = prices[first..<min(prices.count, first + Self.callLimit)]
            try await sink.record(Array(some), at: store, in: week)
        }
    }

    /// What counts of a user's ledger in a week; nothing where that cannot be read, which holds up nobody else.
    private func counted(of user: UUID, in week: CalendarDay) async -> [CountedPurchase] {
        do {
            return try await ledger.counted(from: week, to: week.advanced(by: 6), of: user, with: .quantities)
        } catch {
            log.error("a ledger could not be read", metadata: ["user": "\(user)", "error": "\(error)"])
            return []
        }
    }

    /// Those who consented before a week began. Each is asked about once.
    private struct ConsentingUsers {
        let consents: any Consents
        let week: CalendarDay
        private var known: [UUID: Bool] = [:]

        init(consents: any Consents, week: CalendarDay) { (self.consents, self.week) = (consents, week) }

        mutating func contains(_ user: UUID) async throws -> Bool {
            if let given = known[user] { return given }
            let since = try await consents.consent(.communityPrices, of: user)
            let given = since.map { CalendarDay(of: $0, in: .gmt) < week } ?? false
            known[user] = given
            return given
        }
    }

    // MARK: Statements

    /// Whether a week has not been reported of all stores.
    private func isDue(_ week: CalendarDay) async throws -> Bool {
        try await ledger.pool.query("SELECT FROM observed_weeks WHERE first_day = \(week) AND store_id IS NULL").isEmpty
    }

    /// Keeps that a week has been reported of a store, or of all of them, which takes the place of each.
    private func markReported(_ week: CalendarDay, at store: UUID?) async throws {
        try await ledger.pool.transaction { connection in
            if store == nil {
                try await connection.execute("DELETE FROM observed_weeks WHERE first_day = \(week)")
            }
            try await connection.execute(
                "INSERT INTO observed_weeks (first_day, store_id) VALUES (\(week), \(store))"
            )
        }
    }

    /// The stores at which enough users shopped in a week, and of which it has not been reported.
    private func stores(in week: CalendarDay) async throws -> [UUID] {
        try await ledger.pool.query(
            """
            SELECT store_id FROM purchases WHERE \(Self.checked(in: week)) AND store_id IS NOT NULL
                AND store_id NOT IN (
                    SELECT store_id FROM observed_weeks WHERE first_day = \(week) AND store_id IS NOT NULL
                )
            GROUP BY store_id HAVING count(DISTINCT user_id) >= \(Int64(Self.smallestGroup)) ORDER BY store_id
            """
        ).map { try $0["store_id"] }
    }

    /// The purchases of which prices are seen, read from receipts and checked by their owners, with the time that is printed.
    private func purchases(at store: UUID, in week: CalendarDay) async throws -> [UUID: [UUID: String?]] {
        let rows = try await ledger.pool.query(
            """
            SELECT user_id, id, purchased_time FROM purchases WHERE \(Self.checked(in: week)) AND store_id = \(store)
                AND kind = \(Purchase.Kind.purchase)
            """
        )
        return try Dictionary(grouping: rows) { try $0["user_id"] as UUID }.mapValues { rows in
            Dictionary(
                uniqueKeysWithValues: try rows.map { (try $0["id"] as UUID, try $0["purchased_time"] as String?) }
            )
        }
    }

    /// Whether a purchase was made in a week, is read from a receipt, and was checked by its owner.
    private static func checked(in week: CalendarDay) -> Statement {
        """
        listed_on BETWEEN \(week) AND \(week.advanced(by: 6)) AND state = 'confirmed' AND receipt_id IS NOT NULL
            AND NOT typed_in AND purchased_on IS NOT NULL
        """
    }
}

/// Where observations go.
protocol PriceObservationSink: Sendable {
    /// Records what users have paid at a store, in the week that begins with a day.
    func record(_ prices: [Catalog.ObservedPrice], at store: UUID, in week: CalendarDay) async throws
}

/// Reports to catalog over RPC.
struct CatalogPriceObservations: PriceObservationSink {
    private static let options = CallOptions(timeout: .seconds(30))

    private let client: Catalog.PriceObservationsClient

    /// Observations over a channel to catalog.
    init(_ channel: any CallChannel) { client = Catalog.PriceObservationsClient(channel: channel) }

    func record(_ prices: [Catalog.ObservedPrice], at store: UUID, in week: CalendarDay) async throws {
        let request = Catalog.RecordPriceObservationsRequest(
            storeID: store.canonical,
            week: week.text,
            prices: prices
        )
        _ = try await client.recordPriceObservations(request, options: Self.options)
    }
}

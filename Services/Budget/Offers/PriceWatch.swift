import CatalogMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit

/// Notifies users when something that they have bought a short while ago costs less in their reach, and withdraws that when it does
/// no more.
struct PriceWatch: Sendable {
    let search: OfferSearch
    let pool: PostgresPool
    let log: Logger
    var clock: any WallClock = SystemWallClock()

    /// For how many days after a purchase prices are watched.
    static let days = 10
    /// How often a user's purchases are compared, in seconds: a lower price is noticed within that time.
    static let interval = 6.0 * 3_600
    /// Of how many things a user is notified in a day at most, of each once.
    static let limitPerDay = 5
    /// Prices that are lower by less than this are no news, in tenths of a per cent.
    static let leastSaving = 50
    /// How many days after the first day of its week a price that users have paid is still news: for two weeks after the week's end.
    static let observedDays = 20
    /// For how long it is kept which prices were lower, in days.
    static let keptDays = 30

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "price_checks"

    /// Users who have bought something a short while ago, shared by all instances.
    static func queue(in pool: PostgresPool) -> LeaseQueue<UserCheck> { UserCheck.queue("prices_to_check", in: pool) }

    /// Checks the users whose time has come.
    var worker: LeaseWorker<UserCheck> {
        UserCheck.worker(
            Self.queueName,
            Self.queue(in: pool),
            concurrency: 2,
            log: log,
            judge: { _, error in (error as? Status).map(Self.outcome) },
            check: check
        )
    }

    /// What follows from a call to catalog that has failed, or one of its own to auth.
    private static func outcome(_ status: Status) -> WorkOutcome {
        switch status.code {
        // Nobody else's check would succeed now.
        case .unavailable, .deadlineExceeded: .unavailable(.seconds(30), reason: "catalog: \(status.code)")
        // There is no such user any more.
        case .notFound: .finished
        default: .postponed(.seconds(Int64(interval)), reason: "catalog: \(status.code)")
        }
    }

    /// Forgets which prices were lower long ago.
    var forgetting: ScheduledJob {
        ScheduledJob("forget lower prices", .every(.seconds(3_600))) { _ in
            let time = clock.now.addingTimeInterval(-Double(Self.keptDays) * 86_400)
            try await pool.execute("DELETE FROM price_drops WHERE notified_at < \(time)")
        }
    }

    /// Compares what a user has bought with prices in their reach. Nothing changes when the lease is no longer in force.
    func check(_ lease: Lease<UserCheck>) async throws -> WorkOutcome {
        // What products are called is not known before catalog has answered.
        guard search.ledger.names.areKnown else { return .postponed(.seconds(5), isCounted: false) }
        let (user, now) = (lease.work.user, clock.now)
        let today = CalendarDay(of: now, in: .gmt)
        // Days begin earlier in the east.
        let watched = today.advanced(by: -Self.days)...today.advanced(by: 1)
        let since = today.advanced(by: -Self.observedDays)
        let found = try await search.offers(of: user, in: watched, observedSince: since)
        let offers = try found.offers.filter { try $0.saving.permille >= Self.leastSaving }
        try await pool.transaction { connection in
            guard try await settle(lease, watching: watched.lowerBound, at: now, in: connection) else { return }
            let dayAgo = now.addingTimeInterval(-86_400)
            let drops = try await drops(of: user, since: dayAgo, in: connection)
            for drop in drops where drop.isOpen && !offers.contains(where: drop.isStillOffered) {
                try await withdraw(drop, of: user, at: now, in: connection)
            }
            let notified = drops.count { $0.notifiedAt > dayAgo }
            let known = Set(drops.map(\.product))
            let new = offers.ofEachThing.filter { offer in
                offer.series.key.item.productID.map { !known.contains($0) } ?? false
            }
            for offer in new.prefix(max(0, Self.limitPerDay - notified)) {
                try await notify(user, of: offer, at: now, in: connection)
            }
        }
        return .settled
    }

    /// Ends a check: the next one is due in a while as long as anything is watched, whose products may become known only then. Erasing a
    /// user waits for this, and then finds the row.
    /// - Returns: Whether the lease was still in force.
    private func settle(
        _ lease: Lease<UserCheck>,
        watching first: CalendarDay,
        at now: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        let queue = Self.queue(in: pool)
        let watched = try await connection.query(
            """
            SELECT FROM purchases WHERE user_id = \(lease.work.user) AND listed_on >= \(first) AND state <> 'discarded'
            LIMIT 1
            """
        )
        guard !watched.isEmpty else { return try await queue.finish(lease, in: connection) }
        let next = now.addingTimeInterval(Self.interval)
        return try await queue.change(lease, "due_at = \(next), attempts = 0, \(queue.released)", in: connection)
    }

    /// Forgets what a user was notified of, who doesn't want to say any more where they live.
    func forget(_ user: UUID, at now: Date, in connection: PostgresConnection) async throws {
        // A check that is going on is waited for.
        _ = try await connection.query("SELECT FROM prices_to_check WHERE user_id = \(user) FOR UPDATE")
        for drop in try await drops(of: user, since: now, in: connection) where drop.isOpen {
            try await withdraw(drop, of: user, at: now, in: connection)
        }
        try await connection.execute("DELETE FROM price_drops WHERE user_id = \(user)")
    }

    // MARK: What is known

    /// A lower price that its user was notified of.
    private struct Drop {
        let id: UUID
        let product: UUID
        let currency: String
        let unit: String
        /// What one of the unit costs.
        let price: ExactDecimal
        let notifiedAt: Date
        let isOpen: Bool

        init(_ row: Row) throws {
            id = try row["id"]
            product = try row["product_id"]
            currency = try row["currency"]
            unit = try row["unit"]
            price = try row["price"]
            notifiedAt = try row["notified_at"]
            isOpen = try row["is_open"]
        }

        /// Whether the thing costs no more than when its user was notified.
        func isStillOffered(_ offer: Offer) -> Bool {
            let key = offer.series.key
            guard key.item.productID == product, key.currency.code == currency, key.unit.rawValue == unit,
                let offered = ExactDecimal(offer.price.unitPrice)
            else { return false }
            return offered <= price
        }
    }

    /// The lower prices that hold as far as is known, and those that a user was notified of since a time.
    private func drops(of user: UUID, since time: Date, in connection: PostgresConnection) async throws -> [Drop] {
        try await connection.query(
            """
            SELECT id, product_id, currency, unit, price, notified_at, withdrawn_at IS NULL AS is_open FROM price_drops
            WHERE user_id = \(user) AND (withdrawn_at IS NULL OR notified_at > \(time)) ORDER BY notified_at, id
            """
        ).map(Drop.init)
    }

    // MARK: Notifying

    private func notify(
        _ user: UUID,
        of offer: Offer,
        at now: Date,
        in connection: PostgresConnection
    ) async throws {
        guard let product = offer.series.key.item.productID, let names = search.ledger.names.names(ofProduct: product),
            let price = ExactDecimal(offer.price.unitPrice)
        else { return }
        let key = offer.series.key
        let rows = try await connection.query(
            """
            INSERT INTO price_drops (user_id, product_id, currency, unit, price, notified_at)
            VALUES (\(user), \(product), \(key.currency.code), \(key.unit.rawValue), \(price), \(now))
            RETURNING id
            """
        )
        let id: UUID = try rows[0]["id"]
        let event = Events.PriceDropFound(
            userID: user.canonical,
            dropID: id.canonical,
            productEnglish: names.english,
            productFrench: names.french,
            storeName: offer.price.store?.store?.name ?? "",
            price: offer.price.price,
            savingPercent: Int32(clamping: try offer.saving.permille / 10),
            quantity: offer.price.quantity,
            unit: offer.price.unit
        )
        try await EventOutbox.notify(user, of: .priceDropFound(event), at: now, in: connection)
    }

    private func withdraw(
        _ drop: Drop,
        of user: UUID,
        at now: Date,
        in connection: PostgresConnection
    ) async throws {
        try await connection.execute(
            "UPDATE price_drops SET withdrawn_at = \(now) WHERE user_id = \(user) AND id = \(drop.id)"
        )
        let event = Events.PriceDropGone(userID: user.canonical, dropID: drop.id.canonical)
        try await EventOutbox.notify(user, of: .priceDropGone(event), at: now, in: connection)
    }
}

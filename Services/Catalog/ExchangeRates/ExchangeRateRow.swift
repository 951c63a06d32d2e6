import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// An exchange rate as it is kept.
struct KeptExchangeRate: Sendable {
    let rate: ExchangeRate
    /// Whether an operator set or withdrew it.
    let isOwn: Bool
    let isWithdrawn: Bool
    let changedAt: Date

    static let columns: Statement =
        "from_currency, to_currency, day, rate, source, is_own, changed_at, withdrawn_at IS NOT NULL AS is_withdrawn"

    init(_ row: Row) throws {
        rate = try ExchangeRate(row)
        isOwn = try row["is_own"]
        isWithdrawn = try row["is_withdrawn"]
        changedAt = try row["changed_at"]
    }

    var message: Catalog.KeptExchangeRate {
        Catalog.KeptExchangeRate(
            rate: .init(rate),
            own: isOwn,
            withdrawn: isWithdrawn,
            changedAt: Common.Timestamp(changedAt)
        )
    }
}

/// The sort key of the list of rates: the latest day first, and of a day by the codes of currencies.
struct ExchangeRateKey: PageKey, Equatable {
    static let list = "exchange-rates"

    let day: CalendarDay
    let pair: CurrencyPair

    init(_ row: Row) throws {
        day = try row["day"]
        pair = CurrencyPair(try row["from_currency"], try row["to_currency"])
    }

    init?(fields: [String]) {
        guard fields.count == 3, let day = CalendarDay(fields[0]) else { return nil }
        self.day = day
        pair = CurrencyPair(fields[1], fields[2])
    }

    var fields: [String] { [day.text, pair.from, pair.to] }
}

/// The sort key of what was changed: the latest act first, and of an act by day and currencies.
struct ExchangeRateChangeKey: PageKey, Equatable {
    static let list = ExchangeRateChange.list

    /// Where a change is in its act; empty for an act as a whole.
    static let place: Statement =
        "coalesce(change.day::text || ' ' || change.from_currency || ' ' || change.to_currency, '')"

    let act: TimeKey<ExchangeRateChange>
    let place: String

    init(_ row: Row) throws {
        act = TimeKey(try row["done_at"], try row["id"])
        place = try row["place"]
    }

    init?(fields: [String]) {
        guard fields.count == 3, let act = TimeKey<ExchangeRateChange>(fields: Array(fields.prefix(2))) else {
            return nil
        }
        (self.act, place) = (act, fields[2])
    }

    var fields: [String] { act.fields + [place] }
}

/// What an operator did, or what it changed in one rate.
struct ExchangeRateChange: Sendable, ListedEntry {
    static let list = "exchange-rate-changes"

    /// What was done, as it is stored.
    enum Kind: String, PostgresCodable, Sendable {
        case set, withdrawn, imported
    }

    let id: UUID
    let operatorID: UUID
    let changedAt: Date
    let kind: Kind
    let before: ExchangeRate?
    let after: ExchangeRate?
    let file: String
    let added: Int32
    let changed: Int32

    /// Of acts called `act` and changes called `change`.
    static let columns: Statement = """
        act.id, act.operator_id, act.done_at, act.kind, act.file_name, act.added, act.changed, change.from_currency,
        change.to_currency, change.day, change.former_rate, change.former_source, change.new_rate, change.new_source
        """

    init(_ row: Row) throws {
        id = try row["id"]
        operatorID = try row["operator_id"]
        changedAt = try row["done_at"]
        kind = try row["kind"]
        file = try row["file_name"]
        added = try row["added"]
        changed = try row["changed"]
        before = try ExchangeRate(row, rate: "former_rate", source: "former_source")
        after = try ExchangeRate(row, rate: "new_rate", source: "new_source")
    }

    var message: Catalog.ExchangeRateChange {
        Catalog.ExchangeRateChange(
            id: id.canonical,
            changedAt: Common.Timestamp(changedAt),
            operatorID: operatorID.canonical,
            kind: kind.message,
            before: before.map(Catalog.ExchangeRate.init),
            after: after.map(Catalog.ExchangeRate.init),
            file: file,
            added: added,
            changed: changed
        )
    }
}

extension ExchangeRateChange.Kind {
    fileprivate var message: Catalog.ExchangeRateChangeKind {
        switch self {
        case .set: .set
        case .withdrawn: .withdrawn
        case .imported: .imported
        }
    }
}

extension ExchangeRate {
    init(_ row: Row) throws {
        self.init(
            CurrencyPair(try row["from_currency"], try row["to_currency"]),
            on: try row["day"],
            try row["rate"],
            source: try row["source"]
        )
    }

    /// The rate of columns that may be null; nil where they are.
    fileprivate init?(_ row: Row, rate: String, source: String) throws {
        guard let figure: ExactDecimal = try row[rate], let source: String = try row[source] else { return nil }
        self.init(
            CurrencyPair(try row["from_currency"], try row["to_currency"]),
            on: try row["day"],
            figure,
            source: source
        )
    }
}

extension Catalog.ExchangeRate {
    init(_ rate: ExchangeRate) {
        self.init(
            from: rate.pair.from,
            to: rate.pair.to,
            day: rate.day.text,
            rate: rate.rate.description,
            source: rate.source
        )
    }
}

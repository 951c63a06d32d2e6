import CatalogDomain
import Foundation
import Foundations
import PrintedWords
import ServiceKit
import Texts

/// A file of securities or of prices that an operator loads, with all its problems.
struct SecurityFile: Sendable {
    /// What a file has.
    enum Contents: Sendable {
        case securities([Security])
        /// By symbol; each oldest first.
        case prices([String: [SecurityPrice]], SeriesInterval)
    }

    /// What is wrong with a line.
    struct Problem: Sendable, Equatable {
        /// From 1, the header.
        let line: Int
        let text: LocalizedText
    }

    /// The most problems that are kept; the others are counted.
    static let problemLimit = 1_000

    /// Nil where there are problems.
    private(set) var contents: Contents?
    private(set) var problems: [Problem] = []
    private(set) var furtherProblems = 0
    /// Lines beside the header.
    private(set) var lines = 0

    /// Reads a file.
    /// - Parameters:
    ///   - symbols: The securities that there are, whose prices alone can be loaded.
    ///   - interval: Of prices; found out where it is nil.
    ///   - today: No price is of a later day than the one after it.
    init(_ bytes: [UInt8], symbols: Set<String>, interval: SeriesInterval?, today: CalendarDay) {
        let records: [CSVTable.Record]
        do {
            records = try CSVTable.records(parsing: bytes)
        } catch {
            reject(error.line, .catalog.importSyntax(problem: error.problem))
            return
        }
        guard let header = records.first else {
            reject(1, .catalog.importEmpty)
            return
        }
        lines = records.count - 1
        let columns = Dictionary(header.fields.enumerated().map { ($1, $0) }) { first, _ in first }
        let rows = records.dropFirst().filter { record in
            if record.fields.count == header.fields.count { return true }
            reject(
                record.line,
                .catalog.importFields(number: record.fields.count, expected: "\(header.fields.count)")
            )
            return false
        }
        if let prices = PriceColumns(columns) {
            read(rows, prices, symbols: symbols, interval: interval, today: today)
        } else if let securities = SecurityColumns(columns) {
            read(rows, securities)
        } else {
            reject(
                1,
                .catalog.importHeader(
                    prices: PriceColumns.names.joined(separator: ","),
                    securities: SecurityColumns.names.joined(separator: ",")
                )
            )
        }
        if !problems.isEmpty { contents = nil }
        problems.sort { $0.line < $1.line }
    }

    private mutating func reject(_ line: Int, _ text: LocalizedText) {
        if problems.count < Self.problemLimit {
            problems.append(Problem(line: line, text: text))
        } else {
            furtherProblems += 1
        }
    }

    // MARK: Securities

    private mutating func read(_ rows: [CSVTable.Record], _ columns: SecurityColumns) {
        var securities: [Security] = []
        var seen: Set<String> = []
        for row in rows {
            guard let security = security(row, columns) else { continue }
            if seen.insert(security.symbol).inserted {
                securities.append(security)
            } else {
                reject(row.line, .catalog.importRepeated(entry: security.symbol))
            }
        }
        contents = .securities(securities)
    }

    /// The security of a row; nil after problems.
    private mutating func security(_ row: CSVTable.Record, _ columns: SecurityColumns) -> Security? {
        let before = problems.count + furtherProblems
        func field(_ index: Int) -> String { row.fields[index].trimmingCharacters(in: .whitespaces) }
        let symbol = SecuritySymbol.normalised(field(columns.symbol))
        if symbol == nil { reject(row.line, .catalog.importSymbol(value: field(columns.symbol).shortened)) }
        let name = field(columns.name)
        if !(1...200).contains(name.unicodeScalars.count) || NormalisedText(name).isEmpty {
            reject(row.line, .catalog.importName(value: name.shortened))
        }
        let exchange = field(columns.exchange)
        if exchange.unicodeScalars.count > 40 {
            reject(row.line, .catalog.importExchange(value: exchange.shortened))
        }
        let currency = Currency(code: field(columns.currency))?.code ?? Currency.unknown
        if currency == Currency.unknown {
            reject(row.line, .catalog.importCurrency(value: field(columns.currency).shortened))
        }
        let kind = SecurityKind(rawValue: field(columns.kind).lowercased())
        if kind == nil {
            reject(
                row.line,
                .catalog.importKind(values: "stock, etf, index", last: "bond", value: field(columns.kind).shortened)
            )
        }
        let adjustment = PriceAdjustment(rawValue: field(columns.adjustment).lowercased())
        if adjustment == nil {
            reject(
                row.line,
                .catalog.importAdjustment(
                    values: "total_return",
                    last: "price",
                    value: field(columns.adjustment).shortened
                )
            )
        }
        let region = columns.region.map(field) ?? String(currency.prefix(2))
        if region.wholeMatch(of: /([A-Z]{2})?/) == nil {
            reject(row.line, .catalog.importRegion(value: region.shortened))
        }
        guard before == problems.count + furtherProblems, let symbol, let kind, let adjustment else { return nil }
        return Security(
            symbol: symbol,
            name: name,
            exchange: exchange,
            currency: currency,
            kind: kind,
            region: region,
            adjustment: adjustment
        )
    }

    // MARK: Prices

    private mutating func read(
        _ rows: [CSVTable.Record],
        _ columns: PriceColumns,
        symbols: Set<String>,
        interval: SeriesInterval?,
        today: CalendarDay
    ) {
        var series: [String: [CalendarDay: ExactDecimal]] = [:]
        var spelled: [String: String] = [:]
        for row in rows {
            let text = row.fields[columns.symbol]
            let known = spelled[text] ?? SecuritySymbol.normalised(text).flatMap { symbols.contains($0) ? $0 : nil }
            guard let symbol = known else {
                reject(row.line, .catalog.importUnknownSymbol(value: text.shortened))
                continue
            }
            spelled[text] = symbol
            guard let price = price(row, columns, today: today) else { continue }
            if series[symbol, default: [:]].updateValue(price.close, forKey: price.day) != nil {
                reject(row.line, .catalog.importRepeated(entry: "\(symbol) \(price.day.text)"))
            }
        }
        let sorted = series.mapValues { prices in
            prices.sorted { $0.key < $1.key }.map { SecurityPrice(day: $0.key, close: $0.value) }
        }
        contents = .prices(sorted, interval ?? Self.interval(of: sorted.values))
    }

    /// The price of a row; nil after problems.
    private mutating func price(_ row: CSVTable.Record, _ columns: PriceColumns, today: CalendarDay) -> SecurityPrice? {
        let (date, amount) = (row.fields[columns.date], row.fields[columns.close])
        let day = CalendarDay(date).flatMap { $0 >= .earliestPrice && $0 <= today.advanced(by: 1) ? $0 : nil }
        if day == nil { reject(row.line, .catalog.importDay(value: date.shortened)) }
        let close = SecurityPrice.close(amount)
        if close == nil { reject(row.line, .catalog.importClose(value: amount.shortened)) }
        guard let day, let close else { return nil }
        return SecurityPrice(day: day, close: close)
    }

    /// Of months where no month of a security has two prices.
    private static func interval(of series: some Collection<[SecurityPrice]>) -> SeriesInterval {
        let hasTwoInAMonth = series.contains { prices in
            zip(prices, prices.dropFirst()).contains { first, second in
                (first.day.year, first.day.month) == (second.day.year, second.day.month)
            }
        }
        return hasTwoInAMonth ? .day : .month
    }
}

/// Where the columns of a file of securities are.
private struct SecurityColumns {
    static let names = ["symbol", "name", "exchange", "currency", "kind", "adjustment"]

    let symbol, name, exchange, currency, kind, adjustment: Int
    /// Optional; without it the country of the currency.
    let region: Int?

    init?(_ columns: [String: Int]) {
        let found = Self.names.compactMap { columns[$0] }
        guard found.count == Self.names.count else { return nil }
        (symbol, name, exchange) = (found[0], found[1], found[2])
        (currency, kind, adjustment) = (found[3], found[4], found[5])
        region = columns["region"]
    }
}

/// Where the columns of a file of prices are.
private struct PriceColumns {
    static let names = ["symbol", "date", "close"]

    let symbol, date, close: Int

    init?(_ columns: [String: Int]) {
        let found = Self.names.compactMap { columns[$0] }
        guard found.count == Self.names.count else { return nil }
        (symbol, date, close) = (found[0], found[1], found[2])
    }
}

package import Foundations

/// The exchange rates of a file, with everything that is wrong in it.
///
/// A file is a table of comma-separated values in UTF-8, as ``CSVTable`` reads them, in one of several layouts, which its header
/// tells apart.
package struct ExchangeRateFile: Sendable {
    /// How a file is laid out.
    package enum Layout: Sendable {
        /// Larder's own: a rate in each line, with the columns from, to, day, rate and source.
        case larder
        /// The European Central Bank's eurofxref: a column for each currency, of which a euro is so many.
        case europeanCentralBank
        /// The Bank of Canada's Valet: a column for each pair, such as `FXUSDCAD`, behind a preamble.
        case bankOfCanada
    }

    /// What is wrong in a line.
    package struct Problem: Hashable, Sendable {
        /// What is wrong.
        package enum Kind: Hashable, Sendable {
            /// It is no line of comma-separated values.
            case syntax
            /// It has another number of fields than the header.
            case fieldCount(expected: Int, found: Int)
            /// This is no supported currency.
            case currency(String)
            /// Both currencies are this one.
            case sameCurrency(String)
            /// This is no day that a rate may be of.
            case day(String)
            /// This is no rate, in the column of that name.
            case rate(String, column: String)
            /// The source is missing or too long.
            case source
            /// That line has a rate of the same currencies and day.
            case repeated(line: Int)
        }

        /// The line, from 1.
        package let line: Int
        /// What is wrong.
        package let kind: Kind
    }

    /// Why a file can't be read at all.
    package enum Failure: Error, Hashable {
        /// No layout has its header.
        case unknownLayout
        /// It has more rates than ``ExchangeRateFile/rateLimit``.
        case tooManyRates
    }

    /// The most rates of a file.
    package static let rateLimit = 300_000
    /// The first day that rates may be of.
    package static let firstDay = {
        guard let day = CalendarDay(year: 1900, month: 1, day: 1) else { preconditionFailure("1900 has a first day") }
        return day
    }()

    /// The layout.
    package let layout: Layout
    /// The rates of the lines without problems, in their order.
    package private(set) var rates: [ExchangeRate] = []
    /// What is wrong, in the order of the lines.
    package private(set) var problems: [Problem] = []
    /// Columns of currencies that aren't supported, or of something else than rates.
    package private(set) var skipped: [String] = []

    /// In which line the rate of a pair and day is.
    private var lines: [Key: Int] = [:]
    private let lastDay: CalendarDay

    private struct Key: Hashable {
        let pair: CurrencyPair
        let day: CalendarDay
    }

    /// Reads a file.
    /// - Parameter lastDay: The last day that rates may be of.
    package init(parsing bytes: some Collection<UInt8>, until lastDay: CalendarDay) throws(Failure) {
        self.lastDay = lastDay
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let records: [CSVTable.Record]
        do {
            records = try CSVTable.records(parsing: bytes.dropFirst(isMarked ? 3 : 0))
        } catch {
            layout = .larder
            problems = [Problem(line: error.line, kind: .syntax)]
            return
        }
        let table = ExchangeRateFile.table(in: records)
        guard let header = table.first?.fields.map(\.trimmed), let columns = Columns(header) else {
            throw .unknownLayout
        }
        layout = columns.layout
        skipped = columns.skipped
        for record in table.dropFirst() {
            guard record.fields.count == header.count else {
                report(record.line, .fieldCount(expected: header.count, found: record.fields.count))
                continue
            }
            columns.read(record, into: &self)
            guard rates.count <= Self.rateLimit else { throw .tooManyRates }
        }
    }

    /// The records with a header, which a preamble may precede, without empty lines.
    private static func table(in records: [CSVTable.Record]) -> ArraySlice<CSVTable.Record> {
        let records = records.filter { $0.fields.contains { !$0.trimmed.isEmpty } }
        let end = records.firstIndex { $0.fields.first?.trimmed == "OBSERVATIONS" }
        return records[(end.map { $0 + 1 } ?? 0)...]
    }

    private mutating func report(_ line: Int, _ kind: Problem.Kind) { problems.append(Problem(line: line, kind: kind)) }

    /// A day; nil after a problem.
    fileprivate mutating func day(_ text: String, _ line: Int) -> CalendarDay? {
        let day = CalendarDay(text) ?? CalendarDay(writtenOut: text)
        if let day, day >= Self.firstDay, day <= lastDay { return day }
        report(line, .day(text))
        return nil
    }

    /// A rate; nil after a problem.
    fileprivate mutating func figure(_ text: String, _ column: String, _ line: Int) -> ExactDecimal? {
        if let rate = ExchangeRate.figure(text) { return rate }
        report(line, .rate(text, column: column))
        return nil
    }

    /// Two currencies; nil after a problem.
    fileprivate mutating func pair(_ from: String, _ to: String, _ line: Int) -> CurrencyPair? {
        let unknown = [from, to].filter { !Currency.isMoney($0) }
        for code in unknown { report(line, .currency(code)) }
        guard unknown.isEmpty else { return nil }
        guard from != to else {
            report(line, .sameCurrency(from))
            return nil
        }
        return CurrencyPair(from, to)
    }

    /// The name of a source; nil after a problem.
    fileprivate mutating func source(_ text: String, _ line: Int) -> String? {
        if ExchangeRate.sourceLengths.contains(text.unicodeScalars.count),
            !text.unicodeScalars.contains(where: \.isControl)
        {
            return text
        }
        report(line, .source)
        return nil
    }

    fileprivate mutating func add(_ rate: ExchangeRate, _ line: Int) {
        if let former = lines.updateValue(line, forKey: Key(pair: rate.pair, day: rate.day)) {
            report(line, .repeated(line: former))
        }
        rates.append(rate)
    }
}

/// What the columns of a file hold.
private enum Columns {
    /// The places of from, to, day, rate and source.
    case larder([Int])
    /// The pairs of columns by their places, beside the day in the first one.
    case pairs(ExchangeRateFile.Layout, [(place: Int, name: String, pair: CurrencyPair)], skipped: [String])

    /// Recognizes a header; nil for one of no layout.
    init?(_ header: [String]) {
        let places = ["from", "to", "day", "rate", "source"].compactMap(header.firstIndex)
        if places.count == 5, header.count == 5 {
            self = .larder(places)
            return
        }
        guard header.first?.lowercased() == "date" else { return nil }
        let names = header.enumerated().dropFirst().filter { !$0.element.isEmpty }
        let canadian = names.compactMap { place, name in Self.pair(name).map { (place: place, name: name, pair: $0) } }
        if !canadian.isEmpty {
            self = Self.pairs(.bankOfCanada, canadian, among: names.map(\.element))
            return
        }
        guard !names.isEmpty, names.allSatisfy({ $0.element.isCurrencyCode }) else { return nil }
        let european = names.map { (place: $0.offset, name: $0.element, pair: CurrencyPair("EUR", $0.element)) }
        self = Self.pairs(.europeanCentralBank, european, among: names.map(\.element))
    }

    /// Without the pairs of currencies that aren't supported.
    private static func pairs(
        _ layout: ExchangeRateFile.Layout,
        _ found: [(place: Int, name: String, pair: CurrencyPair)],
        among names: [String]
    ) -> Columns {
        let supported = found.filter { column in
            column.pair.from != column.pair.to && Currency.isMoney(column.pair.from)
                && Currency.isMoney(column.pair.to)
        }
        let taken = Set(supported.map(\.name))
        return .pairs(layout, supported, skipped: names.filter { !taken.contains($0) })
    }

    /// The currencies of a series of the Bank of Canada, such as `FXUSDCAD`.
    private static func pair(_ name: String) -> CurrencyPair? {
        let (from, to) = (String(name.dropFirst(2).prefix(3)), String(name.dropFirst(5)))
        return name.hasPrefix("FX") && from.isCurrencyCode && to.isCurrencyCode ? CurrencyPair(from, to) : nil
    }

    var layout: ExchangeRateFile.Layout {
        switch self {
        case .larder: .larder
        case .pairs(let layout, _, _): layout
        }
    }

    var skipped: [String] {
        switch self {
        case .larder: []
        case .pairs(_, _, let skipped): skipped
        }
    }

    /// Reads a record that has as many fields as the header.
    func read(_ record: CSVTable.Record, into file: inout ExchangeRateFile) {
        let (line, fields) = (record.line, record.fields.map(\.trimmed))
        switch self {
        case .larder(let places):
            let pair = file.pair(fields[places[0]], fields[places[1]], line)
            let day = file.day(fields[places[2]], line)
            let figure = file.figure(fields[places[3]], "rate", line)
            let source = file.source(fields[places[4]], line)
            guard let pair, let day, let figure, let source else { return }
            file.add(ExchangeRate(pair, on: day, figure, source: source), line)
        case .pairs(let layout, let columns, _):
            guard let day = file.day(fields[0], line) else { return }
            for (place, name, pair) in columns where !["", "N/A"].contains(fields[place]) {
                guard let figure = file.figure(fields[place], name, line) else { continue }
                file.add(ExchangeRate(pair, on: day, figure, source: layout.source), line)
            }
        }
    }
}

extension ExchangeRateFile.Layout {
    /// Who gives the rates of a layout that doesn't say it line by line.
    fileprivate var source: String {
        switch self {
        case .larder: ""
        case .europeanCentralBank: "European Central Bank"
        case .bankOfCanada: "Bank of Canada"
        }
    }
}

extension String {
    /// The text without space at its ends.
    fileprivate var trimmed: String {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[first...last])
    }

    fileprivate var isCurrencyCode: Bool {
        utf8.count == 3 && utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension CalendarDay {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Reads a day as the European Central Bank's latest rates have it, `05 January 2024`; nil for another form.
    fileprivate init?(writtenOut text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]),
            let month = Self.months.firstIndex(of: String(parts[1]))
        else { return nil }
        self.init(year: year, month: month + 1, day: day)
    }
}

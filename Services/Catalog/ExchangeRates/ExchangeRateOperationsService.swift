import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The operators' service for exchange rates.
struct ExchangeRateOperationsService: Catalog.ExchangeRateOperationsProvider {
    /// The most problems of a file that are listed.
    static let problemLimit = 10_000

    let store: ExchangeRateStore

    func listExchangeRates(
        _ request: Catalog.ListExchangeRatesRequest,
        context: CallContext
    ) async throws -> Catalog.ListExchangeRatesResponse {
        let page = try Page<ExchangeRateKey>(request.page)
        var validator = FieldValidator()
        let filter = ExchangeRateStore.Filter(from: request.from, to: request.to, day: request.day, &validator)
        try validator.finish()
        let (rates, next) = try await store.list(page, filter)
        return Catalog.ListExchangeRatesResponse(rates: rates.map(\.message), nextPageToken: next ?? "")
    }

    func setExchangeRate(
        _ request: Catalog.SetExchangeRateRequest,
        context: CallContext
    ) async throws -> Catalog.KeptExchangeRate {
        let rate = request.rate ?? .init()
        var validator = FieldValidator()
        let pair = validator.pair(rate.from, rate.to, "rate.")
        let day = validator.rateDay(rate.day, "rate.day", until: lastDay)
        let figure = ExchangeRate.figure(rate.rate)
        if figure == nil {
            validator.reject(
                "rate.rate",
                .catalog.ruleRate(number: ExchangeRate.digitLimit, highest: ExchangeRate.fractionLimit)
            )
        }
        let source = validator.text(rate.source, "rate.source", length: ExchangeRate.sourceLengths)
        try validator.finish()
        let set = ExchangeRate(pair, on: day, figure ?? .zero, source: source)
        return try await store.set(set, by: try context.userID).message
    }

    func withdrawExchangeRate(
        _ request: Catalog.WithdrawExchangeRateRequest,
        context: CallContext
    ) async throws -> Catalog.KeptExchangeRate {
        var validator = FieldValidator()
        let pair = validator.pair(request.from, request.to)
        let day = validator.rateDay(request.day, "day")
        try validator.finish()
        return try await store.withdraw(pair, on: day, by: try context.userID).message
    }

    func importExchangeRates(
        _ request: Catalog.ImportExchangeRatesRequest,
        context: CallContext
    ) async throws -> Catalog.ImportExchangeRatesResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let name = validator.text(request.name, "name", length: 0...200)
        try validator.finish()
        let file = try await read(request.file)
        var response = Catalog.ImportExchangeRatesResponse(
            layout: .init(file.layout),
            rates: Int32(clamping: file.rates.count),
            skipped: file.skipped
        )
        guard file.problems.isEmpty else {
            response.problems = file.problems.prefix(Self.problemLimit).map { problem in
                .init(line: Int32(clamping: problem.line), sentence: problem.kind.text.forCaller)
            }
            response.moreProblems = Int32(clamping: max(0, file.problems.count - Self.problemLimit))
            return response
        }
        let counts = try await onSharedThreads {
            try await store.take(
                file.rates,
                of: name,
                isOwn: file.layout == .larder,
                by: user,
                isTrial: request.checkOnly
            )
        }
        response.added = Int32(clamping: counts.added)
        response.changed = Int32(clamping: counts.changed)
        response.kept = Int32(clamping: counts.kept)
        return response
    }

    func listExchangeRateChanges(
        _ request: Catalog.ListExchangeRateChangesRequest,
        context: CallContext
    ) async throws -> Catalog.ListExchangeRateChangesResponse {
        let page = try Page<ExchangeRateChangeKey>(request.page)
        var validator = FieldValidator()
        let filter = ExchangeRateStore.Filter(from: request.from, to: request.to, day: request.day, &validator)
        try validator.finish()
        let (changes, next) = try await store.changes(page, filter)
        return Catalog.ListExchangeRateChangesResponse(changes: changes.map(\.message), nextPageToken: next ?? "")
    }

    /// - Throws: INVALID_ARGUMENT for what is no file of rates.
    private func read(_ bytes: [UInt8]) async throws -> ExchangeRateFile {
        let lastDay = lastDay
        do {
            return try await offLoop { try ExchangeRateFile(parsing: bytes, until: lastDay) }
        } catch let failure as ExchangeRateFile.Failure {
            let rule: LocalizedText =
                switch failure {
                case .unknownLayout: .catalog.ruleRateFile(values: "from,to,day,rate,source")
                case .tooManyRates: .catalog.ruleRates(highest: ExchangeRateFile.rateLimit)
                }
            throw Status.invalid([.init("file", .services.field(field: "file", rule: rule))])
        }
    }

    /// The last day that has begun anywhere on earth.
    private var lastDay: CalendarDay { CalendarDay(of: store.clock.now.addingTimeInterval(14 * 3_600), in: .gmt) }
}

extension ExchangeRateFile.Problem.Kind {
    /// What is wrong, as a sentence.
    fileprivate var text: LocalizedText {
        switch self {
        case .syntax: .catalog.lineSyntax
        case .fieldCount(let expected, let found): .catalog.rateLineFields(count: found, number: expected)
        case .currency(let code): .catalog.rateLineCurrency(value: code.shortened)
        case .sameCurrency(let code): .catalog.rateLineSameCurrency(value: code)
        case .day(let day): .catalog.rateLineDay(value: day.shortened)
        case .rate(let rate, let column): .catalog.rateLineRate(value: rate.shortened, column: column)
        case .source: .catalog.rateLineSource(highest: ExchangeRate.sourceLengths.upperBound)
        case .repeated(let line): .catalog.rateLineRepeated(number: line)
        }
    }
}

extension Catalog.ExchangeRateLayout {
    fileprivate init(_ layout: ExchangeRateFile.Layout) {
        switch layout {
        case .larder: self = .larder
        case .europeanCentralBank: self = .europeanCentralBank
        case .bankOfCanada: self = .bankOfCanada
        }
    }
}

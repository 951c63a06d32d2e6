import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit
import Synchronization

/// The service with which operators load securities and prices.
final class SecurityImportsService: Catalog.SecurityImportsProvider {
    /// The largest file, in bytes.
    static let mostBytes = 32 << 20
    /// The largest piece of a file, in bytes.
    static let longestChunk = 256 << 10
    /// The most securities.
    static let mostSecurities = 100_000

    private let store: SecuritiesStore
    /// A file takes much memory, so there is one at a time.
    private let isBusy = Mutex(false)

    init(store: SecuritiesStore) { self.store = store }

    func importSecurities(
        _ requests: MessageStream<Catalog.ImportSecuritiesRequest>,
        context: CallContext
    ) async throws -> Catalog.ImportSecuritiesResponse {
        let header = try await Self.header(requests)
        let isFirst = isBusy.withLock { busy in
            defer { busy = true }
            return !busy
        }
        guard isFirst else {
            throw Status(
                .resourceExhausted,
                .catalog.importBusy,
                retryDelay: .seconds(10),
                reason: .importRunning
            )
        }
        defer { isBusy.withLock { $0 = false } }
        let bytes = try await Self.contents(requests)
        let symbols = try await store.symbols()
        let today = CalendarDay(of: store.clock.now, in: .gmt)
        let file = try await offLoop {
            SecurityFile(bytes, symbols: symbols, interval: header.interval, today: today)
        }
        return try await onSharedThreads { [self] in try await apply(file, source: header.source, beside: symbols) }
    }

    private func apply(
        _ file: SecurityFile,
        source: String,
        beside present: Set<String>
    ) async throws -> Catalog.ImportSecuritiesResponse {
        var response = Catalog.ImportSecuritiesResponse(
            lines: Int64(file.lines),
            problems: file.problems.map { .init(line: Int64($0.line), problem: $0.text.forCaller) },
            furtherProblems: Int64(file.furtherProblems)
        )
        switch file.contents {
        case nil: return response
        case .securities(let securities):
            guard present.union(securities.map(\.symbol)).count <= Self.mostSecurities else {
                throw Status(
                    .failedPrecondition,
                    .catalog.importTooMany(limit: Self.mostSecurities),
                    reason: .tooManySecurities
                )
            }
            try await store.store(securities)
            response.securities = Int32(securities.count)
        case .prices(let series, let interval):
            try await store.store(series, interval, source: source)
            response.securities = Int32(series.count)
            response.prices = series.values.reduce(0) { $0 + Int64($1.count) }
            response.interval = .init(interval)
        }
        response.stored = true
        return response
    }

    /// The validated header.
    /// - Throws: INVALID_ARGUMENT.
    private static func header(
        _ requests: MessageStream<Catalog.ImportSecuritiesRequest>
    ) async throws -> (source: String, interval: SeriesInterval?) {
        var validator = FieldValidator()
        guard let first = try await requests.next(), case .header(let header) = first.part else {
            validator.reject("header", .services.ruleGiven)
            try validator.finish()
            preconditionFailure("a request without a header was rejected")
        }
        let source = validator.text(header.source, "header.source", length: 1...100)
        let interval: SeriesInterval?
        switch header.interval {
        case .unspecified: interval = nil
        case .day: interval = .day
        case .month: interval = .month
        case .week, .unrecognized:
            validator.reject("header.interval", .services.ruleOneOf(values: "day", last: "month"))
            interval = nil
        }
        try validator.finish()
        return (source, interval)
    }

    /// The bytes of the file.
    /// - Throws: INVALID_ARGUMENT for a file or a piece that is too large.
    private static func contents(_ requests: MessageStream<Catalog.ImportSecuritiesRequest>) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let request = try await requests.next() {
            var validator = FieldValidator()
            guard case .chunk(let chunk) = request.part, chunk.count <= longestChunk else {
                validator.reject("chunk", .services.ruleAtMost(highest: longestChunk))
                try validator.finish()
                continue
            }
            guard bytes.count + chunk.count <= mostBytes else {
                throw Status(
                    .invalidArgument,
                    .catalog.importTooLarge(megabytes: "\(mostBytes >> 20)"),
                    reason: .fileTooLarge
                )
            }
            bytes += chunk
        }
        return bytes
    }
}

extension StatusReason {
    /// Another file is being imported.
    static let importRunning: StatusReason = "IMPORT_RUNNING"
    /// The file is larger than may be.
    static let fileTooLarge: StatusReason = "FILE_TOO_LARGE"
    /// There are as many securities as there may be.
    static let tooManySecurities: StatusReason = "TOO_MANY_SECURITIES"
}

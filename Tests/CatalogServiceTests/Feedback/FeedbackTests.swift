import CatalogDomain
import Foundation
import Messages
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("Screening feedback on what lines mean", .timeLimit(.minutes(5)))
struct FeedbackTests {
    private let rude = "FUCKING MILK"

    /// Why what a user said of lines serves the user alone, by line.
    private func kept(_ bench: CatalogBench, _ user: UUID) async throws -> [String: String] {
        let rows = try await bench.pool.query(
            "SELECT printed_text, kept_private FROM receipt_text_mappings WHERE user_id = \(user) AND kept_private IS NOT NULL"
        )
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0["printed_text"], try $0["kept_private"]) })
    }

    /// Says insulting things of several lines.
    private func insult(_ bench: CatalogBench, _ user: UUID, _ lines: Range<Int>) async throws {
        for line in lines { try await bench.choose("FUCK \(line)\(line)X", try bench.known("Milk"), for: user) }
    }

    @Test("keeps what insults from others, however many say so, and from operators, while it serves its authors")
    func insults() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            var users: [UUID] = []
            for _ in 0..<4 { users.append(try await bench.vote(rude, milk)) }
            try await bench.mappings.countSettledVotes()
            #expect(try await bench.shared() == [])
            #expect(try await kept(bench, users[0]) == [rude: "insult"])
            let store = try await bench.resolveStore("Corner Foods", "1 Elm Road", for: users[0]).store?.id ?? ""
            let own = try await bench.resolve(rude, store: store, for: users[0])
            #expect(own.product?.id == milk && own.basis == .chosen)
            #expect(try await bench.resolve(rude, store: store, for: users[0]).product?.id == milk)
            #expect(try await bench.shared() == [])
        }
    }

    @Test("keeps what was screened out also when a receipt prints the line only later")
    func laterReceipts() async throws {
        try await CatalogBench.run { bench in
            let user = UUID()
            let milk = try bench.known("Milk")
            let store = try await bench.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
            try await bench.choose("MEMBER 77 ADA", milk, store: store, for: user)
            _ = try await bench.resolve(["MEMBER 77 ADA"], store: store, for: user)
            try await bench.settle(user)
            try await bench.mappings.countSettledVotes()
            #expect(try await bench.shared() == [])
            #expect(try await bench.reports() == [])
        }
    }

    @Test("lets through what is said of a line after all once it is said of another store")
    func replaced() async throws {
        try await CatalogBench.run { bench in
            let user = try await bench.vote("WHITE STUFF", try bench.known("Milk"), "Shitty Foods")
            #expect(try await kept(bench, user) == ["WHITE STUFF": "insult"])
            try await bench.vote("WHITE STUFF", try bench.known("Milk"), by: user)
            #expect(try await bench.shared().map(\.chain) == ["corner foods"])
        }
    }

    @Test("reports a user after five times, once, without the user or a text")
    func reports() async throws {
        try await CatalogBench.run { bench in
            let (lines, metrics) = (RPCTestSupport.Recorder<String>(), PrometheusRegistry())
            var bench = bench
            bench.monitor = FeedbackMonitor(metrics: metrics, log: RecordingLogHandler.logger(lines))
            let user = UUID()
            try await insult(bench, user, 1..<5)
            #expect(try await bench.reports() == [])
            #expect(lines.values == [])
            try await bench.choose("BUY AT PILLS.COM", try bench.known("Milk"), for: user)
            try await insult(bench, user, 6..<8)
            let report = try #require(try await bench.reports(.open).first)
            #expect(report.insults == 6 && report.contacts == 1 && report.excess == 0)
            #expect(report.state == .open && report.id != user.canonicalText)
            #expect(lines.values.count == 1)
            #expect(lines.values.allSatisfy { $0.contains(report.id) && !$0.contains(user.canonicalText) })
            let text = String(buffer: metrics.text())
            #expect(text.contains("larder_catalog_private_feedback_total{reason=\"insult\"} 6\n"))
            #expect(text.contains("larder_catalog_feedback_reports_total 1\n"))
            let columns = try await bench.pool.query(
                """
                SELECT column_name FROM information_schema.columns
                WHERE table_name = 'abusive_feedback' AND table_schema = current_schema() AND data_type = 'text'
                """
            ).map { try $0["column_name"] as String }
            #expect(columns == ["state"])
        }
    }

    @Test("reports nobody who stops for a month in between, nor for what misread receipts cause")
    func pauses() async throws {
        try await CatalogBench.run { bench in
            let user = UUID()
            try await insult(bench, user, 1..<5)
            var later = bench
            later.now = { Date(timeIntervalSinceNow: 31 * 86_400) }
            try await insult(later, user, 5..<9)
            #expect(try await bench.reports() == [])
            for line in 0..<8 { try await bench.choose("CASHIER \(line)", try bench.known("Milk"), for: user) }
            #expect(try await bench.reports() == [])
            try await FeedbackReportsStore(pool: bench.pool, now: bench.now).forgetOld()
            #expect(try await bench.count("abusive_feedback") == 1)
            later.now = { Date(timeIntervalSinceNow: 99 * 86_400) }
            try await FeedbackReportsStore(pool: bench.pool, now: later.now).forgetOld()
            #expect(try await bench.count("abusive_feedback") == 0)
        }
    }

    @Test("keeps what a user says of more lines in a day than anybody buys, and reports it")
    func excess() async throws {
        try await CatalogBench.run { bench in
            let (user, milk) = (UUID(), try bench.known("Milk"))
            let store = try await bench.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
            func lines(_ numbers: Range<Int>) -> [String] { numbers.map { "STUFF K\($0)B" } }
            let most = FeedbackScreening.mostLinesADay
            _ = try await bench.resolve(lines(0..<(most + 10)), store: store, for: user)
            try await bench.settle(user)
            for line in lines(0..<(most + 5)) { try await bench.choose(line, milk, store: store, for: user) }
            #expect(try await kept(bench, user).count == 5)
            #expect(try await bench.count("shared_text_mappings") == most)
            #expect(try await bench.reports().map(\.excess) == [5])
            var later = bench
            later.now = { Date(timeIntervalSinceNow: 90_000) }
            for line in lines((most + 5)..<(most + 10)) { try await later.choose(line, milk, store: store, for: user) }
            #expect(try await kept(bench, user).count == 5)
        }
    }

    @Test("leaves out all that an excluded user said, and counts it again when the report is dismissed")
    func decisions() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            for _ in 0..<2 { try await bench.vote("WHITE STUFF", milk) }
            let user = try await bench.vote("WHITE STUFF", milk)
            #expect(try await bench.shared(.agreed).count == 2)
            try await insult(bench, user, 1..<6)
            let report = try #require(try await bench.reports(.open).first)
            #expect(try await bench.shared(.agreed).count == 2)
            func decide(_ decision: Catalog.DecideFeedbackReportRequest.Decision) async throws -> Catalog.FeedbackReport
            {
                let request = Catalog.DecideFeedbackReportRequest(reportID: report.id, decision: decision)
                return try await bench.feedbackReports.decideFeedbackReport(request, context: .service)
            }
            #expect(try await decide(.exclude(true)).state == .excluded)
            #expect(try await bench.shared().map(\.votes) == [2])
            try await bench.vote("BLACK STUFF", milk, by: user)
            #expect(try await bench.shared().map(\.text) == ["white stuff"])
            #expect(try await bench.reports(.open) == [])
            #expect(try await decide(.dismiss(true)).state == .dismissed)
            #expect(try await bench.shared(.agreed).map(\.votes) == [3, 3])
            #expect(try await bench.shared(.proposed).map(\.text) == ["black stuff"])
            try await insult(bench, user, 10..<14)
            #expect(try await bench.reports(.open) == [])
            try await insult(bench, user, 14..<15)
            #expect(try await bench.reports(.open).map(\.id) == [report.id])
        }
    }

    @Test("is decided on only with a decision about a report that there is")
    func invalidDecisions() async throws {
        try await CatalogBench.run { bench in
            func decide(
                _ decision: Catalog.DecideFeedbackReportRequest.Decision?,
                _ id: String = UUID().canonicalText
            ) async throws -> Status {
                try await failure {
                    _ = try await bench.feedbackReports.decideFeedbackReport(
                        .init(reportID: id, decision: decision),
                        context: .service
                    )
                }
            }
            #expect(try await decide(nil).fieldViolations.map(\.field) == ["decision"])
            #expect(try await decide(.exclude(false)).fieldViolations.map(\.field) == ["decision"])
            #expect(try await decide(.dismiss(true), "one").fieldViolations.map(\.field) == ["report_id"])
            #expect(try await decide(.exclude(true)) == .notFound("report"))
            try await insult(bench, bench.user, 1..<3)
            let watched: UUID = try await bench.pool.query("SELECT id FROM abusive_feedback")[0]["id"]
            #expect(try await decide(.exclude(true), watched.canonicalText) == .notFound("report"))
            let foreign = Page<ChangeKey<Mapping>>.token(after: .init(changedAt: Date(), id: UUID()))
            let token = try await failure {
                _ = try await bench.feedbackReports.listFeedbackReports(
                    .init(page: .init(token: foreign)),
                    context: .service
                )
            }
            #expect(token.fieldViolations.map(\.field) == ["page.token"])
        }
    }
}

import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("Moderating feedback on printed lines", .timeLimit(.minutes(5)))
struct FeedbackTests {
    private let rude = "FUCKING MILK"

    /// The reason why a user's choice is private, by line.
    private func kept(_ environment: CatalogTestEnvironment, _ user: UUID) async throws -> [String: String] {
        let rows = try await environment.pool.query(
            "SELECT * FROM receipt_text_mappings WHERE user_id = \(user) AND kept_private IS NOT NULL"
        )
        let texts = try await environment.sealing.reading(of: user)
        return try Dictionary(
            uniqueKeysWithValues: rows.map { row in
                (try texts.text(CatalogColumns.printedText, in: row), try row["kept_private"])
            }
        )
    }

    /// Chooses insulting meanings for several lines.
    private func insult(_ environment: CatalogTestEnvironment, _ user: UUID, _ lines: Range<Int>) async throws {
        for line in lines {
            try await environment.choose("FUCK \(line)\(line)X", try environment.known("Milk"), for: user)
        }
    }

    @Test("withholds insults from others and operators, however many users agree, but applies them for their authors")
    func insults() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            var users: [UUID] = []
            for _ in 0..<4 { users.append(try await environment.vote(rude, milk)) }
            try await environment.mappings.countSettledVotes()
            #expect(try await environment.shared() == [])
            #expect(try await kept(environment, users[0]) == [rude: "insult"])
            let store = try await environment.resolveStore("Corner Foods", "1 Elm Road", for: users[0]).store?.id ?? ""
            let own = try await environment.resolve(rude, store: store, for: users[0])
            #expect(own.product?.id == milk && own.basis == .chosen)
            #expect(try await environment.resolve(rude, store: store, for: users[0]).product?.id == milk)
            #expect(try await environment.shared() == [])
        }
    }

    @Test("withholds filtered choices also when a receipt prints the line only later")
    func laterReceipts() async throws {
        try await CatalogTestEnvironment.run { environment in
            let user = UUID()
            let milk = try environment.known("Milk")
            let store = try await environment.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
            try await environment.choose("MEMBER 77 ADA", milk, store: store, for: user)
            _ = try await environment.resolve(["MEMBER 77 ADA"], store: store, for: user)
            try await environment.settle(user)
            try await environment.mappings.countSettledVotes()
            #expect(try await environment.shared() == [])
            #expect(try await environment.reports() == [])
        }
    }

    @Test("shares a choice after all once it is made at another store")
    func replaced() async throws {
        try await CatalogTestEnvironment.run { environment in
            let user = try await environment.vote("WHITE STUFF", try environment.known("Milk"), "Shitty Foods")
            #expect(try await kept(environment, user) == ["WHITE STUFF": "insult"])
            try await environment.vote("WHITE STUFF", try environment.known("Milk"), by: user)
            #expect(try await environment.shared().map(\.chain) == ["corner foods"])
        }
    }

    @Test("reports a user after five abuses, once, without the user's identity or text")
    func reports() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (lines, metrics) = (RPCTestSupport.Recorder<String>(), PrometheusRegistry())
            var environment = environment
            environment.monitor = FeedbackMonitor(metrics: metrics, log: RecordingLogHandler.logger(lines))
            let user = UUID()
            try await insult(environment, user, 1..<5)
            #expect(try await environment.reports() == [])
            #expect(lines.values == [])
            try await environment.choose("BUY AT PILLS.COM", try environment.known("Milk"), for: user)
            try await insult(environment, user, 6..<8)
            let report = try #require(try await environment.reports(.open).first)
            #expect(report.insults == 6 && report.contacts == 1 && report.excess == 0)
            #expect(report.state == .open && report.id != user.canonical)
            #expect(lines.values.count == 1)
            #expect(lines.values.allSatisfy { $0.contains(report.id) && !$0.contains(user.canonical) })
            let text = String(buffer: metrics.text())
            #expect(text.contains("larder_catalog_private_feedback_total{reason=\"insult\"} 6\n"))
            #expect(text.contains("larder_catalog_feedback_reports_total 1\n"))
            let columns = try await environment.pool.query(
                """
                SELECT column_name FROM information_schema.columns
                WHERE table_name = 'abusive_feedback' AND table_schema = current_schema() AND data_type = 'text'
                """
            ).map { try $0["column_name"] as String }
            #expect(columns == ["state"])
        }
    }

    @Test("does not report abuse interrupted by a month, nor misread receipts")
    func pauses() async throws {
        try await CatalogTestEnvironment.run { environment in
            let user = UUID()
            try await insult(environment, user, 1..<5)
            var later = environment
            later.clock = ManualWallClock(now: Date(timeIntervalSinceNow: 31 * 86_400))
            try await insult(later, user, 5..<9)
            #expect(try await environment.reports() == [])
            for line in 0..<8 {
                try await environment.choose("CASHIER \(line)", try environment.known("Milk"), for: user)
            }
            #expect(try await environment.reports() == [])
            try await FeedbackReportsStore(pool: environment.pool, clock: environment.clock).forgetOld()
            #expect(try await environment.count("abusive_feedback") == 1)
            later.clock = ManualWallClock(now: Date(timeIntervalSinceNow: 99 * 86_400))
            try await FeedbackReportsStore(pool: environment.pool, clock: later.clock).forgetOld()
            #expect(try await environment.count("abusive_feedback") == 0)
        }
    }

    @Test("withholds and reports choices for more lines in a day than anyone buys")
    func excess() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (user, milk) = (UUID(), try environment.known("Milk"))
            let store = try await environment.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
            func lines(_ numbers: Range<Int>) -> [String] { numbers.map { "STUFF K\($0)B" } }
            let most = ModerationRules.maximumLinesPerDay
            _ = try await environment.resolve(lines(0..<(most + 10)), store: store, for: user)
            try await environment.settle(user)
            for line in lines(0..<(most + 5)) { try await environment.choose(line, milk, store: store, for: user) }
            #expect(try await kept(environment, user).count == 5)
            #expect(try await environment.count("shared_text_mappings") == most)
            #expect(try await environment.reports().map(\.excess) == [5])
            var later = environment
            later.clock = ManualWallClock(now: Date(timeIntervalSinceNow: 90_000))
            for line in lines((most + 5)..<(most + 10)) { try await later.choose(line, milk, store: store, for: user) }
            #expect(try await kept(environment, user).count == 5)
        }
    }

    @Test("excludes all choices of an excluded user, and includes them again when the report is dismissed")
    func decisions() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            for _ in 0..<2 { try await environment.vote("WHITE STUFF", milk) }
            let user = try await environment.vote("WHITE STUFF", milk)
            #expect(try await environment.shared(.agreed).count == 2)
            try await insult(environment, user, 1..<6)
            let report = try #require(try await environment.reports(.open).first)
            #expect(try await environment.shared(.agreed).count == 2)
            func decide(_ decision: Catalog.DecideFeedbackReportRequest.Decision) async throws -> Catalog.FeedbackReport
            {
                let request = Catalog.DecideFeedbackReportRequest(reportID: report.id, decision: decision)
                return try await environment.feedbackReports.decideFeedbackReport(request, context: .service)
            }
            #expect(try await decide(.exclude(true)).state == .excluded)
            #expect(try await environment.shared().map(\.votes) == [2])
            try await environment.vote("BLACK STUFF", milk, by: user)
            #expect(try await environment.shared().map(\.text) == ["white stuff"])
            #expect(try await environment.reports(.open) == [])
            #expect(try await decide(.dismiss(true)).state == .dismissed)
            #expect(try await environment.shared(.agreed).map(\.votes) == [3, 3])
            #expect(try await environment.shared(.proposed).map(\.text) == ["black stuff"])
            try await insult(environment, user, 10..<14)
            #expect(try await environment.reports(.open) == [])
            try await insult(environment, user, 14..<15)
            #expect(try await environment.reports(.open).map(\.id) == [report.id])
        }
    }

    @Test("requires a decision and an existing report")
    func invalidDecisions() async throws {
        try await CatalogTestEnvironment.run { environment in
            func decide(
                _ decision: Catalog.DecideFeedbackReportRequest.Decision?,
                _ id: String = UUID().canonical
            ) async throws -> Status {
                try await failure {
                    _ = try await environment.feedbackReports.decideFeedbackReport(
                        .init(reportID: id, decision: decision),
                        context: .service
                    )
                }
            }
            #expect(try await decide(nil).fieldViolations.map(\.field) == ["decision"])
            #expect(try await decide(.exclude(false)).fieldViolations.map(\.field) == ["decision"])
            #expect(try await decide(.dismiss(true), "one").fieldViolations.map(\.field) == ["report_id"])
            #expect(try await decide(.exclude(true)) == .notFound("report"))
            try await insult(environment, environment.user, 1..<3)
            let watched: UUID = try await environment.pool.query("SELECT id FROM abusive_feedback")[0]["id"]
            #expect(try await decide(.exclude(true), watched.canonical) == .notFound("report"))
            let foreign = Page<TimeKey<Mapping>>.token(after: .init(Date(), UUID()))
            let token = try await failure {
                _ = try await environment.feedbackReports.listFeedbackReports(
                    .init(page: .init(token: foreign)),
                    context: .service
                )
            }
            #expect(token.fieldViolations.map(\.field) == ["page.token"])
        }
    }
}

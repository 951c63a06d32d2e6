import BudgetMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-21: badges at milestones, each once for a user.
@Suite("Badges", .timeLimit(.minutes(5)))
struct BadgeTests {
    @Test(
        "are got at milestones, each once however often its event is repeated, and stay when what was entered is discarded"
    )
    func milestones() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            #expect(try await environment.badges(user).got == ["welcome"])
            let purchase = try await environment.record(user)
            try await environment.checkBadges()
            #expect(try await environment.badges(user).got == ["welcome", "first-entry", "first-receipt"])
            try await environment.addGoal(user)
            try await environment.importFile("date,name,amount\n2025-03-09,Bread,1.00\n", user)
            try await environment.checkBadges()
            let all = ["welcome", "first-entry", "first-receipt", "first-goal", "moved-in"]
            #expect(try await environment.badges(user).got == all)
            let first = try await environment.pool.query(
                "SELECT name, awarded_at FROM badges WHERE name = 'first-entry'"
            )
            environment.clock.advance(by: 3_600)
            try await environment.record(user)
            try await environment.checkBadges()
            let again = try await environment.pool.query(
                "SELECT name, awarded_at FROM badges WHERE name = 'first-entry'"
            )
            #expect(first.count == 1 && again.count == 1)
            #expect(try (first[0]["awarded_at"] as Date) == (try again[0]["awarded_at"]))
            try await environment.edit(purchase, user, .duplicate(.discard))
            #expect(try await environment.badges(user).got == all)
            #expect(try await environment.badges(stranger).got == ["welcome"])
        }
    }

    @Test("are reported once, by the hardest of those that come at once, and that there is an account is not")
    func notified() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            func reported() async throws -> [String] {
                try await environment.events(to: "notifications").compactMap { event in
                    if case .badgeAwarded(let badge) = event.payload { badge.badge } else { nil }
                }
            }
            _ = try await environment.badges(user)
            #expect(try await reported() == [])
            try await environment.record(user)
            try await environment.checkBadges()
            _ = try await environment.badges(user)
            try await environment.checkBadges()
            #expect(try await reported() == ["first-receipt"])
            let event = try #require(
                try await environment.events(to: "notifications").compactMap { event -> Events.BadgeAwarded? in
                    if case .badgeAwarded(let badge) = event.payload { badge } else { nil }
                }.first
            )
            #expect(event.userID == user.id)
            #expect(event.titleEnglish == "First receipt" && event.titleFrench == "Premier reçu")
        }
    }

    @Test("count the days on which something was bought, and how far one is")
    func days() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for day in [1, 1, 2, 3, 4, 5, 6] {
                try await environment.spend(user) { $0.purchasedAt = .init(date: "2025-03-0\(day)") }
            }
            let before = try #require(try await environment.badges(user).named("seven-days"))
            #expect((before.reached, before.needed) == (6, 7) && before.awardedAt == nil)
            try await environment.spend(user) { $0.purchasedAt = .init(date: "2025-03-07") }
            let after = try #require(try await environment.badges(user).named("seven-days"))
            #expect(after.reached == 7 && after.awardedAt != nil)
            #expect(try await environment.badges(user).named("hundred-entries")?.reached == 8)
            // They are not counted any more for what was got.
            #expect(try await environment.badges(user).named("first-entry")?.reached == 1)
        }
    }

    @Test("are not got for a receipt that could not be read, nor for what Larder records by itself")
    func others() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addRecurring(user)
            #expect(try await environment.count("purchases") > 0)
            #expect(try await environment.badges(user).got == ["welcome"])
            try await environment.create(user) { $0.receiptID = UUID().canonical }
            #expect(try await environment.badges(user).got == ["welcome", "first-entry"])
        }
    }

    @Test("are the same for two calls at once, and given once")
    func atOnce() async throws {
        try await BudgetTestEnvironment.with { environment in
            for _ in 0..<5 {
                let user = User()
                try await environment.record(user)
                async let one = environment.badges(user)
                async let other = environment.badges(user)
                let (first, second) = try await (one, other)
                #expect(first.got == ["welcome", "first-entry", "first-receipt"])
                #expect(first == second)
            }
        }
    }

    @Test("are got for comparing spending with a security and for what it would have earned, once")
    func investing() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let prices = TestPrices()
            prices.add("UP", ["2025-03-10": 10_000, "2025-04-10": 11_000])
            let investing = environment.investing(prices)
            try await environment.spend(user) { $0.purchasedAt = .init(date: "2025-03-09") }
            for _ in 0..<2 {
                _ = try await investing.compareWithSecurity(
                    .init(
                        firstDay: "2025-03-01",
                        lastDay: "2025-03-31",
                        symbol: "UP",
                        securityFirstDay: "2025-03-10"
                    ),
                    context: user.context()
                )
                #expect(try await environment.badges(user).got == ["welcome", "first-entry", "what-if"])
            }
            _ = try await investing.estimateEarnings(
                .init(firstDay: "2025-03-01", lastDay: "2025-03-31", symbol: "UP"),
                context: user.context()
            )
            #expect(try await environment.badges(user).got.last == "could-have-earned")
            #expect(try await environment.count("badges") == 4)
        }
    }

    @Test("are called in the language of the call")
    func french() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let badge = try await inFrench { try await environment.badges(user).first }
            #expect(badge?.title == "Bienvenue" && badge?.description == "Créer un compte.")
        }
    }

    // MARK: Those of operators

    private static let own = """
        {"badges": [{"name": "baker", "milestone": "entries", "needed": 2, "title": {"en": "Baker", "fr": "Boulanger"},
        "description": {"en": "Two entries.", "fr": "Deux entrées."}}]}
        """

    private func list(_ text: String) throws -> BadgeList {
        let file = FileManager.default.temporaryDirectory.appending(path: "badges-\(UUID()).json")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try BadgeFile.list(path: file.path)
    }

    @Test("can be added by an installation's operators")
    func configured() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, list) = (User(), try list(Self.own))
            #expect(list.badges.count == BadgeList.shipped.badges.count + 1)
            for _ in 0..<2 { try await environment.record(user) }
            let badge = try #require(try await environment.badges(user, list).named("baker"))
            #expect(badge.title == "Baker" && badge.awardedAt != nil)
        }
    }

    @Test(
        "of a file that is wrong keep the service from starting, with a sentence",
        arguments: [
            ("\"baker\"", "\"welcome\"", "another badge named welcome"),
            ("\"baker\"", "\"Baker\"", "“Baker” is not of"),
            ("entries\",", "steps\",", "must be one of account, entries"), ("2,", "0,", "must need 1 to 1000000"),
            ("\"Boulanger\"", "\" \"", "must have 1 to 120 characters"), ("[{", "{", "can't be read as badges"),
        ]
    )
    func invalid(old: String, new: String, sentence: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try list(Self.own.replacingOccurrences(of: old, with: new))
        }
        #expect("\(error as Any)".contains(sentence))
    }

    @Test("shipped have names of their own, and texts in both languages")
    func shipped() {
        let badges = BadgeList.shipped.badges
        #expect(Set(badges.map(\.name)).count == badges.count)
        #expect(badges.allSatisfy { $0.name.wholeMatch(of: /[a-z0-9-]{1,40}/) != nil && $0.needed >= 1 })
        #expect(badges.allSatisfy { (1...120).contains($0.title.rendered(in: .french).count) })
    }
}

/// What reminders ask (requirement NOT-09).
@Suite("Whether something was entered", .timeLimit(.minutes(5)))
struct HasRecordedTests {
    @Test(
        "counts what the user has entered since a moment, and nothing that is discarded, recurs by itself or is another's"
    )
    func since() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            func hasRecorded(_ offset: TimeInterval = 0) async throws -> Bool {
                try await environment.service.hasRecorded(
                    .init(userID: user.id, since: .init(environment.clock.now + offset)),
                    context: .ocr
                ).hasRecorded
            }
            try await environment.record(User())
            try await environment.addRecurring(user)
            #expect(try await !hasRecorded())
            let purchase = try await environment.record(user)
            #expect(try await hasRecorded())
            #expect(try await !hasRecorded(1))
            environment.clock.advance(by: 60)
            #expect(try await !hasRecorded())
            #expect(try await hasRecorded(-60))
            try await environment.edit(purchase, user, .duplicate(.discard))
            #expect(try await !hasRecorded(-60))
        }
    }

    @Test("needs a user and a moment")
    func invalid() async throws {
        try await BudgetTestEnvironment.with { environment in
            let problem = await failure {
                try await environment.service.hasRecorded(.init(userID: "x"), context: .ocr)
            }
            #expect(problem?.fieldViolations.map(\.field) == ["user_id", "since"])
        }
    }
}

extension BudgetTestEnvironment {
    /// A user's badges.
    @discardableResult
    func badges(_ user: User, _ list: BadgeList = .shipped) async throws -> [Budget.Badge] {
        let store = BadgeStore(pool: pool, log: TestDatabase.quietLogger, list: list, clock: clock)
        return try await BadgesService(badges: store).listBadges(.init(), context: user.context()).badges
    }

    /// Gives a user, or everybody, who is queued what they have reached.
    func checkBadges(of user: User? = nil) async throws {
        let condition: Statement = user.map { "work.user_id = \(UUID(canonical: $0.id))" } ?? "true"
        let watch = BadgeWatch(badges: BadgeStore(pool: pool, log: TestDatabase.quietLogger, clock: clock))
        for lease in try await BadgeWatch.queue(in: pool).claim(atMost: 10, where: condition, early: true) {
            _ = try await watch.check(lease)
        }
    }
}

extension [Budget.Badge] {
    /// The names of those that were got.
    fileprivate var got: [String] { filter { $0.awardedAt != nil }.map(\.name) }

    fileprivate func named(_ name: String) -> Budget.Badge? { first { $0.name == name } }
}

import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_budget

/// Requirements BUD-10, BUD-16 and BUD-17.
@Suite("Suggestions", .timeLimit(.minutes(5)))
struct SuggestionTests {
    // MARK: Rejections

    @Test(
        "are rejected for an unknown time zone or vote, and a vote on what is not suggested to the caller is not found"
    )
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            let service = environment.suggestions
            let zone = await failure {
                try await service.listSuggestions(.init(timeZone: "Mars/Olympus"), context: user.context())
            }
            #expect(zone?.fieldViolations.map(\.field) == ["time_zone"])
            let vote = await failure {
                try await service.voteOnSuggestion(
                    .init(suggestionID: "", vote: .unrecognized(9), timeZone: "UTC"),
                    context: user.context()
                )
            }
            #expect(vote?.fieldViolations.map(\.field).sorted() == ["suggestion_id", "vote"])
            try await environment.addPassedGoal(user)
            let id = try #require(try await environment.suggest(user).first?.id)
            for (user, id) in [(stranger, id), (user, "\(id)x"), (user, "habit:CAD:\(UUID().canonical)")] {
                let status = await failure { try await environment.vote(.useful, on: id, user) }
                #expect(status == .notFound("suggestion"))
            }
            #expect(try await environment.count("suggestion_votes") == 0)
        }
    }

    // MARK: Goals

    @Test("for a passed goal name what could be left out, the dearest first, until that would have kept it")
    func goal() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let goal = try await environment.addGoal(user) { ($0.category, $0.limit) = ("", .cad(5_000)) }
            try await environment.spend(user, "Rent", 4_000, in: "housing", on: "2023-11-01")
            try await environment.spend(user, "Crisps", 250, in: "snacks", on: "2023-11-02", "2023-11-09")
            try await environment.spend(user, "Chocolate", 450, in: "sweets", on: "2023-11-03")
            try await environment.spend(user, "Cinema", 900, in: "leisure", on: "2023-11-04")
            try await environment.spend(user, "Gum", 50, in: "sweets", on: "2023-11-14")
            // Of another month, and in another currency without a rate.
            try await environment.spend(user, "Theatre", 9_000, in: "leisure", on: "2023-10-31")
            try await environment.spend(user, "Museum", 800, in: "leisure", currency: "USD", on: "2023-11-05")
            let found = try await environment.suggest(user)
            let suggestion = try #require(found.first)
            #expect(found.count == 1)
            #expect(suggestion.kind == .goalPassed && suggestion.goal?.id == goal.id)
            #expect(suggestion.id == "goal:\(goal.id):2023-11-01")
            #expect(suggestion.goal?.progress?.spent == .cad(5_900) && suggestion.over == .cad(900))
            #expect(suggestion.items.map(\.name) == ["Cinema"] && suggestion.saving == .cad(900))
            try await environment.spend(user, "Flour", 1, in: "baking", on: "2023-11-14")
            let next = try #require(try await environment.suggest(user).first)
            #expect(next.over == .cad(901))
            #expect(next.items.map(\.name) == ["Cinema", "Crisps"] && next.saving == .cad(1_400))
            #expect(next.items[1].amount == .cad(500) && next.items[1].days == 2)
            #expect(next.items[1].category == "snacks" && next.items[1].symbol == "🍿")
            // At most three, also where they are not enough.
            try await environment.spend(user, "Gold", 90_000, in: "other", on: "2023-11-14")
            let much = try #require(try await environment.suggest(user).first)
            #expect(much.items.map(\.name) == ["Cinema", "Crisps", "Chocolate"] && much.saving == .cad(1_850))
        }
    }

    @Test("for a goal of a category name what is within it, whatever that is, and none where everything is needed")
    func target() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.service.store.names.update(
                .init(version: "1", contents: [.init(categorySlug: "produce", withinSlugs: ["fruit"])])
            )
            try await environment.addGoal(user) { ($0.category, $0.limit) = ("produce", .cad(100)) }
            environment.clock.advance(by: 1)
            try await environment.addGoal(user) { ($0.category, $0.limit) = ("", .cad(100)) }
            for day in 1...5 { try await environment.spend(user, "Mango", 300, in: "fruit", on: "2023-11-0\(day)") }
            let found = try await environment.suggest(user)
            #expect(found.map { $0.items.map(\.name) } == [["Mango"], []])
            #expect(found.map(\.saving) == [.cad(1_500), nil])
            #expect(found.map(\.hasLittleHistory) == [false, false])
        }
    }

    @Test("for a goal that other currencies pass name their items with their own amounts, and save in the goal's")
    func converted() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.rates.conversions = [
                "USD CAD 2023-11-05": "×1.5 USD CAD 2023-11-03", "USD CAD 2023-11-06": "×1.25 USD CAD 2023-11-06",
            ]
            try await environment.addGoal(user) { ($0.category, $0.limit) = ("", .cad(2_000)) }
            try await environment.spend(user, "Crisps", 250, in: "snacks", on: "2023-11-02", "2023-11-09")
            try await environment.spend(user, "Cinema", 900, in: "leisure", on: "2023-11-04")
            try await environment.spend(
                user,
                "Cinema",
                301,
                in: "leisure",
                currency: "USD",
                on: "2023-11-05",
                "2023-11-06"
            )
            try await environment.spend(user, "Museum", 9_000, in: "leisure", currency: "GBP", on: "2023-11-05")
            let suggestion = try #require(try await environment.suggest(user).first)
            // 1,400 + 301 × 1.5 + 301 × 1.25 = 2,227.75
            #expect(suggestion.goal?.progress?.spent == .cad(2_228) && suggestion.over == .cad(228))
            #expect(suggestion.items.map(\.name) == ["Cinema"] && suggestion.saving == .cad(900))
            try await environment.spend(user, "Flour", 700, in: "baking", on: "2023-11-14")
            let next = try #require(try await environment.suggest(user).first)
            #expect(next.over == .cad(928))
            #expect(next.items.map(\.amount) == [.cad(900), .init(minorUnits: 602, currency: "USD")])
            // 900 + 827.75
            #expect(next.items.map(\.days) == [1, 2] && next.saving == .cad(1_728))
            try await environment.vote(.useful, on: next.id, user)
            environment.rates.outage = Status(.unavailable, "down")
            let alone = try #require(try await environment.suggest(user).first)
            #expect(alone.goal?.progress?.ratesUnavailable == true && alone.over == .cad(100))
            #expect(alone.items.map(\.amount) == [.cad(900)])
        }
    }

    @Test("say so where there is too little history, with no advice; a goal that is kept has none")
    func littleHistory() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addPassedGoal(user)
            let early = try #require(try await environment.suggest(user).first)
            #expect(early.hasLittleHistory && early.items.isEmpty && early.saving == nil && early.over == .cad(1_000))
            for day in 1...4 { try await environment.spend(user, "Bread", 1, in: "bakery", on: "2023-11-0\(day)") }
            let later = try #require(try await environment.suggest(user).first)
            #expect(!later.hasLittleHistory && later.items.map(\.name) == ["Coffee"])
            let other = User()
            try await environment.addGoal(other)
            #expect(try await environment.suggest(other) == [])
        }
    }

    // MARK: Habits

    @Test("name what one can do without and buys again and again, and what leaving it out brings in a year")
    func habit() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            // The first day is 50 days ago: 2023-09-26, with today.
            let coffee = ["2023-09-26", "2023-10-03", "2023-10-04", "2023-11-14"]
            try await environment.spend(user, "Latte", 500, in: "eating-out", on: coffee)
            try await environment.spend(user, "Bread", 400, in: "bakery", on: coffee)
            // On too few days, and in too few weeks.
            try await environment.spend(user, "Cinema", 2_000, in: "leisure", on: Array(coffee.prefix(3)))
            let week = ["2023-11-06", "2023-11-07", "2023-11-08", "2023-11-13"]
            try await environment.spend(user, "Crisps", 300, in: "snacks", on: week)
            let answer = try await environment.suggestions.listSuggestions(
                .init(timeZone: "UTC"),
                context: user.context()
            )
            #expect(answer.habitsFrom == "2023-09-26" && answer.habitsTo == "2023-11-14")
            let suggestion = try #require(answer.suggestions.first)
            #expect(answer.suggestions.count == 1 && suggestion.kind == .habit && suggestion.goal == nil)
            #expect(suggestion.items.map(\.name) == ["Latte"] && suggestion.items[0].days == 4)
            // 20.00 in 50 days.
            #expect(suggestion.items[0].amount == .cad(2_000) && suggestion.saving == .cad(14_600))
            #expect(suggestion.id.hasPrefix("habit:CAD:") && !suggestion.id.contains("latte"))
        }
    }

    @Test("name what is paid each month, and what a year of it costs; of the currency that is used most first")
    func monthly() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let days = ["2023-09-15", "2023-10-15", "2023-11-10"]
            try await environment.spend(user, "Films", 999, in: "subscriptions", on: days)
            try await environment.spend(user, "Once", 999, in: "subscriptions", on: days[0])
            try await environment.spend(user, "Bread", 400, in: "bakery", on: (1...6).map { "2023-11-0\($0)" })
            let found = try await environment.suggest(user)
            #expect(found.map { $0.items.map(\.name) } == [["Films"]])
            #expect(found.first?.saving == .cad(11_988))
            let latte = ["2023-11-01", "2023-11-02", "2023-11-08", "2023-11-14"]
            try await environment.spend(user, "Latte", 500, in: "eating-out", currency: "AUD", on: latte)
            let both = try await environment.suggest(user).map { $0.items.map(\.name) }
            #expect(both == [["Films"], ["Latte"]])
        }
    }

    @Test("are silent about habits with too few purchases, or too few days")
    func silent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (few, recent) = (User(), User())
            let days = ["2023-09-26", "2023-10-03", "2023-10-10", "2023-11-07", "2023-11-08", "2023-11-14"]
            try await environment.spend(few, "Latte", 500, in: "eating-out", on: days + ["2023-11-01"])
            #expect(try await environment.suggest(few) == [])
            try await environment.spend(few, "Bread", 500, in: "bakery", on: "2023-11-01")
            #expect(try await environment.suggest(few).count == 1)
            let latest =
                (18...31).map { "2023-10-\($0)" } + (1...14).map { $0 < 10 ? "2023-11-0\($0)" : "2023-11-\($0)" }
            try await environment.spend(recent, "Latte", 500, in: "eating-out", on: Array(latest.dropFirst()))
            #expect(try await environment.suggest(recent) == [])
            try await environment.spend(recent, "Latte", 500, in: "eating-out", on: latest[0])
            #expect(try await environment.suggest(recent).count == 1)
        }
    }

    // MARK: Votes

    @Test("take a vote, of which the second replaces the first, and which can be taken back")
    func votes() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addPassedGoal(user)
            let id = try #require(try await environment.suggest(user).first?.id)
            for vote in [Budget.SuggestionVote.useful, .notUseful, .notUseful, .unspecified, .unspecified, .useful] {
                #expect(try await environment.vote(vote, on: id, user).vote == vote)
                #expect(try await environment.suggest(user).map(\.vote) == [vote])
                #expect(try await environment.count("suggestion_votes") == (vote == .unspecified ? 0 : 1))
            }
        }
    }

    @Test("are reported by kind and month with how many found them useful, and nothing else")
    func report() async throws {
        try await BudgetTestEnvironment.with { environment in
            for vote in [Budget.SuggestionVote.useful, .useful, .notUseful] {
                let user = User()
                try await environment.addPassedGoal(user)
                let id = try #require(try await environment.suggest(user).first?.id)
                try await environment.vote(vote, on: id, user)
            }
            environment.clock.advance(by: 30 * 86_400)
            let user = User()
            try await environment.spend(user, "Latte", 500, in: "eating-out", on: (1...8).map { "2023-11-0\($0)" })
            try await environment.spend(user, "Latte", 500, in: "eating-out", on: "2023-12-01", "2023-12-08")
            let id = try #require(try await environment.suggest(user).first?.id)
            try await environment.vote(.useful, on: id, user)
            func report() async throws -> [Budget.VoteCount] {
                try await environment.suggestions.reportVotes(.init(), context: user.context()).counts
            }
            let (december, november) = (
                Budget.VoteCount(kind: .habit, month: "2023-12", useful: 1),
                Budget.VoteCount(kind: .goalPassed, month: "2023-11", useful: 2, notUseful: 1)
            )
            #expect(try await report() == [december, november])
            // November of the second year after is the first month that doesn't show November.
            environment.clock.advance(by: 700 * 86_400)
            #expect(try await report() == [december])
        }
    }

    @Test("forget the votes of who withdraws the consent to suggestions, and of no other; later votes stay")
    func withdrawn() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            for user in [user, other] {
                try await environment.addPassedGoal(user)
                let id = try #require(try await environment.suggest(user).first?.id)
                try await environment.vote(.useful, on: id, user)
            }
            func withdraw(_ kind: Auth.ConsentKind, before seconds: Double = 0) async throws {
                var event = Events.Event(
                    id: UUID().canonical,
                    occurredAt: .init(environment.clock.now.addingTimeInterval(-seconds))
                )
                event.payload = .consentWithdrawn(.init(userID: user.id, kind: kind))
                try await environment.consume(event)
            }
            try await withdraw(.learningFromPhotos)
            try await withdraw(.personalSuggestions, before: 1)
            #expect(try await environment.count("suggestion_votes") == 2)
            try await withdraw(.personalSuggestions)
            #expect(try await environment.suggest(user).map(\.vote) == [.unspecified])
            #expect(try await environment.suggest(other).map(\.vote) == [.useful])
        }
    }

    @Test("keep the latest votes of a user, however many goals there were")
    func latest() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addPassedGoal(user)
            try await environment.pool.execute(
                """
                INSERT INTO suggestion_votes (user_id, suggestion, kind, is_useful, voted_at)
                SELECT \(UUID(canonical: user.id)), 'goal:' || number, 'goal_passed', true, \(environment.clock.now)
                FROM generate_series(1, \(SuggestionVoteStore.limit)) AS number
                """
            )
            environment.clock.advance(by: 1)
            let id = try #require(try await environment.suggest(user).first?.id)
            try await environment.vote(.useful, on: id, user)
            #expect(try await environment.count("suggestion_votes") == SuggestionVoteStore.limit)
            #expect(try await environment.suggest(user).map(\.vote) == [.useful])
        }
    }
}

extension BudgetTestEnvironment {
    fileprivate var suggestions: SuggestionsService {
        SuggestionsService(
            goals: GoalStore(pool: pool, clock: clock),
            ledger: service.store,
            rates: exchange,
            votes: SuggestionVoteStore(pool: pool, clock: clock)
        )
    }

    /// Takes an event of auth's.
    func consume(_ event: Events.Event) async throws {
        let consent = ConsentWithdrawal(
            votes: SuggestionVoteStore(pool: pool, clock: clock),
            priceWatch: priceWatch(TestStorePrices())
        )
        let consumer = EventConsumer(pool: pool, log: TestDatabase.quietLogger, handle: consent.effect)
        _ = try await InProcessPeers.with(consumer.handlers, as: "auth") {
            try await Events.EventSinkClient(channel: $0).deliverEvent(event)
        }
    }

    /// A goal of 30.00 a month for coffee, and 40.00 spent on it today.
    fileprivate func addPassedGoal(_ user: User) async throws {
        try await addGoal(user)
        try await spend(user, "Coffee", 4_000, in: "coffee-tea", on: "2023-11-14")
    }

    func suggest(_ user: User) async throws -> [Budget.Suggestion] {
        try await suggestions.listSuggestions(.init(timeZone: "UTC"), context: user.context()).suggestions
    }

    @discardableResult
    func vote(
        _ vote: Budget.SuggestionVote,
        on id: String,
        _ user: User
    ) async throws -> Budget.Suggestion {
        let request = Budget.VoteOnSuggestionRequest(suggestionID: id, vote: vote, timeZone: "UTC")
        return try await suggestions.voteOnSuggestion(request, context: user.context())
    }

    fileprivate func spend(
        _ user: User,
        _ name: String,
        _ amount: Int64,
        in category: String,
        currency: String = "CAD",
        on days: String...
    ) async throws {
        try await spend(user, name, amount, in: category, currency: currency, on: days)
    }

    fileprivate func spend(
        _ user: User,
        _ name: String,
        _ amount: Int64,
        in category: String,
        currency: String = "CAD",
        on days: [String]
    ) async throws {
        for day in days {
            try await spend(user) { request in
                request.name = name
                request.amount = .init(minorUnits: amount, currency: currency)
                request.category = category
                request.categorySymbol = category == "snacks" ? "🍿" : ""
                request.purchasedAt = .init(date: day)
            }
        }
    }
}

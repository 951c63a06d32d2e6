import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// What users could spend less on.
struct SuggestionsService: Budget.SuggestionsProvider {
    let goals: GoalStore
    /// Where what was bought is.
    let ledger: SpendingStore
    /// What other currencies are converted with.
    let rates: ExchangeRates
    let votes: SuggestionVoteStore

    func listSuggestions(
        _ request: Budget.ListSuggestionsRequest,
        context: CallContext
    ) async throws -> Budget.ListSuggestionsResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        try validator.finish()
        let today = CalendarDay(of: goals.clock.now, in: zone)
        let (found, firstDay) = try await suggestions(for: user, on: today)
        let votes = try await votes.votes(of: user, on: found.map(\.id))
        return Budget.ListSuggestionsResponse(
            suggestions: try found.map { try $0.message(ledger.names, isUseful: votes[$0.id]) },
            habitsFrom: firstDay.text,
            habitsTo: today.text
        )
    }

    func voteOnSuggestion(
        _ request: Budget.VoteOnSuggestionRequest,
        context: CallContext
    ) async throws -> Budget.Suggestion {
        // When the consent was in force, which may be withdrawn while this works.
        let (user, time) = (try context.userID, votes.clock.now)
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        let id = validator.text(request.suggestionID, "suggestion_id", length: 1...120)
        let isUseful: Bool? =
            switch request.vote {
            case .useful: true
            case .notUseful: false
            case .unspecified, .unrecognized: nil
            }
        if case .unrecognized = request.vote {
            validator.reject("vote", .services.ruleOneOf(values: "useful", last: "not_useful"))
        }
        try validator.finish()
        let (found, _) = try await suggestions(for: user, on: CalendarDay(of: goals.clock.now, in: zone))
        guard let suggestion = found.first(where: { $0.id == id }) else {
            throw Status.notFound(.services.nounSuggestion)
        }
        try await votes.vote(isUseful, on: suggestion, of: user, at: time)
        return try suggestion.message(ledger.names, isUseful: isUseful)
    }

    func reportVotes(
        _ request: Budget.ReportVotesRequest,
        context: CallContext
    ) async throws -> Budget.ReportVotesResponse {
        Budget.ReportVotesResponse(counts: try await votes.report())
    }

    /// What a user could spend less on today, about goals first, and the day from which on habits show.
    private func suggestions(
        for user: UUID,
        on today: CalendarDay
    ) async throws -> (found: [Suggestion], firstDay: CalendarDay) {
        let goals = try await goals.goals(of: user)
        let purchases = try await ledger.counted(
            from: SuggestionSearch.firstDay(for: goals, on: today),
            to: today,
            of: user,
            with: .productNames
        )
        guard !purchases.isEmpty, let key = try await ledger.keys.existingKey(of: user) else {
            return ([], today)
        }
        let (search, spendings) = try await offLoop(for: user) { [names = ledger.names] in
            let search = SuggestionSearch(purchases, today: today, names: names)
            return (search, goals.map(search.spending))
        }
        let conversions = try await rates.conversions(for: spendings)
        return try await offLoop(for: user) {
            let forGoals = try search.forGoals(Array(zip(goals, spendings)), by: conversions)
            let habits = try search.habits { key.lookupID(of: $0, purpose: "suggestions") }
            return (forGoals + habits, search.firstDay)
        }
    }
}

extension Suggestion.Kind {
    var message: Budget.SuggestionKind {
        switch self {
        case .goalPassed: .goalPassed
        case .habit: .habit
        }
    }
}

extension Suggestion {
    /// - Parameters:
    ///   - names: What users are shown for the names of shared products.
    ///   - isUseful: The owner's vote.
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    fileprivate func message(_ names: ProductNames, isUseful: Bool?) throws(Status) -> Budget.Suggestion {
        var message = Budget.Suggestion(id: id, kind: kind.message, hasLittleHistory: hasLittleHistory)
        if let (goal, progress) = goal {
            message.goal = try goal.message(names, progress)
            message.over = try Common.Money(counted: progress.spent - Int128(goal.terms.limit), currency)
        }
        for item in items { message.items.append(try item.message) }
        if !items.isEmpty { message.saving = try Common.Money(counted: saving, currency) }
        message.vote = isUseful.map { $0 ? .useful : .notUseful } ?? .unspecified
        return message
    }
}

extension BoughtItem {
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    fileprivate var message: Budget.SuggestedItem {
        get throws(Status) {
            Budget.SuggestedItem(
                productID: productID?.canonical ?? "",
                name: name,
                category: category,
                symbol: symbol,
                amount: try Common.Money(counted: amount, currency),
                days: Int32(clamping: days.count)
            )
        }
    }
}

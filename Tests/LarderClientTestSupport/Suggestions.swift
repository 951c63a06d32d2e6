import BudgetMessages
import RPC

/// Answers with the suggestions that a test has, and keeps votes on them.
struct SuggestionsAnswers: Budget.SuggestionsProvider {
    let gateway: TestGateway

    func listSuggestions(
        _ request: Budget.ListSuggestionsRequest,
        context: CallContext
    ) async throws -> Budget.ListSuggestionsResponse {
        gateway.state { state in
            state.records.suggestionLists.append(request)
            return state.records.suggestions
        }
    }

    func voteOnSuggestion(
        _ request: Budget.VoteOnSuggestionRequest,
        context: CallContext
    ) async throws -> Budget.Suggestion {
        try gateway.state { state in
            state.records.votes.append(request)
            guard !request.suggestionID.isEmpty else {
                throw Status.invalid([.init("suggestion_id", "suggestion_id must not be empty.")])
            }
            let made = state.records.suggestions.suggestions
            guard let index = made.firstIndex(where: { $0.id == request.suggestionID }) else {
                throw Status.notFound("suggestion")
            }
            state.records.suggestions.suggestions[index].vote = request.vote
            return state.records.suggestions.suggestions[index]
        }
    }

    func reportVotes(
        _ request: Budget.ReportVotesRequest,
        context: CallContext
    ) async throws -> Budget.ReportVotesResponse {
        gateway.state { $0.records.voteReport }
    }
}

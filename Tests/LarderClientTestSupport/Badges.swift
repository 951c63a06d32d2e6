import BudgetMessages
import RPC

/// Answers with the badges that a test has.
struct BadgesAnswers: Budget.BadgesProvider {
    let gateway: TestGateway

    func listBadges(
        _ request: Budget.ListBadgesRequest,
        context: CallContext
    ) async throws -> Budget.ListBadgesResponse {
        gateway.state { .init(badges: $0.records.badges) }
    }
}

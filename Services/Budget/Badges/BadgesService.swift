import BudgetMessages
import CommonMessages
import Postgres
import RPC
import ServiceKit

/// The badges that users get.
struct BadgesService: Budget.BadgesProvider {
    let badges: BadgeStore

    func listBadges(
        _ request: Budget.ListBadgesRequest,
        context: CallContext
    ) async throws -> Budget.ListBadgesResponse {
        let user = try context.userID
        // What was reached a moment ago is there already, before the queue comes to it.
        let standing = try await badges.pool.transaction { try await badges.award(to: user, in: $0) }
        return Budget.ListBadgesResponse(
            badges: badges.list.badges.map { terms in
                Budget.Badge(
                    name: terms.name,
                    title: terms.title.forCaller,
                    description: terms.description.forCaller,
                    awardedAt: standing.awarded[terms.name].map { Common.Timestamp($0) },
                    reached: standing.reached(terms),
                    needed: terms.needed
                )
            }
        )
    }
}

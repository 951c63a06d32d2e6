package import Foundation

/// The rule by which users' choices for a printed line apply to everybody.
///
/// It prevents manipulation by single users or in haste: at least three users must agree, three quarters of all voters
/// on the line, each with one vote, on a line printed on their own receipts, and each known for a week. Users whose
/// first receipts were read in the same hour count as one, since one person may have created all of them.
package enum Agreement {
    /// The minimum number of equal votes.
    package static let minimumVotes = 3

    /// The number of days since a user's first receipt before the user's votes count.
    package static let settlingDays = 7

    /// Whether enough users agree.
    /// - Parameters:
    ///   - votes: the number of votes for the product.
    ///   - voters: the number of votes in all.
    package static func isReached(votes: Int, of voters: Int) -> Bool {
        votes >= minimumVotes && votes * 4 >= voters * 3
    }

    /// The probability that one more user agrees, 0 to 100, by the rule of succession.
    ///
    /// P.-S. Laplace, "Essai philosophique sur les probabilités", 1814.
    package static func confidence(votes: Int, of voters: Int) -> Int {
        (votes + 1) * 100 / (voters + 2)
    }

    /// The outcome of the votes on a line, without an operator's decision.
    package enum Outcome: Equatable, Sendable {
        /// No vote for a shared product.
        case unknown
        /// Too few votes; most are for this product.
        case proposed(UUID, votes: Int, voters: Int)
        /// Enough users agree on this product.
        case agreed(UUID, votes: Int, voters: Int)
        /// Users disagree; most votes are for this product.
        case disputed(UUID, votes: Int, voters: Int)
    }

    /// Counts votes.
    /// - Parameter votes: the number of independent votes for each product, and whether it is shared. A vote for a
    ///   product of the user's own is a vote against the others.
    package static func outcome(of votes: [(product: UUID, count: Int, isShared: Bool)]) -> Outcome {
        let voters = votes.reduce(0) { $0 + $1.count }
        let shared = votes.filter(\.isShared)
        // Ties are resolved the same way in any order.
        guard let first = shared.max(by: { ($0.count, $0.product.uuidString) < ($1.count, $1.product.uuidString) })
        else { return .unknown }
        guard voters >= minimumVotes else { return .proposed(first.product, votes: first.count, voters: voters) }
        return isReached(votes: first.count, of: voters)
            ? .agreed(first.product, votes: first.count, voters: voters)
            : .disputed(first.product, votes: first.count, voters: voters)
    }
}

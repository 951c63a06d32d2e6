package import Foundation

/// When what users say of a printed line serves everybody.
///
/// Nobody can bring that about alone or in a hurry: three users must agree, three quarters of all that said anything of
/// the line, each with one vote, about a line that a receipt of their own printed, and each known for a week. Users whose
/// first receipts were read in the same hour count as one, as one person may have made all of them.
package enum Agreement {
    /// The fewest users that must say the same.
    package static let leastVotes = 3

    /// How many days a user must have had receipts read before what they say counts for others.
    package static let settlingDays = 7

    /// Whether enough users say the same.
    /// - Parameters:
    ///   - votes: how many say so.
    ///   - voters: how many say anything.
    package static func isReached(votes: Int, of voters: Int) -> Bool {
        votes >= leastVotes && votes * 4 >= voters * 3
    }

    /// How sure it is that one more user would say the same, 0 to 100: the rule of succession (P.-S. Laplace, "Essai
    /// philosophique sur les probabilités", 1814).
    package static func confidence(votes: Int, of voters: Int) -> Int {
        (votes + 1) * 100 / (voters + 2)
    }

    /// What users say of a line that was decided on by votes alone.
    package enum Outcome: Equatable, Sendable {
        /// Nobody says that it means a product that everybody knows.
        case unknown
        /// Too few have said anything; most say that it means this product.
        case proposed(UUID, votes: Int, voters: Int)
        /// Enough say that it means this product.
        case agreed(UUID, votes: Int, voters: Int)
        /// They disagree; most say that it means this product.
        case disputed(UUID, votes: Int, voters: Int)
    }

    /// Counts votes.
    /// - Parameter votes: how many independent users chose each product, and whether everybody knows it. One that only its
    ///   owner knows says that it is none of the others.
    package static func outcome(of votes: [(product: UUID, count: Int, isShared: Bool)]) -> Outcome {
        let voters = votes.reduce(0) { $0 + $1.count }
        let shared = votes.filter(\.isShared)
        // Of equals the same one wins whatever the order.
        guard let first = shared.max(by: { ($0.count, $0.product.uuidString) < ($1.count, $1.product.uuidString) })
        else { return .unknown }
        guard voters >= leastVotes else { return .proposed(first.product, votes: first.count, voters: voters) }
        return isReached(votes: first.count, of: voters)
            ? .agreed(first.product, votes: first.count, voters: voters)
            : .disputed(first.product, votes: first.count, voters: voters)
    }
}

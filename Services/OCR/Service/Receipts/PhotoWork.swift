import Foundation
import ServiceKit

/// Checks and rewrites photos on threads of its own, for which users take turns.
///
/// Nobody is refused: what waits are photos whose transfers and memory ``TransferLimiter`` limits.
struct PhotoWork: Sendable {
    private static let threads = 2

    let turns = FairTurns<UUID>(threads)
    private let pool = BlockingPool("photos", threads: threads, queueLimit: 0, rejection: TransferLimiter.rejection)

    /// Runs work when it is the user's turn.
    /// - Throws: `CancellationError`; what the work throws.
    nonisolated(nonsending) func run<Result: Sendable>(
        for user: UUID,
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await turns.withTurn(of: user) { try await pool.run(work) }
    }
}

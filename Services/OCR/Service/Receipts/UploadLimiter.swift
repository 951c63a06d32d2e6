import Foundation
import RPC
import Synchronization

/// Limits the photos held in memory during transfers: 4 per user and 32 in all.
final class UploadLimiter: Sendable {
    private static let perUser = 4
    static let inAll = 32
    /// What the sender of one more receives.
    static let rejection = Status(
        .resourceExhausted,
        "Too many photos are being transferred at once. Please wait until one has arrived.",
        retryDelay: .seconds(2),
        reason: .tooManyUploads
    )

    private struct State {
        var count = 0
        var byUser: [UUID: Int] = [:]
    }

    private let state = Mutex(State())

    /// Runs `body` in one of the user's slots.
    /// - Throws: RESOURCE_EXHAUSTED when no slot is free; errors of `body`.
    nonisolated(nonsending) func withSlot<Result>(
        of user: UUID,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async throws -> Result {
        try take(user)
        defer { giveBack(user) }
        return try await body()
    }

    private func take(_ user: UUID) throws {
        let isTaken = state.withLock { state in
            guard state.count < UploadLimiter.inAll, state.byUser[user, default: 0] < UploadLimiter.perUser else {
                return false
            }
            state.count += 1
            state.byUser[user, default: 0] += 1
            return true
        }
        guard isTaken else {
            throw UploadLimiter.rejection
        }
    }

    private func giveBack(_ user: UUID) {
        state.withLock { state in
            state.count -= 1
            let rest = state.byUser[user, default: 1] - 1
            state.byUser[user] = rest == 0 ? nil : rest
        }
    }
}

extension StatusReason {
    /// Too many uploads of one user are running.
    static let tooManyUploads: StatusReason = "TOO_MANY_UPLOADS"
}

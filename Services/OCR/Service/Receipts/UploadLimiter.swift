import Foundation
import RPC
import ServiceKit
import Synchronization

/// Limits the photos held in memory during transfers of one direction: 4 per user, and 256 MiB that users share fairly.
///
/// What counts are bytes that are there, so that transfers that hold nothing keep nobody out, however many.
struct UploadLimiter: Sendable {
    /// What the sender of one more receives.
    static let rejection = Status(
        .resourceExhausted,
        "Too many photos are being transferred at once. Please wait until one has arrived.",
        retryDelay: .seconds(2),
        reason: .tooManyUploads
    )

    private let slots = FairShares<UUID>(capacity: .max, perHolder: 4)
    private let memory: FairShares<UUID>

    /// - Parameter bytes: Of all photos together.
    init(bytes: Int = 256 << 20) { memory = FairShares(capacity: bytes) }

    /// Transfers that run.
    var taken: Int { slots.taken }

    /// Runs `body` in one of the user's slots.
    /// - Throws: RESOURCE_EXHAUSTED when no slot is free; errors of `body`.
    nonisolated(nonsending) func withSlot<Result>(
        of user: UUID,
        _ body: nonisolated(nonsending) (PhotoMemory) async throws -> Result
    ) async throws -> Result {
        guard slots.take(user) else { throw UploadLimiter.rejection }
        defer { slots.giveBack(user) }
        let memory = PhotoMemory(memory, of: user)
        defer { memory.release() }
        return try await body(memory)
    }
}

/// The memory that the photos of one transfer take.
final class PhotoMemory: Sendable {
    private let shares: FairShares<UUID>
    private let user: UUID
    private let held = Atomic<Int>(0)

    fileprivate init(_ shares: FairShares<UUID>, of user: UUID) {
        self.shares = shares
        self.user = user
    }

    /// Counts bytes that are there.
    /// - Throws: RESOURCE_EXHAUSTED when there is no room for them.
    func hold(_ bytes: Int) throws {
        guard shares.take(user, count: bytes) else { throw UploadLimiter.rejection }
        held.add(bytes, ordering: .relaxed)
    }

    fileprivate func release() { shares.giveBack(user, count: held.exchange(0, ordering: .relaxed)) }
}

extension StatusReason {
    /// Too many transfers of photos are running.
    static let tooManyUploads: StatusReason = "TOO_MANY_UPLOADS"
}

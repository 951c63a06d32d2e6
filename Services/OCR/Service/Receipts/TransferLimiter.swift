import Foundation
import Foundations
import ImageFiles
import RPC
import ServiceKit
import Synchronization

/// Limits the photos held in memory during transfers of one direction, per user and of all users together.
///
/// What counts are bytes that are there, so that transfers that hold nothing keep nobody out, however many. When there is
/// no room for a photo of somebody who holds none, transfers that have occupied much for long end in its favour, so that
/// many accounts together keep nobody out either.
final class TransferLimiter: Sendable {
    /// How much may be held. In bytes.
    struct Limits: Sendable {
        var transfersPerUser = 4
        /// Of all photos together.
        var bytes = 256 << 20
        /// The photos of a receipt.
        var bytesPerUser = PhotoUpload.mostBytes
        /// Up to here a user gets room at the expense of others: the largest photo.
        var bytesAssured = ImageHeader.Limits.bytes
        /// The age in seconds up to which a transfer does not end in favour of others. On a good connection it takes less.
        var grace: TimeInterval = 10
    }

    private struct Transfer {
        var bytes = 0
        let start: Date
        /// Ends it in favour of others; nil while it waits for nobody but this program.
        var end: AsyncStream<Never>.Continuation?

        /// How much it has kept from others for how long, in byte seconds.
        func occupancy(at now: Date) -> Double { Double(bytes) * now.timeIntervalSince(start) }
    }

    private struct State {
        var users: [UUID: [Int: Transfer]] = [:]
        var nextID = 0
        var taken = 0

        mutating func begin(_ user: UUID, at now: Date, atMost limit: Int) -> Int? {
            guard users[user, default: [:]].count < limit else { return nil }
            nextID += 1
            users[user, default: [:]][nextID] = Transfer(start: now)
            return nextID
        }

        @discardableResult
        mutating func remove(_ id: Int, of user: UUID) -> Transfer? {
            guard let transfer = users[user]?.removeValue(forKey: id) else { return nil }
            if users[user]?.isEmpty == true { users[user] = nil }
            taken -= transfer.bytes
            return transfer
        }

        /// Ends transfers until a number of bytes is free, those first that occupy most, of the users who occupy most.
        /// - Returns: With what they end; nil when they would not be enough, and nothing has changed.
        mutating func makeRoom(
            _ bytes: Int,
            for newcomer: UUID,
            at now: Date,
            grace: TimeInterval
        ) -> [AsyncStream<Never>.Continuation]? {
            var candidates: [(user: UUID, id: Int, bytes: Int, rank: (Double, Double))] = []
            for (user, transfers) in users where user != newcomer {
                let slow = transfers.filter { $1.end != nil && now.timeIntervalSince($1.start) > grace }
                let all = slow.values.reduce(0) { $0 + $1.occupancy(at: now) }
                candidates += slow.map { (user, $0, $1.bytes, (all, $1.occupancy(at: now))) }
            }
            guard candidates.reduce(0, { $0 + $1.bytes }) >= bytes else { return nil }
            candidates.sort { $0.rank > $1.rank }
            var (ends, freed) = ([AsyncStream<Never>.Continuation](), 0)
            for candidate in candidates where freed < bytes {
                ends += [remove(candidate.id, of: candidate.user)?.end].compactMap(\.self)
                freed += candidate.bytes
            }
            return ends
        }
    }

    /// What the sender of one more receives.
    static let rejection = Status(
        .resourceExhausted,
        .ocr.tooManyTransfers,
        retryDelay: .seconds(2),
        reason: .tooManyUploads
    )
    /// What the other side of a transfer receives that ends in favour of others.
    static let displacement = Status(
        .resourceExhausted,
        .ocr.photoDisplaced,
        retryDelay: .seconds(10),
        reason: .transferDisplaced
    )

    private let limits: Limits
    private let clock: any WallClock
    private let state = Mutex(State())

    init(_ limits: Limits = Limits(), clock: any WallClock) {
        self.limits = limits
        self.clock = clock
    }

    /// Transfers that run.
    var taken: Int { state.withLock { $0.users.values.reduce(0) { $0 + $1.count } } }

    /// Bytes that are held.
    var bytes: Int { state.withLock { $0.taken } }

    /// Runs `body` in one of the user's slots.
    /// - Throws: RESOURCE_EXHAUSTED when no slot is free; errors of `body`.
    nonisolated(nonsending) func withSlot<Result>(
        of user: UUID,
        _ body: nonisolated(nonsending) (PhotoMemory) async throws -> Result
    ) async throws -> Result {
        let begun = state.withLock { $0.begin(user, at: clock.now, atMost: limits.transfersPerUser) }
        guard let begun else { throw TransferLimiter.rejection }
        defer { state.withLock { _ = $0.remove(begun, of: user) } }
        return try await body(PhotoMemory(self, begun, of: user))
    }

    fileprivate func hold(_ bytes: Int, by id: Int, of user: UUID) throws {
        let ends = try state.withLock { state in
            guard state.users[user]?[id] != nil else { throw TransferLimiter.displacement }
            let own = state.users[user, default: [:]].values.reduce(bytes) { $0 + $1.bytes }
            guard own <= limits.bytesPerUser else { throw TransferLimiter.rejection }
            let excess = state.taken + bytes - limits.bytes
            var ends: [AsyncStream<Never>.Continuation]? = []
            if excess > 0 {
                guard own <= limits.bytesAssured else { throw TransferLimiter.rejection }
                ends = state.makeRoom(excess, for: user, at: clock.now, grace: limits.grace)
            }
            guard let ends else { throw TransferLimiter.rejection }
            state.users[user]?[id]?.bytes += bytes
            state.taken += bytes
            return ends
        }
        for end in ends { end.finish() }
    }

    fileprivate func use(of id: Int, _ user: UUID) -> PhotoMemory.Use {
        state.withLock { .init(bytes: $0.users[user]?[id]?.bytes ?? 0, isScarce: $0.taken > limits.bytes / 2) }
    }

    /// Sets with what a transfer ends in favour of others.
    fileprivate func setEnd(_ end: AsyncStream<Never>.Continuation?, of id: Int, _ user: UUID) {
        state.withLock { $0.users[user]?[id]?.end = end }
    }
}

/// The memory that the photos of one transfer take.
final class PhotoMemory: Sendable {
    struct Use: Sendable {
        let bytes: Int
        /// Whether more than half of the room for all photos is taken.
        let isScarce: Bool
    }

    private let limiter: TransferLimiter
    private let id: Int
    private let user: UUID
    private let (displaced, end) = AsyncStream<Never>.makeStream()

    fileprivate init(_ limiter: TransferLimiter, _ id: Int, of user: UUID) {
        self.limiter = limiter
        self.id = id
        self.user = user
    }

    var use: Use { limiter.use(of: id, user) }

    /// Counts bytes that are there.
    /// - Throws: RESOURCE_EXHAUSTED when there is no room for them, or when the transfer has ended in favour of others.
    func hold(_ bytes: Int) throws { try limiter.hold(bytes, by: id, of: user) }

    /// Whether the transfer may end in favour of others; false at first.
    func allowDisplacement(_ isAllowed: Bool) { limiter.setEnd(isAllowed ? end : nil, of: id, user) }

    /// Waits until the transfer ends in favour of others.
    /// - Throws: RESOURCE_EXHAUSTED then, and when the task is cancelled.
    func untilDisplaced() async throws {
        for await _ in displaced {}
        throw TransferLimiter.displacement
    }
}

extension StatusReason {
    /// Too many transfers of photos are running.
    static let tooManyUploads: StatusReason = "TOO_MANY_UPLOADS"
    /// A transfer of a photo has ended in favour of others.
    static let transferDisplaced: StatusReason = "TRANSFER_DISPLACED"
}

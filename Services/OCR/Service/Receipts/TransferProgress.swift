import Foundations
import RPC
import ServiceKit
import Synchronization

/// Ends a transfer whose other side sends or takes too little for too long, since a photo in memory waits for it.
///
/// While memory for photos is scarce, it has to move what it holds within two intervals.
final class TransferProgress: Sendable {
    private struct State {
        var bytes = 0
        var isWorking = false
        /// Whether this side has worked since the last check.
        var hasWorked = false
    }

    /// How little, in how long, is too little.
    struct Limit: Sendable {
        /// The least, whatever the transfer holds.
        let bytes: Int
        let interval: Duration
        /// What the other side receives.
        let rejection: Status

        /// For photos that come, in pieces of up to 256 KiB: one of these takes a slow link most of the interval.
        static let upload = Limit(
            bytes: 16_384,
            interval: .seconds(30),
            rejection: Status(
                .deadlineExceeded,
                .ocr.uploadStalled,
                reason: .uploadStalled
            )
        )
        /// For photos that go.
        static let download = Limit(
            bytes: 16_384,
            interval: .seconds(30),
            rejection: Status(
                .deadlineExceeded,
                .ocr.downloadStalled,
                reason: .downloadStalled
            )
        )
    }

    private let limit: Limit
    private let memory: PhotoMemory?
    private let clock: any WallClock
    private let state = Mutex(State())

    /// - Parameter memory: What the transfer holds; nil for nothing.
    init(_ limit: Limit, holding memory: PhotoMemory? = nil, clock: any WallClock) {
        self.limit = limit
        self.memory = memory
        self.clock = clock
    }

    /// Bytes were sent or taken.
    func record(_ bytes: Int) { state.withLock { $0.bytes += bytes } }

    /// Runs work of this side, during which nothing is expected of the other one.
    func working<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        memory?.allowDisplacement(false)
        state.withLock { $0.isWorking = true }
        defer {
            state.withLock { ($0.isWorking, $0.hasWorked) = (false, true) }
            memory?.allowDisplacement(true)
        }
        return try await body()
    }

    /// Runs a transfer that reports what it moves.
    /// - Throws: DEADLINE_EXCEEDED when it moves too little; RESOURCE_EXHAUSTED when it ends in favour of others; what `body`
    ///   throws.
    func guarding<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        guard let memory else { return try await ServiceKit.guarding(body, by: watch) }
        memory.allowDisplacement(true)
        defer { memory.allowDisplacement(false) }
        return try await ServiceKit.guarding(body, by: watch, memory.untilDisplaced)
    }

    private func watch() async throws {
        while true {
            let held = memory?.use.bytes ?? 0
            try await clock.sleep(for: limit.interval)
            let least = memory?.use.isScarce == true ? max(limit.bytes, held / 2) : limit.bytes
            let moves = state.withLock { state in
                defer { (state.bytes, state.hasWorked) = (0, false) }
                return state.isWorking || state.hasWorked || state.bytes >= least
            }
            guard moves else { throw limit.rejection }
        }
    }
}

extension StatusReason {
    /// Too little of a photo arrived for too long.
    static let uploadStalled: StatusReason = "UPLOAD_STALLED"
    /// Too little of a photo was read for too long.
    static let downloadStalled: StatusReason = "DOWNLOAD_STALLED"
}

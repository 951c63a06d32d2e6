import Foundations
import RPC
import ServiceKit
import Synchronization

/// Ends a transfer whose other side sends or takes too little for too long, since a photo in memory waits for it.
final class TransferProgress: Sendable {
    private struct State {
        var bytes = 0
        var isWorking = false
    }

    /// How little, in how long, is too little.
    struct Limit: Sendable {
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
                "The photo arrived too slowly. Please send it again where the connection is better.",
                reason: .uploadStalled
            )
        )
        /// For photos that go.
        static let download = Limit(
            bytes: 1,
            interval: .seconds(30),
            rejection: Status(
                .deadlineExceeded,
                "The photo was not read for 30 seconds. Please ask for it again.",
                reason: .downloadStalled
            )
        )
    }

    private let limit: Limit
    private let clock: any WallClock
    private let state = Mutex(State())

    init(_ limit: Limit, clock: any WallClock) {
        self.limit = limit
        self.clock = clock
    }

    /// Bytes were sent or taken.
    func record(_ bytes: Int) { state.withLock { $0.bytes += bytes } }

    /// Runs work of this side, during which nothing is expected of the other one.
    func working<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        state.withLock { $0.isWorking = true }
        defer {
            state.withLock { state in
                state.isWorking = false
                state.bytes = limit.bytes
            }
        }
        return try await body()
    }

    /// Runs a transfer that reports what it moves.
    /// - Throws: DEADLINE_EXCEEDED when it moves too little; what `body` throws.
    func guarding<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        try await ServiceKit.guarding(body, by: watch)
    }

    private func watch() async throws {
        while true {
            try await clock.sleep(for: limit.interval)
            let moves = state.withLock { state in
                defer { state.bytes = 0 }
                return state.isWorking || state.bytes >= limit.bytes
            }
            guard moves else { throw limit.rejection }
        }
    }
}

extension StatusReason {
    /// Too little of a photo arrived for too long.
    static let uploadStalled: StatusReason = "UPLOAD_STALLED"
    /// A photo was not read for too long.
    static let downloadStalled: StatusReason = "DOWNLOAD_STALLED"
}

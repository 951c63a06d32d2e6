import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit
import Synchronization

/// Reports services that do not confirm the erasure of a person.
final class ErasureMonitor: Sendable {
    /// How long the services have, in seconds.
    static let limit: TimeInterval = 3_600

    private struct State {
        /// When the oldest unfinished erasure began.
        var oldest: Date?
        var late: [String] = []
    }

    private let store: ErasureStore
    private let clock: any WallClock
    private let log: Logger
    private let state = Mutex(State())

    init(store: ErasureStore, clock: any WallClock, log: Logger) {
        self.store = store
        self.clock = clock
        self.log = log
    }

    /// What the program serves without, for operators: services that have not confirmed in time; nil when there are none.
    func degradation() async -> String? {
        let late = state.withLock { $0.late }
        guard !late.isEmpty else { return nil }
        return "\(late.joined(separator: ", ")) did not confirm the erasure of a person within 60 min"
    }

    /// The age of the oldest unfinished erasure in seconds; 0 without one.
    var oldestAge: Double {
        state.withLock { $0.oldest.map { max(0, clock.now.timeIntervalSince($0)) } ?? 0 }
    }

    /// Looks every 30 seconds.
    var work: BackgroundWork {
        .every(.seconds(30), "unfinished erasures", log: log) { [self] in try await measure() }
    }

    /// Looks which services have not confirmed in time.
    func measure() async throws {
        let (oldest, late) = try await store.unfinished(before: clock.now.addingTimeInterval(-Self.limit))
        let former = state.withLock { state in
            defer { state = State(oldest: oldest, late: late) }
            return state.late
        }
        if !late.isEmpty, late != former {
            log.error(
                "the erasure of a person is not confirmed",
                metadata: ["services": "\(late.joined(separator: ", "))"]
            )
        }
        if late.isEmpty, !former.isEmpty { log.notice("all erasures are confirmed again") }
    }
}

package import FoundationEssentials

/// The time as a relay sees it, so that tests can decide it.
package protocol OutboxClock: Sendable {
    /// The present wall-clock time.
    var now: Date { get }
    /// Returns after `duration`, or throws `CancellationError`.
    func sleep(for duration: Duration) async throws
}

/// The machine's time.
package struct SystemOutboxClock: OutboxClock {
    /// The machine's clock.
    package init() {}

    /// The present wall-clock time.
    package var now: Date { Date() }

    /// Returns after `duration`, or throws `CancellationError`.
    package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

public import FoundationEssentials

/// A source of the wall-clock time that tests can replace.
///
/// Programs use ``SystemWallClock``. What measures or schedules on an event loop uses RPC's clock instead, which is monotonic.
public protocol WallClock: Sendable {
    /// The present time. It can step backwards when the machine's clock is corrected.
    var now: Date { get }

    /// Returns after a duration, at once when it is zero or negative.
    /// - Throws: `CancellationError` when the task is cancelled before.
    func sleep(for duration: Duration) async throws
}

extension WallClock {
    /// Returns once a time has come, at once when it has passed.
    ///
    /// A correction of the machine's clock meanwhile is not noticed before the end.
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until time: Date) async throws {
        let remaining = Duration.seconds(time.timeIntervalSince(now))
        try await sleep(for: max(.zero, remaining))
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public var unixSeconds: Int64 { Int64(now.timeIntervalSince1970.rounded(.down)) }

    /// Whole milliseconds since 1970-01-01T00:00:00Z, rounded down.
    public var unixMilliseconds: Int64 { Int64((now.timeIntervalSince1970 * 1_000).rounded(.down)) }
}

/// The machine's wall clock.
public struct SystemWallClock: WallClock {
    /// Makes the clock.
    public init() {}

    /// The machine's present time.
    public var now: Date { Date() }

    /// Sleeps on the continuous clock, which counts while the machine is suspended.
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}

extension WallClock where Self == SystemWallClock {
    /// The machine's wall clock.
    public static var system: SystemWallClock { SystemWallClock() }
}

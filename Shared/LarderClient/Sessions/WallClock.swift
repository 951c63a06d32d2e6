import FoundationEssentials

/// A wall clock, replaceable in tests.
struct WallClock: Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    var now: @Sendable () -> Int64

    /// The machine's clock.
    static let system = WallClock { Int64(Date().timeIntervalSince1970) }
}

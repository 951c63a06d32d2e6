package import NIOCore

/// When a silent connection is pinged, and how long the response may take.
package struct KeepAlive: Sendable {
    /// Silence after which a ping goes out. A peer that stands still for this long is cut off, see ``StallDetector``.
    package var interval: TimeAmount
    /// How long the peer may take to answer.
    package var timeout: TimeAmount
    /// The same while calls run; nil when that makes no difference.
    package var busyInterval: TimeAmount?
    /// How long the peer may take while calls run; nil when that makes no difference.
    package var busyTimeout: TimeAmount?

    /// The defaults are those of a client.
    package init(
        interval: TimeAmount = .seconds(30),
        timeout: TimeAmount = .seconds(10),
        busyInterval: TimeAmount? = nil,
        busyTimeout: TimeAmount? = nil
    ) {
        self.interval = interval
        self.timeout = timeout
        self.busyInterval = busyInterval
        self.busyTimeout = busyTimeout
    }
}

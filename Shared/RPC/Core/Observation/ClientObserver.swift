public import NIOCore
public import Wire

/// Observes one channel: its connections and, through one observer a method, its calls.
public protocol ClientObserver: AnyObject, Sendable {
    /// The observer of the channel's calls of one method; the channel keeps it.
    /// - Parameter method: `package.Service/Method`.
    func method(_ method: String) -> any ClientCallObserver

    /// A connection was made: handshake and settings are through.
    func connectionOpened()

    /// An attempt to connect failed.
    func connectionAttemptFailed()

    /// A connection that was made is gone, or takes no more calls.
    func connectionEnded(_ cause: DisconnectCause)

    /// An endpoint was found to be an outlier.
    /// - Parameter isEnforced: Whether it gets no calls for a while. It does not when too many others are out already.
    func ejected(isEnforced: Bool)
}

/// Why a connection of a channel ended.
public enum DisconnectCause: String, Sendable, Hashable, CaseIterable {
    /// The server said that it goes away.
    case goAway = "GOAWAY"
    /// The channel no longer needs it.
    case shutdown = "subchannel shutdown"
    /// The peer or the network ended it.
    case reset = "connection reset"
    /// The peer no longer answered.
    case timedOut = "connection timed out"
    /// Anything else.
    case unknown
}

/// Observes the calls of one method through one channel.
///
/// A call is one or more attempts: the first, repetitions after a failure, hedges beside one that is slow.
public protocol ClientCallObserver: AnyObject, Sendable {
    /// An attempt begins, before it has a connection.
    func attemptStarted()

    /// An attempt is over.
    /// - Parameters:
    ///   - duration: From ``attemptStarted()``.
    ///   - sentBytes: Of all messages, as they were sent (compressed, not encrypted), without metadata and framing.
    ///   - receivedBytes: Likewise.
    func attemptEnded(_ code: StatusCode, duration: TimeAmount, sentBytes: Int, receivedBytes: Int)

    /// A call is over, with all its attempts.
    /// - Parameters:
    ///   - duration: As the caller sees it, encoding of the request included.
    ///   - repetition: Nil for a call that was made once, as nearly all are.
    func callEnded(_ code: StatusCode, duration: TimeAmount, repetition: RetryStatistics?)
}

/// How often a call was made beyond its first attempt, and what that cost.
public struct RetryStatistics: Sendable, Hashable {
    /// Attempts after a failure, by the method's policy.
    public var retries: Int
    /// Attempts after one that no server had processed, which are always safe.
    public var transparentRetries: Int
    /// Attempts beside one that had not answered yet.
    public var hedges: Int
    /// Time in which no attempt was under way.
    public var delay: TimeAmount

    /// Describes repetitions.
    public init(retries: Int = 0, transparentRetries: Int = 0, hedges: Int = 0, delay: TimeAmount = .zero) {
        self.retries = retries
        self.transparentRetries = transparentRetries
        self.hedges = hedges
        self.delay = delay
    }
}

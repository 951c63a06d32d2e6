public import NIOCore
public import Wire

/// Observes servers and channels, for metrics and logs.
///
/// The observers that it returns are requested once and kept: one for each method of a server, one for each channel, and
/// one for each method of a channel. They are called on event loops, so they must not block, and what is called for every
/// call should neither lock nor allocate.
public protocol RPCObserver: Sendable {
    /// The observer of a server's calls of one method; nil for none.
    /// - Parameters:
    ///   - method: `package.Service/Method`. Meaningless when `isKnown` is false.
    ///   - isKnown: Whether the server has the method. All others share one observer, since their names are the
    ///     clients' choice and without end.
    func serverMethod(_ method: String, isKnown: Bool) -> (any ServerCallObserver)?

    /// The observer of a server's connections; nil for none.
    func serverConnections() -> (any ServerConnectionObserver)?

    /// The observer of a channel; nil for none.
    /// - Parameter target: What the channel leads to, such as "budget".
    func client(target: String) -> (any ClientObserver)?
}

/// Observes the calls of one method of a server.
///
/// For each call it gets one ``started()``, then one ``ended(_:duration:sentBytes:receivedBytes:)``, and between the
/// answer to ``wantsRecord(of:)`` and the call's release at most one ``record(_:)``. Calls that are rejected before a
/// handler sees them count too.
public protocol ServerCallObserver: AnyObject, Sendable {
    /// A call came in.
    func started()

    /// A call has ended for its client: by status, cancellation or a lost connection.
    /// - Parameters:
    ///   - duration: From its first frame to its status.
    ///   - sentBytes: Of all messages, as they were sent (compressed, not encrypted), without metadata and framing.
    ///   - receivedBytes: Likewise.
    func ended(_ code: StatusCode, duration: TimeAmount, sentBytes: Int, receivedBytes: Int)

    /// Whether ``record(_:)`` is wanted for a call that ended with this code. Asked for every call.
    func wantsRecord(of code: StatusCode) -> Bool

    /// Whether a record is wanted of a rejected call, of which there can be many.
    func wantsRecord(ofRejected code: StatusCode) -> Bool

    /// Everything about a call that is over.
    func record(_ record: ServerCallRecord)
}

extension ServerCallObserver {
    /// As for calls that were not rejected.
    public func wantsRecord(ofRejected code: StatusCode) -> Bool { wantsRecord(of: code) }
}

/// What there is to say about a call that a server has ended.
public struct ServerCallRecord: Sendable {
    /// `package.Service/Method` as the client sent it, known or not.
    public var method: String
    /// How the call ended.
    public var code: StatusCode
    /// The machine-readable reason of its status; empty when there is none.
    public var reason: StatusReason
    /// From its first frame to its status.
    public var duration: TimeAmount
    /// Time left until its deadline, negative when that had passed; nil without one.
    public var remaining: TimeAmount?
    /// The calling service, by its certificate; nil for a client without one.
    public var peerService: String?
    /// Where the call stood in its trace.
    public var trace: TraceContext
    /// Of all messages, as they were sent.
    public var sentBytes: Int
    /// Of all messages, as they came.
    public var receivedBytes: Int
    /// Whether it was rejected before a handler saw it.
    public var wasRejected: Bool
    /// The handler's error, when the status reported to the client conceals it.
    public var cause: (any Error)?

    /// Describes a call.
    public init(
        method: String,
        code: StatusCode,
        reason: StatusReason = .none,
        duration: TimeAmount,
        remaining: TimeAmount? = nil,
        peerService: String? = nil,
        trace: TraceContext,
        sentBytes: Int = 0,
        receivedBytes: Int = 0,
        wasRejected: Bool = false,
        cause: (any Error)? = nil
    ) {
        self.method = method
        self.code = code
        self.reason = reason
        self.duration = duration
        self.remaining = remaining
        self.peerService = peerService
        self.trace = trace
        self.sentBytes = sentBytes
        self.receivedBytes = receivedBytes
        self.wasRejected = wasRejected
        self.cause = cause
    }
}

/// Observes the connections that a server accepts.
public protocol ServerConnectionObserver: AnyObject, Sendable {
    /// A connection was accepted; its handshake may still fail.
    func opened()
    /// A connection that was accepted is gone.
    func ended()
    /// A connection was rejected since there are too many, they come too often, or the server stops.
    func rejected()
}

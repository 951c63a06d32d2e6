public import NIOCore
public import Wire

/// A user whose access token was verified.
public struct VerifiedUser: Sendable, Hashable {
    /// Permanent account id, a UUID in lower case.
    public var id: String
    /// The name at the time of signing in.
    public var username: String

    /// Names a verified user.
    public init(id: String, username: String) {
        self.id = id
        self.username = username
    }
}

/// Names of metadata that the platform gives a meaning to.
public enum MetadataName {
    /// `Bearer <access token>`.
    public static let authorization = "authorization"
    /// W3C trace context.
    public static let traceparent = "traceparent"
    /// W3C trace context: what tracing systems add to it.
    public static let tracestate = "tracestate"
    /// Chosen by the client; the same key means the same change.
    public static let idempotencyKey = "idempotency-key"
}

/// What a handler knows of the call it serves beside the request.
public struct CallContext: Sendable {
    /// `package.Service/Method`.
    public var method: String
    /// All metadata of the call.
    public var metadata: Metadata
    /// When the caller stops waiting; nil for never.
    public var deadline: NIODeadline?
    /// The service at the other end as its certificate names it; nil for a client without one.
    public var peerService: String?
    /// The IP address at the other end of the connection, without the port; nil when there is none.
    public var peerAddress: String?
    /// The user on whose behalf the call is, once verified.
    public var verifiedUser: VerifiedUser?
    /// Where the call stands in its trace.
    public var trace: TraceContext
    /// Whether the single request came compressed.
    public var wasRequestCompressed = false
    /// How the responses are compressed, for the handler to change; nil when the client cannot read compressed ones or the
    /// server never compresses.
    public var responseCompression: ResponseCompression?

    /// The context of the call that the current task serves. Calls made by it inherit deadline and trace.
    @TaskLocal public static var current: CallContext?

    /// Makes a context.
    public init(
        method: String,
        metadata: Metadata = Metadata(),
        deadline: NIODeadline? = nil,
        peerService: String? = nil,
        peerAddress: String? = nil,
        verifiedUser: VerifiedUser? = nil,
        trace: TraceContext,
        responseCompression: ResponseCompression? = nil
    ) {
        self.method = method
        self.metadata = metadata
        self.deadline = deadline
        self.peerService = peerService
        self.peerAddress = peerAddress
        self.verifiedUser = verifiedUser
        self.trace = trace
        self.responseCompression = responseCompression
    }

    /// The verified user.
    /// - Throws: UNAUTHENTICATED when there is none, which the access rule of a method normally has excluded.
    public var user: VerifiedUser {
        get throws {
            guard let verifiedUser else {
                throw Status(.unauthenticated, "Please sign in.", reason: "SIGN_IN_REQUIRED")
            }
            return verifiedUser
        }
    }

    /// The client's idempotency key, if it sent one.
    public var idempotencyKey: String? { metadata[text: MetadataName.idempotencyKey] }
}

/// How one call is made.
public struct CallOptions: Sendable {
    /// Longest time to wait for the end of the call; nil for the deadline of the call being served, or none.
    public var timeout: Duration?
    /// Metadata to send.
    public var metadata: Metadata
    /// Access token to send; nil for none.
    public var accessToken: String?
    /// Idempotency key to send; nil for none.
    public var idempotencyKey: String?
    /// Whether to wait for a connection instead of failing at once when there is none.
    public var waitsForReady: Bool
    /// How requests are compressed for servers that can read that.
    public var compression: MessageCompression
    /// Where to tell which responses came compressed; nil for nowhere.
    public var record: ResponseRecord?

    /// Options with nothing set unless given.
    public init(
        timeout: Duration? = nil,
        metadata: Metadata = Metadata(),
        accessToken: String? = nil,
        idempotencyKey: String? = nil,
        waitsForReady: Bool = false,
        compression: MessageCompression = .off,
        record: ResponseRecord? = nil
    ) {
        self.timeout = timeout
        self.metadata = metadata
        self.accessToken = accessToken
        self.idempotencyKey = idempotencyKey
        self.waitsForReady = waitsForReady
        self.compression = compression
        self.record = record
    }

    /// The earlier of the own timeout and the deadline that is inherited.
    package func deadline(now: NIODeadline) -> NIODeadline? {
        let own = timeout.map { now + .nanoseconds($0.wholeNanoseconds) }
        let inherited = CallContext.current?.deadline
        switch (own, inherited) {
        case (let own?, let inherited?): return min(own, inherited)
        case (let one, let other): return one ?? other
        }
    }
}

extension Duration {
    var wholeNanoseconds: Int64 {
        let (seconds, nanoseconds) = (components.seconds, components.attoseconds / 1_000_000_000)
        return seconds >= 9_000_000_000 ? .max / 4 : seconds * 1_000_000_000 + nanoseconds
    }
}

import Foundations
package import NIOCore
public import Texts
public import Wire

/// How one call is made.
public struct CallOptions: Sendable {
    /// Longest duration of the call; nil for the deadline of the call being served.
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
    /// Records the server's metadata and how the responses were encoded; nil to record nothing.
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

    /// The least inherited time with which a call is made.
    private static let leastInherited = TimeAmount.milliseconds(100)

    /// Part of an inherited deadline that is reserved for returning the result to the caller.
    private static let wayBack = TimeAmount.milliseconds(20)

    /// The earlier of the own timeout and the inherited deadline, reduced by 20 ms. Both limits are those of Let's
    /// Encrypt's Boulder. An own timeout is taken as it is.
    /// - Throws: DEADLINE_EXCEEDED when less than 100 ms are inherited.
    package func deadline(now: NIODeadline) throws(Status) -> NIODeadline? {
        let own = timeout.map { now + .nanoseconds($0.wholeNanoseconds) }
        guard let inherited = CallContext.current?.deadline else { return own }
        guard inherited - now >= CallOptions.leastInherited else { throw Status.deadlineExceeded }
        let shaved = inherited - CallOptions.wayBack
        return own.map { min($0, shaved) } ?? shaved
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
    /// The languages in which the caller reads, such as `fr-CA, en;q=0.8` (RFC 9110, section 12.5.4).
    public static let acceptLanguage = "accept-language"
    /// Chosen by the client; the same key means the same change.
    public static let idempotencyKey = "idempotency-key"
    /// The service that the gateway forwards a call to whose method several services have, such as `budget`.
    public static let targetService = "target-service"
}

/// What an idempotency key may be, wherever one is taken.
public enum IdempotencyKeyRule {
    /// How many characters.
    public static let lengths = 1...128

    /// The rule as people read it.
    public static var text: LocalizedText { .rpc.keyRule }

    /// The rule in English.
    public static var sentence: String { text.english }

    /// Whether a text may be a key.
    public static func admits(_ key: String) -> Bool {
        lengths.contains(key.utf8.count) && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

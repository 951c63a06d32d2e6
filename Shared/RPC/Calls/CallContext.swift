import Foundations
public import NIOCore
public import TLS
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
    /// Shared by copies until one of them is changed, since a context is passed on far more often than it is changed.
    private final class Storage: Sendable {
        let header: CallHeader
        let deadline: NIODeadline?
        let peer: SharedPeer
        let verifiedUser: VerifiedUser?
        let trace: TraceContext
        let responseCompression: ResponseCompression?

        init(
            header: CallHeader,
            deadline: NIODeadline?,
            peer: SharedPeer,
            verifiedUser: VerifiedUser?,
            trace: TraceContext,
            responseCompression: ResponseCompression?
        ) {
            self.header = header
            self.deadline = deadline
            self.peer = peer
            self.verifiedUser = verifiedUser
            self.trace = trace
            self.responseCompression = responseCompression
        }
    }

    private var storage: Storage

    /// `package.Service/Method`.
    public var method: String { storage.header.template.method }

    /// All metadata of the call.
    public var metadata: Metadata {
        let (steady, own) = (storage.header.template.metadata, storage.header.metadata)
        guard !own.isEmpty else { return steady }
        guard !steady.isEmpty else { return own }
        var all = steady
        all.append(own)
        return all
    }

    /// When the caller stops waiting; nil for never.
    public var deadline: NIODeadline? { storage.deadline }

    /// The service at the other end as its certificate names it; nil for a client without one.
    public var peerService: String? { storage.peer.value.service }

    /// The certificate with which the other end has proven who it is: subject, names and serial number; nil for a client
    /// without one and for calls within the process.
    public var peerCertificate: PeerCertificate? { storage.peer.value.certificate }

    /// The IP address at the other end of the connection, without the port; nil when there is none.
    public var peerAddress: String? { storage.peer.value.address }

    /// The user on whose behalf the call is, once verified.
    public var verifiedUser: VerifiedUser? {
        get { storage.verifiedUser }
        set {
            storage = Storage(
                header: storage.header,
                deadline: storage.deadline,
                peer: storage.peer,
                verifiedUser: newValue,
                trace: storage.trace,
                responseCompression: storage.responseCompression
            )
        }
    }

    /// Where the call stands in its trace.
    public var trace: TraceContext { storage.trace }

    /// Whether the single request came compressed.
    public var wasRequestCompressed = false

    /// The call, for what a handler sends beside messages; nil where nothing can be sent.
    var call: ServerCall?

    /// How the responses are compressed, for the handler to change; nil when the client cannot read compressed ones or the
    /// server never compresses.
    public var responseCompression: ResponseCompression? { storage.responseCompression }

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
        storage = Storage(
            header: CallHeader(template: CallTemplate(method: method), metadata: metadata),
            deadline: deadline,
            peer: SharedPeer(Peer(service: peerService, address: peerAddress)),
            verifiedUser: verifiedUser,
            trace: trace,
            responseCompression: responseCompression
        )
    }

    init(
        header: CallHeader,
        deadline: NIODeadline?,
        peer: SharedPeer,
        verifiedUser: VerifiedUser? = nil,
        trace: TraceContext,
        responseCompression: ResponseCompression?
    ) {
        storage = Storage(
            header: header,
            deadline: deadline,
            peer: peer,
            verifiedUser: verifiedUser,
            trace: trace,
            responseCompression: responseCompression
        )
    }

    /// The first text under a name, without putting all metadata together.
    package func metadata(text name: StaticString) -> String? {
        storage.header.template.metadata.text(of: name) ?? storage.header.metadata.text(of: name)
    }

    /// Adds the first entry of a name to other metadata, as it came.
    package func pass(firstOf name: StaticString, to metadata: inout Metadata) {
        if metadata.add(firstOf: name, in: storage.header.template.metadata) { return }
        _ = metadata.add(firstOf: name, in: storage.header.metadata)
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

    /// What tracing systems have added to the trace (W3C `tracestate`), to be passed on with the calls that this one
    /// causes; nil when there is nothing, when it is malformed, or when the trace began here.
    public var traceState: String? {
        guard metadata(text: "tracestate") != nil else { return nil }
        let metadata = metadata
        guard let state = TraceState.value(in: metadata), let parent = TraceContext(parentIn: metadata),
            parent.isSameTrace(as: trace)
        else { return nil }
        return state
    }

    /// The client's idempotency key, if it sent one.
    public var idempotencyKey: String? { metadata(text: "idempotency-key") }
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

    /// A call that inherits less time than this is not made: nothing useful could come back in time.
    private static let leastInherited = TimeAmount.milliseconds(100)

    /// Part of an inherited deadline that is reserved for returning the result to the caller.
    private static let wayBack = TimeAmount.milliseconds(20)

    /// The earlier of the own timeout and the inherited deadline less 20 ms for the way back (both numbers are those of
    /// Let's Encrypt's Boulder). An own timeout is taken as it is.
    /// - Throws: DEADLINE_EXCEEDED when less than 100 ms are inherited.
    package func deadline(now: NIODeadline) throws(Status) -> NIODeadline? {
        let own = timeout.map { now + .nanoseconds($0.wholeNanoseconds) }
        guard let inherited = CallContext.current?.deadline else { return own }
        guard inherited - now >= CallOptions.leastInherited else { throw Status.deadlineExceeded }
        let shaved = inherited - CallOptions.wayBack
        return own.map { min($0, shaved) } ?? shaved
    }
}

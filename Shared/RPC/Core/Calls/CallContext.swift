public import NIOCore
public import TLS
public import Wire

/// The verified identity on whose behalf a call is made. The layers above define it.
public protocol CallerIdentity: AnyObject, Sendable {}

/// What a handler knows of the call that it serves, beside the request.
public struct CallContext: Sendable {
    /// Shared by copies until one is changed, as contexts are mostly passed on.
    private final class Storage: Sendable {
        let header: CallHeader
        let deadline: NIODeadline?
        let peer: Peer
        let identity: (any CallerIdentity)?
        let trace: TraceContext
        let responseCompression: ResponseCompression?

        init(
            header: CallHeader,
            deadline: NIODeadline?,
            peer: Peer,
            identity: (any CallerIdentity)?,
            trace: TraceContext,
            responseCompression: ResponseCompression?
        ) {
            self.header = header
            self.deadline = deadline
            self.peer = peer
            self.identity = identity
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

    /// The language of answers that people read: the caller's best that Larder speaks, otherwise English.
    public var language: Language { storage.header.language }

    /// When the caller stops waiting; nil for never.
    public var deadline: NIODeadline? { storage.deadline }

    /// The calling service, by its certificate; nil for a client without one.
    public var peerService: String? { storage.peer.service }

    /// The caller's certificate: subject, names and serial number. Nil for a client without one and for calls within
    /// the process.
    public var peerCertificate: PeerCertificate? { storage.peer.certificate }

    /// The caller's IP address without the port; nil when there is none.
    public var peerAddress: String? { storage.peer.address }

    /// The network of the caller's address.
    package var peerNetwork: ClientNetwork { storage.peer.network }

    /// On whose behalf the call is, once verified.
    public var identity: (any CallerIdentity)? {
        get { storage.identity }
        set {
            storage = Storage(
                header: storage.header,
                deadline: storage.deadline,
                peer: storage.peer,
                identity: newValue,
                trace: storage.trace,
                responseCompression: storage.responseCompression
            )
        }
    }

    /// Where the call stands in its trace.
    public var trace: TraceContext { storage.trace }

    /// Whether the single request came compressed.
    public var wasRequestCompressed = false

    /// Sends metadata of the call's response; nil where none can be sent.
    var responseMetadata: (any ResponseMetadataWriter)?

    /// How the responses are compressed, which the handler may change. Nil when the client cannot read compressed ones
    /// or the server never compresses.
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
        identity: (any CallerIdentity)? = nil,
        trace: TraceContext,
        responseCompression: ResponseCompression? = nil
    ) {
        storage = Storage(
            header: CallHeader(template: CallTemplate(method: method), metadata: metadata),
            deadline: deadline,
            peer: Peer(service: peerService, address: peerAddress),
            identity: identity,
            trace: trace,
            responseCompression: responseCompression
        )
    }

    init(
        header: CallHeader,
        deadline: NIODeadline?,
        peer: Peer,
        identity: (any CallerIdentity)? = nil,
        trace: TraceContext,
        responseCompression: ResponseCompression?
    ) {
        storage = Storage(
            header: header,
            deadline: deadline,
            peer: peer,
            identity: identity,
            trace: trace,
            responseCompression: responseCompression
        )
    }

    /// The first text under a name, without putting all metadata together.
    package func metadata(text name: StaticString) -> String? { storage.header.metadata(text: name) }

    /// Adds the first entry of a name to other metadata, as it came.
    package func forward(firstOf name: StaticString, to metadata: inout Metadata) {
        if metadata.add(firstOf: name, in: storage.header.template.metadata) { return }
        _ = metadata.add(firstOf: name, in: storage.header.metadata)
    }

    /// The trace's W3C `tracestate`, to forward with outgoing calls. Nil when there is none, when it is malformed, or
    /// when the trace began here.
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

extension LocalizedText {
    /// The text as the caller reads whose call the current task serves.
    package var forCaller: String { rendered(in: CallContext.current?.language ?? .english) }
}

extension CallHeader {
    /// The first text under a name.
    fileprivate func metadata(text name: StaticString) -> String? {
        template.metadata.text(of: name) ?? metadata.text(of: name)
    }

    /// The language of answers to the call.
    var language: Language { metadata(text: "accept-language").flatMap { Language(acceptable: $0) } ?? .english }
}

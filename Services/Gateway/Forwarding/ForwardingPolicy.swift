import NIOCore
import RPC
import ServiceKit
import Wire

/// The metadata and deadline of a forwarded call.
struct ForwardedCall: Sendable {
    let metadata: Metadata
    var deadline: NIODeadline
}

/// Decides how calls of one method are forwarded, without waiting.
struct ForwardingPolicy: Sendable {
    private let kind: CallKind
    /// Whether services learn the client's network: of those who are not signed in they know nothing else, and by it auth
    /// shares what it has for hashing passwords.
    private let sendsNetwork: Bool
    private let deadlines: ForwardingDeadlines
    /// The operator's timeout for the method, in addition to the limit for its kind.
    private let timeout: TimeAmount?

    init(_ method: MethodDescriptor, _ deadlines: ForwardingDeadlines, timeout: TimeAmount?) {
        kind = method.kind
        sendsNetwork = method.access == .anyone || method.takesPassword
        self.deadlines = deadlines
        self.timeout = timeout
    }

    /// The metadata and deadline for a call.
    func forwarded(_ context: CallContext, now: NIODeadline) -> ForwardedCall {
        let deadline = deadlines.deadline(for: kind, asked: context.deadline, now: now)
        var metadata = ForwardedMetadata.of(context)
        if sendsNetwork { metadata.add(GatewayMetadata.network, text: context.peerNetwork.text) }
        return ForwardedCall(
            metadata: metadata,
            deadline: timeout.map { min(deadline, now + $0) } ?? deadline
        )
    }
}

/// The durations of forwarded calls; every call has a deadline, however long its client would wait.
struct ForwardingDeadlines: Sendable {
    /// For unary calls, and the longest that a client can ask for.
    var unary = TimeAmount.seconds(12)
    /// For uploads without a deadline.
    var upload = TimeAmount.seconds(60)
    /// The longest that a client can ask for with an upload.
    var longestUpload = TimeAmount.minutes(5)
    /// For streams of responses without a deadline.
    var watch = TimeAmount.minutes(10)
    /// The longest that a client can ask for with a stream of responses.
    var longestWatch = TimeAmount.minutes(30)

    /// The deadline of a call.
    /// - Parameter asked: the client's deadline; nil when it has none.
    func deadline(for kind: CallKind, asked: NIODeadline?, now: NIODeadline) -> NIODeadline {
        let (usual, longest) =
            switch kind {
            case .unary: (unary, unary)
            case .clientStreaming: (upload, longestUpload)
            case .serverStreaming, .bidirectional: (watch, longestWatch)
            }
        return min(asked ?? now + usual, now + longest)
    }
}

/// The metadata of a forwarded call.
///
/// Of the client's, only names defined by the platform are forwarded, so that no client can impersonate the platform. The
/// access token is not: a service that has it could use it elsewhere. Services get the verified user instead.
enum ForwardedMetadata {
    /// The metadata to forward for a call, with this gateway's span of the trace.
    static func of(_ context: CallContext) -> Metadata {
        var forwarded = Metadata()
        if let user = context.verifiedUser { forwarded.append(user.forwarded) }
        context.forward(firstOf: "idempotency-key", to: &forwarded)
        // Services answer in English unless asked; what the client sent could be long.
        if context.language != .english { forwarded.add(MetadataName.acceptLanguage, context.language.rawValue) }
        context.trace.add(to: &forwarded)
        if let state = context.traceState { forwarded.add(MetadataName.tracestate, state) }
        return forwarded
    }
}

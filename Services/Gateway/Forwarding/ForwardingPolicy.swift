import NIOCore
import RPC
import Wire

/// The metadata and deadline of a forwarded call.
struct ForwardedCall: Sendable {
    let metadata: Metadata
    let deadline: NIODeadline
}

/// Decides how calls of one method are forwarded, without waiting.
struct ForwardingPolicy: Sendable {
    private let kind: CallKind
    private let deadlines: ForwardingDeadlines
    /// The operator's timeout for the method, in addition to the limit for its kind.
    private let timeout: TimeAmount?

    init(_ method: MethodDescriptor, _ deadlines: ForwardingDeadlines, timeout: TimeAmount?) {
        kind = method.kind
        self.deadlines = deadlines
        self.timeout = timeout
    }

    /// The metadata and deadline for a call.
    func forwarded(_ context: CallContext, now: NIODeadline) -> ForwardedCall {
        let deadline = deadlines.deadline(for: kind, asked: context.deadline, now: now)
        return ForwardedCall(
            metadata: ForwardedMetadata.of(context),
            deadline: timeout.map { min(deadline, now + $0) } ?? deadline
        )
    }
}

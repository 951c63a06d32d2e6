import NIOCore
import RPC
import Wire

/// What goes with a call to its service beside its messages.
struct ForwardedCall: Sendable {
    let metadata: Metadata
    let deadline: NIODeadline
}

/// Decides how the calls of one method go on to their service, without waiting for anything.
struct ForwardingPolicy: Sendable {
    private let kind: CallKind
    private let deadlines: ForwardingDeadlines
    /// What the operator allows the method at most, beside what is allowed for its kind.
    private let timeout: TimeAmount?

    init(_ method: MethodDescriptor, _ deadlines: ForwardingDeadlines, timeout: TimeAmount?) {
        kind = method.kind
        self.deadlines = deadlines
        self.timeout = timeout
    }

    /// What goes on with a call.
    func forwarded(_ context: CallContext, now: NIODeadline) -> ForwardedCall {
        let deadline = deadlines.deadline(for: kind, asked: context.deadline, now: now)
        return ForwardedCall(
            metadata: ForwardedMetadata.of(context),
            deadline: timeout.map { min(deadline, now + $0) } ?? deadline
        )
    }
}

import NIOCore
import RPC

/// The maximum durations of forwarded calls; every call has a deadline.
struct ForwardingDeadlines: Sendable {
    /// For unary calls, also as a limit for clients that ask for more.
    var unary = TimeAmount.seconds(12)
    /// For uploads without a deadline.
    var upload = TimeAmount.seconds(60)
    /// For server streams without a deadline.
    var watch = TimeAmount.minutes(10)

    /// The deadline of a call.
    /// - Parameter asked: the client's deadline; nil when it has none.
    func deadline(for kind: CallKind, asked: NIODeadline?, now: NIODeadline) -> NIODeadline {
        switch kind {
        case .unary: min(asked ?? .distantFuture, now + unary)
        case .clientStreaming: asked ?? now + upload
        case .serverStreaming, .bidirectional: asked ?? now + watch
        }
    }
}

import NIOCore
import RPC

/// How long forwarded calls may take. Every one of them has a deadline, so that nothing waits for ever for a service.
struct ForwardingDeadlines: Sendable {
    /// For a single answer: people don't wait longer, and neither may a call that asks for more.
    var unary = TimeAmount.seconds(12)
    /// For an upload that doesn't say how long it may take.
    var upload = TimeAmount.seconds(60)
    /// For a stream of answers that doesn't say how long it may take.
    var watch = TimeAmount.minutes(10)

    /// The deadline of a call.
    /// - Parameter asked: What the client wants; nil when it doesn't say.
    func deadline(for kind: CallKind, asked: NIODeadline?, now: NIODeadline) -> NIODeadline {
        switch kind {
        case .unary: min(asked ?? .distantFuture, now + unary)
        case .clientStreaming: asked ?? now + upload
        case .serverStreaming, .bidirectional: asked ?? now + watch
        }
    }
}

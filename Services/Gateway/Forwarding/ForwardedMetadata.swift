import RPC
import Wire

/// Which metadata of a client reaches the services: what the platform gives a meaning to, and nothing else, so that no
/// client can pretend to be the platform itself.
enum ForwardedMetadata {
    /// Names whose first value passes. The access token is among them: services verify it again.
    private static let names: [StaticString] = ["authorization", "idempotency-key"]

    /// The metadata to send on for a call, with this gateway's step of the trace.
    static func of(_ context: CallContext) -> Metadata {
        var forwarded = Metadata()
        for name in names { context.pass(firstOf: name, to: &forwarded) }
        context.trace.add(to: &forwarded)
        if let state = context.traceState { forwarded.add(MetadataName.tracestate, state) }
        return forwarded
    }
}

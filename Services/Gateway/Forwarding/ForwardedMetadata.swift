import RPC
import Wire

/// The client metadata that is forwarded to services.
///
/// Only names defined by the platform are forwarded, so that no client can impersonate the platform.
enum ForwardedMetadata {
    /// Names whose first value is forwarded, including the access token, which services verify again.
    private static let names: [StaticString] = ["authorization", "idempotency-key"]

    /// The metadata to forward for a call, with this gateway's span of the trace.
    static func of(_ context: CallContext) -> Metadata {
        var forwarded = Metadata()
        for name in names { context.pass(firstOf: name, to: &forwarded) }
        context.trace.add(to: &forwarded)
        if let state = context.traceState { forwarded.add(MetadataName.tracestate, state) }
        return forwarded
    }
}

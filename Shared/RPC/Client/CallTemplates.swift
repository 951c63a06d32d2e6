import NIOCore
import Synchronization
import Wire

/// What goes with calls beside their messages. Calls of one method and token share a template, which makes their headers
/// short.
final class CallTemplates: Sendable {
    private struct Key: Hashable {
        let method: String
        let accessToken: String?
    }

    private let language: Language
    private let templates = Mutex<[Key: CallTemplate]>([:])

    /// - Parameter language: Of all calls that are not part of another one.
    init(language: Language) { self.language = language }

    /// - Throws: UNAUTHENTICATED when the token cannot be one.
    func template(for method: String, accessToken: String?) throws(Status) -> CallTemplate {
        if let accessToken, !Metadata.isValid(text: accessToken) {
            throw Status(.unauthenticated, .rpc.signIn, reason: .signInRequired)
        }
        return templates.withLock { templates in
            let key = Key(method: method, accessToken: accessToken)
            if let known = templates[key] { return known }
            // Tokens change: what is over the bound is forgotten and costs one longer header when it comes back.
            if templates.count >= 512 { templates.removeAll() }
            var metadata = Metadata()
            if let accessToken { metadata.add(MetadataName.authorization, "Bearer \(accessToken)") }
            if language != .english { metadata.add(MetadataName.acceptLanguage, language.rawValue) }
            let template = CallTemplate(method: method, metadata: metadata)
            templates[key] = template
            return template
        }
    }

    /// The metadata of one call.
    /// - Throws: INVALID_ARGUMENT for an idempotency key that cannot be sent.
    static func metadata(_ options: CallOptions) throws(Status) -> Metadata {
        var metadata = options.metadata
        if let key = options.idempotencyKey {
            guard Metadata.isValid(text: key) else {
                throw Status(.invalidArgument, .rpc.invalidKey, reason: .invalidKey)
            }
            metadata.add(MetadataName.idempotencyKey, key)
        }
        if let language = CallContext.current?.language, language != .english {
            metadata.add(MetadataName.acceptLanguage, language.rawValue)
        }
        if let trace = TraceContext.current, metadata[text: MetadataName.traceparent] == nil {
            trace.add(to: &metadata)
            if let state = CallContext.current?.traceState { metadata.add(MetadataName.tracestate, state) }
        }
        return metadata
    }
}

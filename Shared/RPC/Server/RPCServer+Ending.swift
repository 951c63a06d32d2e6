extension RPCServer {
    /// Ends running calls on behalf of callers that may call no longer.
    /// - Parameter status: What a caller's calls of a kind end with; nil for those that go on. Called on the event loops.
    package func endCalls(_ status: @escaping @Sendable (any CallerIdentity, CallKind) -> Status?) {
        for entry in core.connections.entries where entry.isOpen {
            entry.perform { connection, _ in connection.endCalls(status) }
        }
    }
}

extension ServerConnection {
    func endCalls(_ status: (any CallerIdentity, CallKind) -> Status?) {
        endRunningCalls { call in call.context.identity.flatMap { status($0, call.route.method.kind) } }
    }
}

extension RPCServer {
    /// Ends running calls on behalf of callers that may call no longer.
    /// - Parameter status: What the calls of a caller end with; nil for those that go on. Called on the event loops.
    package func endCalls(_ status: @escaping @Sendable (any CallerIdentity) -> Status?) {
        for entry in core.connections.entries where entry.isOpen {
            entry.perform { connection, _ in connection.endCalls(status) }
        }
    }
}

extension ServerConnection {
    func endCalls(_ status: (any CallerIdentity) -> Status?) {
        endRunningCalls { call in call.context.identity.flatMap(status) }
    }
}

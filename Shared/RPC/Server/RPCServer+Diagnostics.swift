import NIOCore

extension RPCServer: DiagnosableServer {
    /// The bytes that all its connections store, as far as they have reported them.
    package var bytesInFlight: Int { core.load.bytes.count }

    /// The present state of the server and of its newest connections.
    public func snapshot(maximumConnections limit: Int) async -> ServerSnapshot {
        let open = core.openConnections.sorted { $0.createdAt > $1.createdAt }
        let described = Set(open.prefix(limit).map(\.id))
        var calls = core.tally.counts
        var snapshots: [ConnectionSnapshot] = []
        // One hop to each loop, however many connections it has.
        for entries in Dictionary(grouping: open, by: { ObjectIdentifier($0.connection.eventLoop) }).values {
            let gathered = try? await entries[0].connection.eventLoop.submit {
                entries.map { entry in
                    let connection = entry.connection.value
                    return (connection.calls, described.contains(entry.id) ? connection.snapshot() : nil)
                }
            }.get()
            for (counts, snapshot) in gathered ?? [] {
                calls = calls + counts
                if let snapshot { snapshots.append(snapshot) }
            }
        }
        return ServerSnapshot(
            address: Endpoint(host: core.host, port: port).description,
            age: .nanoseconds((core.clock.now - core.createdAt).nanoseconds),
            isStopping: core.isStopping,
            calls: calls,
            connections: snapshots.sorted { $0.age < $1.age },
            openConnections: open.count,
            events: core.trace.events
        )
    }
}

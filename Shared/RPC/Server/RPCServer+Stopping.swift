import Foundations
import NIOCore

extension RPCServer {
    /// How long connections may take to close once their calls were cut off.
    private static let closeTimeout = Duration.seconds(2)

    /// Stops gracefully: running calls end within the drain timeout. The server accepts no connections, announces
    /// GOAWAY, serves what crosses that, and closes. Without calls this takes a round trip to each client, five seconds
    /// for those that do not answer. Takes a little longer than the drain timeout at the most, after the time as a lame
    /// duck.
    /// - Parameter drain: Called once calls are no longer served as before, to end streams that would keep it open.
    public func stop(draining drain: (@Sendable () -> Void)? = nil) async {
        let loop = group.next()
        let clock = configuration.clock
        func time(after span: Duration) -> NIODeadline { clock.now + .nanoseconds(span.wholeNanoseconds) }
        if configuration.lameDuck > .zero {
            try? await clock.sleep(until: time(after: configuration.lameDuck), on: loop)
        }
        core.stop()
        await stopListening()
        for entry in core.connections.entries {
            // Nothing can have been sent on a connection whose handshake is not over.
            guard entry.isOpen else {
                entry.abort()
                continue
            }
            entry.perform { $1.begin($0, "the server is stopping") }
        }
        drain?()
        await core.connections.waitUntilEmpty(until: time(after: configuration.drainTimeout), clock, on: loop)
        for entry in core.connections.entries {
            entry.perform { connection, _ in connection.close(reason: "the server has stopped") }
        }
        await core.connections.waitUntilEmpty(until: time(after: RPCServer.closeTimeout), clock, on: loop)
        for entry in core.connections.entries { entry.abort() }
        core.endPooledTasks()
    }

    /// Asks clients to replace all open connections within a span of time, for instance because this server or its
    /// clients have new certificates. No call fails for it, except those that go on beyond the grace period of
    /// ``ConnectionLife``.
    public func renewConnections(within span: Duration) {
        for entry in core.connections.entries where entry.isOpen {
            entry.perform { $1.endWithin(span, $0, "the connection is to be renewed") }
        }
    }
}

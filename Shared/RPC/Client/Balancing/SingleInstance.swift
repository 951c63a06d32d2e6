import NIOCore

/// One instance alone, whatever its health, for asking it by itself. Its connections are those of the channel.
final class SingleInstance: ConnectionSource {
    private let subchannel: Subchannel
    private let pool: ConnectionPool

    init(_ subchannel: Subchannel, of pool: ConnectionPool) {
        self.subchannel = subchannel
        self.pool = pool
    }

    func ready(on loop: (any EventLoop)?) -> ClientConnection? { subchannel.availability(on: loop).connection }

    func isReady(besides avoided: Set<Endpoint>) -> Bool {
        subchannel.isConnected && !avoided.contains(subchannel.endpoint)
    }

    var instance: Endpoint? { subchannel.endpoint }

    func connection(waitsForReady: Bool, deadline: NIODeadline?) async throws -> ClientConnection {
        try await pool.connection(to: subchannel, deadline: deadline)
    }
}

import Foundations
import NIOCore
import Wire

/// Ends a server's connection without failing a call.
///
/// It announces GOAWAY, waits until the client has received that, accepts the calls that crossed it, and lets all finish.
///
/// Created on the connection's event loop and used there alone.
final class GracefulShutdown {
    private enum State {
        case serving
        /// GOAWAY was announced; the acknowledgement of this ping proves that the client has received it.
        case announced(ping: UInt64)
        case finishing
    }

    private enum Purpose {
        case age
        case idle
        case announcement
        case grace
    }

    /// Longest wait for the acknowledgement. Calls that arrive after it are rejected, and a long upload among them cannot be
    /// retried: so it is long enough for a client on a busy machine or a slow network.
    private static let announcementTimeout = TimeAmount.seconds(5)

    private let life: ConnectionLife
    private var state = State.serving
    private var timers: [Purpose: ScheduledWork] = [:]
    /// Calls that were started, by which idle time is recognised.
    var startedCalls = 0

    init(_ life: ConnectionLife) { self.life = life }

    /// Begins at a random moment within `span`, to spread reconnects.
    func endWithin(_ span: Duration, _ connection: Connection, _ reason: String) {
        guard case .serving = state else { return }
        let delay = Int64.random(in: 0...max(0, span.wholeNanoseconds), using: &connection.random)
        after(.nanoseconds(delay), .age, on: connection) { $0.endInTime($1, reason) }
    }

    /// The connection serves from now on.
    func opened(_ connection: Connection) {
        if let age = life.maximumAge?.wholeNanoseconds {
            let jitter = Int64.random(in: -age / 10...age / 10, using: &connection.random)
            after(.nanoseconds(age + jitter), .age, on: connection) { $0.endInTime($1, "the connection is old") }
        }
        if let idle = life.maximumIdle {
            watchIdle(connection, every: .nanoseconds(idle.wholeNanoseconds / 2), unused: 0)
        }
    }

    func closed() {
        state = .finishing
        timers.values.forEach { $0.cancel() }
        timers = [:]
    }

    /// Begins; calls that still run at the end of the grace period are cut off.
    func endInTime(_ connection: Connection, _ reason: String) {
        guard case .serving = state else { return }
        after(.nanoseconds(life.grace.wholeNanoseconds), .grace, on: connection) { $1.close(reason: reason) }
        begin(connection, reason)
    }

    /// Announces GOAWAY.
    func begin(_ connection: Connection, _ reason: String) {
        guard case .serving = state else { return }
        let ping = connection.random.next()
        state = .announced(ping: ping)
        connection.withMachine {
            $0.announceGoAway(reason)
            $0.sendPing(ping)
        }
        after(GracefulShutdown.announcementTimeout, .announcement, on: connection) { $0.finish($1) }
    }

    /// The client has acknowledged a ping.
    func pingAcknowledged(_ value: UInt64, _ connection: Connection) {
        if case .announced(value) = state { finish(connection) }
    }

    /// Accepts no more calls, and closes after the last one.
    private func finish(_ connection: Connection) {
        guard case .announced = state else { return }
        state = .finishing
        timers.removeValue(forKey: .announcement)?.cancel()
        connection.drain()
    }

    private func watchIdle(_ connection: Connection, every period: TimeAmount, unused: Int) {
        let before = startedCalls
        after(period, .idle, on: connection) { shutdown, connection in
            let isUnused = shutdown.startedCalls == before && connection.runningCalls == 0
            guard isUnused, unused > 0 else {
                return shutdown.watchIdle(connection, every: period, unused: isUnused ? unused + 1 : 0)
            }
            shutdown.endInTime(connection, "the connection is idle")
        }
    }

    private func after(
        _ amount: TimeAmount,
        _ purpose: Purpose,
        on connection: Connection,
        _ body: @escaping @Sendable (GracefulShutdown, Connection) -> Void
    ) {
        let due = connection.clock.now + amount
        timers[purpose]?.cancel()
        let bound = NIOLoopBound((self, WeakConnection(connection)), eventLoop: connection.loop)
        timers[purpose] = connection.clock.schedule(at: due, on: connection.loop) {
            let (shutdown, weak) = bound.value
            if let connection = weak.connection { body(shutdown, connection) }
        }
    }
}

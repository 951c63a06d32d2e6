import NIOCore
import Synchronization
import Wire

extension Connection {
    /// Running calls that are described at the most.
    private static let describedStreams = 100

    /// The calls it has had so far. On the loop.
    var calls: CallCounts { counters.calls }

    /// How it is now. On the loop.
    func snapshot() -> ConnectionSnapshot {
        loop.preconditionInEventLoop()
        let now = clock.now
        let streams = streams.sorted { $0.id < $1.id }.prefix(Connection.describedStreams)
        return ConnectionSnapshot(
            localAddress: peer.localAddress ?? "",
            peerAddress: peer.fullAddress,
            peerService: peer.service,
            age: .nanoseconds((now - createdAt).nanoseconds),
            idle: .nanoseconds((now - lastReceived).nanoseconds),
            isDraining: closesWhenIdle || machine.isGoingAway,
            calls: calls,
            messagesSent: counters.messagesSent,
            messagesReceived: machine.messagesReceived,
            keepAlivesSent: counters.keepAlivesSent,
            sendWindow: machine.sendCredit,
            receiveWindow: machine.receiveCredit,
            streams: streams.map { stream in
                StreamSnapshot(
                    id: stream.id,
                    method: stream.method,
                    remaining: stream.deadline.map { .nanoseconds(($0 - now).nanoseconds) },
                    bufferedBytes: machine.bufferedBytes(on: stream.id)
                )
            }
        )
    }
}

extension Peer {
    /// Address and port as far as they are known.
    fileprivate var fullAddress: String {
        guard let address else { return "" }
        return port.map { Endpoint(host: address, port: $0).description } ?? address
    }
}

/// What a connection has done so far. Plain numbers, which belong to its event loop like all of it.
struct ConnectionCounters {
    var started = 0
    var succeeded = 0
    var failed = 0
    var messagesSent = 0
    var keepAlivesSent = 0

    /// The calls while some of them may still run.
    var calls: CallCounts { CallCounts(started: started, succeeded: succeeded, failed: failed) }

    /// The calls once the connection is gone: what has not ended well has failed.
    var allCalls: CallCounts { CallCounts(started: started, succeeded: succeeded, failed: started - succeeded) }
}

/// The calls of connections that are gone.
final class CallTally: Sendable {
    private let sum = Mutex(CallCounts())

    var counts: CallCounts { sum.withLock { $0 } }

    func add(_ counts: CallCounts) { sum.withLock { $0 = $0 + counts } }
}

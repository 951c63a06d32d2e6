import NIOCore
import Synchronization

/// One end of a connection within the process. Bytes reach the other end in order, on its event loop.
final class InProcessTransport: Transport, Sendable {
    private enum Phase {
        case connecting
        case open(Connection)
        case closed
    }

    /// Bytes in transit above which no more should be written, and below which more may be again.
    private static let watermarks = (low: 32_768, high: 65_536)

    let loop: any EventLoop
    private let phase: NIOLoopBoundBox<Phase>
    private let other = Mutex<InProcessTransport?>(nil)
    private let inTransit = Atomic<Int>(0)
    /// Whether nothing gets through in either direction. That of the client's end counts for both.
    private let isFrozen = Atomic<Bool>(false)

    /// Makes an end without a connection.
    init(on loop: any EventLoop) {
        self.loop = loop
        phase = .makeBoxSendingValue(.connecting, eventLoop: loop)
    }

    /// Makes the two ends of a connection.
    static func pair(_ one: any EventLoop, _ other: any EventLoop) -> (InProcessTransport, InProcessTransport) {
        let (first, second) = (InProcessTransport(on: one), InProcessTransport(on: other))
        first.other.withLock { $0 = second }
        second.other.withLock { $0 = first }
        return (first, second)
    }

    private var otherEnd: InProcessTransport? { other.withLock { $0 } }

    /// Opens this end. On its loop.
    func open(_ connection: Connection, peer: Peer) {
        guard case .connecting = phase.value else { return connection.closed("the connection was closed") }
        phase.value = .open(connection)
        connection.opened(by: self, peer: peer)
    }

    /// The connection of this end while it is open.
    private var connection: Connection? {
        if case .open(let connection) = phase.value { connection } else { nil }
    }

    /// Lets nothing through any more. From any thread.
    func freeze() { isFrozen.store(true, ordering: .releasing) }

    /// Whether one of the ends is frozen.
    private var isBlocked: Bool {
        isFrozen.load(ordering: .acquiring) || otherEnd?.isFrozen.load(ordering: .acquiring) == true
    }

    var isActive: Bool { connection != nil }

    var isWritable: Bool { inTransit.load(ordering: .relaxed) < InProcessTransport.watermarks.high }

    func write(_ bytes: ByteBuffer) {
        guard isActive, !isBlocked, let other = otherEnd else { return }
        inTransit.add(bytes.readableBytes, ordering: .relaxed)
        other.loop.execute { other.receive(bytes, from: self) }
    }

    private func receive(_ bytes: ByteBuffer, from sender: InProcessTransport) {
        let count = bytes.readableBytes
        if let connection {
            connection.received(bytes)
            connection.receivedAll()
        }
        let left = sender.inTransit.subtract(count, ordering: .relaxed)
        if left.oldValue >= InProcessTransport.watermarks.low, left.newValue < InProcessTransport.watermarks.low {
            sender.loop.execute { sender.connection?.writable() }
        }
    }

    func close() {
        if case .closed = phase.value { return }
        let other = isBlocked ? nil : otherEnd
        end("the connection was closed")
        // Behind what was written, which the other end still gets.
        other?.loop.execute { other?.end("the connection was closed by the peer") }
    }

    private func end(_ reason: String) {
        let connection = connection
        phase.value = .closed
        other.withLock { $0 = nil }
        guard let connection else { return }
        // Never from within what the connection does at present.
        let bound = connection.bound
        loop.execute { bound.value.closed(reason) }
    }
}

import NIOCore
import Synchronization

/// One end of a connection within the process. Bytes reach the other end in order, on its event loop.
///
/// All but the count of bytes under way belongs to the event loop of this end, which is what makes the unchecked
/// conformance sound.
final class InProcessTransport: Transport, @unchecked Sendable {
    /// Bytes under way above which no more should be written, and below which more may be again.
    private static let watermarks = (low: 32_768, high: 65_536)

    let loop: any EventLoop
    private var connection: Connection?
    private var other: InProcessTransport?
    private let underWay = Atomic<Int>(0)
    /// Whether nothing gets through in either direction. That of the client's end counts for both.
    private let isFrozen = Atomic<Bool>(false)
    private(set) var isActive = true

    init(_ connection: Connection) {
        self.connection = connection
        loop = connection.loop
    }

    /// Ties two ends together, before either is used.
    func join(_ other: InProcessTransport) {
        self.other = other
        other.other = self
    }

    /// Lets nothing through any more. From anywhere.
    func freeze() { isFrozen.store(true, ordering: .releasing) }

    var isWritable: Bool { underWay.load(ordering: .relaxed) < InProcessTransport.watermarks.high }

    func write(_ bytes: ByteBuffer) {
        guard isActive, let other, !isFrozen.load(ordering: .acquiring), !other.isFrozen.load(ordering: .acquiring)
        else { return }
        underWay.add(bytes.readableBytes, ordering: .relaxed)
        other.loop.execute { other.take(bytes, from: self) }
    }

    private func take(_ bytes: ByteBuffer, from sender: InProcessTransport) {
        let count = bytes.readableBytes
        if isActive, let connection {
            connection.received(bytes)
            connection.receivedAll()
        }
        let left = sender.underWay.subtract(count, ordering: .relaxed)
        if left.oldValue >= InProcessTransport.watermarks.low, left.newValue < InProcessTransport.watermarks.low {
            sender.loop.execute { sender.connection?.writable() }
        }
    }

    func close() {
        guard isActive else { return }
        let other = other
        end("the connection was closed")
        // Behind what was written, which the other end still gets.
        other?.loop.execute { other?.end("the connection was closed by the peer") }
    }

    private func end(_ reason: String) {
        guard isActive else { return }
        isActive = false
        let connection = connection
        self.connection = nil
        other = nil
        // Never from within what the connection does at present.
        loop.execute { connection?.closed(reason) }
    }
}

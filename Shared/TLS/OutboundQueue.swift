import NIOCore

/// Plaintext that waits to be encrypted, in the order of the writes. What was flushed comes before what wasn't.
struct OutboundQueue {
    private struct Write {
        var bytes: ByteBuffer
        let promise: EventLoopPromise<Void>?
    }

    private var writes = CircularBuffer<Write>(initialCapacity: 4)
    private(set) var flushedWrites = 0
    private(set) var flushedBytes = 0
    private var unflushedBytes = 0

    mutating func append(_ bytes: ByteBuffer, promise: EventLoopPromise<Void>?) {
        writes.append(Write(bytes: bytes, promise: promise))
        unflushedBytes += bytes.readableBytes
    }

    /// Everything that was written until now is to be sent.
    mutating func flush() {
        flushedWrites = writes.count
        flushedBytes += unflushedBytes
        unflushedBytes = 0
    }

    /// The first flushed write's remaining bytes; there must be one.
    var first: ByteBuffer { writes[writes.startIndex].bytes }

    /// Takes `count` bytes off the first flushed write. When that empties it, its promise is merged into `promise`.
    mutating func consume(_ count: Int, completing promise: inout EventLoopPromise<Void>?) {
        flushedBytes -= count
        writes[writes.startIndex].bytes.moveReaderIndex(forwardBy: count)
        guard writes[writes.startIndex].bytes.readableBytes == 0 else { return }
        flushedWrites -= 1
        guard let finished = writes.removeFirst().promise else { return }
        if let promise {
            promise.futureResult.cascade(to: finished)
        } else {
            promise = finished
        }
    }

    /// Copies flushed writes into `target` until it is full, or a write of at least `largeWrite` bytes comes, which
    /// isn't worth copying.
    ///
    /// - Returns: The number of bytes copied, which are consumed.
    mutating func gather(
        into target: UnsafeMutableRawBufferPointer,
        largeWrite: Int,
        completing promise: inout EventLoopPromise<Void>?
    ) -> Int {
        var filled = 0
        while filled < target.count, flushedWrites > 0, first.readableBytes < largeWrite {
            let count = min(first.readableBytes, target.count - filled)
            first.withUnsafeReadableBytes { source in
                guard let start = source.baseAddress else { return }
                (target.baseAddress! + filled).copyMemory(from: start, byteCount: count)
            }
            filled += count
            consume(count, completing: &promise)
        }
        return filled
    }

    /// Fails every write's promise.
    consuming func fail(_ error: any Error) {
        for write in writes { write.promise?.fail(error) }
    }

    /// Takes out the writes that weren't flushed.
    mutating func takeUnflushed() -> OutboundQueue {
        var unflushed = OutboundQueue()
        guard writes.count > flushedWrites else { return unflushed }
        for write in writes.dropFirst(flushedWrites) { unflushed.append(write.bytes, promise: write.promise) }
        writes.removeLast(writes.count - flushedWrites)
        unflushedBytes = 0
        return unflushed
    }
}

import NIOCore
import NIOEmbedded
import Testing

@testable import TLS

@Suite("The queue of writes")
struct OutboundQueueTests {
    private struct Failure: Error, Equatable {}

    private let loop = EmbeddedEventLoop()
    private var queue = OutboundQueue()

    /// Adds a write; the future is that of its promise.
    private mutating func write(_ text: String) -> EventLoopFuture<Void> {
        let promise = loop.makePromise(of: Void.self)
        queue.append(ByteBuffer(string: text), promise: promise)
        return promise.futureResult
    }

    /// Gathers up to `capacity` bytes; what was copied as text.
    private mutating func gather(_ capacity: Int, largeWrite: Int = 100, _ promise: inout EventLoopPromise<Void>?)
        -> String
    {
        withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { scratch in
            let count = queue.gather(into: scratch, largeWrite: largeWrite, completing: &promise)
            return String(decoding: scratch.prefix(count), as: UTF8.self)
        }
    }

    private func isDone(_ future: EventLoopFuture<Void>) -> Bool {
        let done = MutableBox(false)
        future.assumeIsolated().whenSuccess { done.value = true }
        return done.value
    }

    @Test("counts as flushed only what was written before the flush")
    mutating func flush() {
        _ = write("abc")
        #expect(queue.flushedWrites == 0 && queue.flushedBytes == 0)
        queue.flush()
        _ = write("defg")
        #expect(queue.flushedWrites == 1 && queue.flushedBytes == 3)
        queue.flush()
        #expect(queue.flushedWrites == 2 && queue.flushedBytes == 7)
        queue.takeUnflushed().fail(Failure())
        #expect(queue.flushedWrites == 2)
        queue.fail(Failure())
    }

    @Test("joins small writes, and stops at a large one")
    mutating func gather() throws {
        let futures = [write("ab"), write(""), write("cd"), write("large one"), write("ef")]
        queue.flush()
        var promise: EventLoopPromise<Void>?
        #expect(gather(100, largeWrite: 5, &promise) == "abcd")
        #expect(queue.first == ByteBuffer(string: "large one") && queue.flushedWrites == 2)
        #expect(gather(100, largeWrite: 5, &promise) == "")
        #expect(futures.map(isDone) == [false, false, false, false, false])
        try #require(promise).succeed()
        #expect(futures.map(isDone) == [true, true, true, false, false], "promises of joined writes are tied together")
        queue.fail(Failure())
    }

    @Test("splits a write that the room ends in, whose promise waits for its end")
    mutating func split() throws {
        let futures = [write("abcdef"), write("gh")]
        queue.flush()
        var first: EventLoopPromise<Void>?
        #expect(gather(4, &first) == "abcd" && first == nil)
        #expect(queue.flushedBytes == 4 && queue.flushedWrites == 2)
        var second: EventLoopPromise<Void>?
        #expect(gather(100, &second) == "efgh")
        try #require(second).succeed()
        #expect(futures.map(isDone) == [true, true])
        #expect(queue.flushedBytes == 0 && queue.flushedWrites == 0)
    }

    @Test("gathers nothing that was not flushed")
    mutating func unflushed() {
        _ = write("ab")
        queue.flush()
        _ = write("cd")
        var promise: EventLoopPromise<Void>?
        #expect(gather(100, &promise) == "ab")
        #expect(gather(100, &promise) == "")
        promise?.succeed()
        queue.fail(Failure())
    }

    @Test("takes out what was not flushed, and keeps the rest in order")
    mutating func takeUnflushed() throws {
        let flushed = write("ab")
        queue.flush()
        let dropped = write("cd")
        queue.takeUnflushed().fail(Failure())
        #expect(throws: Failure()) { try dropped.wait() }
        let later = write("ef")
        queue.flush()
        #expect(queue.flushedBytes == 4)
        var promise: EventLoopPromise<Void>?
        #expect(gather(100, &promise) == "abef")
        try #require(promise).succeed()
        #expect(isDone(flushed) && isDone(later))
    }

    @Test("fails every write that it still has")
    mutating func failure() {
        let futures = [write("ab"), write("cd")]
        queue.flush()
        let unflushed = write("ef")
        queue.fail(Failure())
        for future in futures + [unflushed] { #expect(throws: Failure()) { try future.wait() } }
    }

    @Test("needs no promises")
    mutating func withoutPromises() {
        queue.append(ByteBuffer(string: "ab"), promise: nil)
        let future = write("cd")
        queue.append(ByteBuffer(string: "ef"), promise: nil)
        queue.flush()
        var promise: EventLoopPromise<Void>?
        #expect(gather(100, &promise) == "abcdef")
        promise?.succeed()
        #expect(isDone(future))
    }
}

/// A value that a closure changes.
private final class MutableBox<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

@Suite("A pool of buffers")
struct BufferPoolTests {
    private static func address(_ buffer: ByteBuffer) -> Int {
        buffer.withVeryUnsafeBytes { Int(bitPattern: $0.baseAddress) }
    }

    @Test("gives the same memory again once nobody holds it", arguments: [100, 4_096, 60_000, 131_072])
    func reuse(capacity: Int) {
        var pool = BufferPool()
        var buffer = pool.take(capacity: capacity)
        #expect(buffer.readableBytes == 0 && buffer.writableBytes >= capacity)
        buffer.writeInteger(UInt64(7))
        let first = Self.address(buffer)
        pool.give(buffer)
        buffer = ByteBuffer()
        let again = pool.take(capacity: capacity)
        #expect(Self.address(again) == first && again.readableBytes == 0)
    }

    @Test("never gives memory whose content somebody holds")
    func sharedContent() {
        var pool = BufferPool()
        var buffer = pool.take(capacity: 1_000)
        buffer.writeString("kept")
        let kept = buffer
        pool.give(buffer)
        buffer = ByteBuffer()
        var other = pool.take(capacity: 1_000)
        other.writeString("else")
        #expect(kept == ByteBuffer(string: "kept"))
        #expect(Self.address(kept) != Self.address(other))
    }

    @Test("keeps large memory away from short content, and nothing beyond its limit")
    func sizes() {
        var pool = BufferPool()
        pool.give(pool.take(capacity: 100_000))
        #expect(pool.take(capacity: 100).storageCapacity <= 4_096)
        pool.give(pool.take(capacity: 1_000_000))
        #expect(pool.take(capacity: 100_000).storageCapacity <= 131_072)
    }
}

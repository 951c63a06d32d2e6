import NIOCore
import Testing

@testable import Wire

@Suite("Send scheduler")
struct SendSchedulerTests {
    private func stream(_ id: StreamID = 1, send: Int = 100) -> StreamState {
        StreamState(id: id, role: .client, windows: StreamWindows(send: send, receive: 0), messageLimit: 0)
    }

    private func message(_ length: Int, end: Bool = false) -> OutboundQueue.Message {
        OutboundQueue.Message(bytes: ByteBuffer(filler: length), end: end, flags: [])
    }

    @Test("serves streams in turn, each once until it is scheduled again")
    func turns() {
        var scheduler = SendScheduler()
        let streams = (1...3).map { stream($0) }
        for _ in 0..<2 { for stream in streams { scheduler.buffer(message(10), on: stream) } }
        #expect(scheduler.bufferedBytes == 60)
        #expect((0..<3).map { _ in next(&scheduler).id } == [1, 2, 3])
        #expect(scheduler.isEmpty && !streams[0].isScheduled)
        for stream in streams.reversed() { scheduler.schedule(stream) }
        scheduler.schedule(streams[0])
        #expect((0..<3).map { _ in next(&scheduler).id } == [3, 2, 1])
        #expect(scheduler.isEmpty)
    }

    @Test(
        "leaves out a stream whose credit carries no byte of its next message",
        arguments: [(0, 1, false), (4, 5, false), (5, 6, true), (5, 5, true), (0, 0, true)]
    )
    func credit(credit: Int, length: Int, isReady: Bool) {
        var scheduler = SendScheduler()
        scheduler.buffer(message(length), on: stream(send: credit))
        #expect(scheduler.isEmpty != isReady)
    }

    @Test("schedules the rest of a message with any credit at all")
    func rest() {
        var scheduler = SendScheduler()
        let stream = stream(send: 1)
        var rest = message(10)
        rest.isWhole = false
        stream.outbound.prepend(rest: rest)
        scheduler.schedule(stream)
        #expect(!scheduler.isEmpty)
    }

    @Test("drops what a stream buffers, with the status behind it")
    func discard() {
        var scheduler = SendScheduler()
        let (dropped, kept) = (stream(1), stream(2))
        for stream in [dropped, kept] { scheduler.buffer(message(10), on: stream) }
        dropped.outbound.trailingStatus = CallStatus(.ok)
        scheduler.discard(dropped)
        scheduler.discard(dropped)
        #expect(scheduler.bufferedBytes == 10 && dropped.outbound.isEmpty)
        #expect(dropped.outbound.trailingStatus == nil && dropped.outbound.byteCount == 0)
        scheduler.removeAll()
        #expect(scheduler.isEmpty && scheduler.bufferedBytes == 0)
    }

    @Test("counts what was sent")
    func sent() {
        var scheduler = SendScheduler()
        let stream = stream()
        scheduler.buffer(message(10), on: stream)
        scheduler.didSend(4)
        #expect(scheduler.bufferedBytes == 6)
    }

    @Test("keeps messages in order while parts of the first leave")
    func queue() throws {
        var queue = OutboundQueue()
        queue.append(message(10))
        queue.append(message(3))
        #expect(queue.byteCount == 13 && queue.first?.prefixLength == 4)
        var first = try #require(pop(&queue))
        #expect(queue.byteCount == 3)
        _ = first.bytes.readSlice(length: 6)
        first.isWhole = false
        queue.prepend(rest: first)
        #expect(queue.byteCount == 7 && queue.first?.bytes.readableBytes == 4 && queue.first?.prefixLength == 0)
        queue.markLastAsEnd()
        #expect(pop(&queue)?.end == false)
        #expect(pop(&queue)?.end == true)
        #expect(pop(&queue) == nil && queue.isEmpty && queue.byteCount == 0)
    }

    private func next(_ scheduler: inout SendScheduler) -> StreamState { scheduler.next() }
    private func pop(_ queue: inout OutboundQueue) -> OutboundQueue.Message? { queue.popFirst() }
}

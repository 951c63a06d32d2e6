import NIOCore
import Testing

@testable import Wire

@Suite("Messages that are made where they leave from")
struct PackedSendingTests {
    private static let small = Settings(
        initialStreamWindow: 65_536,
        connectionWindow: 131_072,
        maximumMessageSize: 1_048_576
    )

    @discardableResult
    private func send(_ length: Int, _ machine: inout ConnectionStateMachine, _ stream: StreamID, end: Bool) -> Int {
        machine.sendMessage(length: length, on: stream, end: end) { memory in
            ByteBuffer(filler: length).withUnsafeReadableBytes { memory.copyMemory(from: $0) }
        }
    }

    @Test("are not made for a stream that is over")
    func over() throws {
        let link = Link()
        let stream = try link.start()
        link.run()
        link.client.cancel(stream)
        link.run()
        for id in [stream, 77] {
            link.server.sendMessage(length: 5, on: id, end: true) { _ in Issue.record("it was made") }
        }
        #expect(link.server.runningStreams == 0)
        let nothing = link.server.takeOutput()
        #expect(nothing == nil)
    }

    @Test("without credit are held back whole, and the stream ends once they have left", arguments: Cut.allCases)
    func heldBack(cut: Cut) throws {
        let link = Link(client: Self.small, cut: cut)
        let stream = try link.start()
        link.run()
        send(16_384, &link.server, stream, end: false)
        for _ in 0..<3 { send(16_384, &link.server, stream, end: false) }
        let held = send(100, &link.server, stream, end: true)
        #expect(held == 100 && link.server.bufferedBytes(on: stream) == 100)
        link.run()
        #expect(link.clientEvents.compactMap(\.message).count == 4)
        #expect(link.server.runningStreams == 1)
        link.client.consumed(65_536, on: stream)
        link.run()
        #expect(
            link.clientEvents.compactMap(\.message).map(\.bytes.readableBytes) == [16_384, 16_384, 16_384, 16_384, 100]
        )
        #expect(link.clientEvents.last?.status?.status == .plainOK)
        #expect(link.server.runningStreams == 0 && link.server.storedBytes == 0)
        expectFullCredit(link)
    }

    @Test("wait behind one that is held back", arguments: [0, 10])
    func behind(length: Int) throws {
        let link = Link(client: Self.small)
        let stream = try link.start()
        link.run()
        link.consumeEverything()
        send(100_000, &link.server, stream, end: false)
        send(length, &link.server, stream, end: true)
        link.run()
        #expect(link.clientEvents.compactMap(\.message).map(\.bytes.readableBytes) == [100_000, length])
        #expect(link.clientEvents.last?.status?.status == .plainOK)
        expectFullCredit(link)
    }

    @Test(
        "of every size arrive as they are",
        arguments: [0, 1, 16_383, 16_384, 16_385, 65_536, 65_537, 200_000, 1_048_576]
    )
    func sizes(length: Int) throws {
        let link = Link(client: Self.small)
        link.consumeEverything()
        for _ in 0..<3 {
            let stream = try link.start()
            link.run()
            send(length, &link.server, stream, end: true)
            link.run()
            #expect(link.clientEvents.compactMap(\.message).last?.bytes == ByteBuffer(filler: length))
            link.client.endSending(stream)
        }
        link.run()
        #expect(link.server.runningStreams == 0)
        expectFullCredit(link)
    }
}

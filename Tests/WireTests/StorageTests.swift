import NIOCore
import Testing

@testable import Wire

@Suite("What a connection stores")
struct StorageTests {
    private static let small = Settings(initialStreamWindow: 65_536, connectionWindow: 65_536)

    @Test("counts what has come of a large message, and not the length that it claims, until it is used")
    func unfinished() throws {
        let link = Link(server: Self.small)
        let stream = try link.start()
        link.client.sendMessage(ByteBuffer(filler: 300_000), on: stream, end: true)
        link.moveToServer()
        #expect(link.server.storedBytes == 65_532, "all that its window lets through, short of the prefix")
        link.run()
        #expect(link.serverEvents.compactMap(\.message).map(\.bytes.readableBytes) == [300_000])
        #expect(link.server.storedBytes == 300_000, "it waits for being used")
        link.server.consumed(100_000, on: stream)
        #expect(link.server.storedBytes == 200_000)
        link.server.sendStatus(CallStatus(.ok), on: stream)
        link.run()
        #expect(link.server.storedBytes == 0)
        expectFullCredit(link)
    }

    @Test("counts a small message until it is consumed or its call is over")
    func small() throws {
        let link = Link()
        let streams = [try link.start(), try link.start()]
        for stream in streams { link.client.sendMessage(ByteBuffer(filler: 1_000), on: stream, end: true) }
        link.run()
        #expect(link.server.storedBytes == 2_000)
        link.server.consumed(1_000, on: streams[0])
        #expect(link.server.storedBytes == 1_000)
        link.server.sendStatus(CallStatus(.aborted), on: streams[1])
        #expect(link.server.storedBytes == 0)
    }

    @Test("counts what is held back until it has left or is dropped")
    func heldBack() throws {
        let link = Link(client: Self.small)
        let (first, second) = (try link.start(), try link.start())
        link.run()
        link.server.sendMessage(ByteBuffer(filler: 100_000), on: first, end: false)
        link.server.sendMessage(ByteBuffer(filler: 50_000), on: second, end: false)
        let before = link.server.storedBytes
        #expect(before > 0 && before <= 150_000)
        link.server.sendStatus(CallStatus(.aborted), on: second)
        #expect(link.server.storedBytes < before)
        link.client.cancel(first)
        link.run()
        link.server.release(first)
        #expect(link.server.storedBytes == 0)
        expectFullCredit(link)
    }

    @Test("a claim of a length costs nothing")
    func claims() throws {
        let link = Link(server: Self.small)
        link.server.remainingBudget = 400_000
        for _ in 0..<100 {
            let stream = try link.start()
            link.moveToServer()
            link.server.receive(frame(.message, .more, stream, [0, 4, 0, 0, 9]))
            _ = link.server.allEvents()
        }
        #expect(link.server.storedBytes == 100 && !link.server.hasFailed)
        #expect(link.takeClientLines().isEmpty)
    }

    @Test("a message that there is no room for ends its call and nothing else", arguments: [299_999, 70_000])
    func noRoom(budget: Int) throws {
        let link = Link(server: Self.small)
        let (large, small) = (try link.start(), try link.start())
        link.run()
        link.server.remainingBudget = budget
        link.client.sendMessage(ByteBuffer(filler: 300_000), on: large, end: true)
        link.client.sendMessage(ByteBuffer(string: "small"), on: small, end: true)
        link.run()
        #expect(
            Set(link.takeClientLines())
                == ["writable 2", "status 1 RESOURCE_EXHAUSTED there is no room for this message at present"]
        )
        #expect(link.takeServerLines().last == "message 2 small end")
        #expect(link.server.storedBytes == 5 && link.server.remainingBudget < budget)
        link.server.release(large)
        link.server.consumed(5, on: small)
        link.server.sendStatus(CallStatus(.ok), on: small)
        link.run()
        expectFullCredit(link)
    }

    @Test("messages of one frame that there is no room for end their call, too")
    func noRoomForFrames() throws {
        let link = Link()
        let (first, second) = (try link.start(), try link.start())
        link.run()
        link.server.remainingBudget = 1_500
        for _ in 0..<3 { link.client.sendMessage(ByteBuffer(filler: 1_000), on: first, end: false) }
        link.client.sendMessage(ByteBuffer(filler: 500), on: second, end: true)
        link.run()
        #expect(
            link.takeClientLines()
                == ["status 1 RESOURCE_EXHAUSTED there is no room for this message at present"]
        )
        #expect(link.server.remainingBudget == 0 && link.server.storedBytes == 1_500)
        link.server.release(first)
        link.server.consumed(500, on: second)
        link.server.sendStatus(CallStatus(.ok), on: second)
        link.run()
        expectFullCredit(link)
    }

    @Test("credit that is withheld comes later, and a message larger than what is left comes in whole meanwhile")
    func withheld() throws {
        let link = Link(server: Self.small)
        let stream = try link.start()
        link.run()
        link.server.pausesWindowUpdates = true
        for size in [40_000, 60_000] {
            link.client.sendMessage(ByteBuffer(filler: size), on: stream, end: false)
            link.run()
            link.server.consumed(size, on: stream)
            link.run()
        }
        #expect(link.serverEvents.compactMap(\.message).map(\.bytes.readableBytes) == [40_000, 60_000])
        let window = link.client.streams[stream]?.windows.send ?? 0
        link.server.pausesWindowUpdates = false
        link.run()
        #expect(link.client.streams[stream]?.windows.send ?? 0 > window)
        expectCredit(from: link.client, to: link.server)
    }
}

import NIOCore
import Testing

@testable import Wire

@Suite("Flow control")
struct FlowControlTests {
    static let small = Settings(initialStreamWindow: 65_536, connectionWindow: 131_072, maximumMessageSize: 1_048_576)

    @Test("holds messages back when a stream's window is used up, until the receiver has used them")
    func streamWindow() throws {
        let link = Link(server: Self.small)
        let stream = try link.start()
        for _ in 0..<4 { #expect(link.client.sendMessage(ByteBuffer(filler: 16_384), on: stream, end: false) == 0) }
        let held = link.client.sendMessage(ByteBuffer(filler: 10), on: stream, end: false)
        #expect(held == 10 && link.client.bufferedBytes(on: stream) == 10)
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 4)
        link.server.consumed(16_384, on: stream)
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 4, "less than half is not told")
        link.server.consumed(16_384, on: stream)
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 5)
        #expect(link.takeClientLines() == ["writable 1"])
        #expect(link.client.bufferedBytes(on: stream) == 0)
        expectFullCredit(link)
    }

    @Test("holds messages of all streams back until the receiver has taken what is under way")
    func connectionWindow() throws {
        let link = Link(server: Self.small)
        let streams = try (0..<3).map { _ in try link.start() }
        link.run()
        for stream in streams.prefix(2) {
            for _ in 0..<8 { link.client.sendMessage(ByteBuffer(filler: 8_191), on: stream, end: false) }
        }
        let held = link.client.sendMessage(ByteBuffer(filler: 17), on: streams[2], end: true)
        #expect(link.client.sendCredit == 16 && held == 17)
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 17)
        expectFullCredit(link)
    }

    @Test("streams that nobody reads take nothing from the others", arguments: [false, true])
    func unreadStreams(server: Bool) throws {
        let link = Link()
        let streams = try (0..<21).map { _ in try link.start() }
        link.run()
        func send(_ length: Int, on stream: StreamID) {
            if server {
                link.server.sendMessage(ByteBuffer(filler: length), on: stream, end: false)
            } else {
                link.client.sendMessage(ByteBuffer(filler: length), on: stream, end: false)
            }
            link.run()
        }
        for stream in streams.dropLast() { for _ in 0..<17 { send(15_000, on: stream) } }
        let read = streams[20]
        for _ in 0..<1_000 {
            send(10_000, on: read)
            if server { link.client.consumed(10_000, on: read) } else { link.server.consumed(10_000, on: read) }
        }
        link.run()
        let events = server ? link.clientEvents : link.serverEvents
        #expect(events.compactMap(\.message).count { $0.stream == read } == 1_000)
    }

    @Test(
        "lets a message through that is larger than both windows",
        arguments: [131_072, 131_073, 200_000, 1_048_576],
        Cut.allCases
    )
    func largeMessage(size: Int, cut: Cut) throws {
        guard cut != .singleBytes || size == 131_073 else { return }
        let link = Link(client: Self.small, server: Self.small, cut: cut)
        link.onServer = { link, event in
            guard let message = event.message else { return }
            link.server.consumed(message.bytes.readableBytes, on: message.stream)
            link.server.sendMessage(message.bytes, on: message.stream, end: message.end)
        }
        let content = ByteBuffer(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let stream = try link.start()
        #expect(link.client.sendMessage(content, on: stream, end: true) > 0)
        link.run()
        let answer = try #require(link.clientEvents.compactMap(\.message).first)
        #expect(answer.bytes == content && answer.end)
        #expect(link.clientEvents.last?.status?.status.code == .ok)
        #expect(link.client.runningStreams == 0 && link.server.runningStreams == 0)
        expectFullCredit(link)
    }

    @Test("gives a loan back as its message is used, so that the window stays what it was")
    func loans() throws {
        let link = Link(server: Self.small)
        let stream = try link.start()
        for round in 1...5 {
            link.client.sendMessage(ByteBuffer(filler: 300_000), on: stream, end: false)
            link.run()
            #expect(link.serverEvents.compactMap(\.message).count == round)
            #expect(link.server.flow.windowOverdraft > 0)
            expectFullCredit(link)
            link.server.consumed(300_000, on: stream)
            link.run()
            #expect(link.server.flow.windowOverdraft == 0)
            expectFullCredit(link)
        }
        link.client.cancel(stream)
        link.run()
        link.server.release(stream)
        link.run()
        expectFullCredit(link)
    }

    @Test("holds a sender back whose large messages nobody uses")
    func backpressure() throws {
        let link = Link(server: Self.small)
        let stream = try link.start()
        for _ in 0..<10 { link.client.sendMessage(ByteBuffer(filler: 300_000), on: stream, end: false) }
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count <= 2)
        #expect(link.client.bufferedBytes(on: stream) > 2_000_000)
        link.onServer = { link, event in
            if let message = event.message { link.server.consumed(message.bytes.readableBytes, on: message.stream) }
        }
        for message in link.serverEvents.compactMap(\.message) {
            link.server.consumed(message.bytes.readableBytes, on: stream)
        }
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 10)
        #expect(link.client.bufferedBytes(on: stream) == 0)
        expectFullCredit(link)
    }

    @Test("lets streams with large messages take turns")
    func fairness() throws {
        let link = Link(server: Settings(maximumMessageSize: 4_194_304))
        link.records = true
        link.consumeEverything()
        let streams = try (0..<8).map { _ in try link.start() }
        for stream in streams { link.client.sendMessage(ByteBuffer(filler: 1_000_000), on: stream, end: true) }
        link.run()
        var sent: [StreamID: Int] = [:]
        var widest = 0
        let last = frames(in: link.sentByClient).filter { $0.type == .message }
        for frame in last {
            sent[frame.stream, default: 0] += frame.payload.count
            let unfinished = streams.map { sent[$0, default: 0] }.filter { $0 < 1_000_000 }
            if unfinished.count == streams.count { widest = max(widest, unfinished.max()! - unfinished.min()!) }
        }
        // Each stream's own window of 262,144 bytes is what the first may be ahead at the start.
        #expect(widest <= 262_144 + 2 * 16_384)
        #expect(link.serverEvents.compactMap(\.message).count == 8)
        expectFullCredit(link)
    }

    @Test("does not let an upload of 20 MB hold up small messages")
    func smallAheadOfBulk() throws {
        let link = Link(server: Settings(maximumMessageSize: 33_554_432))
        link.consumeEverything()
        let upload = try link.start("a.B/Upload")
        link.client.sendMessage(ByteBuffer(filler: 20_000_000), on: upload, end: true)
        var waits: [Int] = []
        for _ in 0..<40 {
            link.records = true
            link.sentByClient.clear()
            let stream = try link.start()
            link.client.sendMessage(ByteBuffer(string: "small"), on: stream, end: true)
            while !link.serverEvents.contains(where: { $0.message?.stream == stream }) {
                let moved = link.moveToServer()
                let answered = link.moveToClient()
                #expect(moved || answered)
                guard moved || answered else { return }
            }
            let sent = frames(in: link.sentByClient)
            let position = try #require(sent.firstIndex { $0.stream == stream && $0.type == .message })
            waits.append(sent[..<position].filter { $0.stream == upload }.reduce(0) { $0 + $1.payload.count })
        }
        #expect(link.client.bufferedBytes(on: upload) > 10_000_000, "the upload still runs")
        #expect(waits.max()! <= ConnectionStateMachine.bulkOutputLimit + 16_384)
        link.run()
        #expect(link.serverEvents.contains { $0.message?.stream == upload })
        expectFullCredit(link)
    }

    @Test("does not let small messages starve an upload")
    func bulkBesideSmall() throws {
        let link = Link(server: Settings(maximumMessageSize: 33_554_432))
        link.consumeEverything()
        let upload = try link.start("a.B/Upload")
        let chatter = try link.start("a.B/Chat")
        link.client.sendMessage(ByteBuffer(filler: 4_000_000), on: upload, end: true)
        var rounds = 0
        while link.client.bufferedBytes(on: upload) > 0, rounds < 1_000 {
            for _ in 0..<70 { link.client.sendMessage(ByteBuffer(filler: 1_000), on: chatter, end: false) }
            link.run()
            rounds += 1
        }
        #expect(rounds < 1_000)
        #expect(link.serverEvents.contains { $0.message?.stream == upload })
    }

    @Test("ends the connection of a peer that sends without credit of a stream")
    func withoutStreamCredit() {
        var server = ConnectionStateMachine.opened(.server, settings: Settings(initialStreamWindow: 65_536))
        server.receive(frame(.call, [], 1, callPayload()))
        for _ in 0..<4 { server.receive(frame(.message, [], 1, [UInt8](repeating: 0, count: 16_384))) }
        #expect(events(of: &server).compactMap(\.violation).isEmpty)
        server.receive(frame(.message, [], 1, [0]))
        let expected = WireViolation(.flowControl, "message bytes without credit of the stream")
        #expect(events(of: &server).compactMap(\.violation) == [expected])
    }

    @Test("ends the connection of a peer that sends a frame larger than the credit of the connection")
    func withoutConnectionCredit() {
        let settings = Settings(maximumFrameSize: 65_536, initialStreamWindow: 131_072, connectionWindow: 65_536)
        var server = ConnectionStateMachine.opened(.server, settings: settings)
        server.receive(frame(.call, [], 1, callPayload()))
        server.receive(frame(.message, [], 1, [UInt8](repeating: 0, count: 32_767)))
        #expect(events(of: &server).compactMap(\.violation).isEmpty)
        server.receive(frame(.message, [], 1, [UInt8](repeating: 0, count: 32_770)))
        let expected = WireViolation(.flowControl, "message bytes without credit of the connection")
        #expect(events(of: &server).compactMap(\.violation) == [expected])
    }

    @Test("bounds what may still come on a stream that is over by the credit it had")
    func stray() {
        var server = ConnectionStateMachine.opened(.server, settings: Settings(initialStreamWindow: 65_536))
        server.receive(frame(.call, [], 1, callPayload()))
        _ = server.allEvents()
        server.sendStatus(CallStatus(.aborted), on: 1)
        for _ in 0..<4 { server.receive(frame(.message, [], 1, [UInt8](repeating: 0, count: 16_384))) }
        #expect(events(of: &server).isEmpty)
        server.receive(frame(.message, [], 1, [0]))
        let expected = WireViolation(.flowControl, "message bytes without credit of a stream that is over")
        #expect(events(of: &server).compactMap(\.violation) == [expected])
    }

    @Test("keeps no more of unfinished messages than windows and the bounded loans allow")
    func memoryOfUnfinishedMessages() {
        let settings = Settings(
            initialStreamWindow: 65_536,
            connectionWindow: 1_048_576,
            maximumConcurrentStreams: 64,
            maximumMessageSize: 1_048_576
        )
        var server = ConnectionStateMachine.opened(.server, settings: settings)
        var credit: [UInt32: Int] = [:]
        for stream in 1...64 as ClosedRange<UInt32> {
            credit[stream] = 65_536
            server.receive(frame(.call, [], stream, callPayload()))
            server.receive(frame(.message, .more, stream, [0, 0x10, 0, 0]))
            credit[stream]! -= 4
            _ = server.allEvents()
        }
        let afterFirstParts = server.streams.values.reduce(0) { $0 + ($1.assembly?.bytes.storageCapacity ?? 0) }
        #expect(afterFirstParts <= 64 * 64, "claimed lengths reserve nothing")
        // Sends all it has credit for, short of the last byte of each message.
        var progress = true
        while progress {
            progress = false
            for sent in frames(in: server.allOutput()) where sent.type == .window && sent.stream > 0 {
                credit[sent.stream]! += sent.payload.reduce(0) { $0 << 8 | Int($1) }
            }
            for stream in 1...64 as ClosedRange<UInt32> {
                let assembled = server.streams[stream]?.assembly?.bytes.readableBytes ?? 0
                let length = min(credit[stream]!, 16_384, 1_048_575 - assembled)
                guard length > 0 else { continue }
                credit[stream]! -= length
                server.receive(frame(.message, .more, stream, [UInt8](repeating: 0, count: length)))
                #expect(events(of: &server).isEmpty)
                progress = true
            }
        }
        let kept = server.streams.values.reduce(0) { $0 + ($1.assembly?.bytes.readableBytes ?? 0) }
        #expect(kept <= 64 * 65_536 + server.flow.overdraftLimit)
        #expect(server.flow.windowOverdraft <= server.flow.overdraftLimit && server.flow.overdraftWaiterCount > 0)
    }

    @Test("lends to those who wait once others are through, are cancelled or answered")
    func waitingForLoans() throws {
        let settings = Settings(initialStreamWindow: 65_536, connectionWindow: 65_536, maximumMessageSize: 500_000)
        let link = Link(server: settings)
        let streams = try (0..<30).map { _ in try link.start() }
        for stream in streams { link.client.sendMessage(ByteBuffer(filler: 500_000), on: stream, end: true) }
        link.run()
        // Nobody has used anything: four loans are out, the others wait.
        let first = link.serverEvents.compactMap(\.message).map(\.stream)
        #expect(first.count == 4 && link.server.flow.overdraftWaiterCount == 26)
        link.server.consumed(500_000, on: first[0])
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 5)
        link.server.sendStatus(CallStatus(.ok), on: first[1])
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 6)
        link.client.cancel(first[2])
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 7)
        for stream in streams.suffix(10) { link.client.cancel(stream) }
        link.onServer = { link, event in
            if let message = event.message { link.server.consumed(500_000, on: message.stream) }
        }
        for message in link.serverEvents.compactMap(\.message) { link.server.consumed(500_000, on: message.stream) }
        link.run()
        #expect(link.serverEvents.compactMap(\.message).count == 20)
        for stream in link.server.streams.values.map(\.id) { link.server.sendStatus(CallStatus(.ok), on: stream) }
        link.run()
        #expect(link.server.runningStreams == 0 && link.server.flow.overdraftWaiterCount == 0)
        expectFullCredit(link)
    }

    @Test("keeps the buffer of received bytes small when no read ever ends with a frame")
    func inboundBuffer() throws {
        var server = ConnectionStateMachine.opened(.server)
        server.receive(frame(.call, [], 1, callPayload()))
        let message = frame(.message, [], 1, [UInt8](repeating: 1, count: 10_000))
        var kept: [ByteBuffer] = []
        server.receive(Array(message.prefix(5)))
        for round in 0..<2_000 {
            server.receive(Array(message.dropFirst(5) + message.prefix(5)))
            for received in server.allEvents().compactMap(\.message) {
                server.consumed(received.bytes.readableBytes, on: 1)
                if round % 3 == 0 { kept = [received.bytes] }
            }
            _ = server.allOutput()
        }
        #expect(!server.hasFailed && !kept.isEmpty)
        #expect(server.partialFrameBytes <= 65_536)
    }

    @Test("says that there is output as long as buffered messages can leave")
    func hasOutput() throws {
        let link = Link(server: Settings(initialStreamWindow: 524_288, connectionWindow: 1_048_576))
        let stream = try link.start()
        link.client.sendMessage(ByteBuffer(filler: 400_000), on: stream, end: true)
        var pieces = 0
        while link.client.hasOutput {
            let piece = link.client.takeOutput()
            #expect(piece != nil)
            pieces += 1
        }
        #expect(pieces > 4 && link.client.bufferedBytes(on: stream) == 0)
    }
}

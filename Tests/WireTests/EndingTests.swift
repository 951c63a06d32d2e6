import NIOCore
import Testing

@testable import Wire

@Suite("Ends of calls")
struct EndingTests {
    static let small = Settings(initialStreamWindow: 65_536, connectionWindow: 65_536)
    /// Fills a whole window together with the length ahead of it.
    static let filling = ByteBuffer(filler: 65_532)

    @Test("by an error overtake messages that are held back, and drop them")
    func errorOvertakes() throws {
        let link = Link(client: Self.small)
        let stream = try link.start()
        link.run()
        for _ in 0..<5 { link.server.sendMessage(Self.filling, on: stream, end: false) }
        link.server.sendStatus(CallStatus(.internalError, "It broke."), on: stream)
        link.run()
        #expect(link.clientEvents.compactMap(\.message).count == 1)
        #expect(link.clientEvents.last?.line == "status 1 INTERNAL It broke.")
        #expect(link.server.runningStreams == 0)
        expectFullCredit(link)
    }

    @Test("by an error within a message drop what has come of it")
    func errorWithinMessage() throws {
        let link = Link(client: Self.small)
        let stream = try link.start()
        link.run()
        link.server.sendMessage(ByteBuffer(filler: 300_000), on: stream, end: false)
        link.moveToClient()
        link.server.sendStatus(CallStatus(.aborted), on: stream)
        link.run()
        #expect(link.takeClientLines() == ["status 1 ABORTED"])
        expectFullCredit(link)
    }

    @Test("by OK wait for messages that are held back")
    func okWaits() throws {
        let link = Link(client: Self.small)
        let stream = try link.start()
        link.run()
        for _ in 0..<5 { link.server.sendMessage(Self.filling, on: stream, end: false) }
        var trailer = Metadata()
        trailer.add("rows", "5")
        link.server.sendStatus(CallStatus(.ok, metadata: trailer), on: stream)
        link.server.sendStatus(CallStatus(.aborted), on: stream)
        link.run()
        #expect(link.clientEvents.compactMap(\.status).isEmpty)
        link.consumeEverything()
        link.client.consumed(65_532, on: stream)
        link.run()
        #expect(link.clientEvents.compactMap(\.message).count == 5)
        #expect(link.clientEvents.last?.status?.status == CallStatus(.ok, metadata: trailer))
        #expect(link.server.runningStreams == 0)
        #expect(link.takeServerLines() == ["call 1 a.B/C", "writable 1", "writable 1"])
        expectFullCredit(link)
    }

    @Test("by the flag of the last message wait with it")
    func lastMessageWaits() throws {
        let link = Link(client: Self.small)
        let stream = try link.start()
        link.run()
        link.server.sendMessage(Self.filling, on: stream, end: false)
        link.server.sendMessage(Self.filling, on: stream, end: true)
        link.run()
        #expect(link.server.runningStreams == 1)
        link.client.consumed(65_532, on: stream)
        link.run()
        #expect(link.clientEvents.last?.line == "status 1 OK")
        #expect(link.server.runningStreams == 0)
        expectFullCredit(link)
    }

    @Test("of the client's side wait for its buffered messages")
    func halfCloseWaits() throws {
        let link = Link(server: Self.small)
        let stream = try link.start()
        link.client.sendMessage(Self.filling, on: stream, end: false)
        link.client.sendMessage(Self.filling, on: stream, end: false)
        link.client.endSending(stream)
        link.client.endSending(stream)
        link.run()
        #expect(link.serverEvents.compactMap(\.message).map(\.end) == [false])
        link.server.consumed(65_532, on: stream)
        link.run()
        #expect(link.serverEvents.compactMap(\.message).map(\.end) == [false, true])
    }

    @Test("by the client before anything was sent reach the server, which counts the call until it is released")
    func cancelBefore() throws {
        let link = Link(server: Settings(maximumConcurrentStreams: 1))
        let stream = try link.start()
        link.client.cancel(stream)
        #expect(link.client.runningStreams == 0)
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/C", "cancelled 1 CANCELLED"])
        #expect(link.server.runningStreams == 1)
        _ = try link.start()
        link.run()
        #expect(link.takeClientLines() == ["status 2 RESOURCE_EXHAUSTED too many calls at once on this connection"])
        link.server.release(stream)
        #expect(link.server.runningStreams == 0)
        _ = try link.start()
        link.run()
        #expect(link.takeServerLines() == ["call 3 a.B/C"])
        link.server.release(3)
        #expect(link.server.runningStreams == 1, "only cancelled calls are released")
        expectFullCredit(link)
    }

    @Test("by the client between the parts of a message drop the rest on both sides")
    func cancelWithin() throws {
        let link = Link(server: Self.small)
        let stream = try link.start()
        link.client.sendMessage(ByteBuffer(filler: 300_000), on: stream, end: true)
        link.moveToServer()
        link.client.cancel(stream, .deadlineExceeded)
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/C", "cancelled 1 DEADLINE_EXCEEDED"])
        #expect(link.server.streams[stream]?.assembly == nil && link.server.flow.windowOverdraft == 0)
        link.server.sendMessage(ByteBuffer(filler: 10), on: stream, end: false)
        link.server.sendMetadata(Metadata(), on: stream)
        link.run()
        #expect(link.clientEvents.isEmpty)
        link.server.sendStatus(CallStatus(.cancelled), on: stream)
        link.run()
        #expect(link.clientEvents.isEmpty && link.server.runningStreams == 0)
        expectFullCredit(link)
    }

    @Test("by the client drop what the server holds back, and what crosses")
    func cancelWhileReceiving() throws {
        let link = Link(client: Self.small)
        let stream = try link.start()
        link.run()
        for _ in 0..<5 { link.server.sendMessage(ByteBuffer(filler: 30_000), on: stream, end: false) }
        link.client.cancel(stream)
        link.run()
        #expect(link.takeClientLines() == [])
        #expect(link.server.bufferedBytes(on: stream) == 0)
        link.server.release(stream)
        link.run()
        expectFullCredit(link)
    }

    @Test("by the client after the server's end change nothing")
    func cancelAfter() throws {
        let link = Link()
        let stream = try link.start()
        link.client.sendMessage(ByteBuffer(string: "q"), on: stream, end: true)
        link.run()
        link.server.sendMessage(ByteBuffer(string: "a"), on: stream, end: true)
        link.client.cancel(stream)
        link.run()
        #expect(link.takeClientLines() == [])
        #expect(link.takeServerLines() == ["call 1 a.B/C", "message 1 q end"])
        #expect(link.server.runningStreams == 0)
        link.client.cancel(stream)
        #expect(link.client.hasOutput == false)
        expectFullCredit(link)
    }

    @Test("by the client free a call whose handler has said its last word")
    func cancelOfHeldBackEnd() throws {
        for endsByStatus in [true, false] {
            let link = Link(client: Self.small)
            let stream = try link.start()
            link.run()
            link.server.sendMessage(Self.filling, on: stream, end: false)
            link.server.sendMessage(Self.filling, on: stream, end: !endsByStatus)
            if endsByStatus { link.server.sendStatus(CallStatus(.ok), on: stream) }
            link.run()
            link.client.cancel(stream)
            link.run()
            #expect(link.serverEvents.last?.line == "cancelled 1 CANCELLED")
            #expect(link.server.runningStreams == 0)
            expectFullCredit(link)
        }
    }

    @Test("of an abandoned call come with the handler's last message, too")
    func lastMessageOfAbandoned() throws {
        let link = Link()
        let stream = try link.start()
        link.client.cancel(stream)
        link.run()
        link.server.sendMessage(ByteBuffer(string: "late"), on: stream, end: true)
        #expect(link.server.runningStreams == 0 && !link.server.hasOutput)
    }

    @Test("by CANCEL with a code of OK or an unknown one count as CANCELLED", arguments: [0, 77] as [UInt8])
    func oddCancelCode(code: UInt8) {
        var server = ConnectionStateMachine.opened(.server)
        server.receive(frame(.call, [], 1, callPayload()) + frame(.cancel, [], 1, [code]))
        #expect(events(of: &server).map(\.line) == ["call 1 a.B/C", "cancelled 1 CANCELLED"])
    }

    @Test("come from the server for a message over its limit", arguments: [1_001, 20_000, 300_000])
    func tooLargeForServer(size: Int) throws {
        let link = Link(server: Settings(maximumMessageSize: 1_000))
        let other = try link.start()
        let stream = try link.start()
        link.client.sendMessage(ByteBuffer(filler: size), on: stream, end: true)
        link.run()
        let lines = link.takeClientLines().filter { $0 != "writable 2" }
        #expect(lines == ["status 2 RESOURCE_EXHAUSTED a message is over the limit of 1000 bytes"])
        #expect(link.takeServerLines() == ["call 1 a.B/C", "call 2 a.B/C", "cancelled 2 RESOURCE_EXHAUSTED"])
        link.server.release(stream)
        link.run()
        #expect(link.server.runningStreams == 1 && link.client.runningStreams == 1)
        expectFullCredit(link)
        link.client.sendMessage(ByteBuffer(filler: 1_000), on: other, end: true)
        link.run()
        #expect(link.serverEvents.compactMap(\.message).map(\.bytes.readableBytes) == [1_000])
    }

    @Test("come from the client for a message over its limit", arguments: [1_001, 20_000, 300_000])
    func tooLargeForClient(size: Int) throws {
        let link = Link(client: Settings(maximumMessageSize: 1_000))
        let stream = try link.start()
        link.run()
        link.server.sendMessage(ByteBuffer(filler: size), on: stream, end: false)
        link.run()
        #expect(link.takeClientLines() == ["status 1 RESOURCE_EXHAUSTED a message is over the limit of 1000 bytes"])
        #expect(link.serverEvents.last?.line == "cancelled 1 RESOURCE_EXHAUSTED")
        link.server.release(stream)
        link.run()
        expectFullCredit(link)
    }

    @Test("leave credit for what was handed out and not used")
    func unconsumedAtEnd() throws {
        let link = Link(client: Self.small, server: Self.small)
        for _ in 0..<50 {
            let stream = try link.start()
            link.client.sendMessage(ByteBuffer(filler: 30_000), on: stream, end: false)
            link.run()
            link.server.sendMessage(ByteBuffer(filler: 30_000), on: stream, end: false)
            link.server.sendStatus(CallStatus(.ok), on: stream)
            link.run()
            link.client.consumed(30_000, on: stream)
            link.server.consumed(30_000, on: stream)
        }
        #expect(link.clientEvents.compactMap(\.message).count == 50)
        expectFullCredit(link)
    }
}

@Suite("Going away")
struct GoAwayTests {
    @Test("lets running calls finish and tells which were never seen")
    func server() throws {
        let link = Link()
        let first = try link.start()
        link.run()
        link.server.goAway(.none, "deploy")
        let second = try link.start()
        link.client.sendMessage(ByteBuffer(string: "q"), on: second, end: true)
        link.run()
        let lines = link.takeClientLines()
        #expect(lines == ["go-away 1 none deploy", "status 2 UNAVAILABLE the server is going away"])
        #expect(link.takeServerLines() == ["call 1 a.B/C"])
        #expect(!link.client.acceptsCalls && link.client.isGoingAway && link.server.isGoingAway)
        #expect(throws: ConnectionStateMachine.StartError.notAccepting) { try link.start() }
        link.client.sendMessage(ByteBuffer(string: "still"), on: first, end: true)
        link.run()
        link.server.sendMessage(ByteBuffer(string: "here"), on: first, end: true)
        link.run()
        #expect(link.takeClientLines() == ["message 1 here end", "status 1 OK"])
        expectFullCredit(link)
    }

    @Test("in two steps rejects no call that crosses the first")
    func twoSteps() throws {
        let link = Link()
        _ = try link.start()
        link.run()
        link.server.announceGoAway("deploy")
        link.server.sendPing(7)
        let crossing = try link.start()
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/C", "call 2 a.B/C", "pong 7"])
        #expect(link.takeClientLines() == ["go-away 2147483647 none deploy"])
        #expect(throws: ConnectionStateMachine.StartError.notAccepting) { try link.start() }
        link.server.goAway(.none, "deploy")
        link.server.announceGoAway("too late")
        link.run()
        #expect(link.takeClientLines() == ["go-away 2 none deploy"])
        link.server.sendStatus(CallStatus(.ok), on: crossing)
        link.run()
        #expect(link.takeClientLines() == ["status 2 OK"])
        expectFullCredit(link)
    }

    @Test("reports calls that were never seen as unprocessed")
    func unprocessed() throws {
        let link = Link()
        _ = try link.start()
        _ = try link.start()
        link.server.goAway()
        link.run()
        let statuses = link.clientEvents.compactMap(\.status)
        #expect(statuses.map(\.stream) == [1, 2])
        #expect(statuses.allSatisfy { $0.status.isUnprocessed && $0.status.code == .unavailable })
        #expect(link.server.runningStreams == 0 && link.client.runningStreams == 0)
    }

    @Test("of a client stops its own calls and is told to the server")
    func client() throws {
        let link = Link()
        let stream = try link.start()
        link.client.goAway(.none, "bye")
        link.client.goAway(.none, "twice")
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/C", "go-away 1 none bye"])
        #expect(link.client.acceptsCalls == false)
        link.server.sendStatus(CallStatus(.ok), on: stream)
        link.run()
        #expect(link.takeClientLines() == ["status 1 OK"])
    }

    @Test("never names a later stream when a breach follows")
    func breachAfterwards() throws {
        let link = Link()
        _ = try link.start()
        link.run()
        link.server.goAway()
        _ = try link.start()
        link.moveToServer()
        link.server.receive(frame(.settings))
        _ = link.server.allEvents()
        link.moveToClient()
        #expect(link.client.violation == nil && link.client.hasFailed)
        #expect(link.takeClientLines().last?.hasPrefix("go-away 1 protocolError") == true)
    }

    @Test("may be said again with an earlier stream, and in any length of text")
    func again() {
        var client = ConnectionStateMachine.opened(.client)
        client.receive(frame(.goAway, [], 0, [0x7F, 0xFF, 0xFF, 0xFF, 0]))
        client.receive(frame(.goAway, [], 0, [0, 0, 0, 0, 77] + Array("übel".utf8)))
        let expected = ["go-away 2147483647 none ", "go-away 0 internalError übel"]
        #expect(events(of: &client).map(\.line) == expected)
        let link = Link()
        link.server.goAway(.internalError, String(repeating: "ü", count: 5_000))
        link.run()
        #expect(link.clientEvents.count == 1 && link.client.violation == nil)
    }

    @Test("with another code than none ends the connection, unanswered, and nothing behind it is read")
    func reportedBreach() throws {
        for code in [1, 5, 77] as [UInt8] {
            let link = Link()
            let stream = try link.start()
            link.run()
            link.server.receive(
                frame(.goAway, [], 0, [0, 0, 0, 0, code]) + frame(.ping, [], 0, [1, 2, 3, 4, 5, 6, 7, 8])
            )
            #expect(link.server.allEvents().count == 1 && link.server.hasFailed && link.server.violation == nil)
            #expect(link.server.takeOutput() == nil && link.server.runningStreams == 0)
            link.server.sendStatus(CallStatus(.ok), on: stream)
            #expect(link.server.takeOutput() == nil)
        }
    }

    @Test("of a client lets its calls end, and is no place to start another")
    func clientsOwn() throws {
        let link = Link()
        let stream = try link.start()
        link.client.goAway(.none, "bye")
        link.run()
        link.server.sendStatus(CallStatus(.ok), on: stream)
        link.run()
        #expect(link.takeClientLines() == ["status 1 OK"])
        link.server.receive(frame(.call, [], 2, callPayload()))
        let expected = WireViolation(.protocolError, "a call starts behind its side's own GOAWAY")
        #expect(link.server.allEvents().compactMap(\.violation) == [expected])
    }
}

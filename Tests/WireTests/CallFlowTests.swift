import NIOCore
import Testing

@testable import Wire

@Suite("Calls")
struct CallFlowTests {
    @Test("with one message each way end with OK", arguments: Cut.allCases)
    func unary(cut: Cut) throws {
        let link = Link(cut: cut)
        let stream = try link.start("a.B/Unary")
        link.client.sendMessage(ByteBuffer(string: "question"), on: stream, end: true)
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/Unary", "message 1 question end"])
        link.server.sendMessage(ByteBuffer(string: "answer"), on: stream, end: true)
        link.run()
        #expect(link.takeClientLines() == ["message 1 answer end", "status 1 OK"])
        #expect(link.client.runningStreams == 0 && link.server.runningStreams == 0)
    }

    @Test("take many messages of the client", arguments: Cut.allCases)
    func clientStreaming(cut: Cut) throws {
        let link = Link(cut: cut)
        let stream = try link.start()
        for text in ["a", "b", "c"] { link.client.sendMessage(ByteBuffer(string: text), on: stream, end: false) }
        link.client.endSending(stream)
        link.run()
        #expect(
            link.takeServerLines() == ["call 1 a.B/C", "message 1 a", "message 1 b", "message 1 c", "half-close 1"]
        )
        link.server.sendMessage(ByteBuffer(string: "all"), on: stream, end: true)
        link.run()
        #expect(link.takeClientLines() == ["message 1 all end", "status 1 OK"])
    }

    @Test("give many messages of the server and end with a status of their own", arguments: Cut.allCases)
    func serverStreaming(cut: Cut) throws {
        let link = Link(cut: cut)
        let stream = try link.start()
        link.client.sendMessage(ByteBuffer(string: "list"), on: stream, end: true)
        link.run()
        link.server.sendMetadata(Metadata(), on: stream)
        for text in ["1", "2"] { link.server.sendMessage(ByteBuffer(string: text), on: stream, end: false) }
        link.server.sendStatus(CallStatus(.ok), on: stream)
        link.run()
        #expect(link.takeClientLines() == ["metadata 1 []", "message 1 1", "message 1 2", "status 1 OK"])
    }

    @Test("go both ways at once, many together", arguments: Cut.allCases)
    func bidirectional(cut: Cut) throws {
        let link = Link(cut: cut)
        link.onServer = { link, event in
            if let message = event.message {
                link.server.sendMessage(message.bytes, on: message.stream, end: message.end)
            }
        }
        let streams = try (0..<5).map { _ in try link.start() }
        for round in 0..<3 {
            for stream in streams {
                link.client.sendMessage(ByteBuffer(string: "\(stream).\(round)"), on: stream, end: round == 2)
            }
            link.run()
        }
        let lines = link.takeClientLines()
        for stream in streams {
            let own = lines.filter { $0.contains(" \(stream) ") }
            let expected = [
                "message \(stream) \(stream).0", "message \(stream) \(stream).1", "message \(stream) \(stream).2 end",
                "status \(stream) OK",
            ]
            #expect(own == expected)
        }
    }

    @Test("may have no message at all and end without one")
    func emptyStream() throws {
        let link = Link()
        let stream = try link.start()
        link.client.endSending(stream)
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/C", "half-close 1"])
        link.server.sendStatus(CallStatus(.ok), on: stream)
        link.run()
        #expect(link.takeClientLines() == ["status 1 OK"])
    }

    @Test("carry messages of no bytes and tell which are compressed")
    func emptyAndCompressed() throws {
        let link = Link()
        let stream = try link.start()
        link.client.sendMessage(ByteBuffer(), on: stream, end: false)
        link.client.sendMessage(ByteBuffer(string: "z"), on: stream, end: true, isCompressed: true)
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/C", "message 1 ", "message 1 z compressed end"])
    }

    @Test("may be answered before the client has sent anything")
    func earlyAnswer() throws {
        let link = Link()
        let stream = try link.start()
        link.run()
        link.server.sendMessage(ByteBuffer(string: "early"), on: stream, end: true)
        link.moveToClient()
        #expect(link.takeClientLines() == ["message 1 early end", "status 1 OK"])
        link.client.sendMessage(ByteBuffer(string: "late"), on: stream, end: true)
        link.client.endSending(stream)
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/C"])
    }

    @Test("that the server ends early drop what the client still sends, at no cost for others")
    func crossing() throws {
        let link = Link()
        let stream = try link.start()
        link.run()
        link.server.sendStatus(CallStatus(.notFound, "No such list."), on: stream)
        for _ in 0..<100 { link.client.sendMessage(ByteBuffer(filler: 1_000), on: stream, end: false) }
        link.client.endSending(stream)
        link.run()
        #expect(link.takeClientLines() == ["status 1 NOT_FOUND No such list."])
        #expect(link.takeServerLines() == ["call 1 a.B/C"])
        expectFullCredit(link)
    }

    @Test(
        "carry the time left in microseconds",
        arguments: [
            (nil, nil), (0, 1), (1, 1), (250_000, 250_000), (31_536_000_000_000, 31_536_000_000_000),
            (UInt64.max, 31_536_000_000_000),
        ] as [(UInt64?, UInt64?)]
    )
    func deadline(sent: UInt64?, received: UInt64?) throws {
        let link = Link()
        _ = try link.client.startCall(CallHeader(template: CallTemplate(method: "a.B/C"), timeoutMicroseconds: sent))
        link.run()
        #expect(link.serverEvents.first?.call?.header.timeoutMicroseconds == received)
    }

    @Test(
        "do not start with a method that no server takes",
        arguments: ["", "a b", "ä", "a\n", String(repeating: "m", count: 257)]
    )
    func invalidMethod(method: String) {
        let link = Link()
        #expect(throws: ConnectionStateMachine.StartError.invalidMethod) { try link.start(method) }
        #expect(link.client.runningStreams == 0 && !link.client.hasOutput)
    }

    @Test("keep numbers of codes that a later version knows as UNKNOWN")
    func unknownCode() {
        var client = ConnectionStateMachine.opened(.client)
        _ = try? client.startCall(CallHeader(template: CallTemplate(method: "a.B/C")))
        client.receive(frame(.status, [], 1, [99, 0, 0, 0]))
        #expect(events(of: &client).map(\.line) == ["status 1 UNKNOWN"])
    }

    @Test("have pings answered with the same value")
    func ping() {
        let link = Link()
        link.client.sendPing(7)
        link.server.sendPing(.max)
        link.run()
        #expect(link.takeClientLines() == ["pong 7"])
        #expect(link.takeServerLines() == ["pong 18446744073709551615"])
    }

    @Test("have 17 codes with gRPC's numbers and names")
    func codes() {
        #expect(StatusCode.allCases.map(\.rawValue) == Array(0...16))
        #expect(Set(StatusCode.allCases.map(\.name)).count == 17)
        #expect(StatusCode.unauthenticated.name == "UNAUTHENTICATED")
    }

    @Test("of a server may have metadata only ahead of messages")
    func lateMetadata() throws {
        let link = Link()
        let stream = try link.start()
        link.run()
        link.server.sendMessage(ByteBuffer(string: "m"), on: stream, end: false)
        link.server.sendMetadata(Metadata(), on: stream)
        link.run()
        #expect(link.takeClientLines() == ["message 1 m"])
    }
}

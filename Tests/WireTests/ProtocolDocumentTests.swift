import Foundation
import NIOCore
import ProtocolTestSupport
import Testing

@testable import Wire

/// The same exchange as the document tells, made by the state machines.
private struct Exchange {
    var vectors: [String: [UInt8]] = [:]

    init() throws {
        var client = ConnectionStateMachine(role: .client)
        var server = ConnectionStateMachine(role: .server)
        take("client-opening", from: &client, to: &server)
        take("server-opening", from: &server, to: &client)
        try addUnary(&client, &server)
        try addTemplates(&client, &server)
        try addEndings(&client, &server)
        try addCompressed()
        try addConnectionFrames()
        try addStopping()
        try addFirstCall()
    }

    /// The call with which the page begins: what a client without settings of its own sends, and what it receives.
    private mutating func addFirstCall() throws {
        var client = ConnectionStateMachine.opened(.client)
        let template = CallTemplate(method: "larder.rpc.v1.Health/CheckHealth")
        let header = CallHeader(template: template, remembersTemplate: false, timeoutMicroseconds: 10_000_000)
        client.sendMessage(ByteBuffer(), on: try client.startCall(header), end: true)
        let opening = Array(vectors["client-opening"]!.prefix(8)) + frame(.settings)
        vectors["first-call"] = opening + client.allOutput().bytes
        var server = ConnectionStateMachine(role: .server)
        server.receive(vectors["first-call"]!)
        #expect(events(of: &server).compactMap(\.call).map(\.header.template.method) == [template.method])
        server.sendMessage(ByteBuffer(bytes: [0x08, 0x01]), on: 1, end: true)
        vectors["first-answer"] = server.allOutput().bytes
        server.receive(frame(.call, [], 2, callPayload()))
        _ = server.allEvents()
        server.sendStatus(CallStatus(.unimplemented, "There is no such method."), on: 2)
        vectors["first-failure"] = server.allOutput().bytes
    }

    /// A server that stops in two steps, and one that finds a breach, each with four calls started.
    private mutating func addStopping() throws {
        func link() throws -> Link {
            let link = Link()
            for _ in 0..<4 { _ = try link.start() }
            link.run()
            return link
        }
        let stopping = try link()
        stopping.server.announceGoAway("stopping")
        stopping.server.sendPing(0x0102_0304_0506_0708)
        vectors["going-away-first"] = stopping.server.allOutput().bytes
        stopping.server.goAway(.none, "stopping")
        vectors["going-away-second"] = stopping.server.allOutput().bytes
        let broken = try link()
        broken.server.receive(frame(.settings))
        #expect(events(of: &broken.server).compactMap(\.violation).count == 1)
        vectors["breach"] = broken.server.allOutput().bytes
        var client = ConnectionStateMachine.opened(.client)
        let held = CallTemplate(method: "larder.rpc.v1.Health/WatchHealth")
        _ = try client.startCall(CallHeader(template: held, remembersTemplate: false))
        vectors["held-call"] = client.allOutput().bytes
    }

    private mutating func take(
        _ name: String,
        from sender: inout ConnectionStateMachine,
        to receiver: inout ConnectionStateMachine
    ) {
        let bytes = sender.allOutput().bytes
        vectors[name] = bytes
        receiver.receive(bytes)
        let violations = receiver.allEvents().compactMap(\.violation)
        #expect(violations.isEmpty, "\(name) is accepted")
    }

    private mutating func addUnary(_ client: inout ConnectionStateMachine, _ server: inout ConnectionStateMachine)
        throws
    {
        var own = Metadata()
        own.add("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        own.add("key-bin", [0x00, 0xFF])
        let header = CallHeader(template: Self.template, timeoutMicroseconds: 250_000, metadata: own)
        let message = ByteBuffer(bytes: [0x0A, 0x02] + Array("hi".utf8))
        let stream = try client.startCall(header)
        client.sendMessage(message, on: stream, end: true)
        take("unary-request", from: &client, to: &server)
        var answer = Metadata()
        answer.add("served-by", "a")
        server.sendMetadata(answer, on: stream)
        server.sendMessage(message, on: stream, end: true)
        take("unary-response", from: &server, to: &client)
    }

    private static let template: CallTemplate = {
        var steady = Metadata()
        steady.add("user-agent", "example/1")
        return CallTemplate(method: "larder.rpc.v1.Echo/UnaryEcho", metadata: steady)
    }()

    private mutating func addTemplates(
        _ client: inout ConnectionStateMachine,
        _ server: inout ConnectionStateMachine
    ) throws {
        let second = try client.startCall(CallHeader(template: Self.template))
        client.endSending(second)
        take("template-reused", from: &client, to: &server)
        let unnumbered = CallTemplate(method: "larder.rpc.v1.Echo/ExchangeEchoes")
        _ = try client.startCall(CallHeader(template: unnumbered, remembersTemplate: false))
        take("template-none", from: &client, to: &server)
        let details: [UInt8] = [0x12, 0x03, 0x08, 0xDC, 0x0B, 0x1A, 0x05] + Array("EMPTY".utf8)
        server.sendStatus(CallStatus(.invalidArgument, "Send a message.", details: details), on: second)
        take("status-error", from: &server, to: &client)
    }

    private mutating func addEndings(
        _ client: inout ConnectionStateMachine,
        _ server: inout ConnectionStateMachine
    ) throws {
        server.goAway(.none, "restart")
        _ = try client.startCall(CallHeader(template: Self.template))
        var crossing = client.allOutput()
        server.receive(&crossing, now: .uptimeNanoseconds(0))
        _ = server.allEvents()
        take("going-away", from: &server, to: &client)
        // A sender makes parts only of what does not fit, so this one is written by hand and read by the code.
        let parts =
            frame(.message, .more, 3, [0, 0, 0, 6] + Array("abc".utf8)) + frame(.message, [], 3, Array("def".utf8))
        vectors["message-parts"] = parts
        server.receive(parts)
        #expect(events(of: &server).map(\.line) == ["message 3 abcdef"])
        client.cancel(3, .deadlineExceeded)
        take("cancel", from: &client, to: &server)
    }

    /// A message as another implementation may have compressed it, read by the code, and the answer to an unknown one.
    private mutating func addCompressed() throws {
        let zlib = hex("78 9c e3 72 48 a4 10 00 00 27 63 18 8b")
        let whole = [1] + zlib
        vectors["message-compressed"] = frame(.message, [.end, .compressed], 6, whole)
        vectors["message-compressed-parts"] =
            frame(.message, [.more, .compressed], 6, [0, 0, 0, 14] + whole.prefix(8))
            + frame(.message, .end, 6, Array(whole.dropFirst(8)))
        for name in ["message-compressed", "message-compressed-parts"] {
            var server = ConnectionStateMachine.opened(.server)
            server.receive(frame(.call, [], 6, callPayload()) + vectors[name]!)
            let message = events(of: &server).compactMap(\.message).first
            #expect(message?.bytes.bytes == whole, "\(name) is accepted")
            guard name == "message-compressed" else { continue }
            let reason = Array("UNSUPPORTED_ENCODING".utf8)
            let sentence = "The message's encoding is not supported here. Supported: zlib."
            server.sendStatus(
                CallStatus(.unimplemented, sentence, details: [0x1A, UInt8(reason.count)] + reason),
                on: 6
            )
            vectors["unsupported-encoding"] = server.allOutput().bytes
        }
    }

    private mutating func addConnectionFrames() throws {
        let link = Link()
        for _ in 0..<5 { _ = try link.start() }
        link.run()
        for stream in 1...5 as ClosedRange<StreamID> {
            link.server.sendMessage(ByteBuffer(filler: stream < 5 ? 98_304 : 131_072), on: stream, end: false)
        }
        var bytes = ByteBuffer()
        while var piece = link.server.takeOutput() { bytes.writeBuffer(&piece) }
        // As whole frames in place of parts, whose prefixes would count, too.
        let whole = frames(in: bytes).flatMap { sent in frame(2, 0, sent.stream, sent.payload) }
        link.client.receive(whole)
        _ = link.client.allEvents()
        for stream in 1...4 as ClosedRange<StreamID> { link.client.consumed(98_304, on: stream) }
        link.client.consumed(131_072, on: 5)
        vectors["window"] = link.client.allOutput().bytes
        link.server.receive(vectors["window"]!)
        link.client.sendPing(0x0102_0304_0506_0708)
        take("ping", from: &link.client, to: &link.server)
        take("ping-answer", from: &link.server, to: &link.client)
        var server = ConnectionStateMachine(role: .server)
        _ = server.allOutput()
        server.receive(Array("GET / HTTP/1.1\r\n".utf8))
        #expect(events(of: &server).count == 1)
        vectors["not-larder"] = server.allOutput().bytes
        var varints = ByteBuffer()
        for value in [0, 127, 128, 300, UInt64(UInt32.max), .max] { varints.writeVarint(value) }
        vectors["varints"] = varints.bytes
    }
}

/// The exchange of a large message that the document traces, made by the state machines.
private struct FlowControlTrace {
    private(set) var rows: [[String]] = []
    private(set) var credit = (stream: 65_536, connection: 65_536)
    /// The sender's own count of the connection's credit in the end.
    private(set) var sendWindow = 0

    init() throws {
        let link = Link(client: .assumed, server: .assumed)
        let stream = try link.start()
        link.run()
        link.server.sendMessage(ByteBuffer(filler: 100_000), on: stream, end: false)
        while case let parts = frames(in: link.server.allOutput()), !parts.isEmpty {
            for part in parts { note("sender", part) }
            // One by one, as the receiver takes them.
            let answers = parts.flatMap { part in
                link.client.receive(part.bytes)
                _ = link.client.allEvents()
                return frames(in: link.client.allOutput())
            }
            for answer in answers { note("receiver", answer) }
            link.server.receive(answers.flatMap(\.bytes))
            _ = link.server.allEvents()
        }
        link.client.consumed(100_000, on: stream)
        let last = frames(in: link.client.allOutput())
        for answer in last { note("receiver", answer) }
        link.server.receive(last.flatMap(\.bytes))
        _ = link.server.allEvents()
        sendWindow = link.server.flow.sendWindow
    }

    private mutating func note(_ sender: String, _ frame: RecordedFrame) {
        let amount: Int
        let name: String
        if frame.type == .message {
            amount = frame.payload.count
            credit.stream -= amount
            credit.connection -= amount
            name = frame.flags.contains(.more) ? "MESSAGE MORE" : "MESSAGE"
        } else {
            amount = frame.payload.reduce(0) { $0 << 8 | Int($1) }
            if frame.stream == 0 { credit.connection += amount } else { credit.stream += amount }
            name = "WINDOW of \(frame.stream == 0 ? "the connection" : "stream \(frame.stream)")"
        }
        let numbers = [amount, credit.stream, credit.connection].map(FlowControlTrace.grouped)
        rows.append(["\(rows.count + 1)", sender, name] + numbers)
    }

    private static func grouped(_ number: Int) -> String {
        number < 1_000 ? "\(number)" : "\(number / 1_000)," + "\(1_000 + number % 1_000)".dropFirst()
    }
}

extension RecordedFrame {
    fileprivate var bytes: [UInt8] { frame(type!, flags, stream, payload) }
}

@Suite("The protocol's document")
struct ProtocolDocumentTests {
    @Test("traces a large message as the code sends and credits it")
    func flowControl() throws {
        let trace = try FlowControlTrace()
        let documented = ProtocolDocument.page.table(behind: "**8.9**").dropFirst().map { Array($0.dropLast()) }
        #expect(Array(documented) == trace.rows)
        #expect(trace.credit.connection == trace.sendWindow)
    }

    @Test("has test vectors that are exactly what the code sends and accepts")
    func vectors() throws {
        let documented = ProtocolDocument.page.vectors
        let made = try Exchange().vectors
        #expect(Set(documented.keys) == Set(made.keys))
        for (name, bytes) in made {
            #expect(
                documented[name] == bytes,
                "\(name): \(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())"
            )
        }
    }

    @Test("tells the settings' ids, ranges and values as the code has them")
    func settings() throws {
        let rows = ProtocolDocument.page.rows
        func number(_ text: String) -> Int? { Int(text.replacing(",", with: "")) }
        let assumed = Settings.assumed.values
        let defaults = Settings().values
        for id in 1...8 {
            let row = try #require(rows.first { $0.count == 5 && $0[0] == "\(id)" && number($0[2]) != nil })
            #expect(number(row[2]) == assumed[id - 1])
            #expect(number(row[4]) == defaults[id - 1])
            let bounds = row[3].components(separatedBy: " to ")
            let range = Settings.range(of: UInt16(id))
            #expect(number(bounds[0]) == range.lowerBound)
            let powers = ["2^30 − 1": 0x3FFF_FFFF, "2^31 − 1": 0x7FFF_FFFF, "2^32 − 1": 0xFFFF_FFFF]
            let upper = powers[bounds[1]] ?? number(bounds[1])
            #expect(upper == range.upperBound)
        }
        for code in StatusCode.allCases {
            #expect(rows.contains { $0.count >= 3 && $0[0] == "\(code.rawValue)" && $0[1] == code.name })
        }
        for type in FrameType.allCases {
            let name = ["halfClose": "HALF_CLOSE", "goAway": "GOAWAY"]["\(type)"] ?? "\(type)".uppercased()
            #expect(rows.contains { $0.count >= 3 && $0[0] == "\(type.rawValue)" && $0[1] == name })
        }
    }
}

extension Settings {
    /// The values in the order of their ids.
    fileprivate var values: [Int] {
        [
            maximumFrameSize, initialStreamWindow, connectionWindow, maximumConcurrentStreams, maximumMessageSize,
            maximumMetadataSize, maximumTemplates, Int(encodings.rawValue),
        ]
    }
}

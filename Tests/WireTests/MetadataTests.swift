import NIOCore
import Testing

@testable import Wire

@Suite("Metadata")
struct MetadataTests {
    static func read(_ bytes: [UInt8]) throws(WireViolation) -> Metadata {
        var buffer = ByteBuffer(bytes: bytes)
        return try Metadata(from: &buffer)
    }

    static func entry(_ name: String, _ value: [UInt8]) -> [UInt8] {
        [1, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.count)] + value
    }

    @Test(
        "with an invalid name is rejected",
        arguments: ["", "Name", "with space", "colon:", "ä", "new\nline", "nul\0", "slash/"]
    )
    func invalidNames(name: String) {
        #expect(throws: WireViolation(.protocolError, "a metadata name is invalid")) {
            try Self.read(Self.entry(name, [0x61]))
        }
    }

    @Test("with a name of more than 128 bytes is rejected")
    func longName() throws {
        let name = [UInt8](repeating: 0x61, count: 129)
        #expect(throws: WireViolation.self) { try Self.read([1, 0x81, 0x01] + name + [0]) }
        let longest = try Self.read([1, 0x80, 0x01] + name.dropLast() + [0])
        #expect(longest.entries.count == 1)
    }

    @Test(
        "text with control characters or broken UTF-8 is rejected",
        arguments: [
            [0x00], [0x09], [0x0A], [0x0D], [0x1B], [0x1F], [0x7F], [0xC2, 0x80], [0xC2, 0x85], [0xC2, 0x9F], [0xFF],
            [0xC3, 0x28], [0xED, 0xA0, 0x80],
        ] as [[UInt8]]
    )
    func invalidText(value: [UInt8]) {
        #expect(throws: WireViolation(.protocolError, "a metadata value is not text")) {
            try Self.read(Self.entry("a", value))
        }
    }

    @Test("text outside of ASCII is taken", arguments: ["", " ", "ä", "\u{A0}", "日本語", "🥕"])
    func validText(value: String) throws {
        #expect(try Self.read(Self.entry("a", Array(value.utf8)))[text: "a"] == value)
        #expect(Metadata.isValid(text: value))
    }

    @Test("under a name ending in -bin carries any bytes")
    func binary() throws {
        let metadata = try Self.read(Self.entry("trace-bin", [0, 0xFF, 0x0A]))
        #expect(metadata[binary: "trace-bin"] == [0, 0xFF, 0x0A])
        #expect(metadata[text: "trace-bin"] == nil)
    }

    @Test(
        "that lies about its count or lengths is rejected",
        arguments: [
            "", "80", "01", "05 016100", "ffffffff0f 016100", "ffffffffffffffffff01 016100", "02 0161 00", "01 0161",
            "01 0161 05 61", "01 05 6161",
        ]
    )
    func lies(text: String) {
        #expect(throws: WireViolation.self) { try Self.read(hex(text)) }
    }

    @Test("keeps order and repeats over a round trip")
    func roundTrip() throws {
        var metadata = Metadata()
        metadata.add("b", "1")
        metadata.add("a", "2")
        metadata.add("b", "3")
        metadata.add("x-bin", [1, 2])
        var buffer = ByteBuffer()
        metadata.write(to: &buffer)
        let read = try Metadata(from: &buffer)
        #expect(read == metadata)
        #expect(read.entries.map(\.name) == ["b", "a", "b", "x-bin"])
        #expect(read[text: "b"] == "1")
        #expect(metadata.byteCount == 3 * (1 + 1 + 4) + (5 + 2 + 4))
    }

    @Test("can be joined and have names removed")
    func editing() {
        var first = Metadata()
        first.add("a", "1")
        var second = Metadata()
        second.add("a", "2")
        second.add("b", "3")
        first.append(second)
        #expect(first.entries.count == 3 && !first.isEmpty)
        first.remove("a")
        #expect(first.entries.map(\.name) == ["b"])
    }

    @Test("of calls, responses and ends of calls reaches the other side", arguments: Cut.allCases)
    func carried(cut: Cut) throws {
        let link = Link(cut: cut)
        var steady = Metadata()
        steady.add("user-agent", "test")
        var own = Metadata()
        own.add("traceparent", "00-1-2-03")
        own.add("key-bin", [0, 1])
        let template = CallTemplate(method: "a.B/C", metadata: steady)
        let stream = try link.client.startCall(CallHeader(template: template, metadata: own))
        link.run()
        let header = try #require(link.serverEvents.first?.call?.header)
        #expect(header.template.metadata == steady)
        #expect(header.metadata == own)
        link.server.sendMetadata(steady, on: stream)
        link.server.sendMetadata(own, on: stream)
        link.server.sendStatus(CallStatus(.aborted, "Stop.", details: [1, 2], metadata: own), on: stream)
        link.run()
        #expect(link.clientEvents.count == 2)
        guard case .metadata(stream, steady)? = link.clientEvents.first else {
            Issue.record("no metadata came first")
            return
        }
        let status = CallStatus(.aborted, "Stop.", details: [1, 2], metadata: own)
        #expect(link.clientEvents.last?.status?.status == status)
    }

    @Test("over the server's limit is not sent, and costs only the call when it comes")
    func tooLarge() throws {
        let link = Link(server: Settings(maximumMetadataSize: 8_192))
        var metadata = Metadata()
        metadata.add("a", String(repeating: "x", count: 8_192))
        let header = CallHeader(template: CallTemplate(method: "a.B/C"), metadata: metadata)
        #expect(throws: ConnectionStateMachine.StartError.metadataTooLarge(limit: 8_192)) {
            try link.client.startCall(header)
        }
        let careless = Link(server: Settings(maximumMetadataSize: 8_192))
        careless.client.remote.maximumMetadataSize = 100_000
        _ = try careless.client.startCall(header)
        careless.run()
        let status = try #require(careless.clientEvents.first?.status?.status)
        #expect(status.code == .resourceExhausted && status.isUnprocessed)
        #expect(!careless.server.hasFailed && careless.client.runningStreams == 0)
    }

    @Test("of a server over the client's limit is not sent")
    func serverTooLarge() throws {
        let link = Link(client: Settings(maximumMetadataSize: 8_192))
        let stream = try link.start()
        link.run()
        var metadata = Metadata()
        metadata.add("a", String(repeating: "x", count: 40_000))
        let isSent = link.server.sendMetadata(metadata, on: stream)
        #expect(!isSent)
        let status = CallStatus(
            .internalError,
            String(repeating: "ä", count: 20_000),
            details: [UInt8](repeating: 1, count: 50_000),
            metadata: metadata
        )
        link.server.sendStatus(status, on: stream)
        link.run()
        let received = try #require(link.clientEvents.first?.status?.status)
        #expect(received.code == .internalError && received.details.isEmpty && received.metadata.isEmpty)
        #expect(received.message.utf8.count <= 4_096 && received.message.hasPrefix("ää"))
        #expect(link.client.hasFailed == false)
    }
}

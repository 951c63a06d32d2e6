import NIOCore
import Testing

@testable import Wire

@Suite("Frame writer")
struct FrameWriterTests {
    private func written(_ write: (inout FrameWriter) -> Void) -> [UInt8] {
        var writer = FrameWriter()
        write(&writer)
        return writer.take().map { Array($0.readableBytesView) } ?? []
    }

    @Test("starts a client with the preface, and either side with SETTINGS")
    func opening() {
        let server = written { $0.writeOpening(.server, Settings()) }
        let client = written { $0.writeOpening(.client, Settings()) }
        #expect(server.prefix(9) == [0, 0, 48, 0, 0, 0, 0, 0, 0] && server.count == 57)
        #expect(client == ConnectionStateMachine.preface + server)
    }

    @Test("lays out the frames without a payload of their own")
    func fixedFrames() {
        #expect(written { $0.writeHalfClose(7) } == [0, 0, 0, 3, 0, 0, 0, 0, 7])
        #expect(written { $0.writeCancel(7, .deadlineExceeded) } == [0, 0, 1, 5, 0, 0, 0, 0, 7, 4])
        #expect(written { $0.writeWindow(0x0102_0304, 0x0506) } == [0, 0, 4, 6, 0, 1, 2, 3, 4, 0, 0, 5, 6])
        #expect(written { $0.writePing(1, []) } == [0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(written { $0.writePing(2, .acknowledgement) }[4] == 1)
    }

    @Test("cuts the text of GOAWAY to 256 bytes")
    func goAway() {
        let short = written { $0.writeGoAway(3, .flowControl, "why") }
        #expect(short == [0, 0, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2] + Array("why".utf8))
        let long = written { $0.writeGoAway(3, .none, String(repeating: "x", count: 300)) }
        #expect(long.prefix(3) == [0, 1, 5] && long.count == 9 + 5 + 256)
    }

    @Test("writes a template into CALL only when it is new")
    func call() {
        let header = CallHeader(template: CallTemplate(method: "a.B/C"), timeoutMicroseconds: 300)
        let new = written { $0.writeCall(header, .init(number: 2, isNew: true), on: 1) }
        #expect(new == [0, 0, 11, 1, 1, 0, 0, 0, 1, 2, 5] + Array("a.B/C".utf8) + [0, 0xAC, 2, 0])
        let known = written { $0.writeCall(header, .init(number: 2, isNew: false), on: 3) }
        #expect(known == [0, 0, 4, 1, 0, 0, 0, 0, 3, 2, 0xAC, 2, 0])
        let whole = written { $0.writeCall(header, .unremembered, on: 5) }
        #expect(whole == [0, 0, 11, 1, 0, 0, 0, 0, 5, 0, 5] + Array("a.B/C".utf8) + [0, 0xAC, 2, 0])
    }

    @Test("writes a deadline that has passed as the shortest time, since 0 stands for none")
    func passedDeadline() {
        let header = CallHeader(template: CallTemplate(method: "a.B/C"), timeoutMicroseconds: 0)
        #expect(written { $0.writeCall(header, .init(number: 1, isNew: false), on: 1) }.suffix(3) == [1, 1, 0])
    }

    @Test("writes messages whole, and in parts with the length in the first alone")
    func messages() {
        let whole = written { $0.writeMessage(2, on: 1, [.end, .compressed]) { $0.copyBytes(from: [8, 9]) } }
        #expect(whole == [0, 0, 2, 2, 5, 0, 0, 0, 1, 8, 9])
        let first = written { $0.writePart(ByteBuffer(bytes: [8]), total: 258, on: 1, .compressed) }
        #expect(first == [0, 0, 5, 2, 6, 0, 0, 0, 1, 0, 0, 1, 2, 8])
        let next = written { $0.writePart(ByteBuffer(bytes: [8]), total: nil, on: 1, []) }
        #expect(next == [0, 0, 1, 2, 2, 0, 0, 0, 1, 8])
        #expect(written { $0.writeMessage(0, on: 1, []) { _ in } } == [0, 0, 0, 2, 0, 0, 0, 0, 1])
    }

    @Test("writes metadata and statuses, leaving out metadata over the limit")
    func metadata() {
        var metadata = Metadata()
        metadata.add("a", "b")
        #expect(written { $0.writeMetadata(metadata, on: 1) } == [0, 0, 5, 9, 0, 0, 0, 0, 1, 1, 1, 97, 1, 98])
        let status = CallStatus(.notFound, "x", metadata: metadata, isUnprocessed: true)
        let full = written { $0.writeStatus(status, on: 1, metadataLimit: 6) }
        #expect(full == [0, 0, 9, 4, 1, 0, 0, 0, 1, 5, 1, 120, 0, 1, 1, 97, 1, 98])
        #expect(written { $0.writeStatus(status, on: 1, metadataLimit: 5) }.suffix(5) == [5, 1, 120, 0, 0])
    }

    @Test("gives what was written once")
    func take() {
        var writer = FrameWriter()
        #expect(writer.byteCount == 0 && take(&writer) == nil)
        writer.writeHalfClose(1)
        writer.writeHalfClose(2)
        #expect(writer.byteCount == 18 && take(&writer)?.readableBytes == 18)
        #expect(writer.byteCount == 0 && take(&writer) == nil)
    }

    private func take(_ writer: inout FrameWriter) -> ByteBuffer? { writer.take() }
}

@Suite("Frame reader")
struct FrameReaderTests {
    private func append(_ bytes: [UInt8], to reader: inout FrameReader) {
        var buffer = ByteBuffer(bytes: bytes)
        reader.append(&buffer)
        #expect(buffer.readableBytes == 0)
    }

    @Test("gives a frame once all of it has come")
    func cutFrame() throws {
        var reader = FrameReader()
        let bytes = frame(.ping, [], 0, [1, 2, 3, 4, 5, 6, 7, 8])
        for byte in bytes.prefix(8) {
            append([byte], to: &reader)
            #expect(reader.header == nil)
        }
        append([bytes[8]], to: &reader)
        let header = try #require(reader.header)
        for byte in bytes[9..<16] {
            append([byte], to: &reader)
            #expect(payload(&reader, header) == nil)
        }
        #expect(reader.isWithinFrame && reader.framesRead == 0)
        append([bytes[16]], to: &reader)
        #expect(payload(&reader, header) == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(!reader.isWithinFrame && reader.framesRead == 1 && reader.header == nil)
    }

    @Test("gives the frames of one read in order, also those without a payload")
    func severalFrames() throws {
        var reader = FrameReader()
        append(frame(.halfClose, [], 1) + frame(.cancel, [], 2, [1]) + [0, 0], to: &reader)
        let first = try #require(reader.header)
        #expect(first.stream == 1 && payload(&reader, first) == [])
        let second = try #require(reader.header)
        #expect(second.stream == 2 && payload(&reader, second) == [1])
        #expect(reader.isWithinFrame && reader.framesRead == 2)
        reader.removeAll()
        #expect(!reader.isWithinFrame && reader.storageCapacity == 0)
    }

    @Test("reads a preface in pieces, with the frames behind it")
    func preface() throws {
        var reader = FrameReader()
        append(Array(ConnectionStateMachine.preface.prefix(3)), to: &reader)
        #expect(try readPreface(&reader) == false)
        append(ConnectionStateMachine.preface.dropFirst(3) + frame(.settings, [], 0), to: &reader)
        #expect(try readPreface(&reader))
        #expect(reader.header?.type == FrameType.settings.rawValue)
    }

    @Test("rejects another protocol at the first byte that differs", arguments: 0..<8)
    func otherProtocol(index: Int) {
        var bytes = ConnectionStateMachine.preface
        bytes[index] ^= 0x20
        var reader = FrameReader()
        append(Array(bytes.prefix(index + 1)), to: &reader)
        #expect(throws: WireViolation.notLarder) { try readPreface(&reader) }
    }

    private func payload(_ reader: inout FrameReader, _ header: FrameHeader) -> [UInt8]? {
        reader.readPayload(of: header).map { Array($0.readableBytesView) }
    }

    private func readPreface(_ reader: inout FrameReader) throws -> Bool { try reader.readPreface() }
}

import NIOCore
import Testing

@testable import Wire

@Suite("Frame header")
struct FrameTests {
    static let vectors: [(FrameHeader, String)] = [
        (FrameHeader(length: 0, type: .settings, stream: 0), "000000 00 00 00000000"),
        (FrameHeader(length: 42, type: .settings, stream: 0), "00002a 00 00 00000000"),
        (
            FrameHeader(length: 0x010203, type: .message, flags: [.end, .more], stream: 0x0405_0607),
            "010203 02 03 04050607"
        ),
        (FrameHeader(length: 0xFF_FFFF, type: .metadata, flags: .end, stream: 0x7FFF_FFFF), "ffffff 09 01 7fffffff"),
        (FrameHeader(length: 8, type: .ping, flags: .acknowledgement, stream: 0), "000008 07 01 00000000"),
        (FrameHeader(length: 1, type: .cancel, stream: 0x100), "000001 05 00 00000100"),
    ]

    @Test("is laid out as length, type, flags, stream", arguments: vectors)
    func layout(header: FrameHeader, expected: String) {
        var buffer = ByteBuffer()
        header.write(to: &buffer)
        #expect(buffer.bytes == hex(expected))
        #expect(FrameHeader(from: &buffer) == header)
        #expect(buffer.readableBytes == 0)
    }

    @Test("waits for all nine bytes and moves nothing until then", arguments: 0..<9)
    func waits(count: Int) {
        var buffer = ByteBuffer(bytes: [UInt8](repeating: 0xFF, count: count))
        #expect(FrameHeader(from: &buffer) == nil)
        #expect(buffer.readableBytes == count)
    }

    @Test("keeps numbers of unknown kinds and ids out of range for the state machine to judge")
    func unknown() throws {
        var buffer = ByteBuffer(bytes: hex("000001 fe ff ffffffff"))
        let header = try #require(FrameHeader(from: &buffer))
        #expect(header.type == 0xFE)
        #expect(header.flags.rawValue == 0xFF)
        #expect(header.stream == 0xFFFF_FFFF)
    }
}

@Suite("Variable-length numbers")
struct VarintTests {
    @Test(
        "have one byte for each seven bits",
        arguments: [
            (0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (300, "ac02"), (16_383, "ff7f"), (16_384, "808001"),
            (UInt64(UInt32.max), "ffffffff0f"), (UInt64(1) << 63, "80808080808080808001"),
            (UInt64.max, "ffffffffffffffffff01"),
        ] as [(UInt64, String)]
    )
    func vectors(value: UInt64, expected: String) {
        var buffer = ByteBuffer()
        buffer.writeVarint(value)
        #expect(buffer.bytes == hex(expected))
        #expect(readVarint(&buffer) == value)
        #expect(buffer.readableBytes == 0)
    }

    @Test(
        "are rejected when cut off, longer than ten bytes or above 64 bits",
        arguments: [
            "", "80", "ffffffffffffffffff", "ffffffffffffffffff02", "8080808080808080808001", "ffffffffffffffffff7f",
        ]
    )
    func refused(text: String) {
        var buffer = ByteBuffer(bytes: hex(text))
        #expect(readVarint(&buffer) == nil)
    }

    @Test("are read in longer forms than needed")
    func padded() {
        var buffer = ByteBuffer(bytes: hex("8000 85808000"))
        #expect(readVarint(&buffer) == 0)
        #expect(readVarint(&buffer) == 5)
    }

    @Test("survive a round trip at each power of two and its neighbours")
    func roundTrips() {
        for shift in 0..<64 {
            for value in [(UInt64(1) << shift) &- 1, UInt64(1) << shift, (UInt64(1) << shift) &+ 1] {
                var buffer = ByteBuffer()
                buffer.writeVarint(value)
                #expect(readVarint(&buffer) == value)
            }
        }
    }

    @Test("give no length above the limit")
    func limits() {
        var buffer = ByteBuffer(bytes: hex("0a 0b ffffffffffffffffff01"))
        #expect(readLength(&buffer, limit: 10) == 10)
        #expect(readLength(&buffer, limit: 10) == nil)
        #expect(readLength(&buffer, limit: .max) == nil)
    }

    @Test("never let a string or bytes reach beyond what is there")
    func prefixed() {
        var short = ByteBuffer(bytes: hex("05 61626364"))
        #expect(readString(&short) == nil)
        var huge = ByteBuffer(bytes: hex("ffffffffffffffffff01 61"))
        #expect(readBytes(&huge) == nil)
        var broken = ByteBuffer(bytes: hex("02 c328"))
        #expect(readString(&broken) == nil)
        var good = ByteBuffer(bytes: hex("02 c3a4 00"))
        #expect(readString(&good) == "ä")
        #expect(readBytes(&good) == [])
    }
}

// The expectation macro takes no calls of mutating members.
private func readVarint(_ buffer: inout ByteBuffer) -> UInt64? { buffer.readVarint() }
private func readLength(_ buffer: inout ByteBuffer, limit: Int) -> Int? { buffer.readLength(limit: limit) }
private func readString(_ buffer: inout ByteBuffer) -> String? { buffer.readLengthPrefixedString() }
private func readBytes(_ buffer: inout ByteBuffer) -> [UInt8]? { buffer.readLengthPrefixedBytes() }

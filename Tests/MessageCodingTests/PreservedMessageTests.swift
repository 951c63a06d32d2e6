import CommonMessages
import MessageCoding
import NIOCore
import Testing

@Suite struct PreservedMessageTests {
    private typealias Preserved = PreservedMessage<Common.Money>

    @Test func keepsFieldsThatThisVersionDoesNotKnow() throws {
        // Field 3 as a varint, field 900 with three bytes, around the known field 1.
        let bytes: [UInt8] = [0x18, 5, 0x08, 7, 0xA2, 0x38, 3, 1, 2, 3]
        let message = try Preserved(decoding: ByteBuffer(bytes: bytes))
        #expect(message.base == Common.Money(minorUnits: 7))
        #expect(message.unknownFields == [3, 900])
        let encoded = try message.encoded()
        #expect(encoded == message.bytes)
        #expect(try Preserved(decoding: encoded) == message)
        #expect(encoded.readableBytes == bytes.count)
    }

    @Test func isLikeItsBaseWithoutUnknownFields() throws {
        let money = Common.Money(minorUnits: -12, currency: "CAD")
        let message = try Preserved(decoding: money.encoded())
        #expect(message.base == money && message.unknownFields.isEmpty)
        #expect(try message.encoded() == money.encoded())
        #expect(try Preserved().encoded().readableBytes == 0)
        #expect(Preserved.descriptor == Common.Money.descriptor)
    }

    @Test func refusesWhatItsBaseRefuses() {
        #expect(throws: MessageError.self) { try Preserved(decoding: ByteBuffer(bytes: [0x12, 2, 0xC0, 0xC0])) }
        #expect(throws: MessageError.malformed) { try Preserved(decoding: ByteBuffer(bytes: [0xFF])) }
        #expect(throws: MessageError.resourceExhausted) {
            try Preserved(decoding: ByteBuffer(bytes: [0x12, 1, 65]), budget: 1)
        }
    }
}

import NIOCore
import Wire

/// A frame as it went over the wire.
struct RecordedFrame: Hashable, CustomStringConvertible {
    var type: FrameType?
    var flags: FrameFlags
    var stream: StreamID
    var payload: [UInt8]

    var description: String {
        "\(type.map { "\($0)" } ?? "unknown") flags \(flags.rawValue) stream \(stream) \(payload.count) bytes"
    }
}

/// Splits bytes into frames without use of the state machine.
func frames(in bytes: ByteBuffer, skippingPreface: Bool = false) -> [RecordedFrame] {
    var rest = bytes
    if skippingPreface { rest.moveReaderIndex(forwardBy: ConnectionStateMachine.preface.count) }
    var found: [RecordedFrame] = []
    while let head = rest.readBytes(length: 9) {
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        let stream = UInt32(head[5]) << 24 | UInt32(head[6]) << 16 | UInt32(head[7]) << 8 | UInt32(head[8])
        guard let payload = rest.readBytes(length: length) else { break }
        found.append(
            RecordedFrame(
                type: FrameType(rawValue: head[3]),
                flags: FrameFlags(rawValue: head[4]),
                stream: stream,
                payload: payload
            )
        )
    }
    return found
}

/// The bytes of one frame, built by hand so that it may be wrong.
func frame(_ type: UInt8, _ flags: UInt8 = 0, _ stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
    let length = payload.count
    return [
        UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags,
        UInt8(stream >> 24), UInt8(stream >> 16 & 0xFF), UInt8(stream >> 8 & 0xFF), UInt8(stream & 0xFF),
    ] + payload
}

func frame(_ type: FrameType, _ flags: FrameFlags = [], _ stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
    frame(type.rawValue, flags.rawValue, stream, payload)
}

/// Bytes from hexadecimal digits; spaces do not count.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

extension ByteBuffer {
    var bytes: [UInt8] { Array(readableBytesView) }
}

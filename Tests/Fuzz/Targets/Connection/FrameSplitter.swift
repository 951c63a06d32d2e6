import NIOCore
import Wire

/// A frame as it stands on the wire.
struct WireFrame {
    var type: FrameType?
    var flags: UInt8
    var stream: StreamID
    var payload: ByteBuffer

    var length: Int { payload.readableBytes }

    func has(_ flag: FrameFlags) -> Bool { flags & flag.rawValue != 0 }
}

/// Splits a stream of bytes into frames without use of the code that is watched.
struct FrameSplitter {
    private var pending = ByteBuffer()
    private var prefaceLeft: Int

    /// - Parameter hasPreface: whether a client's bytes are split.
    init(hasPreface: Bool) { prefaceLeft = hasPreface ? ConnectionStateMachine.preface.count : 0 }

    /// The frames that are complete with these bytes.
    mutating func split(_ bytes: ByteBuffer) -> [WireFrame] {
        pending.discardReadBytes()
        pending.writeImmutableBuffer(bytes)
        let skipped = min(prefaceLeft, pending.readableBytes)
        pending.moveReaderIndex(forwardBy: skipped)
        prefaceLeft -= skipped
        var frames: [WireFrame] = []
        while prefaceLeft == 0, let frame = next() { frames.append(frame) }
        return frames
    }

    private mutating func next() -> WireFrame? {
        let start = pending.readerIndex
        guard let head = pending.getBytes(at: start, length: 9) else { return nil }
        let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard let payload = pending.getSlice(at: start + 9, length: length) else { return nil }
        pending.moveReaderIndex(forwardBy: 9 + length)
        return WireFrame(
            type: FrameType(rawValue: head[3]),
            flags: head[4],
            stream: head[5...].reduce(0) { $0 << 8 | StreamID($1) },
            payload: payload
        )
    }
}

import CZlib
package import NIOCore

/// zlib's decompression with a bound on what comes out.
///
/// It belongs to one message at a time, from ``begin(_:limit:)`` to the end; the borrower has exclusive use of it,
/// which is what the unchecked conformance rests on.
package final class Inflater: @unchecked Sendable {
    // zlib remembers the address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    private var limit = 0

    /// Prepares zlib.
    package init(_ format: CompressedFormat = .zlib) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        precondition(larder_inflate_begin(stream, format.windowBits) == Z_OK, "zlib has no memory")
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Starts a message.
    /// - Parameter limit: The most bytes that may come out.
    package func begin(_ compressed: ByteBuffer, limit: Int) {
        inflateReset(stream)
        input = compressed
        output = ByteBuffer()
        self.limit = limit
    }

    /// Bytes of memory that the message has taken so far.
    package var reserved: Int { output.storageCapacity }

    /// Forgets the message.
    package func end() {
        input = ByteBuffer()
        output = ByteBuffer()
    }

    /// Decompresses until the message is whole or a number of bytes is reached.
    /// - Returns: The message; nil when it goes on.
    package func run(until pause: Int = .max) throws(CompressionFailure) -> ByteBuffer? {
        while true {
            let room = min(limit, pause) - output.readableBytes
            if room <= 0 {
                guard output.readableBytes >= limit else { return nil }
                try finishAtLimit()
                return output
            }
            // Grows with what has come out, so that a claim costs nothing until it is made good.
            let chunk = min(room, max(1_024, output.readableBytes, 4 * input.readableBytes))
            var (code, written) = (Z_OK, 0)
            output.writeWithUnsafeMutableBytes(minimumWritableBytes: chunk) { memory in
                (code, written) = step(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<chunk]))
                return written
            }
            switch code {
            case Z_STREAM_END:
                guard input.readableBytes == 0 else { throw .damaged }
                return output
            case Z_OK, Z_BUF_ERROR:
                // With room left, more could only come from input that is not there.
                if written < chunk { throw .damaged }
            default:
                throw .damaged
            }
        }
    }

    /// Checks that the stream ends at the limit.
    private func finishAtLimit() throws(CompressionFailure) {
        var extra: UInt8 = 0
        let (code, written) = withUnsafeMutableBytes(of: &extra) { step(into: $0) }
        guard written == 0 else { throw .tooLarge(limit: limit) }
        guard code == Z_STREAM_END, input.readableBytes == 0 else { throw .damaged }
    }

    private func step(into space: UnsafeMutableRawBufferPointer) -> (code: Int32, written: Int) {
        var written = 0
        var code = Z_OK
        input.readWithUnsafeReadableBytes { bytes in
            let available = min(bytes.count, Int(UInt32.max))
            stream.pointee.next_in = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_in = UInt32(available)
            stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(space.count)
            code = inflate(stream, Z_NO_FLUSH)
            written = space.count - Int(stream.pointee.avail_out)
            return available - Int(stream.pointee.avail_in)
        }
        return (code, written)
    }
}

import CZlib
package import NIOCore

/// zlib's compression. Its borrower from the pool has it alone, which is what the unchecked conformance rests on.
package final class Deflater: @unchecked Sendable {
    // zlib remembers the address.
    private let stream: UnsafeMutablePointer<z_stream>

    /// The fastest level, which saves nearly as much in a third of the time.
    private static let level = Z_BEST_SPEED

    /// Prepares zlib.
    package init(_ format: CompressedFormat = .zlib) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        precondition(larder_deflate_begin(stream, Deflater.level, format.windowBits) == Z_OK, "zlib has no memory")
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Compresses a message.
    /// - Parameters:
    ///   - limit: The most bytes that may come out, behind the encoding number; nil for as many as it takes.
    ///   - number: The encoding number that stands in front; nil for none.
    /// - Returns: The encoding number and the compressed form; nil when that is over the limit.
    package func compress(_ message: ByteBuffer, limit: Int?, number: UInt8? = WireEncoding.zlib) -> ByteBuffer? {
        deflateReset(stream)
        let room = limit ?? Int(deflateBound(stream, UInt(message.readableBytes)))
        guard room > 0 else { return nil }
        var output = ByteBuffer()
        output.reserveCapacity(1 + room)
        if let number { output.writeInteger(number) }
        var isWhole = false
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { space in
            message.withUnsafeReadableBytes { bytes in
                stream.pointee.next_in = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                    .assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_in = UInt32(bytes.count)
                stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = UInt32(room)
                isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
                return room - Int(stream.pointee.avail_out)
            }
        }
        guard isWhole else { return nil }
        // What waits to be sent should not hold the memory of the message that it was.
        return output.readableBytes < output.storageCapacity / 2 ? ByteBuffer(bytes: output.readableBytesView) : output
    }
}

/// Numbers of encodings.
package enum WireEncoding {
    /// RFC 1950.
    package static let zlib: UInt8 = 1
}

/// What stands around deflated bytes.
package enum CompressedFormat: Sendable {
    /// RFC 1950.
    case zlib
    /// RFC 1952.
    case gzip

    /// As zlib's functions take it.
    var windowBits: Int32 {
        switch self {
        case .zlib: 15
        case .gzip: 31
        }
    }
}

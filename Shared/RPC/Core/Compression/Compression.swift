package import NIOCore
import NIOPosix
import Synchronization
import Wire

/// Compression of calls' messages: inline for small ones, else on other threads.
enum Compression {
    /// Larger messages are compressed elsewhere; this takes about 0.4 ms.
    static let largestInlineInput = 32_768
    /// Messages that become larger are decompressed elsewhere; this takes about 0.2 ms.
    static let largestInlineOutput = 65_536

    // A deflater has 256 KiB and an inflater 40 KiB of memory, which takes as long to prepare as to compress a kilobyte.
    private static let deflaters = Pool(limit: 8) { Deflater() }
    private static let inflaters = Pool(limit: 16) { Inflater() }

    /// Compresses a message as asked for.
    /// - Returns: Nil when it is to be sent as it is.
    static func compress(_ message: ByteBuffer, _ choice: MessageCompression) async -> WireMessage? {
        let size = message.readableBytes
        guard choice.applies(to: size) else { return nil }
        // The encoding number counts, too.
        let limit = choice == .always ? nil : size - 2
        if size <= largestInlineInput { return deflate(message, limit) }
        return try? await NIOThreadPool.singleton.runIfActive { deflate(message, limit) }
    }

    private static func deflate(_ message: ByteBuffer, _ limit: Int?) -> WireMessage? {
        let deflater = deflaters.take()
        defer { deflaters.give(back: deflater) }
        return deflater.compress(message, limit: limit).map { WireMessage($0, isCompressed: true) }
    }

    /// Whether a compressed message has an encoding that this side agreed to.
    static func check(_ message: ByteBuffer, accepts encodings: Encodings) throws(CompressionFailure) {
        guard let number: UInt8 = message.getInteger(at: message.readerIndex) else { throw .damaged }
        guard let encoding = Encodings(number: number), encodings.contains(encoding), encoding == .zlib else {
            throw .unsupportedEncoding
        }
    }

    /// Decompresses a message of a checked encoding.
    /// - Parameter limit: The most bytes that it may become.
    /// - Throws: ``CompressionFailure``; `CancellationError`.
    static func decompress(_ message: ByteBuffer, limit: Int) async throws -> ByteBuffer {
        let inflater = inflaters.take()
        defer {
            inflater.end()
            inflaters.give(back: inflater)
        }
        return try await inflate(
            message.getSlice(at: message.readerIndex + 1, length: message.readableBytes - 1)!,
            limit,
            with: inflater
        )
    }

    fileprivate static func inflate(
        _ compressed: ByteBuffer,
        _ limit: Int,
        with inflater: Inflater
    ) async throws -> ByteBuffer {
        inflater.begin(compressed, limit: limit)
        if let whole = try inflater.run(until: largestInlineOutput) { return whole }
        // Without a place to pause, it comes to an end.
        return try await NIOThreadPool.singleton.runIfActive { try inflater.run()! }
    }
}

/// gzip, RFC 1952, for other listeners than the platform's own protocol.
package enum Gzip {
    private static let deflaters = Pool(limit: 4) { Deflater(.gzip) }
    private static let inflaters = Pool(limit: 4) { Inflater(.gzip) }

    /// Compresses bytes; large ones on other threads.
    /// - Returns: Nil when that would not make them smaller.
    package static func compress(_ bytes: ByteBuffer) async -> ByteBuffer? {
        if bytes.readableBytes <= Compression.largestInlineInput { return deflate(bytes) }
        return try? await NIOThreadPool.singleton.runIfActive { deflate(bytes) }
    }

    private static func deflate(_ bytes: ByteBuffer) -> ByteBuffer? {
        let deflater = deflaters.take()
        defer { deflaters.give(back: deflater) }
        return deflater.compress(bytes, limit: bytes.readableBytes - 1, number: nil)
    }

    /// Decompresses bytes; many on other threads.
    /// - Parameter limit: The most bytes that they may become.
    /// - Throws: ``Status``, INVALID_ARGUMENT or RESOURCE_EXHAUSTED; `CancellationError`.
    package static func decompress(_ bytes: ByteBuffer, limit: Int) async throws -> ByteBuffer {
        let inflater = inflaters.take()
        defer {
            inflater.end()
            inflaters.give(back: inflater)
        }
        do {
            return try await Compression.inflate(bytes, limit, with: inflater)
        } catch CompressionFailure.damaged {
            throw Status(.invalidArgument, "What is compressed is damaged.", reason: .damagedMessage)
        } catch let failure as CompressionFailure {
            throw failure.serverStatus
        }
    }
}

/// Keeps a few objects that are costly to make.
private final class Pool<Element: Sendable>: Sendable {
    private let idle = Mutex<[Element]>([])
    private let limit: Int
    private let make: @Sendable () -> Element

    init(limit: Int, make: @escaping @Sendable () -> Element) {
        self.limit = limit
        self.make = make
    }

    func take() -> Element { idle.withLock { $0.popLast() } ?? make() }

    func give(back element: Element) {
        idle.withLock { if $0.count < limit { $0.append(element) } }
    }
}

/// The memory limit of a server's decompressed messages. A few kilobytes on the wire can become megabytes in memory.
final class InflationBudget: Sendable {
    private let used = Atomic<Int>(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Takes bytes in place of others.
    /// - Returns: False when they are too many; then the others stay taken.
    func exchange(_ old: Int, for new: Int) -> Bool {
        let change = new - old
        guard used.add(change, ordering: .relaxed).newValue > limit, change > 0 else { return true }
        used.subtract(change, ordering: .relaxed)
        return false
    }

    /// Gives bytes back.
    func release(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }

}

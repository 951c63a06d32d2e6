import ImageFiles
import MessageCoding
import NIOCore
package import ReceiptUnderstanding
import WorkerMessages

/// A message between a worker process and its supervisor, as `larder.worker.v1.Envelope`.
package enum WorkerMessage: Sendable, Hashable {
    /// Requests the worker to read an image.
    case request(id: UInt64, image: [UInt8])
    /// Reports that the worker is ready, without the listed readers.
    case ready(missing: [MissingReader])
    /// Reports progress in percent, 0…100.
    case progress(id: UInt64, percent: UInt8)
    case page(id: UInt64, RecognizedPage)
    case failure(id: UInt64, ReadingError)

    /// The maximum length of a frame in either direction, in bytes.
    package static let maximumFrameLength = ImageHeader.Limits.bytes + 1024

    /// The maximum number of missing readers that are named; the rest is dropped.
    private static let maximumMissing = 255

    /// The encoded frame: the length of the rest as four bytes, big endian, and the message.
    /// - Throws: ``WorkerCodecError`` when the message needs too much memory.
    package func encoded() throws(WorkerCodecError) -> [UInt8] {
        let envelope = Worker.Envelope(kind: kind)
        var buffer = ByteBuffer()
        buffer.writeInteger(UInt32(0))
        do { try envelope.encode(into: &buffer) } catch { throw .tooLong }
        buffer.setInteger(UInt32(buffer.readableBytes - 4), at: 0)
        return Array(buffer.readableBytesView)
    }

    private var kind: Worker.Envelope.Kind {
        switch self {
        case .request(let id, let image): .read(Worker.ReadRequest(id: id, image: image))
        case .ready(let missing):
            .ready(
                Worker.Ready(
                    missing: missing.prefix(Self.maximumMissing).map {
                        Worker.MissingReader(name: $0.name.clipped(), reason: $0.reason.clipped())
                    }
                )
            )
        case .progress(let id, let percent): .progress(Worker.Progress(id: id, percent: UInt32(percent)))
        case .page(let id, let page): .page(Worker.ReadPage(id: id, page: Worker.Page(page)))
        case .failure(let id, let error):
            .failure(Worker.Failure(id: id, kind: Worker.Failure.Kind(error.kind), message: error.message.clipped()))
        }
    }

    /// Decodes a frame without its length.
    /// - Throws: ``WorkerCodecError`` when it is malformed.
    init(frame: ArraySlice<UInt8>) throws(WorkerCodecError) {
        let envelope: Worker.Envelope
        do { envelope = try Worker.Envelope(decoding: ByteBuffer(bytes: frame)) } catch { throw .malformed }
        switch envelope.kind {
        case .read(let request): self = .request(id: request.id, image: request.image)
        case .ready(let ready):
            guard ready.missing.count <= Self.maximumMissing,
                ready.missing.allSatisfy({ $0.name.isWithinLimit && $0.reason.isWithinLimit })
            else { throw .malformed }
            self = .ready(
                missing: ready.missing.map { MissingReader(name: $0.name.onOneLine, reason: $0.reason.onOneLine) }
            )
        case .progress(let progress):
            guard progress.percent <= 100 else { throw .malformed }
            self = .progress(id: progress.id, percent: UInt8(progress.percent))
        case .page(let read):
            guard let page = read.page else { throw .malformed }
            self = .page(id: read.id, try RecognizedPage(page))
        case .failure(let failure):
            guard let kind = ReadingError.Kind(failure.kind), failure.message.isWithinLimit else { throw .malformed }
            self = .failure(id: failure.id, ReadingError(kind, failure.message))
        case nil: throw .malformed
        }
    }
}

/// The error when the other side sent a malformed message.
package enum WorkerCodecError: Error, Sendable, Hashable {
    case malformed
    case tooLong
}

/// Splits a stream of bytes into messages.
package struct WorkerMessageDecoder: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0

    /// A decoder without data.
    package init() {}

    /// Appends received bytes.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0, start == buffer.count || start > 1 << 16 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next complete message; `nil` until more bytes arrive.
    package mutating func next() throws(WorkerCodecError) -> WorkerMessage? {
        guard buffer.count - start >= 4 else { return nil }
        let length = buffer[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= WorkerMessage.maximumFrameLength else { throw .tooLong }
        guard length > 0 else { throw .malformed }
        guard buffer.count - start - 4 >= length else { return nil }
        let frame = buffer[start + 4..<start + 4 + length]
        start += 4 + length
        return try WorkerMessage(frame: frame)
    }
}

extension Worker.Failure.Kind {
    /// The kind that a worker reports; what only its supervisor sees counts as a failure of the engine.
    fileprivate init(_ kind: ReadingError.Kind) {
        switch kind {
        case .undecodable: self = .undecodable
        case .timedOut: self = .timedOut
        case .outgrew: self = .outgrew
        case .engine, .workerDied, .unavailable, .stopped: self = .engine
        }
    }
}

extension ReadingError.Kind {
    fileprivate init?(_ kind: Worker.Failure.Kind) {
        switch kind {
        case .undecodable: self = .undecodable
        case .engine: self = .engine
        case .timedOut: self = .timedOut
        case .outgrew: self = .outgrew
        case .unspecified, .unrecognized: return nil
        }
    }
}

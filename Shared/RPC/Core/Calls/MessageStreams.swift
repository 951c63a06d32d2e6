public import MessageCoding
import NIOCore
import Wire

/// The messages that the other side of a call sends, in order.
///
/// Reading gives the sender credit for more, so a reader that stops holds the sender back. It has one reader at a time.
public struct MessageStream<Element: Message>: AsyncSequence, Sendable {
    let source: any MessageSource
    private let sender: CallSide
    private let record: ResponseRecord?

    init(_ source: any MessageSource, from sender: CallSide, record: ResponseRecord? = nil) {
        self.source = source
        self.sender = sender
        self.record = record
    }

    /// The next message; nil after the last.
    /// - Throws: ``Status`` when the call failed or the bytes are not such a message.
    public func next() async throws -> Element? {
        guard let received = try await source.receiveMessage() else { return nil }
        record?.record(wasCompressed: received.wasCompressed)
        return try Element(received: received.bytes, from: sender)
    }

    /// The next message and whether it came compressed; nil after the last.
    /// - Throws: ``Status`` when the call failed or the bytes are not such a message.
    public func nextReceived() async throws -> (message: Element, wasCompressed: Bool)? {
        guard let received = try await source.receiveMessage() else { return nil }
        record?.record(wasCompressed: received.wasCompressed)
        return (try Element(received: received.bytes, from: sender), received.wasCompressed)
    }

    /// Reads a message stream with `for try await`.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: MessageStream
        /// The next message; nil after the last.
        public mutating func next() async throws -> Element? { try await stream.next() }
    }

    /// An iterator over the messages that are left.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
}

/// Sends messages to the other side of a call, in order.
public struct MessageWriter<Element: Message>: Sendable {
    let sink: any MessageSink
    private let receiver: CallSide
    private let compression: MessageCompression
    private let responseCompression: ResponseCompression?

    init(_ sink: any MessageSink, to receiver: CallSide, compression: MessageCompression = .off) {
        self.sink = sink
        self.receiver = receiver
        self.compression = compression
        responseCompression = nil
    }

    init(_ sink: any MessageSink, to receiver: CallSide, as context: CallContext) {
        self.sink = sink
        self.receiver = receiver
        compression = .off
        responseCompression = context.responseCompression
    }

    /// Sends a message; waits while the other side gives no credit.
    /// - Parameter compression: For this message; nil for what holds for the call.
    /// - Throws: ``Status`` when the call is over.
    public func write(_ message: Element, compression: MessageCompression? = nil) async throws {
        let bytes = try message.encoded(to: receiver)
        let choice = compression ?? responseCompression?.choice ?? self.compression
        if choice == .off {
            try await sink.send(bytes)
        } else {
            try await sink.send(bytes, compression: choice)
        }
    }
}

/// Who is at the other end, which decides whose fault a bad message is.
enum CallSide {
    case client
    case server
}

extension Message {
    /// Reads a message from the other side, which is at fault when that fails.
    init(received bytes: ByteBuffer, from sender: CallSide) throws(Status) {
        do {
            try self.init(decoding: bytes)
        } catch {
            switch sender {
            case .client:
                throw Status(.invalidArgument, "The message cannot be read: \(error).", reason: .malformedMessage)
            case .server:
                throw Status(.internalError, "The service's answer cannot be read.", reason: .malformedMessage)
            }
        }
    }

    /// Packs a message.
    /// - Throws: INVALID_ARGUMENT for a request, which the caller can correct; the original error for a response, which is a
    ///   fault of the server and is not reported to the client.
    func encoded(to receiver: CallSide) throws -> ByteBuffer {
        do {
            return try encoded()
        } catch {
            guard receiver == .server else { throw error }
            throw Status.unsendable(error)
        }
    }
}

extension Status {
    /// What a client gets for a request that cannot be packed.
    static func unsendable(_ error: MessageError) -> Status {
        Status(.invalidArgument, "The message cannot be sent: \(error).", reason: .unsendableMessage)
    }
}

public import MessageCoding
import NIOCore
import Wire

/// The messages that the other side of a call sends, in order.
///
/// Reading gives the sender credit for more, so a reader that stops holds the sender back. It has one reader at a time.
public struct MessageStream<Element: Message>: AsyncSequence, Sendable {
    let source: any MessageSource
    private let sender: CallSide

    init(_ source: any MessageSource, from sender: CallSide) {
        self.source = source
        self.sender = sender
    }

    /// The next message; nil after the last.
    /// - Throws: ``Status`` when the call failed or the bytes are not such a message.
    public func next() async throws -> Element? {
        guard let bytes = try await source.receive() else { return nil }
        return try Element(received: bytes, from: sender)
    }

    /// Reads a message stream with `for try await`.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: MessageStream
        public mutating func next() async throws -> Element? { try await stream.next() }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
}

/// Sends messages to the other side of a call, in order.
public struct MessageWriter<Element: Message>: Sendable {
    let sink: any MessageSink
    private let receiver: CallSide

    init(_ sink: any MessageSink, to receiver: CallSide) {
        self.sink = sink
        self.receiver = receiver
    }

    /// Sends a message; waits while the other side gives no credit.
    /// - Throws: ``Status`` when the call is over.
    public func write(_ message: Element) async throws {
        try await sink.send(try message.encoded(to: receiver))
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
                throw Status(.invalidArgument, "The message cannot be read: \(error).", reason: "MALFORMED_MESSAGE")
            case .server:
                throw Status(.internalError, "The service's answer cannot be read.", reason: "MALFORMED_MESSAGE")
            }
        }
    }

    /// Packs a message.
    /// - Throws: INVALID_ARGUMENT for a request, which whoever calls can mend; the bare error for a response, which is a
    ///   fault of the server and tells the client nothing.
    func encoded(to receiver: CallSide) throws -> ByteBuffer {
        do {
            return try encoded()
        } catch {
            guard receiver == .server else { throw error }
            throw Status(.invalidArgument, "The message cannot be sent: \(error).", reason: "UNSENDABLE_MESSAGE")
        }
    }
}

public import MessageCoding
import NIOCore
import Wire

/// The messages that the other side of a call sends, in order.
///
/// Reading gives the sender credit for more, so a reader that stops holds the sender back. It has one reader at a time.
public struct MessageStream<Element: Message>: AsyncSequence, Sendable {
    let source: any MessageSource

    init(_ source: any MessageSource) { self.source = source }

    /// The next message; nil after the last.
    /// - Throws: ``Status`` when the call failed or the bytes are not such a message.
    public func next() async throws -> Element? {
        guard let bytes = try await source.receive() else { return nil }
        return try Element(received: bytes)
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

    init(_ sink: any MessageSink) { self.sink = sink }

    /// Sends a message; waits while the other side gives no credit.
    /// - Throws: ``Status`` when the call is over.
    public func write(_ message: Element) async throws {
        try await sink.send(try message.encodedForSending())
    }
}

extension Message {
    /// Reads a message from the other side, which is at fault when that fails.
    init(received bytes: ByteBuffer) throws(Status) {
        do {
            try self.init(decoding: bytes)
        } catch {
            throw Status(.invalidArgument, "The message cannot be read: \(error).", reason: "MALFORMED_MESSAGE")
        }
    }

    /// Packs a message, which is this side's fault when that fails.
    func encodedForSending() throws(Status) -> ByteBuffer {
        do {
            return try encoded()
        } catch {
            throw Status(.invalidArgument, "The message cannot be sent: \(error).", reason: "UNSENDABLE_MESSAGE")
        }
    }
}

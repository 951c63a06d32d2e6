import NIOCore

/// The messages of one stream that wait for credit, and the status that follows them.
struct OutboundQueue {
    /// A message, or the rest of one.
    struct Message {
        /// What has not been sent.
        var bytes: ByteBuffer
        /// Whether it is the last message of its sender.
        var end: Bool
        /// ``FrameFlags/compressed``, or none.
        let flags: FrameFlags
        /// Whether no part has been sent yet; the first part carries the length of the whole.
        var isWhole = true

        /// Bytes that the next part carries ahead of the message's own.
        var prefixLength: Int { isWhole ? ConnectionStateMachine.lengthPrefixSize : 0 }
    }

    private var messages = CompactQueue<Message>()
    /// Bytes of all messages.
    private(set) var byteCount = 0
    /// The end of a call that waits behind the messages.
    var trailingStatus: CallStatus?

    /// Whether no message waits.
    var isEmpty: Bool { messages.isEmpty }

    /// The message that is sent next.
    var first: Message? { messages.first }

    /// Adds a message behind the others.
    mutating func append(_ message: consuming Message) {
        byteCount += message.bytes.readableBytes
        messages.append(message)
    }

    /// Makes the last message the last one of its sender.
    mutating func markLastAsEnd() { messages.withLast { $0.end = true } }

    /// Removes the first message, to be sent whole or as its last part.
    mutating func popFirst() -> Message? {
        guard let message = messages.popFirst() else { return nil }
        byteCount -= message.bytes.readableBytes
        return message
    }

    /// Puts the rest of a message back in front, after a part of it was sent.
    mutating func prepend(rest: consuming Message) {
        byteCount += rest.bytes.readableBytes
        messages.prepend(rest)
    }

    /// Drops the messages and the status.
    mutating func removeAll() {
        messages.removeAll()
        byteCount = 0
        trailingStatus = nil
    }
}

/// The streams that have both buffered messages and credit of their own, served in turn.
struct SendScheduler {
    private var ready = CircularBuffer<StreamState>(initialCapacity: 0)
    /// Bytes that all streams of the connection buffer.
    private(set) var bufferedBytes = 0

    /// Whether no stream has anything to send.
    var isEmpty: Bool { ready.isEmpty }

    /// Buffers a message behind those of its stream.
    mutating func buffer(_ message: consuming OutboundQueue.Message, on stream: StreamState) {
        bufferedBytes += message.bytes.readableBytes
        stream.outbound.append(message)
        schedule(stream)
    }

    /// Queues a stream, unless it is queued already or lacks a message or credit for a byte of one.
    mutating func schedule(_ stream: StreamState) {
        guard !stream.isScheduled, let next = stream.outbound.first else { return }
        let credit = stream.windows.send
        guard next.bytes.readableBytes <= credit || credit > next.prefixLength else { return }
        stream.isScheduled = true
        ready.append(stream)
    }

    /// Takes the stream whose turn it is.
    /// - Precondition: The scheduler is not empty.
    mutating func next() -> StreamState {
        let stream = ready.removeFirst()
        stream.isScheduled = false
        return stream
    }

    /// Counts buffered bytes that were sent.
    mutating func didSend(_ bytes: Int) { bufferedBytes -= bytes }

    /// Drops everything that a stream buffers.
    mutating func discard(_ stream: StreamState) {
        guard !stream.outbound.isEmpty || stream.outbound.trailingStatus != nil else { return }
        bufferedBytes -= stream.outbound.byteCount
        stream.outbound.removeAll()
    }

    /// Forgets all streams, once the connection has failed.
    mutating func removeAll() { self = SendScheduler() }
}

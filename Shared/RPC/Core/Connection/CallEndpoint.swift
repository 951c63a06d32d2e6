import NIOCore
package import Wire

/// One side of one call: received messages, and the reader and writers that wait.
///
/// Created on the connection's event loop and used there alone; tasks use it through a ``CallHandle``.
package class CallEndpoint {
    /// A sender waits while more bytes than this are buffered.
    static let bufferLimit = 65_536

    final let connection: Connection
    /// The call's number on its connection.
    package final let stream: StreamID
    /// Whether the other side can decompress what is sent.
    final let acceptsCompression: Bool

    /// Bytes of all messages that were sent, as they were sent.
    final var sentBytes = 0
    /// Bytes of all messages that were received, as they were sent.
    private(set) final var receivedBytes = 0
    private final var received = CompactQueue<WireMessage>()
    /// How receiving has ended; nil while it goes on.
    private(set) final var end: Result<Void, Status>?
    private final var reader: UnsafeContinuation<WireMessage?, any Error>?
    private final var writers: [UnsafeContinuation<Void, any Error>] = []
    /// What takes the place of tasks that read and write; nil while tasks do.
    final var changeHandler: (any CallChangeHandler)?
    // A cancellation can come before the wait that it ends. It holds for what follows too, as in the streams of the
    // standard library: a side whose task was cancelled is not used again.
    private final var isReaderCancelled = false
    private final var isWriterCancelled = false

    init(connection: Connection, stream: StreamID) {
        self.connection = connection
        self.stream = stream
        acceptsCompression = connection.peerAcceptsCompression
    }

    // MARK: Receiving

    /// A message was received.
    final func push(_ message: WireMessage) {
        receivedBytes += message.bytes.readableBytes
        if let reader = reader.take() {
            connection.consumed(message.bytes.readableBytes, on: stream)
            reader.resume(returning: message)
        } else {
            // The first is mostly read at once.
            received.append(received.isEmpty ? message : message.kept)
            changeHandler?.callChanged()
        }
    }

    /// Whether more messages wait than credit lets through: empty ones, which need none.
    final var isOverfull: Bool { received.count > CallEndpoint.mostWaiting }

    /// Each message with content takes at least one byte of the stream's window.
    private static let mostWaiting = Settings().initialStreamWindow

    /// Nothing more is received: the other side has sent its last message, or the call failed. What was received before the
    /// other side's own end can still be read; what was received before this side cancelled cannot.
    final func finishReceiving(_ result: Result<Void, Status>) {
        guard failure == nil else { return }
        end = result
        if case .failure(let status) = result {
            if !status.isRemote { received.removeAll() }
            let waiting = writers
            writers = []
            waiting.forEach { $0.resume(throwing: status) }
        }
        reader.take()?.resume(with: result.map { nil }.mapError { $0 as any Error })
        changeHandler?.callChanged()
    }

    /// The call failed or was cancelled; nil while it goes on or when it ended well.
    final var failure: Status? {
        if case .failure(let status) = end { return status }
        return nil
    }

    /// Whether the other side has sent its last message.
    final var hasReceivedAll: Bool {
        if case .success = end { return true }
        return false
    }

    /// What is read next, if it is there.
    final var nextReceived: WireMessage? { received.first }

    /// Takes the next message, which returns its credit to the sender.
    final func popReceived() -> WireMessage? {
        guard let message = received.popFirst() else { return nil }
        connection.consumed(message.bytes.readableBytes, on: stream)
        return message
    }

    /// Resumes a reader with the next message, now or later.
    final func wait(_ continuation: UnsafeContinuation<WireMessage?, any Error>) {
        if let message = popReceived() {
            continuation.resume(returning: message)
        } else if let end {
            continuation.resume(with: end.map { nil }.mapError { $0 as any Error })
        } else if isReaderCancelled {
            continuation.resume(throwing: CancellationError())
        } else {
            precondition(reader == nil, "a message stream has one reader at a time")
            reader = continuation
        }
    }

    /// The reader's task was cancelled.
    final func cancelReader() {
        isReaderCancelled = true
        reader.take()?.resume(throwing: CancellationError())
    }

    /// Counts a decompressed message, in place of the one before.
    /// - Returns: Why it cannot be admitted; nil when it is.
    func admit(inflated size: Int) -> CompressionFailure? { nil }

    /// Ends the call because of a compressed message that cannot be read.
    /// - Returns: The status to throw to the reader.
    func reject(_ failure: CompressionFailure) -> Status { failure.serverStatus }

    // MARK: Sending

    /// Whether a message of this many bytes may be handed to the connection; ends the call otherwise.
    func admitsOutput(_ size: Int) -> Bool { true }

    /// Hands a message to the connection.
    /// - Returns: Bytes of the call that are buffered; the largest number when the call was ended instead.
    @discardableResult
    final func transmit(_ message: WireMessage, end: Bool) -> Int {
        let size = message.bytes.readableBytes
        guard admitsOutput(size) else { return .max }
        sentBytes += size
        return connection.send(message.bytes, on: stream, end: end, isCompressed: message.isCompressed)
    }

    /// The stream can take more: its buffer is below the limit.
    final func becameWritable() {
        let waiting = writers
        writers = []
        waiting.forEach { $0.resume() }
        changeHandler?.callChanged()
    }

    /// Whether a sender need not wait.
    final var isWritable: Bool { connection.bufferedBytes(on: stream) <= CallEndpoint.bufferLimit }

    /// Resumes a writer once the buffer is below the limit.
    final func waitUntilWritable(_ continuation: UnsafeContinuation<Void, any Error>) {
        if let failure {
            continuation.resume(throwing: failure)
        } else if isWritable {
            continuation.resume()
        } else if isWriterCancelled {
            continuation.resume(throwing: CancellationError())
        } else {
            writers.append(continuation)
        }
    }

    /// The writers' task was cancelled.
    final func cancelWriters() {
        isWriterCancelled = true
        let waiting = writers
        writers = []
        waiting.forEach { $0.resume(throwing: CancellationError()) }
    }
}

/// Reads and writes calls from callback to callback, without a task. Used on their event loop.
protocol CallChangeHandler: AnyObject {
    /// A message or the end has come, or there is room to send.
    func callChanged()
}

/// A call that may have a time by which it ends.
protocol TimedCall: AnyObject {
    var deadline: NIODeadline? { get }
}

/// Gets the end of a unary call on the event loop, without a task.
protocol UnaryReceiver: AnyObject {
    /// Takes the response as it was sent, or how the call failed.
    func ended(_ result: Result<WireMessage, Status>)
}

/// A call to another server that a call was forwarded to.
package protocol UpstreamCall: AnyObject {
    /// Gives the call up. On its event loop.
    func cancel()
    /// Reports that the call is over and not made again.
    func reportCallEnd(_ code: StatusCode)
}

extension StreamTable where Value: TimedCall {
    /// Ends the calls whose time is up.
    /// - Returns: The earliest deadline of the others; nil when none has any.
    func endExpired(now: NIODeadline, _ end: (Value) -> Void) -> NIODeadline? {
        var earliest: NIODeadline?
        for call in values {
            guard let deadline = call.deadline else { continue }
            if deadline <= now {
                end(call)
            } else {
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        return earliest
    }
}

package import NIOCore
package import Wire

/// Gives the messages of the other side as bytes.
package protocol MessageSource: Sendable {
    /// The next message, decompressed; nil after the last.
    func receiveMessage() async throws -> ReceivedMessage?
}

extension MessageSource {
    /// The bytes of the next message, decompressed; nil after the last.
    package func receive() async throws -> ByteBuffer? { try await receiveMessage()?.bytes }
}

/// Takes messages for the other side as bytes.
package protocol MessageSink: Sendable {
    /// Sends a message; waits while too much is held back.
    func send(_ bytes: ByteBuffer) async throws
    /// Sends a message, compressed as asked for when the other side can read that.
    func send(_ bytes: ByteBuffer, compression: MessageCompression) async throws
}

/// One side of one call: received messages, and the reader and writers that wait.
///
/// All state belongs to the event loop of the connection, which is what makes the unchecked conformance sound: every
/// access is on that loop, checked by preconditions in the connection.
package class CallEndpoint: MessageSource, MessageSink, @unchecked Sendable {
    /// A sender waits when more than this is held back.
    static let heldBackLimit = 65_536

    let connection: Connection
    let loop: any EventLoop
    /// The call's number on its connection.
    package let stream: StreamID
    /// Whether the other side can decompress what is sent.
    let acceptsCompression: Bool

    /// Bytes of all messages that were sent, as they were sent.
    final var sentBytes = 0
    /// Bytes of all messages that came, as they came.
    private(set) final var receivedBytes = 0
    @exclusivity(unchecked) private var received = CompactQueue<WireMessage>()
    @exclusivity(unchecked) private var end: Result<Void, Status>?
    @exclusivity(unchecked) private var reader: UnsafeContinuation<WireMessage?, any Error>?
    @exclusivity(unchecked) private var writers: [UnsafeContinuation<Void, any Error>] = []
    // A cancellation can come before the wait that it ends. It holds for what follows too, as in the streams of the
    // standard library: a side whose task was cancelled is not used again.
    @exclusivity(unchecked) private var isReaderCancelled = false
    @exclusivity(unchecked) private var isWriterCancelled = false

    init(connection: Connection, stream: StreamID) {
        self.connection = connection
        loop = connection.loop
        self.stream = stream
        acceptsCompression = connection.peerAcceptsCompression
    }

    /// Runs on the loop, at once when already there.
    func onLoop(_ body: @escaping @Sendable () -> Void) {
        if loop.inEventLoop { body() } else { loop.execute(body) }
    }

    // MARK: On the loop, from the connection

    func push(_ message: WireMessage) {
        receivedBytes += message.bytes.readableBytes
        if let reader {
            self.reader = nil
            connection.consumed(message.bytes.readableBytes, on: stream)
            reader.resume(returning: message)
        } else {
            // The first is mostly read at once.
            received.append(received.isEmpty ? message : message.kept)
        }
    }

    /// Whether more messages wait than credit lets through: empty ones, which need none.
    var isOverfull: Bool { received.count > CallEndpoint.mostWaiting }

    /// Each message with content takes at least one byte of the stream's window.
    private static let mostWaiting = Settings().initialStreamWindow

    /// Nothing more comes: the other side has sent its last message, or the call failed. What came before the other
    /// side's own end can still be read; what came before this side gave up cannot.
    func finishReceiving(_ result: Result<Void, Status>) {
        guard failure == nil else { return }
        end = result
        if case .failure(let status) = result {
            if !status.isRemote { received.removeAll() }
            let waiting = writers
            writers = []
            waiting.forEach { $0.resume(throwing: status) }
        }
        guard let reader else { return }
        self.reader = nil
        reader.resume(with: result.map { nil }.mapError { $0 as any Error })
    }

    func becameWritable() {
        let waiting = writers
        writers = []
        waiting.forEach { $0.resume() }
    }

    /// The call failed or was given up; nil while it goes on or when it ended well.
    var failure: Status? {
        if case .failure(let status) = end { return status }
        return nil
    }

    /// Whether the other side has sent its last message.
    var hasReceivedAll: Bool {
        if case .success = end { return true }
        return false
    }

    /// What is read next, if it is there.
    var nextReceived: WireMessage? { received.first }

    func popReceived() -> WireMessage? {
        guard let message = received.popFirst() else { return nil }
        connection.consumed(message.bytes.readableBytes, on: stream)
        return message
    }

    /// Counts a decompressed message, in place of the one before.
    func admit(inflated size: Int) throws(CompressionFailure) {}

    /// Ends the call because of a compressed message that cannot be read.
    /// - Returns: The status to throw to the reader.
    func reject(_ failure: CompressionFailure) -> Status { failure.serverStatus }

    // MARK: From anywhere

    /// The next message, decompressed; nil after the last.
    package func receiveMessage() async throws -> ReceivedMessage? {
        if loop.inEventLoop, let message = popReceived() {
            if !message.isCompressed { return ReceivedMessage(bytes: message.bytes, wasCompressed: false) }
            return try await decompressed(message)
        }
        guard let message = try await receiveAsSent() else { return nil }
        return try await decompressed(message)
    }

    /// Decompresses when the application takes the message, so that stored messages stay small.
    func decompressed(_ message: WireMessage) async throws -> ReceivedMessage {
        guard message.isCompressed else { return ReceivedMessage(bytes: message.bytes, wasCompressed: false) }
        do {
            let bytes = try await Compression.decompress(message.bytes, limit: connection.largestMessage)
            try admit(inflated: bytes.readableBytes)
            return ReceivedMessage(bytes: bytes, wasCompressed: true)
        } catch let failure as CompressionFailure {
            throw reject(failure)
        }
    }

    /// The next message as it was sent; nil after the last.
    package func receiveAsSent() async throws -> WireMessage? {
        if loop.inEventLoop {
            if let message = popReceived() { return message }
            if let end { return try end.map { nil }.get() }
        }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                onLoop { self.wait(continuation) }
            }
        } onCancel: {
            onLoop { self.cancelReader() }
        }
    }

    private func wait(_ continuation: UnsafeContinuation<WireMessage?, any Error>) {
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

    private func cancelReader() {
        isReaderCancelled = true
        guard let reader else { return }
        self.reader = nil
        reader.resume(throwing: CancellationError())
    }

    /// Sends a message; waits while too much is buffered.
    package func send(_ bytes: ByteBuffer) async throws {
        guard loop.inEventLoop else { return try await send(WireMessage(bytes)) }
        if let failure { throw failure }
        if transmit(WireMessage(bytes), end: false) > CallEndpoint.heldBackLimit { try await waitForCredit() }
    }

    /// Sends a message, compressed as asked for when the other side can read that.
    package func send(_ bytes: ByteBuffer, compression: MessageCompression) async throws {
        try await send(await compressed(bytes, compression))
    }

    /// Hands a message to the connection. On the loop.
    /// - Returns: Bytes of the call that are held back.
    @discardableResult
    final func transmit(_ message: WireMessage, end: Bool) -> Int {
        sentBytes += message.bytes.readableBytes
        return connection.send(message.bytes, on: stream, end: end, isCompressed: message.isCompressed)
    }

    /// A message as it is to be sent.
    func compressed(_ bytes: ByteBuffer, _ choice: MessageCompression) async -> WireMessage {
        guard choice != .off, acceptsCompression else { return WireMessage(bytes) }
        return await Compression.compress(bytes, choice) ?? WireMessage(bytes)
    }

    /// Sends a message in the form given; waits while too much is held back.
    package func send(_ message: WireMessage) async throws {
        if loop.inEventLoop {
            if let failure { throw failure }
            let heldBack = transmit(message, end: false)
            if heldBack <= CallEndpoint.heldBackLimit { return }
            return try await waitForCredit()
        }
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                loop.execute {
                    if self.failure == nil { self.transmit(message, end: false) }
                    self.waitForCredit(continuation)
                }
            }
        } onCancel: {
            onLoop { self.cancelWriters() }
        }
    }

    private func waitForCredit() async throws {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                onLoop { self.waitForCredit(continuation) }
            }
        } onCancel: {
            onLoop { self.cancelWriters() }
        }
    }

    private func waitForCredit(_ continuation: UnsafeContinuation<Void, any Error>) {
        if let failure {
            continuation.resume(throwing: failure)
        } else if connection.heldBackBytes(on: stream) <= CallEndpoint.heldBackLimit {
            continuation.resume()
        } else if isWriterCancelled {
            continuation.resume(throwing: CancellationError())
        } else {
            writers.append(continuation)
        }
    }

    private func cancelWriters() {
        isWriterCancelled = true
        let waiting = writers
        writers = []
        waiting.forEach { $0.resume(throwing: CancellationError()) }
    }
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

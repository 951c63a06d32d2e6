package import NIOCore
package import Wire

/// Gives the messages of the other side as bytes.
package protocol MessageSource: Sendable {
    /// The next message; nil after the last.
    func receive() async throws -> ByteBuffer?
}

/// Takes messages for the other side as bytes.
package protocol MessageSink: Sendable {
    /// Sends a message; waits while too much is held back.
    func send(_ bytes: ByteBuffer) async throws
}

/// One side of one call: messages that came and were not read yet, and whoever waits for more or for credit.
///
/// All state belongs to the event loop of the connection, which is what makes the unchecked conformance sound: every
/// access is on that loop, checked by preconditions in the connection.
package class CallEndpoint: MessageSource, MessageSink, @unchecked Sendable {
    /// A sender waits when more than this is held back.
    static let heldBackLimit = 65_536

    let connection: Connection
    let loop: any EventLoop
    package let stream: StreamID

    private var received = CircularBuffer<ByteBuffer>(initialCapacity: 1)
    private var end: Result<Void, Status>?
    private var reader: UnsafeContinuation<ByteBuffer?, any Error>?
    private var writers: [UnsafeContinuation<Void, any Error>] = []
    // A cancellation can come before the wait that it ends. It holds for what follows too, as in the streams of the
    // standard library: a side whose task was cancelled is not used again.
    private var isReaderCancelled = false
    private var isWriterCancelled = false

    init(connection: Connection, stream: StreamID) {
        self.connection = connection
        loop = connection.loop
        self.stream = stream
    }

    /// Runs on the loop, at once when already there.
    func onLoop(_ body: @escaping @Sendable () -> Void) {
        if loop.inEventLoop { body() } else { loop.execute(body) }
    }

    // MARK: On the loop, from the connection

    func push(_ bytes: ByteBuffer) {
        if let reader {
            self.reader = nil
            connection.consumed(bytes.readableBytes, on: stream)
            reader.resume(returning: bytes)
        } else {
            received.append(bytes)
        }
    }

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

    func drained() {
        let waiting = writers
        writers = []
        waiting.forEach { $0.resume() }
    }

    /// The call failed or was given up; nil while it goes on or when it ended well.
    var failure: Status? {
        if case .failure(let status) = end { return status }
        return nil
    }

    func popReceived() -> ByteBuffer? {
        guard let bytes = received.popFirst() else { return nil }
        connection.consumed(bytes.readableBytes, on: stream)
        return bytes
    }

    // MARK: From anywhere

    package func receive() async throws -> ByteBuffer? {
        if loop.inEventLoop {
            if let bytes = popReceived() { return bytes }
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

    private func wait(_ continuation: UnsafeContinuation<ByteBuffer?, any Error>) {
        if let bytes = popReceived() {
            continuation.resume(returning: bytes)
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

    package func send(_ bytes: ByteBuffer) async throws {
        if loop.inEventLoop {
            if let failure { throw failure }
            if connection.send(bytes, on: stream, end: false) <= CallEndpoint.heldBackLimit { return }
            return try await waitForCredit()
        }
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                loop.execute {
                    if self.failure == nil { self.connection.send(bytes, on: self.stream, end: false) }
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

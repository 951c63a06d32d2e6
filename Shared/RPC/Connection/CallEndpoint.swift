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

    let connection: ConnectionHandler
    let loop: any EventLoop
    package let stream: StreamID

    private var received = CircularBuffer<ByteBuffer>(initialCapacity: 1)
    private var end: Result<Void, Status>?
    private var reader: UnsafeContinuation<ByteBuffer?, any Error>?
    private var writers: [UnsafeContinuation<Void, any Error>] = []

    init(connection: ConnectionHandler, stream: StreamID) {
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

    /// Nothing more comes: the other side has sent its last message, or the call failed.
    func finishReceiving(_ result: Result<Void, Status>) {
        guard end == nil || (try? end?.get()) != nil else { return }
        end = result
        if case .failure(let status) = result {
            received.removeAll()
            writers.forEach { $0.resume(throwing: status) }
            writers = []
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
        } else {
            precondition(reader == nil, "a message stream has one reader at a time")
            reader = continuation
        }
    }

    private func cancelReader() {
        reader?.resume(throwing: CancellationError())
        reader = nil
    }

    package func send(_ bytes: ByteBuffer) async throws {
        if loop.inEventLoop {
            if let failure { throw failure }
            if connection.send(bytes, on: stream, end: false) <= CallEndpoint.heldBackLimit { return }
            return try await waitForCredit()
        }
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
            loop.execute {
                if let failure = self.failure { return continuation.resume(throwing: failure) }
                if self.connection.send(bytes, on: self.stream, end: false) <= CallEndpoint.heldBackLimit {
                    continuation.resume()
                } else {
                    self.writers.append(continuation)
                }
            }
        }
    }

    private func waitForCredit() async throws {
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
            onLoop {
                if let failure = self.failure { return continuation.resume(throwing: failure) }
                if self.connection.heldBackBytes(on: self.stream) <= CallEndpoint.heldBackLimit {
                    continuation.resume()
                } else {
                    self.writers.append(continuation)
                }
            }
        }
    }
}

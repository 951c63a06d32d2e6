package import NIOCore
import Wire

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
    /// Sends a message; waits while too much is buffered.
    func send(_ bytes: ByteBuffer) async throws
    /// Sends a message, compressed as asked for when the other side can read that.
    func send(_ bytes: ByteBuffer, compression: MessageCompression) async throws
}

/// One side of a call as tasks use it, on any thread: every operation runs on the call's event loop.
package protocol CallHandle: MessageSource, MessageSink {
    /// The side of the call that the handle belongs to.
    associatedtype Call: CallEndpoint

    /// The call, which only its event loop can follow.
    var bound: NIOLoopBound<Call> { get }
    /// Whether the other side can decompress what is sent.
    var acceptsCompression: Bool { get }
    /// This side's limit for a message, in bytes.
    var messageLimit: Int { get }
}

extension CallHandle {
    var loop: any EventLoop { bound.eventLoop }

    /// The call, where the caller runs on its event loop; nil elsewhere.
    var local: Call? { bound.local }

    /// Runs on the loop, at once when already there.
    func perform(_ body: @escaping @Sendable (Call) -> Void) { bound.perform(body) }

    /// The result of a function that runs on the loop.
    func result<Result: Sendable>(of body: @escaping @Sendable (Call) -> Result) async -> Result {
        await bound.result(of: body)
    }

    // MARK: Receiving

    /// The next message, decompressed; nil after the last.
    package func receiveMessage() async throws -> ReceivedMessage? {
        if let message = local?.popReceived() {
            if !message.isCompressed { return ReceivedMessage(bytes: message.bytes, wasCompressed: false) }
            return try await decompressed(message)
        }
        guard let message = try await receiveAsSent() else { return nil }
        return try await decompressed(message)
    }

    /// Decompresses only now that the application takes the message, so that what waits is as small as it was sent.
    package func decompressed(_ message: WireMessage) async throws -> ReceivedMessage {
        guard message.isCompressed else { return ReceivedMessage(bytes: message.bytes, wasCompressed: false) }
        do {
            let bytes = try await Compression.decompress(message.bytes, limit: messageLimit)
            let size = bytes.readableBytes
            if let failure = await result(of: { $0.admit(inflated: size) }) { throw failure }
            return ReceivedMessage(bytes: bytes, wasCompressed: true)
        } catch let failure as CompressionFailure {
            throw await result(of: { $0.reject(failure) })
        }
    }

    /// The next message as it was sent; nil after the last.
    package func receiveAsSent() async throws -> WireMessage? {
        if let local {
            if let message = local.popReceived() { return message }
            if let end = local.end { return try end.map { nil }.get() }
        }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                perform { $0.wait(continuation) }
            }
        } onCancel: {
            perform { $0.cancelReader() }
        }
    }

    // MARK: Sending

    /// Sends a message; waits while too much is buffered.
    package func send(_ bytes: ByteBuffer) async throws { try await send(WireMessage(bytes)) }

    /// Sends a message, compressed as asked for when the other side can read that.
    package func send(_ bytes: ByteBuffer, compression: MessageCompression) async throws {
        try await send(await compressed(bytes, compression))
    }

    /// A message as it is to be sent.
    func compressed(_ bytes: ByteBuffer, _ choice: MessageCompression) async -> WireMessage {
        guard choice != .off, acceptsCompression else { return WireMessage(bytes) }
        return await Compression.compress(bytes, choice) ?? WireMessage(bytes)
    }

    /// Sends a message in the form given; waits while too much is buffered.
    package func send(_ message: WireMessage) async throws {
        if let local {
            if let failure = local.failure { throw failure }
            if local.transmit(message, end: false) <= CallEndpoint.bufferLimit { return }
        }
        let isSent = loop.inEventLoop
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                perform { call in
                    if !isSent, call.failure == nil { call.transmit(message, end: false) }
                    call.waitUntilWritable(continuation)
                }
            }
        } onCancel: {
            perform { $0.cancelWriters() }
        }
    }
}

extension NIOLoopBound {
    /// The value, where the caller runs on its event loop; nil elsewhere.
    var local: Value? { eventLoop.inEventLoop ? value : nil }

    /// Runs on the loop, at once when already there.
    func perform(_ body: @escaping @Sendable (Value) -> Void) {
        if let local { body(local) } else { eventLoop.execute { body(self.value) } }
    }

    /// The result of a function that runs on the loop.
    func result<Result: Sendable>(of body: @escaping @Sendable (Value) -> Result) async -> Result {
        if let local { return body(local) }
        return await withUnsafeContinuation { continuation in
            eventLoop.execute { continuation.resume(returning: body(self.value)) }
        }
    }
}

import Foundations
package import NIOCore
import Synchronization
import Wire

/// A client streaming call that is retried until a handler has seen it. What was sent so far is buffered for that, up
/// to 64 KiB, and sent again.
///
/// A server that goes away rejects calls that cross its announcement. Without this, every upload among them would fail.
package final class BufferedRetryCall: MessageSink {
    /// Bytes that are kept; a call that has sent more is not made again.
    package static let limit = 65_536

    /// A message that was sent.
    private enum Kept {
        /// The message itself, and how it is to be compressed.
        case own(ByteBuffer, MessageCompression)
        /// One of another call, as it came.
        case forwarded(WireMessage)

        var bytes: ByteBuffer {
            switch self {
            case .own(let bytes, _): bytes
            case .forwarded(let message): message.bytes
            }
        }
    }

    private struct State {
        var call: ClientCallHandle
        var retries: RetryState
        var sent: [Kept] = []
        var sentBytes = 0
        var isReplayable = true
        var isEnded = false
        var isCancelled = false
        var restart: Task<Void, any Error>?

        mutating func keep(_ message: Kept) {
            guard isReplayable else { return }
            sentBytes += message.bytes.readableBytes
            sent.append(message)
            guard sentBytes > BufferedRetryCall.limit else { return }
            isReplayable = false
            sent = []
        }
    }

    private let channel: RPCChannel
    private let deadline: NIODeadline?
    private let start: @Sendable () async throws -> ClientCallHandle
    private let state: Mutex<State>

    /// Takes over a call that was started.
    /// - Parameter start: Makes it again.
    init(
        _ call: ClientCallHandle,
        retries: RetryState,
        channel: RPCChannel,
        deadline: NIODeadline?,
        start: @escaping @Sendable () async throws -> ClientCallHandle
    ) {
        self.channel = channel
        self.deadline = deadline
        self.start = start
        state = Mutex(State(call: call, retries: retries))
    }

    /// Sends a message; waits while too much is buffered.
    package func send(_ bytes: ByteBuffer) async throws { try await send(bytes, compression: .off) }

    /// Sends a message, compressed as asked for when the server can read that.
    package func send(_ bytes: ByteBuffer, compression: MessageCompression) async throws {
        try await send(.own(bytes, compression))
    }

    /// Sends a message of another call, as it came.
    package func forward(_ message: WireMessage) async throws { try await send(.forwarded(message)) }

    private func send(_ message: Kept) async throws {
        let call = state.withLock { state in
            state.keep(message)
            return state.call
        }
        do {
            try await BufferedRetryCall.send(message, on: call)
        } catch let status as Status where status.isUnprocessed {
            // What was kept is sent with the new call, these bytes among it.
            try await restart(call, after: status)
        }
    }

    private static func send(_ message: Kept, on call: ClientCallHandle) async throws {
        switch message {
        case .own(let bytes, .off): try await call.send(bytes)
        case .own(let bytes, let compression): try await call.send(bytes, compression: compression)
        case .forwarded(let message): try await call.forward(message)
        }
    }

    /// Sends no more messages.
    package func endSending() {
        let call = state.withLock { state in
            state.isEnded = true
            return state.call
        }
        call.endSending()
    }

    /// Gives the call up.
    package func cancel() {
        let (call, restart) = state.withLock { state in
            state.isCancelled = true
            return (state.call, state.restart)
        }
        restart?.cancel()
        call.cancel()
    }

    /// Waits for the end of the call.
    package func response() async throws -> ReceivedMessage {
        try await answer { try await $0.responseMessage() }
    }

    /// Waits for the end of the call.
    /// - Parameter takesCompressed: Whether the response may be compressed.
    /// - Returns: The response, if it may be as it was sent.
    package func response(takesCompressed: Bool) async throws -> WireMessage {
        try await answer { call in
            let response = try await call.responseAsSent()
            guard response.isCompressed, !takesCompressed else { return response }
            return WireMessage(try await call.decompressed(response).bytes)
        }
    }

    private func answer<Answer>(_ take: (ClientCallHandle) async throws -> Answer) async throws -> Answer {
        while true {
            let call = state.withLock { $0.call }
            do {
                return try await take(call)
            } catch let status as Status where status.isUnprocessed {
                try await restart(call, after: status)
            }
        }
    }

    /// Makes the call again; sender and receiver may both find out that this is needed.
    private func restart(_ call: ClientCallHandle, after status: Status) async throws {
        let task: Task<Void, any Error>? = try state.withLock { state in
            // The other side was faster.
            guard state.call.id == call.id else { return nil }
            if let running = state.restart { return running }
            guard state.isReplayable, !state.isCancelled,
                let delay = state.retries.delay(after: status, on: channel)
            else { throw status }
            let rejecters = state.retries.rejecters
            let task = Task { try await self.replay(after: delay, elsewhereThan: rejecters, status) }
            state.restart = task
            return task
        }
        guard let task else { return }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func replay(after delay: Duration, elsewhereThan rejecters: Set<Endpoint>, _ status: Status) async throws {
        try await channel.waitForRetry(after: status, delay, deadline: deadline)
        let call = try await channel.pool.avoiding(rejecters) { try await start() }
        do {
            var next = 0
            while let message = try message(next, elseGoOnWith: call, status) {
                try await BufferedRetryCall.send(message, on: call)
                next += 1
            }
        } catch let failure as Status where failure.isUnprocessed {
            // Its next use fails alike, and makes the call again if it may be.
            state.withLock { state in
                state.call = call
                state.restart = nil
            }
        } catch {
            call.cancel()
            throw error
        }
    }

    /// The next buffered message to send again; nil once the new call has taken over.
    private func message(
        _ index: Int,
        elseGoOnWith call: ClientCallHandle,
        _ status: Status
    ) throws -> Kept? {
        try state.withLock { state in
            guard state.isReplayable, !state.isCancelled else { throw status }
            if index < state.sent.count { return state.sent[index] }
            state.call = call
            state.restart = nil
            if state.isEnded { call.endSending() }
            return nil
        }
    }
}

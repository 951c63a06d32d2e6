import Foundations
import NIOCore
import Synchronization
import Wire

/// A server streaming call that is retried until its first response.
final class RetriedStream: MessageSource {
    private struct State {
        var call: ClientCallHandle
        var retries: RetryState
        var hasBegun = false
        var isCancelled = false
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

    func receiveMessage() async throws -> ReceivedMessage? {
        while true {
            let call = state.withLock { $0.call }
            do {
                let message = try await call.receiveMessage()
                state.withLock { state in
                    if !state.hasBegun { state.retries.succeeded() }
                    state.hasBegun = true
                }
                return message
            } catch let status as Status {
                try await restart(after: status)
            }
        }
    }

    private func restart(after status: Status) async throws {
        let (delay, rejecters): (Duration?, Set<Endpoint>) = state.withLock { state in
            guard !state.hasBegun, !state.isCancelled else { return (nil, []) }
            return (state.retries.delay(after: status, on: channel), state.retries.rejecters)
        }
        guard let delay else { throw status }
        try await channel.waitForRetry(after: status, delay, deadline: deadline)
        let call = try await channel.pool.avoiding(rejecters) { try await start() }
        let isCancelled = state.withLock { state in
            state.call = call
            return state.isCancelled
        }
        if isCancelled { call.cancel() }
    }

    /// Gives the call up.
    func cancel() {
        let call = state.withLock { state in
            state.isCancelled = true
            return state.call
        }
        call.cancel()
    }
}

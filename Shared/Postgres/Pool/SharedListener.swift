import Foundations
import Logging
import Synchronization

/// The connection on which all streams of a pool listen; open while there is a stream.
///
/// One task owns the connection. Streams come and go in the state; the task notices, since every change ends its wait for
/// notifications. It alone yields to streams, and never under the lock: a stream's end comes from within the
/// cancellation of its reader's task and takes the lock.
final class SharedListener: Sendable {
    private struct Subscription {
        let channel: String
        let continuation: AsyncStream<ListenEvent>.Continuation
        /// The session for which the stream last received `listening`.
        var session: Int?
    }

    private struct State {
        var subscriptions: [UInt64: Subscription] = [:]
        var nextID: UInt64 = 0
        var isRunning = false
        /// Ends the task's wait for notifications.
        var wait = OperationDeadline()
        /// Whether the server has to show that it is there.
        var isCheckDue = false
    }

    /// How long the connection is left alone between two checks.
    private static let checkPause = Duration.seconds(5)
    /// How long the server may take to answer a check.
    private static let checkTimeout = Duration.seconds(5)
    private static let backoff = Backoff.doubling(from: .milliseconds(50), to: .seconds(2))

    private let configuration: PostgresConfiguration
    private let logger: Logger
    private let clock: any WallClock
    private let state = Mutex(State())

    init(configuration: PostgresConfiguration, logger: Logger, clock: any WallClock) {
        self.configuration = configuration
        self.logger = logger
        self.clock = clock
    }

    /// Adds a stream.
    /// - Parameter start: runs the work of the connection in a task that the pool's end cancels.
    func add(
        _ channel: String,
        _ continuation: AsyncStream<ListenEvent>.Continuation,
        start: (@escaping @Sendable () async -> Void) -> Void
    ) -> UInt64 {
        let (id, mustStart, wait) = state.withLock { state in
            state.nextID += 1
            state.subscriptions[state.nextID] = Subscription(channel: channel, continuation: continuation)
            defer { state.isRunning = true }
            return (state.nextID, !state.isRunning, state.wait)
        }
        if mustStart { start { [self] in await run() } } else { wait.shorten(to: .now) }
        return id
    }

    /// Ends a stream.
    func remove(_ id: UInt64) {
        let wait = state.withLock { state in
            state.subscriptions[id] = nil
            return state.wait
        }
        wait.shorten(to: .now)
    }

    // MARK: The task

    private func run() async {
        var failures = 0
        var session = 0
        while !Task.isCancelled {
            do {
                session += 1
                return try await listen(session) { failures = 0 }
            } catch {
                if Task.isCancelled { break }
                failures += 1
                if failures == 1 {
                    logger.warning("Listening for notifications was interrupted", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.backoff.delay(afterFailures: failures))
            }
        }
        let ended = state.withLock { state in
            state.isRunning = false
            defer { state.subscriptions = [:] }
            return state.subscriptions.values.map(\.continuation)
        }
        ended.forEach { $0.finish() }
    }

    /// Listens on one connection until no stream is left.
    private func listen(_ session: Int, onStart: () -> Void) async throws {
        guard nextWait() != nil else { return }
        let connection = try await PostgresConnection.open(configuration)
        let limit = OperationDeadline()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.check(until: limit) }
            defer { group.cancelAll() }
            try await listen(session, on: connection, until: limit, onStart: onStart)
        }
    }

    /// - Parameter limit: when the connection is given up.
    private func listen(
        _ session: Int,
        on connection: PostgresConnection,
        until limit: OperationDeadline,
        onStart: () -> Void
    ) async throws {
        var channels: Set<String> = []
        while let (wanted, wait, isCheckDue) = nextWait() {
            if isCheckDue {
                _ = try await connection.run(["SELECT 1"], until: limit)
                state.withLock { $0.isCheckDue = false }
            }
            let changes: [Statement] =
                wanted.subtracting(channels).sorted().map { "LISTEN \(identifier: $0)" }
                + channels.subtracting(wanted).sorted().map { "UNLISTEN \(identifier: $0)" }
            for change in changes { _ = try await connection.run([change], until: limit) }
            channels = wanted
            announce(channels, session)
            onStart()
            let notifications = try await withTaskCancellationHandler {
                try await connection.notifications(until: wait)
            } onCancel: {
                wait.shorten(to: .now)
            }
            try Task.checkCancellation()
            for notification in notifications { publish(notification, session) }
        }
    }

    /// Has the connection checked at intervals, as it can be dead without its end being heard of, and given up when the server
    /// doesn't answer.
    private func check(until limit: OperationDeadline) async throws {
        state.withLock { $0.isCheckDue = false }
        while true {
            try await clock.sleep(for: Self.checkPause)
            let wait = state.withLock { state in
                state.isCheckDue = true
                return state.wait
            }
            wait.shorten(to: .now)
            try await clock.sleep(for: Self.checkTimeout)
            if state.withLock({ $0.isCheckDue }) { limit.shorten(to: .now) }
        }
    }

    /// The channels that streams listen to now, what ends the next wait, and whether a check is due before it; nil when no
    /// stream is left, and the task ends.
    private func nextWait() -> (channels: Set<String>, wait: OperationDeadline, isCheckDue: Bool)? {
        state.withLock { state in
            guard !state.subscriptions.isEmpty else {
                state.isRunning = false
                return nil
            }
            // Made before the channels are read: a stream that comes later ends the wait at once.
            state.wait = OperationDeadline()
            return (Set(state.subscriptions.values.map(\.channel)), state.wait, state.isCheckDue)
        }
    }

    /// Reports to streams that are new on this connection that notifications arrive.
    private func announce(_ channels: Set<String>, _ session: Int) {
        let announcements = state.withLock { state in
            var announcements: [(AsyncStream<ListenEvent>.Continuation, ListenEvent)] = []
            for (id, subscription) in state.subscriptions
            where subscription.session != session && channels.contains(subscription.channel) {
                let event = ListenEvent.listening(isReconnected: subscription.session != nil)
                announcements.append((subscription.continuation, event))
                state.subscriptions[id]?.session = session
            }
            return announcements
        }
        for (continuation, event) in announcements { continuation.yield(event) }
    }

    private func publish(_ notification: PostgresNotification, _ session: Int) {
        let listeners = state.withLock { state in
            state.subscriptions.values
                .filter { $0.channel == notification.channel && $0.session == session }.map(\.continuation)
        }
        for listener in listeners { listener.yield(.notification(notification)) }
    }
}

/// An element of the stream that `PostgresPool.listen(_:)` returns.
package enum ListenEvent: Sendable, Equatable {
    /// Notifications arrive from here on. Those sent before, or without a connection, are lost: read the state again.
    case listening(isReconnected: Bool)
    /// A notification was sent.
    case notification(PostgresNotification)
}

extension PostgresPool {
    /// Listens to `channel` until the stream is dropped or the pool is closed.
    ///
    /// All streams of a pool share one connection, which is open while there is a stream and replaced when it breaks.
    /// Treat a notification as a hint to read, not as data: those sent while no connection stood are lost.
    package func listen(_ channel: String) -> AsyncStream<ListenEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ListenEvent.self)
        let id = listener.add(channel, continuation) { work in _ = keepListener(work) }
        continuation.onTermination = { [listener] _ in listener.remove(id) }
        return stream
    }
}

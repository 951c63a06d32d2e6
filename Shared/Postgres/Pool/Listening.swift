import Foundations
import Logging

/// An element of the stream that `PostgresPool.listen(_:)` returns.
package enum ListenEvent: Sendable, Equatable {
    /// From here on notifications arrive. What happened before, or since a connection broke, went unheard: read the
    /// state anew.
    case listening(isReconnected: Bool)
    /// Somebody sent a notification.
    case notification(PostgresNotification)
}

extension PostgresPool {
    /// Listens to `channel` on a connection of its own until the stream is dropped or the pool is closed.
    ///
    /// A broken connection is replaced without help. Treat a notification as a hint to look, not as data: those sent
    /// while no connection stood are lost.
    package func listen(_ channel: String) -> AsyncStream<ListenEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ListenEvent.self)
        let listener = Listener(channel: channel, configuration: configuration, continuation: continuation)
        let task = keepListener { [logger] in
            await listener.run { error in
                logger.warning("Listening for notifications was interrupted", metadata: ["error": "\(error)"])
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

private struct Listener: Sendable {
    let channel: String
    let configuration: PostgresConfiguration
    let continuation: AsyncStream<ListenEvent>.Continuation

    func run(onInterruption: (any Error) -> Void) async {
        let backoff = Backoff.doubling(from: .milliseconds(50), to: .seconds(2))
        var failures = 0
        var wasListening = false
        while !Task.isCancelled {
            do {
                try await listen {
                    continuation.yield(.listening(isReconnected: wasListening))
                    wasListening = true
                    failures = 0
                }
            } catch {
                if Task.isCancelled { return }
                failures += 1
                if failures == 1 { onInterruption(error) }
                try? await Task.sleep(for: backoff.delay(afterFailures: failures))
            }
        }
    }

    private func listen(onStart: () -> Void) async throws {
        let connection = try await PostgresConnection.open(configuration)
        try await connection.execute("LISTEN \(identifier: channel)")
        onStart()
        while true {
            let deadline = OperationDeadline()
            let notifications = try await withTaskCancellationHandler {
                try await connection.notifications(until: deadline)
            } onCancel: {
                deadline.shorten(to: .now)
            }
            for notification in notifications { continuation.yield(.notification(notification)) }
        }
    }
}

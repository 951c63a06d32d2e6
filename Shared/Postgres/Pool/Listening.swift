/// An element of the stream that `PostgresPool.listen(_:)` returns.
package enum ListenEvent: Sendable, Equatable {
    /// From here on notifications arrive. What was sent before, or while no connection stood, was lost: read the state
    /// anew.
    case listening(isReconnected: Bool)
    /// Somebody sent a notification.
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

import NIOCore
import Synchronization

/// Waits for whichever of several attempts connects first.
final class FirstConnection: Sendable {
    private let promise: EventLoopPromise<ClientConnection>
    private let outstanding: Atomic<Int>

    private init(_ attempts: [EventLoopFuture<ClientConnection>]) {
        promise = attempts[0].eventLoop.makePromise()
        outstanding = Atomic(attempts.count)
        for attempt in attempts { attempt.whenComplete { self.ended($0) } }
    }

    private func ended(_ attempt: Result<ClientConnection, any Error>) {
        switch attempt {
        case .success(let connection): promise.succeed(connection)
        case .failure(let error):
            if outstanding.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { promise.fail(error) }
        }
    }

    /// The first connection.
    /// - Throws: DEADLINE_EXCEEDED at the deadline, `CancellationError` when the task is cancelled, otherwise what the
    ///   last attempt failed with once all have.
    static func of(
        _ attempts: [EventLoopFuture<ClientConnection>],
        deadline: NIODeadline?,
        clock: any RPCClock
    ) async throws -> ClientConnection {
        let first = FirstConnection(attempts)
        // A promise takes its first outcome; what comes later is ignored.
        let promise = first.promise
        let timer = deadline.map {
            clock.schedule(at: $0, on: promise.futureResult.eventLoop) { promise.fail(Status.late) }
        }
        defer { timer?.cancel() }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            promise.fail(CancellationError())
        }
    }
}

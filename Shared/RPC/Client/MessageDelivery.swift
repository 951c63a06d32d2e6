package import NIOCore
import Wire

/// Gives the messages of a call to a function, each in a task of its own, so that a call on which nothing comes costs no task.
///
/// Used on the call's event loop.
private final class MessageDelivery: CallChangeHandler {
    typealias Body = @Sendable (ByteBuffer) async throws -> Void

    private let call: ClientCall
    private let body: Body
    private let ended: EventLoopPromise<Void>
    /// Whether a message is being taken; the next one waits.
    private var isBusy = false

    init(_ call: ClientCall, _ ended: EventLoopPromise<Void>, _ body: @escaping Body) {
        self.call = call
        self.ended = ended
        self.body = body
    }

    func callChanged() {
        guard !isBusy else { return }
        if let message = call.popReceived() {
            isBusy = true
            deliver(message)
        } else if let end = call.end {
            finish(end.mapError { $0 as any Error })
        }
    }

    private func deliver(_ message: WireMessage) {
        let (handle, body) = (call.handle, body)
        let bound = NIOLoopBound(self, eventLoop: call.connection.loop)
        Task {
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(try await handle.decompressed(message).bytes))
            } catch {
                result = .failure(error)
            }
            bound.perform { $0.delivered(result) }
        }
    }

    private func delivered(_ result: Result<Void, any Error>) {
        isBusy = false
        switch result {
        case .success: callChanged()
        case .failure:
            call.changeHandler = nil
            call.cancel(.cancelled)
            finish(result)
        }
    }

    private func finish(_ result: Result<Void, any Error>) {
        call.changeHandler = nil
        ended.completeWith(result)
    }
}

extension ClientCallHandle {
    /// Gives each message to a function, one after the other, in a task that lasts no longer than the function takes.
    /// - Returns: Done once the call has ended; failed with its ``Status``, or with what the function has thrown, which cancels
    ///   the call.
    package func forEachMessage(
        _ body: @escaping @Sendable (ByteBuffer) async throws -> Void
    ) -> EventLoopFuture<Void> {
        let ended = bound.eventLoop.makePromise(of: Void.self)
        perform { call in
            let delivery = MessageDelivery(call, ended, body)
            call.changeHandler = delivery
            delivery.callChanged()
        }
        return ended.futureResult
    }
}

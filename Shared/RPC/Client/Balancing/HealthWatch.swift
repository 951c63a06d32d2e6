import Foundations
import MessageCoding
import NIOCore
import RPCValues
import Wire

/// Watches the health of one instance, as gRPC's client-side health checking does (A17).
///
/// A watch counts as no call: the connection may be idle for both sides. It takes one of the calls that the server allows at
/// once, though, so an instance that allows very few is not watched.
///
/// An instance without a health service counts as healthy. Unlike in A17, calls are sent to an instance before the first
/// answer while no other is known to serve: a server that starts rejects them as unprocessed, and everybody else is a round
/// trip faster.
final class HealthWatch: Sendable {
    private static let template = CallTemplate(method: OperationalServices.watchHealth)
    /// The least limit of concurrent calls at which one is spent on a watch.
    private static let fewestCalls = 8
    /// Between watches that the server ended.
    private static let backoff = Backoff(initial: .seconds(1), maximum: .seconds(120))

    let connection: ClientConnection
    private let task: Task<Void, Never>

    /// Begins to watch.
    /// - Parameter onChange: Called with each of the instance's reports, also when it is the same again.
    init(
        over connection: ClientConnection,
        clock: any RPCClock,
        onChange: @escaping @Sendable (ServingState) -> Void
    ) {
        self.connection = connection
        task = Task { await HealthWatch.run(over: connection, clock, onChange) }
    }

    /// Ends the watch and its call, for which a stopping server would wait.
    func stop() { task.cancel() }

    private static func run(
        over connection: ClientConnection,
        _ clock: any RPCClock,
        _ onChange: @Sendable (ServingState) -> Void
    ) async {
        let allowed = try? await connection.loop.submit { connection.connection?.callsAllowed ?? 0 }.get()
        guard let allowed, allowed > 0 else { return }
        guard allowed >= fewestCalls else { return onChange(.serving) }
        var failures = 0
        while connection.isUsable, !Task.isCancelled {
            do {
                try await watch(connection) { state in
                    failures = 0
                    onChange(state)
                }
            } catch let status as Status where status.code == .unimplemented {
                return onChange(.serving)
            } catch {
                if Task.isCancelled { return }
            }
            failures += 1
            let next = clock.now + backoff.amount(afterFailures: failures)
            guard (try? await clock.sleep(until: next, on: connection.loop)) != nil else { return }
        }
    }

    private static func watch(_ connection: ClientConnection, _ onChange: (ServingState) -> Void) async throws {
        let request = try RPCMessages.CheckHealthRequest().encoded()
        let call = try await connection.loop.submit {
            let call = try connection.startOnLoop(template, Metadata(), nil, (request, true), nil)
            connection.countAsBackground(call)
            return call.handle
        }.get()
        defer { call.cancel() }
        while let bytes = try await call.receive() {
            onChange(state(try RPCMessages.CheckHealthResponse(decoding: bytes)))
        }
    }

    private static func state(_ response: RPCMessages.CheckHealthResponse) -> ServingState {
        switch response.status {
        case .notServing:
            .notServing(response.explanation.isEmpty ? "it does not serve" : response.explanation)
        case .serving: .serving
        default: .unknown
        }
    }
}

/// What an instance says of its own health.
package enum ServingState: Sendable, Hashable {
    /// Not reported yet, or not watched.
    case unknown
    case serving
    /// It does not serve; why, for operators.
    case notServing(String)

    /// Whether calls may go there. What says nothing is tried.
    var takesCalls: Bool {
        if case .notServing = self { return false }
        return true
    }
}

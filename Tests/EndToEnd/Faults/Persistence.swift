import Foundation
import Foundations
import RPC

/// How a client makes a change while programs fail: again and again under one idempotency key.
struct Persistence {
    /// What calls may fail with while programs end and come back: nothing is said about the change, except that trying again
    /// makes sense.
    static let transient: Set<StatusCode> = [.unavailable, .deadlineExceeded, .resourceExhausted, .cancelled, .aborted]

    /// The outcome of a change.
    enum Outcome<Answer: Sendable>: Sendable {
        case acknowledged(Answer)
        /// The client gave up: it may have been made, once.
        case unknown
        /// A status that no fault explains.
        case unexpected(Status)
    }

    /// How many attempts are made at the most.
    var attempts = 200
    private static let backoff = Backoff(initial: .milliseconds(50), multiplier: 1.5, maximum: .milliseconds(500))

    /// Makes a change.
    /// - Parameters:
    ///   - user: Whose change it is.
    ///   - call: Makes one attempt with the given options.
    func make<Answer: Sendable>(
        as user: TestUser,
        _ call: (CallOptions) async throws -> Answer
    ) async throws -> Outcome<Answer> {
        let options = user.options(timeout: .seconds(5), key: UUID().canonical)
        for failures in 1...max(1, attempts) {
            do {
                return .acknowledged(try await call(options))
            } catch let status as Status where Persistence.transient.contains(status.code) {
                if failures == attempts { break }
                try await ContinuousClock().sleep(for: Persistence.backoff.delay(afterFailures: failures))
            } catch let status as Status {
                return .unexpected(status)
            }
        }
        return .unknown
    }
}

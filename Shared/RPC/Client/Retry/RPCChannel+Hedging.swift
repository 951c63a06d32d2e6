import Foundations
import NIOCore
import Wire

extension RPCChannel {
    private enum HedgeEvent<Answer: Sendable>: Sendable {
        case answer(Answer)
        case failure(Status)
        case cancelled
        case timeForAnother
    }

    /// Hedges a call: starts further attempts after a delay or a non-fatal failure. The first answer or fatal failure
    /// counts; all other attempts are given up.
    func hedging<Answer: Sendable>(
        _ policy: HedgingPolicy,
        _ attempt: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: HedgeEvent<Answer>.self) { tasks in
            defer { tasks.cancelAll() }
            var started = 0
            var running = 0
            var waits = 0
            var mayStart = true
            var rejecters: Set<Endpoint> = []
            func start() {
                started += 1
                running += 1
                let (pool, rejecters) = (pool, rejecters)
                tasks.addTask { await pool.avoiding(rejecters) { await RPCChannel.event(of: attempt) } }
            }
            func wait(_ delay: Duration) {
                guard mayStart, started < policy.maximumAttempts else { return }
                waits += 1
                let (clock, loop) = (clock, group.any())
                let time = clock.now + .nanoseconds(delay.wholeNanoseconds)
                tasks.addTask {
                    (try? await clock.sleep(until: time, on: loop)) == nil ? .cancelled : .timeForAnother
                }
            }
            start()
            wait(policy.delay)
            while let event = try await tasks.next() {
                switch event {
                case .answer(let answer):
                    throttle?.succeeded()
                    return answer
                case .timeForAnother:
                    waits -= 1
                    guard mayStart, throttle?.allowsRetry != false, started < policy.maximumAttempts else { break }
                    start()
                    if waits == 0 { wait(policy.delay) }
                case .cancelled: break
                case .failure(let status):
                    running -= 1
                    guard policy.nonFatalCodes.contains(status.code) || status.isUnprocessed else { throw status }
                    if !status.isUnprocessed { throttle?.failed() }
                    let advice = status.isRemote ? status.retryDelay : nil
                    if let advice, advice < .zero || advice > RetryState.longestAdvice { mayStart = false }
                    if let rejecter = status.rejectedBy { rejecters.insert(rejecter) }
                    mayStart = mayStart && throttle?.allowsRetry != false && started < policy.maximumAttempts
                    let isElsewhere = status.isUnprocessed && isConnected(besides: rejecters)
                    if mayStart, !isElsewhere, let advice, advice > .zero {
                        rejecters = []
                        wait(advice)
                    } else if mayStart {
                        start()
                    }
                    if running == 0, !mayStart || waits == 0 { throw status }
                }
                try Task.checkCancellation()
            }
            throw CancellationError()
        }
    }

    private static func event<Answer: Sendable>(
        of attempt: @Sendable () async throws -> Answer
    ) async -> HedgeEvent<Answer> {
        do {
            return .answer(try await attempt())
        } catch let status as Status {
            return .failure(status)
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .failure(Status(.internalError, .rpc.ourFault))
        }
    }
}

import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit

/// Does the work of one lane, one receipt at a time, until its task is cancelled.
struct Pipeline: Sendable {
    let lane: Lane
    let queue: ReceiptQueue
    let bell: WorkBell
    let log: Logger
    /// Brings a claimed receipt one stage on. Throws ``Setback`` or what went wrong on the way.
    let perform: @Sendable (Claim) async throws -> Void
    /// Notifications wake it earlier.
    var pollInterval: Duration = .seconds(5)

    private static let backoff = Backoff.doubling(from: .milliseconds(100), to: .seconds(2))

    func run() async {
        var failures = 0
        while !Task.isCancelled {
            let rings = bell.rings
            do {
                if let claim = try await queue.claim(lane) {
                    await TraceContext(workOn: claim.receipt).during { await handle(claim) }
                } else {
                    let due = try await queue.nextDue(lane) ?? pollInterval
                    await bell.wait(after: rings, atMost: min(pollInterval, max(due, .milliseconds(5))))
                }
                failures = 0
            } catch {
                if Task.isCancelled { return }
                failures += 1
                if failures == 1 { log.warning("the queue cannot be read", metadata: ["error": "\(error)"]) }
                try? await Task.sleep(for: Pipeline.backoff.delay(afterFailures: failures))
            }
        }
    }

    private func handle(_ claim: Claim) async {
        do {
            try await keepingClaim(claim) { try await perform(claim) }
        } catch {
            let isStopping = Task.isCancelled
            // Not cancelled with the pipeline: what isn't finished shall be free for others at once.
            await Task { await settle(claim, error, isStopping: isStopping) }.value
        }
    }

    /// Runs `body` and keeps the claim meanwhile; a claim that is lost ends `body`.
    private func keepingClaim(_ claim: Claim, _ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await body() }
            group.addTask {
                while true {
                    try await Task.sleep(for: queue.lease / 3)
                    do {
                        try await queue.renew(claim)
                    } catch let error as PostgresError {
                        // The database may come back before the claim runs out.
                        log.debug("a claim could not be renewed", metadata: ["error": "\(error)"])
                    }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func settle(_ claim: Claim, _ error: any Error, isStopping: Bool) async {
        let receipt: Logger.Metadata = ["receipt": "\(claim.receipt.canonical)"]
        let end = ContinuousClock.now + queue.lease
        var failures = 0
        while true {
            do {
                return try await record(claim, error, receipt)
            } catch Setback.lost {
                return log.info("somebody else works on the receipt now", metadata: receipt)
            } catch {
                failures += 1
                // Without a word the claim runs out and somebody takes the receipt over.
                guard !isStopping, ContinuousClock.now < end else { return }
                try? await Task.sleep(for: Pipeline.backoff.delay(afterFailures: failures))
            }
        }
    }

    private func record(_ claim: Claim, _ error: any Error, _ metadata: Logger.Metadata) async throws {
        switch error {
        case Setback.lost: throw error
        case Setback.failed(let sentence, let retryMayHelp):
            log.notice("a receipt failed", metadata: metadata.merging(["why": "\(sentence)"]) { $1 })
            try await queue.fail(claim, sentence, retryMayHelp: retryMayHelp)
        case Setback.postponed(let pause, let isCounted):
            try await queue.postpone(claim, by: pause, isCounted: isCounted)
        case Setback.restarted:
            log.notice("a receipt starts anew", metadata: metadata)
            try await queue.restart(claim)
        case is CancellationError:
            try await queue.postpone(claim, by: .zero, isCounted: false)
        default:
            log.warning("a receipt has to wait", metadata: metadata.merging(["error": "\(error)"]) { $1 })
            try await queue.postpone(claim, by: .milliseconds(500), isCounted: false)
        }
    }
}

import Foundations
import Logging
import Postgres
import RPC
import ServiceKit
import Texts

extension ReceiptQueue {
    /// A worker of one stage.
    /// - Parameters:
    ///   - concurrency: How many receipts are worked on at a time.
    ///   - perform: Brings a claimed receipt one stage on. Throws ``StageFailure`` or what went wrong on the way.
    func worker(
        _ stage: Stage,
        concurrency: Int,
        log: Logger,
        perform: @escaping @Sendable (Claim) async throws -> Void
    ) -> LeaseWorker<QueuedReceipt> {
        var configuration = LeaseWorker<QueuedReceipt>.Configuration()
        configuration.concurrency = concurrency
        configuration.outageBackoff = .doubling(from: .milliseconds(100), to: .seconds(2))
        return LeaseWorker(
            stage.rawValue,
            queue: leases(of: stage),
            configuration: configuration,
            wokenBy: stage.wakeUp,
            log: log,
            judge: { claim, error in
                try await TraceContext(workOn: claim.receipt).during { try await settle(claim, error, log) }
            },
            perform: { claim in
                try await TraceContext(workOn: claim.receipt).during { try await perform(claim) }
                return .settled
            }
        )
    }

    /// - Returns: The outcome for a receipt whose stage failed; nil when its worker was stopped.
    private func settle(_ claim: Claim, _ error: any Error, _ log: Logger) async throws -> WorkOutcome? {
        let receipt: Logger.Metadata = ["receipt": "\(claim.receipt.canonical)"]
        switch error {
        case StageFailure.failed(let cause, let retryMayHelp):
            log.notice("a receipt failed", metadata: receipt.merging(["why": "\(cause.rawValue)"]) { $1 })
            try await fail(claim, cause, retryMayHelp: retryMayHelp)
            return .settled
        case StageFailure.postponed(let pause, let isCounted):
            return .postponed(pause, isCounted: isCounted)
        case StageFailure.putBehind:
            try await putBehind(claim)
            return .settled
        case StageFailure.restarted:
            log.notice("a receipt starts anew", metadata: receipt)
            try await restart(claim)
            return .settled
        case is CancellationError: return nil
        default:
            log.warning("a receipt has to wait", metadata: receipt.merging(["error": "\(error)"]) { $1 })
            return .postponed(.milliseconds(500), isCounted: false)
        }
    }
}

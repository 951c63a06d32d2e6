import CoreMetrics
import Foundation
import Logging
import ServiceKit

/// Recomputes all ledgers and reports where this service is wrong.
struct LedgerChecker: Sendable {
    private static let metric = "larder.ledger.faults"

    /// What the checker measures.
    static let metrics = [
        metric: MetricDescription("Sums and purchases that did not fit their parts when all ledgers were checked last.")
    ]

    let store: SpendingStore
    let log: Logger
    var metrics: any MetricsFactory = MetricsSystem.factory

    /// What was found in all ledgers.
    struct Outcome: Sendable, Equatable {
        var ledgers = 0
        /// Ledgers that could not be read.
        var unreadable = 0
        var purchases = 0
        /// What differs through a fault of this service's.
        var faults = 0
        /// Printed totals that differ from their parts, which their owners correct.
        var printedTotals = 0
    }

    /// Ledgers have faults; the log names them.
    struct Faulty: Error, CustomStringConvertible {
        let outcome: Outcome
        var description: String {
            """
            \(outcome.faults) sums or purchases in \(outcome.ledgers) ledgers do not fit their parts, and \(outcome.unreadable) \
            ledgers could not be read
            """
        }
    }

    /// Each night.
    var job: ScheduledJob {
        ScheduledJob("check ledgers", .daily(.init(3, 15), in: .gmt), timeLimit: .seconds(4 * 3_600)) { _ in
            _ = try await requireFaultless()
        }
    }

    /// Checks all ledgers.
    /// - Throws: ``Faulty`` where this service is wrong.
    func requireFaultless() async throws -> Outcome {
        let outcome = try await checkAll()
        if outcome.faults + outcome.unreadable > 0 { throw Faulty(outcome: outcome) }
        return outcome
    }

    /// Checks the ledger of each user, one after the other.
    func checkAll() async throws -> Outcome {
        var (outcome, last): (Outcome, UUID?) = (Outcome(), nil)
        while let user = try await store.owner(after: last) {
            try Task.checkCancellation()
            do {
                count(try await store.check(of: user), of: user, in: &outcome)
            } catch let error as CancellationError {
                throw error
            } catch {
                outcome.unreadable += 1
                log.error("a ledger could not be checked", metadata: ["user": "\(user)", "error": "\(error)"])
            }
            last = user
        }
        Meter(label: Self.metric, factory: metrics).set(outcome.faults)
        return outcome
    }

    private func count(_ check: LedgerCheck, of user: UUID, in outcome: inout Outcome) {
        for fault in check.differences where fault.isFault { report(fault, of: user) }
        let faults = check.differences.count(where: \.isFault)
        outcome.ledgers += 1
        outcome.purchases += check.purchases
        outcome.faults += faults
        outcome.printedTotals += check.differenceCount - faults
    }

    private func report(_ fault: LedgerCheck.Difference, of user: UUID) {
        log.error(
            "a ledger does not fit its parts",
            metadata: [
                "user": "\(user)", "purchase": "\(fault.purchase?.uuidString ?? "")", "kind": "\(fault.kind)",
                "currency": "\(fault.currency)",
            ]
        )
    }
}

import CatalogLookup
import Foundation
import Logging
import Postgres
import ReceiptRecognition
import ServiceKit

/// Everything that works on receipts in one process: the workers of both stages, and the readers.
struct ReceiptWork: Sendable {
    let queue: ReceiptQueue
    let supervisor: WorkerSupervisor
    let probe: ReaderProbe
    private let workers: [LeaseWorker<QueuedReceipt>]

    /// The number of receipts saved in parallel.
    private static let savers = 2

    /// Assembles the work.
    /// - Parameter adjustSaving: adjusts the saving stage before it begins.
    init(
        queue: ReceiptQueue,
        readers: WorkerSupervisor.Configuration,
        catalog: any CatalogLookup,
        recording: any PurchaseRecording,
        log: Logger,
        adjustSaving: (inout SavingStage) -> Void = { _ in }
    ) {
        self.queue = queue
        supervisor = WorkerSupervisor(configuration: readers, logger: log)
        probe = ReaderProbe(readers)
        let understanding = UnderstandingStage(queue: queue, supervisor: supervisor, probe: probe, log: log)
        var saving = SavingStage(queue: queue, catalog: catalog, recording: recording, log: log)
        adjustSaving(&saving)
        workers = [
            queue.worker(
                .understanding,
                concurrency: max(1, readers.workers),
                log: log,
                perform: understanding.perform
            ),
            queue.worker(
                .saving,
                concurrency: ReceiptWork.savers,
                log: log,
                perform: saving.perform
            ),
        ]
    }

    /// Works until the task is cancelled; unfinished work is then free for others.
    func run(reporting status: WorkStatus? = nil) async {
        await withTaskGroup { group in
            for worker in workers { group.addTask { await worker.run(reporting: status) } }
        }
        await supervisor.stop()
    }

    /// The readers that are missing, for operators; nil when all were loaded.
    private func readerDegradation() async -> String? {
        let missing = supervisor.missingReaders.map(\.name)
        return missing.isEmpty ? nil : "reading without \(missing.joined(separator: ", ")); see make deps"
    }

    /// The problem that prevents reading, for operators.
    func readerProblem() async -> String? {
        await probe.problem(hasLiveReader: !supervisor.workerProcessIDs.isEmpty)
    }
}

extension ReceiptWork: ServicePart {
    var checks: [HealthMonitor.Check] { [readerProblem] }
    var degradations: [HealthMonitor.Check] { [readerDegradation] }

    /// Both stages as one work, since the readers may stop only after it.
    func background(in runtime: ServiceRuntime) -> [BackgroundWork] {
        [.reporting("receipt work", run)] + workers.map { $0.measurement(in: runtime) }
    }
}

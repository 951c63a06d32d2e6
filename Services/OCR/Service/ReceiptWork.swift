import CatalogLookup
import Foundation
import Logging
import Postgres
import ReceiptRecognition
import ServiceKit

/// Everything that works on receipts in one process: the workers of both stages, the readers and the change feed.
struct ReceiptWork: Sendable {
    let queue: ReceiptQueue
    let supervisor: WorkerSupervisor
    let probe: ReaderProbe
    let changes: ChangeFeed<UUID>
    private let photosWait = WorkSignal()
    private let readingsWait = WorkSignal()
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
        changes: ChangeFeed<UUID>,
        log: Logger,
        adjustSaving: (inout SavingStage) -> Void = { _ in }
    ) {
        self.queue = queue
        supervisor = WorkerSupervisor(configuration: readers, logger: log)
        probe = ReaderProbe(readers)
        self.changes = changes
        let understanding = UnderstandingStage(queue: queue, supervisor: supervisor, probe: probe, log: log)
        var saving = SavingStage(queue: queue, catalog: catalog, recording: recording, log: log)
        adjustSaving(&saving)
        workers = [
            queue.worker(
                .understanding,
                concurrency: max(1, readers.workers),
                signal: photosWait,
                log: log,
                perform: understanding.perform
            ),
            queue.worker(
                .saving,
                concurrency: ReceiptWork.savers,
                signal: readingsWait,
                log: log,
                perform: saving.perform
            ),
        ]
    }

    /// Works until the task is cancelled; unfinished work is then free for others.
    func run(reporting status: WorkStatus? = nil) async {
        // Before the queue is first read, so that no change is missed.
        let updates = changes.watchAll()
        await withTaskGroup { group in
            group.addTask { for await update in updates { wake(for: update) } }
            for worker in workers { group.addTask { await worker.run(reporting: status) } }
        }
        await supervisor.stop()
    }

    private func wake(for update: ChangeFeed<UUID>.Update) {
        var state: ReceiptState?
        if case .change(let change) = update { state = change.receiptProgress?.state }
        // Photos and readings may have come unnoticed where the state isn't known.
        if state == nil || state == .queued { photosWait.notify() }
        if state == nil || state == .saving { readingsWait.notify() }
    }

    /// The readers that are missing, for operators; nil when all were loaded.
    func readerDegradation() async -> String? {
        let missing = supervisor.missingReaders.map(\.name)
        return missing.isEmpty ? nil : "reading without \(missing.joined(separator: ", ")); see make deps"
    }

    /// The problem that prevents reading, for operators.
    func readerProblem() async -> String? {
        await probe.problem(hasLiveReader: !supervisor.workerProcessIDs.isEmpty)
    }
}

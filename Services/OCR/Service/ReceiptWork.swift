import CatalogLookup
import Foundation
import Logging
import Postgres
import ReceiptRecognition
import ServiceKit

/// All work on receipts in one process: both pipelines, the readers and the listener.
struct ReceiptWork: Sendable {
    let queue: ReceiptQueue
    let supervisor: WorkerSupervisor
    let probe: ReaderProbe
    let changes: ChangeFeed<UUID>
    private let bells = [Lane.understanding: WorkBell(), Lane.saving: WorkBell()]
    private let pipelines: [Pipeline]

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
        let finalSaving = saving
        pipelines =
            bells.flatMap { lane, bell in
                let count = lane == .saving ? ReceiptWork.savers : max(1, readers.workers)
                return (0..<count).map { _ in
                    Pipeline(lane: lane, queue: queue, bell: bell, log: log) { claim in
                        switch lane {
                        case .understanding: try await understanding.perform(claim)
                        case .saving: try await finalSaving.perform(claim)
                        }
                    }
                }
            }
    }

    /// Works until the task is cancelled; unfinished work is then free for others.
    func run() async {
        // Before the first look for work, so that no change is missed.
        let updates = changes.watchAll()
        await withTaskGroup { group in
            group.addTask { for await update in updates { ring(for: update) } }
            for pipeline in pipelines { group.addTask { await pipeline.run() } }
        }
        await supervisor.stop()
    }

    private func ring(for update: ChangeFeed<UUID>.Update) {
        switch update {
        case .change(let change):
            if let lane = change.receiptProgress.flatMap({ Lane(of: $0.state) }) { bells[lane]?.ring() }
        case .missed: bells.values.forEach { $0.ring() }
        }
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

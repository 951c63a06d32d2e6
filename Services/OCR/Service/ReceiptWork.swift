import CatalogLookup
import Logging
import Postgres
import ReceiptRecognition

/// Everything that works on receipts in one process: the pipelines of both lanes, the readers and the listener.
struct ReceiptWork: Sendable {
    let queue: ReceiptQueue
    let supervisor: WorkerSupervisor
    let probe: ReaderProbe
    let changes: ReceiptChanges
    private let pipelines: [Pipeline]

    /// How many receipts are being saved at a time.
    private static let savers = 2

    /// - Parameter adjustSaving: changes how saving goes on before it begins.
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
        let bells = [Lane.understanding: WorkBell(), Lane.saving: WorkBell()]
        changes = ReceiptChanges(pool: queue.pool) { lane in
            for (each, bell) in bells where lane == nil || lane == each { bell.ring() }
        }
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

    /// Works until the task is cancelled; what was being worked on is free for others then.
    func run() async {
        await withTaskGroup { group in
            for pipeline in pipelines { group.addTask { await pipeline.run() } }
        }
        await supervisor.stop()
    }

    /// What receipts are read without, for operators; nil when all readers are there.
    func readerNote() async -> String? {
        let missing = supervisor.missingReaders.map(\.name)
        return missing.isEmpty ? nil : "reads without \(missing.joined(separator: ", ")); see make deps"
    }

    /// What keeps receipts from being read, for operators.
    func readerProblem() async -> String? {
        await probe.problem(hasLiveReader: !supervisor.workerProcessIDs.isEmpty)
    }
}

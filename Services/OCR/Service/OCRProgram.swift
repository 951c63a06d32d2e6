import CatalogLookup
import Foundation
import Postgres
import ReceiptRecognition
import ServiceKit

@main
struct OCRProgram: ServiceProgram {
    static let name = "ocr"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)
    static let configurationKeys = OCRSettings.keys

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let settings = try OCRSettings(runtime.configuration)
        let database = try runtime.database
        var readers = WorkerSupervisor.Configuration(executable: settings.readerExecutable)
        readers.arguments = [settings.models]
        readers.workers = settings.workers
        let work = ReceiptWork(
            queue: ReceiptQueue(pool: database, instance: settings.instance),
            readers: readers,
            catalog: RemoteCatalog(try runtime.channel(to: "catalog")),
            recording: RemotePurchaseRecording(try runtime.channel(to: "budget")),
            log: runtime.log
        )
        let receipts = ReceiptStore(pool: database, keepsPhotos: settings.keepsImages)
        return ServiceAssembly(
            providers: [
                ReceiptsService(store: receipts, changes: work.changes),
                ReceiptEventSink(
                    receipts: receipts,
                    examples: LearningExamples(pool: database),
                    consents: RemoteConsents(auth: try runtime.channel(to: "auth")),
                    log: runtime.log
                ),
            ],
            background: [
                work.changes.run, work.run, EventOutbox.relay(runtime),
                PeriodicWork.every(.seconds(3_600), "forget delivered events", log: runtime.log) {
                    try await Inbox.forget(before: Date() - LearningExamples.deliveryMemory, in: database)
                },
            ],
            checks: [work.readerProblem],
            notes: [work.readerNote],
            prepare: { try await work.queue.releaseOwn() }
        )
    }
}

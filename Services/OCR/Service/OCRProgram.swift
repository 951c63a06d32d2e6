import AllServices
import CatalogLookup
import Foundation
import OCRMessages
import ReceiptRecognition
import ServiceKit

@main
struct OCRProgram: ServiceProgram {
    static let name = "ocr"
    static let knownServices = ServiceCatalogue.all
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)
    static let configurationKeys = OCRSettings.keys
    /// Some thousand photos.
    static let storagePerUser: Int? = 4 << 30

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let settings = try OCRSettings(runtime.configuration)
        let database = try runtime.database
        let keys = PersonKeys(in: database, masterKeys: try MasterKeys(contentsOf: settings.masterKeyFile))
        let sealing = PhotoSealing(pool: database, keys: keys, log: runtime.log)
        let columns = ColumnSealing(OCRColumns.all, keys: keys, in: database, log: runtime.log)
        var readers = WorkerSupervisor.Configuration(executable: settings.readerExecutable)
        readers.arguments = settings.models.map { [$0] } ?? []
        readers.workers = settings.workers
        let work = ReceiptWork(
            queue: ReceiptQueue(pool: database, instance: settings.instance, sealing: sealing),
            readers: readers,
            catalog: RemoteCatalog(try runtime.channel(to: "catalog")),
            recording: RemotePurchaseRecording(try runtime.channel(to: "budget")),
            log: runtime.log
        )
        let changes = ChangeFeed<UUID>("receipts", pool: database)
        let list = ReceiptStore.list(in: database)
        let receipts = ReceiptStore(pool: database, sealing: sealing, keepsPhotos: settings.keepsImages)
        let events = ReceiptEvents(
            receipts: receipts,
            examples: LearningExamples(),
            keys: keys,
            consents: RemoteConsents(auth: try runtime.channel(to: "auth"))
        )
        return ServiceAssembly(
            personalData: .ocr(sealing),
            providers: [ReceiptsService(store: receipts, changes: changes, list: list)],
            parts: [changes, list, work, EventConsumer(pool: database, log: runtime.log, handle: events.effect)],
            background: [EventOutbox.relay(runtime)],
            jobs: [PhotoExpiry(store: receipts, log: runtime.log).job, sealing.job, columns.job, keys.rewrapping],
            prepare: {
                try await keys.requireMasterKeys()
                try await work.queue.releaseOwn()
            },
            methodsWithoutQuota: [OCR.ReceiptsService.removePhoto, OCR.ReceiptsService.retryReceipt]
        )
    }
}

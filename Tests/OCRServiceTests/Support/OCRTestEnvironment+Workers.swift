import BudgetMessages
import CatalogLookup
import CatalogMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import ReceiptRecognition
import ServiceKit
import Synchronization

@testable import larder_ocr

/// The real reader.
enum TestReader {
    static var configuration: WorkerSupervisor.Configuration {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        var configuration = WorkerSupervisor.Configuration(
            executable: folder.appendingPathComponent("larder-receipt-reader").path
        )
        configuration.firstPause = .milliseconds(10)
        return configuration
    }

    /// Whether it can be started: Tesseract and its data are installed.
    static func isAvailable() async -> Bool { await ReaderProbe(configuration).verify() == nil }
}

extension OCRTestEnvironment {
    /// Runs `body` while an instance processes the queue.
    func withWorkers(
        _ backends: TestBackends,
        as instance: String = "first",
        readers: WorkerSupervisor.Configuration = TestReader.configuration,
        catalogTimeout: Duration = .seconds(20),
        _ body: (ReceiptWork) async throws -> Void
    ) async throws {
        let work = ReceiptWork(
            queue: queue(instance),
            readers: readers,
            catalog: backends,
            recording: backends,
            log: TestDatabase.quietLogger
        ) {
            $0.backoff = Backoff.doubling(from: .milliseconds(5), to: .milliseconds(20))
            $0.catalogTimeout = catalogTimeout
        }
        let working = Task { await work.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(work)) } catch { outcome = .failure(error) }
        working.cancel()
        await working.value
        try outcome.get()
    }

    /// Waits for a receipt to reach a state.
    func wait(for state: ReceiptState, _ id: String) async throws {
        try await until("the receipt is \(state)") {
            try await pool.query("SELECT state FROM receipts WHERE id = \(id)::uuid")[0]["state"] == state
        }
    }
}

/// Catalog and budget behind the network: resolves everything, records each receipt once, can be down.
final class TestBackends: CatalogLookup, PurchaseRecording {
    private struct State {
        var outage: Status?
        var outageOfCatalog: Status?
        var calls = 0
        var callsOfCatalog = 0
        var purchases: [String: Budget.Purchase] = [:]
        var unmatched: [String: Budget.Unmatched] = [:]
        var outageOfStores: Status?
        var isCatalogHanging = false
        var users: Set<String> = []
    }

    private let state = Mutex(State())

    /// The status returned instead of responses; nil when everything works.
    var outage: Status? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    /// The status returned by catalog; nil when it works.
    var outageOfCatalog: Status? {
        get { state.withLock { $0.outageOfCatalog } }
        set { state.withLock { $0.outageOfCatalog = newValue } }
    }

    /// The status returned by catalog for stores; nil when it works.
    var outageOfStores: Status? {
        get { state.withLock { $0.outageOfStores } }
        set { state.withLock { $0.outageOfStores = newValue } }
    }

    /// Whether catalog does not respond in time.
    var isCatalogHanging: Bool {
        get { state.withLock { $0.isCatalogHanging } }
        set { state.withLock { $0.isCatalogHanging = newValue } }
    }

    /// What budget was told to ask catalog for, by receipt.
    var unmatched: [String: Budget.Unmatched] { state.withLock { $0.unmatched } }

    /// The number of requests to catalog for lines.
    var callsOfCatalog: Int { state.withLock { $0.callsOfCatalog } }
    /// The number of requests to record.
    var calls: Int { state.withLock { $0.calls } }
    /// The recorded purchases.
    var purchases: [Budget.Purchase] { state.withLock { Array($0.purchases.values) } }

    func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveStoreResponse {
        try await hang(limit)
        if let outage = outageOfStores { throw outage }
        return .init(store: .init(id: TestBackends.id(request.name), name: request.name.capitalized), confidence: 100)
    }

    func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveProductsResponse {
        try await hang(limit)
        try state.withLock { state in
            state.callsOfCatalog += 1
            if let outage = state.outageOfCatalog { throw outage }
        }
        return .init(
            products: request.printedTexts.map { text in
                .init(product: .init(id: TestBackends.id(text), name: text.capitalized), confidence: 95)
            }
        )
    }

    func recordPurchase(_ request: Budget.RecordPurchaseRequest) async throws -> Budget.Purchase {
        try state.withLock { state in
            state.calls += 1
            if let outage = state.outage { throw outage }
            var purchase = request.purchase ?? .init()
            if let known = state.purchases[purchase.receiptID] { return known }
            purchase.id = UUID().canonical
            state.purchases[purchase.receiptID] = purchase
            state.unmatched[purchase.receiptID] = request.unmatched
            return purchase
        }
    }

    private func hang(_ limit: Duration) async throws {
        guard isCatalogHanging else { return }
        try await Task.sleep(for: limit)
        throw Status(.deadlineExceeded, "too late")
    }

    private static func id(_ text: String) -> String { "id of \(text)" }
}

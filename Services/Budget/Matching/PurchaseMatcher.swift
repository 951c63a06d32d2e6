import CatalogLookup
import CatalogMessages
import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit

/// Resolves stores and lines that catalog could not resolve when they were recorded or typed.
struct PurchaseMatcher: Sendable {
    let store: SpendingStore
    let catalog: any CatalogLookup
    let log: Logger
    /// How long a call that corrects a store's name waits for catalog.
    var interactiveTimeout: Duration = .seconds(1)
    /// How long catalog may take when no call waits.
    var limit: Duration = .seconds(5)
    /// The pauses between retries while catalog is unavailable; retries are unlimited.
    var backoff = Backoff.doubling(from: .milliseconds(500), to: .seconds(15))
    /// How often the queue is polled; a notification ends the wait earlier.
    var pollInterval: Duration = .seconds(5)

    var queue: LeaseQueue<PurchaseLookup> { PurchaseLookup.queue(in: store.pool) }

    /// Resolves the purchases that are due.
    var worker: LeaseWorker<PurchaseLookup> {
        var configuration = LeaseWorker<PurchaseLookup>.Configuration()
        configuration.pollInterval = pollInterval
        configuration.backoff = backoff
        configuration.outageBackoff = backoff
        return LeaseWorker(
            PurchaseLookup.queueName,
            queue: queue,
            configuration: configuration,
            wokenBy: WakeUp(PurchaseLookup.queueName),
            log: log,
            judge: { lookup, error in (error as? Status).map { .postponed(pause(lookup, $0)) } },
            perform: { lookup in
                _ = try await answer(lookup, within: limit)
                return .settled
            }
        )
    }

    /// Resolves one purchase now, for a call that waits; what catalog doesn't resolve in time is retried later.
    /// - Returns: The purchase as it is then; nil when nothing has changed.
    func match(_ purchase: UUID, of user: UUID) async throws -> Purchase? {
        let condition: Statement = "work.user_id = \(user) AND work.purchase_id = \(purchase)"
        guard let lookup = try await queue.claim(atMost: 1, where: condition, early: true).first else { return nil }
        do {
            return try await answer(lookup, within: interactiveTimeout)
        } catch let status as Status {
            let pause = pause(lookup, status)
            // Not cancelled with the call: otherwise it would be due only when the lease has ended.
            _ = try await Task { try await queue.postpone(lookup, by: pause) }.value
            return nil
        }
    }

    /// Applies catalog's response to a purchase; one that catalog rejects stays as printed.
    /// - Returns: The purchase as it is then; nil when the lease was no longer in force.
    private func answer(_ lookup: Lease<PurchaseLookup>, within limit: Duration) async throws -> Purchase? {
        do {
            return try await store.match(lookup, try await ask(lookup, until: .now + limit))
        } catch let status as Status where isPermanent(status) {
            // Who has too many stores has done nothing that operators have to look at.
            let level: Logger.Level = status.reason == "TOO_MANY_STORES" ? .debug : .error
            log.log(level: level, "catalog rejects a purchase", metadata: metadata(lookup, status))
            return try await store.match(lookup, PurchaseMatches())
        }
    }

    /// Whether asking again gives the same answer. NOT_FOUND is among them: a store that catalog doesn't know by its id will
    /// not appear later.
    private func isPermanent(_ status: Status) -> Bool { status.isPermanent || status.code == .notFound }

    private func pause(_ lookup: Lease<PurchaseLookup>, _ status: Status) -> Duration {
        if lookup.attempt == 1 || lookup.attempt % 20 == 0 {
            log.warning("matching has to wait", metadata: metadata(lookup, status))
        }
        return backoff.delay(afterFailures: lookup.attempt)
    }

    private func metadata(_ lookup: Lease<PurchaseLookup>, _ status: Status) -> Logger.Metadata {
        ["purchase": "\(lookup.purchase.canonical)", "status": "\(status)", "attempt": "\(lookup.attempt)"]
    }

    private func ask(_ lookup: Lease<PurchaseLookup>, until end: ContinuousClock.Instant) async throws
        -> PurchaseMatches
    {
        let purchase = try await store.purchase(.purchase(lookup.purchase), of: lookup.user)
        let user = lookup.user.canonical
        var matches = PurchaseMatches(takesStoreName: lookup.takesStoreName)
        let content = purchase.content
        if content.namesUnknownStore {
            let key = try await store.keys.existingKey(of: lookup.user)
            let answer = try await catalog.resolveStore(
                .init(
                    userID: user,
                    name: content.storeName,
                    address: content.storeAddress,
                    phone: try lookup.work.storePhone(with: key)
                ),
                within: end - .now
            )
            guard let found = answer.store, let id = UUID(canonical: found.id) else { throw Self.incomplete }
            matches.store = .init(
                askedName: content.storeName,
                askedAddress: content.storeAddress,
                id: id,
                name: String(found.name.prefix(200)),
                address: found.address,
                nameAndAddress: found.nameAndAddress,
                isNew: answer.created,
                isDoubtful: answer.isDoubtful
            )
        }
        let items = content.items.filter { lookup.receiptLines.contains($0.receiptLine) && $0.isUnmatched }
        guard !items.isEmpty else { return matches }
        let answer = try await catalog.resolveProducts(
            .init(
                userID: user,
                storeID: (matches.store?.id ?? content.storeID)?.canonical ?? "",
                printedTexts: items.map(\.printedText)
            ),
            within: end - .now
        )
        guard answer.products.count == items.count else { throw Self.incomplete }
        for (item, match) in zip(items, answer.products) {
            guard let product = match.product, let id = UUID(canonical: product.id) else { throw Self.incomplete }
            matches.lines[item.receiptLine] = .init(
                printedText: item.printedText,
                product: id,
                name: String(product.name.prefix(200)),
                category: product.category?.slug ?? "",
                categorySymbol: product.category?.symbol ?? "",
                isDoubtful: match.isDoubtful
            )
        }
        return matches
    }

    private static let incomplete = Status(.internalError, "an answer lacks a required field")
}

extension PurchaseContent {
    /// Whether a store is named that is not resolved.
    var namesUnknownStore: Bool { storeID == nil && storeName.contains { $0.isLetter || $0.isNumber } }
}

import CatalogLookup
import Foundation
import Foundations
import Logging
import Messages
import Postgres
import RPC
import ServiceKit

/// Asks catalog what stores and lines mean that it could not be asked for when they were recorded or typed.
struct PurchaseMatcher: Sendable {
    let store: SpendingStore
    let queue: MatchingQueue
    let catalog: any CatalogLookup
    let log: Logger
    /// How long somebody who corrects a store's name waits for what catalog says of it.
    var patience: Duration = .seconds(1)
    /// How long catalog may take when nobody waits.
    var limit: Duration = .seconds(5)
    /// Between tries while catalog is down, which go on for as long as it takes.
    var backoff = Backoff.doubling(from: .milliseconds(500), to: .seconds(15))
    /// How often what is due is looked for.
    var pollInterval: Duration = .seconds(1)

    /// Works until the task is cancelled.
    func run() async {
        var failures = 0
        while !Task.isCancelled {
            do {
                while let claim = try await queue.claim() { try await handle(claim, within: limit) }
                failures = 0
            } catch {
                if Task.isCancelled { return }
                failures += 1
                if failures == 1 { log.warning("purchases cannot be matched", metadata: ["error": "\(error)"]) }
            }
            try? await Task.sleep(for: failures == 0 ? pollInterval : backoff.delay(afterFailures: failures))
        }
    }

    /// Asks for one purchase now, for somebody who waits; what catalog doesn't say in time follows later.
    /// - Returns: The purchase as it is then; nil when nothing has changed.
    func match(_ purchase: UUID, of user: UUID) async throws -> Purchase? {
        guard let claim = try await queue.claim(purchase, of: user) else { return nil }
        return try await handle(claim, within: patience)
    }

    @discardableResult
    private func handle(_ claim: MatchingQueue.Claim, within limit: Duration) async throws -> Purchase? {
        do {
            let matches = try await ask(claim, until: .now + limit)
            return try await store.match(claim, matches)
        } catch let status as Status {
            let metadata: Logger.Metadata = [
                "purchase": "\(claim.purchase.canonical)", "status": "\(status)", "attempt": "\(claim.attempts)",
            ]
            switch status.code {
            case .invalidArgument, .failedPrecondition, .outOfRange, .notFound:
                // Asking again gives the same answer: it stays as it is printed.
                log.error("catalog refuses a purchase", metadata: metadata)
                return try await store.match(claim, PurchaseMatches())
            default:
                if claim.attempts == 1 || claim.attempts % 20 == 0 {
                    log.warning("matching has to wait", metadata: metadata)
                }
                // Not cancelled with who waits: otherwise it would be due only when the claim has run out.
                try await Task { try await queue.postpone(claim, by: backoff.delay(afterFailures: claim.attempts)) }
                    .value
                return nil
            }
        }
    }

    private func ask(_ claim: MatchingQueue.Claim, until end: ContinuousClock.Instant) async throws -> PurchaseMatches {
        let purchase = try await store.purchase(.purchase(claim.purchase), of: claim.user)
        let user = claim.user.canonical
        var matches = PurchaseMatches(takesStoreName: claim.takesStoreName)
        let content = purchase.content
        if content.namesUnknownStore {
            let answer = try await catalog.resolveStore(
                .init(userID: user, name: content.storeName, address: content.storeAddress),
                within: end - .now
            )
            guard let found = answer.store, let id = UUID(canonical: found.id) else { throw Self.incomplete }
            matches.store = .init(
                askedName: content.storeName,
                askedAddress: content.storeAddress,
                id: id,
                name: String(found.name.prefix(200)),
                address: found.address,
                isNew: answer.created
            )
        }
        let items = content.items.filter { claim.receiptLines.contains($0.receiptLine) && $0.isUnmatched }
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
                categorySymbol: product.category?.symbol ?? "",
                isDoubtful: match.isDoubtful
            )
        }
        return matches
    }

    private static let incomplete = Status(.internalError, "an answer lacks a required field")
}

extension PurchaseContent {
    /// Whether a store is named that is not looked up.
    var namesUnknownStore: Bool { storeID == nil && storeName.contains { $0.isLetter || $0.isNumber } }
}

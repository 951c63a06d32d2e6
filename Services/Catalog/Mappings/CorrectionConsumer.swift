import AuthMessages
import CatalogDomain
import CatalogMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import PrintedWords
import RPC
import ServiceKit

/// Learns from the corrections that users make to their purchases what printed lines mean, and stops sharing that when they
/// withdraw their consent.
struct CorrectionConsumer: Sendable {
    let catalog: SharedCatalog
    let products: ProductsStore
    let mappings: MappingsStore
    let consents: any Consents

    /// What an event changes here; nil for a kind that this program doesn't know.
    func effect(of event: ConsumedEvent) async throws -> EventEffect? {
        switch event.payload {
        case .purchaseCorrected(let corrected): return try await effect(of: corrected, event)
        case .consentWithdrawn(let withdrawn):
            var validator = event.validator
            let user = validator.uuid(withdrawn.userID, "consent_withdrawn.user_id")
            try validator.finish()
            guard withdrawn.kind == .communityMappings else { return EventEffect.none }
            // Many transactions rather than the event's own; a repeated delivery goes on with what is left.
            try await mappings.stopSharing(by: user, withdrawnAt: event.occurredAt ?? mappings.clock.now)
            return EventEffect.none
        case .purchaseRecorded, .receiptFailed, .purchaseSettled, .accountSecured, .goalPassed, .goalKept,
            .badgeAwarded, .priceDropFound, .priceDropGone:
            return nil
        }
    }

    private func effect(of corrected: Events.PurchaseCorrected, _ event: ConsumedEvent) async throws -> EventEffect {
        var validator = event.validator
        let user = validator.uuid(corrected.userID, "purchase_corrected.user_id")
        let store = validator.optionalUUID(corrected.storeID, "purchase_corrected.store_id")
        try validator.finish()
        let scope = try await scope(store, of: user)
        var choices: [MappingsStore.Choice] = []
        for correction in corrected.corrections where correction.field == .product {
            if let choice = try await choice(correction, of: user, in: scope) { choices.append(choice) }
        }
        guard !choices.isEmpty else { return .none }
        let since = try await consents.consent(.communityMappings, of: user)
        // A consent covers nothing earlier.
        let consentedAt = since.flatMap { $0 <= event.occurredAt ?? mappings.clock.now ? $0 : nil }
        for index in choices.indices { choices[index].consentedAt = consentedAt }
        let (found, texts) = (choices, try await mappings.sealing.writing(for: user))
        return .transaction(retrying: true) { connection in
            try await mappings.choose(found, texts, in: connection)
        } committed: { outcomes in
            mappings.monitor.report(outcomes)
        }
    }

    /// A purchase may name a store that is there no more.
    private func scope(_ store: UUID?, of user: UUID) async throws -> StoreScope {
        do {
            return try await catalog.snapshot.scope(store, for: user, mappings)
        } catch let status as Status where status.code == .notFound {
            return .unknown
        }
    }

    /// Nil for an item that no line of a receipt stands behind, or that is called nothing.
    private func choice(
        _ correction: Events.FieldCorrection,
        of user: UUID,
        in scope: StoreScope
    ) async throws -> MappingsStore.Choice? {
        let snapshot = try catalog.snapshot
        let printed = snapshot.index.printedText(correction.printedText)
        guard !printed.key.isEmpty, printed.original.unicodeScalars.count <= ReceiptLines.maximumLineLength,
            let product = try await product(correction, of: user, in: snapshot)
        else { return nil }
        return MappingsStore.Choice(
            user: user,
            scope: scope,
            key: LineMatcher.key(of: printed),
            printed: printed.original,
            product: product,
            // Who leaves something as it is may only not have looked.
            isVote: correction.before != correction.after
        )
    }

    private func product(
        _ correction: Events.FieldCorrection,
        of user: UUID,
        in snapshot: CatalogSnapshot
    ) async throws -> MappingsStore.Choice.Product? {
        if let id = UUID(canonical: correction.productID),
            try await !snapshot.products([id], of: user, products).isEmpty
        {
            return .known(id)
        }
        var validator = FieldValidator()
        let name = String(correction.after.prefix(80))
        let wanted = validator.newProduct(.init(name: name), "after", in: snapshot)
        guard (try? validator.finish()) != nil else { return nil }
        return snapshot.productsByName[NormalisedText(wanted.name).value].map { .known($0) } ?? .new(wanted)
    }
}

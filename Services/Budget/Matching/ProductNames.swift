import CatalogMessages
import Foundation
import Foundations
import Logging
import RPC
import ServiceKit
import Synchronization
import Texts

/// What catalog calls shared products and categories in each language, for items that were stored with one of these names; and
/// which categories are within others.
///
/// An item keeps the name with which it was recorded or chosen. Where that is one of its product's, the reader sees the
/// product's name in the reader's language; every other name is the owner's own. Until catalog has been asked, names are
/// shown as they are stored.
final class ProductNames: Sendable {
    private struct State {
        var version = ""
        var names: [UUID: Catalog.ProductNames] = [:]
        var contents: [String: [String]] = [:]
        var categories: [String: Catalog.CategoryNames] = [:]
    }

    /// A name in each language.
    struct Names: Sendable, Equatable {
        let english: String
        /// The English one where there is none.
        let french: String

        init(english: String, french: String) {
            self.english = english
            self.french = french.isEmpty ? english : french
        }
    }

    private let state = Mutex(State())

    /// The name of an item in the caller's language; empty where the printed words are all there is.
    func name(of item: PurchaseItem) -> String { text(of: item.ownName) }

    /// The text of ``PurchaseItem/ownName`` in the caller's language; empty for nil.
    func text(of ownName: ItemName?) -> String { ownName.flatMap { shown($0).text?.forCaller } ?? "" }

    /// A name with which an item is stored, in the caller's language where it is one that catalog has for its product.
    func shown(_ stored: ItemName) -> ItemName {
        guard case .product(let id, let name) = stored, let known = state.withLock({ $0.names[id] }),
            [known.english, known.french].contains(name)
        else { return stored }
        return .product(id, name: self.name(ofProduct: id))
    }

    /// What catalog calls a shared product, in the caller's language; empty for one that it doesn't share.
    func name(ofProduct id: UUID) -> String {
        guard let names = names(ofProduct: id) else { return "" }
        return CallContext.current?.language == .french ? names.french : names.english
    }

    /// Whether catalog has answered.
    var areKnown: Bool { state.withLock { !$0.version.isEmpty } }

    /// What catalog calls a shared product; nil for one that it doesn't share.
    func names(ofProduct id: UUID) -> Names? {
        state.withLock(\.names)[id].map { Names(english: $0.english, french: $0.french) }
    }

    /// What catalog calls a category; nil for one that it doesn't know.
    func names(ofCategory slug: String) -> Names? {
        state.withLock(\.categories)[slug].map { Names(english: $0.english, french: $0.french) }
    }

    /// Categories by their slugs, with all that are within them.
    func categories(within slugs: some Sequence<String>) -> Set<String> {
        let contents = state.withLock(\.contents)
        var (found, pending) = (Set<String>(), Array(slugs))
        while let slug = pending.popLast() {
            if found.insert(slug).inserted { pending += contents[slug] ?? [] }
        }
        return found
    }

    /// Takes catalog's answer, which is empty where the version is the known one.
    func update(_ answer: Catalog.ListProductNamesResponse) {
        state.withLock { state in
            guard answer.version != state.version else { return }
            let names = answer.products.compactMap { names in UUID(canonical: names.productID).map { ($0, names) } }
            let contents = answer.contents.map { ($0.categorySlug, $0.withinSlugs) }
            let categories = answer.categories.map { ($0.categorySlug, $0) }
            state = State(
                version: answer.version,
                names: Dictionary(names) { first, _ in first },
                contents: Dictionary(contents) { first, _ in first },
                categories: Dictionary(categories) { first, _ in first }
            )
        }
    }

    /// Asks catalog at once and then every ten minutes, until the task is cancelled.
    ///
    /// Failures are no more than a log entry: purchases are shown without.
    func follow(_ catalog: Catalog.ProductsClient, log: Logger) async throws {
        let backoff = Backoff.doubling(from: .milliseconds(500), to: .seconds(60))
        var failures = 0
        while true {
            do {
                let version = state.withLock(\.version)
                let options = CallOptions(timeout: .seconds(10))
                update(try await catalog.listProductNames(.init(version: version), options: options))
                failures = 0
                try await Task.sleep(for: .seconds(600))
            } catch let status as Status {
                try Task.checkCancellation()
                failures += 1
                if failures == 1 { log.notice("names of products are missing", metadata: ["status": "\(status)"]) }
                try await Task.sleep(for: backoff.delay(afterFailures: failures))
            }
        }
    }
}

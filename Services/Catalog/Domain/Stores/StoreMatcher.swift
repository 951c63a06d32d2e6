package import Foundation

/// A known store, prepared for comparison.
package struct KnownStore: Sendable {
    /// The store's identifier.
    package let id: UUID
    /// The name.
    package let name: StoreName
    /// The address; empty when unknown.
    package let address: StoreAddress
    /// The telephone number, if known.
    package let phone: StorePhone?

    /// A store with its name, address and telephone number.
    package init(id: UUID, name: String, address: String, phone: String = "") {
        self.id = id
        self.name = StoreName(name)
        self.address = StoreAddress(address)
        self.phone = StorePhone(phone)
    }
}

/// The store that a receipt names.
package struct StoreMatch: Equatable, Sendable {
    /// The store's identifier.
    package let storeID: UUID
    /// The confidence, 0 to 100.
    package let confidence: Int

    /// A match of a store.
    package init(storeID: UUID, confidence: Int) {
        self.storeID = storeID
        self.confidence = confidence
    }
}

/// Decides which store printed a receipt.
package enum StoreMatcher {
    /// The most certain store for a name and address; `nil` when a new store should be created.
    ///
    /// With two addresses, the name must resemble (0.75) and the address too (0.6), or the address agree (0.9) when the
    /// name was barely read (0.5). Without an address the name must agree (0.9) and be unique: branches of a chain
    /// cannot be distinguished by name.
    ///
    /// The same telephone number compensates for a name (0.5) or an address (0.6) that was misread or is missing, but
    /// not for two addresses that differ: branches may share a number.
    ///
    /// - Parameters:
    ///   - name: the name as printed; may be empty.
    ///   - address: the address as printed; may be empty.
    ///   - phone: the telephone number as printed; may be empty.
    ///   - stores: the known stores.
    package static func match(
        name: String,
        address: String,
        phone: String = "",
        among stores: some Sequence<KnownStore>
    ) -> StoreMatch? {
        let printedPhone = StorePhone(phone)
        let printedName = StoreName(name)
        let printedAddress = StoreAddress(address)
        var best: (store: UUID, score: Double)?
        var bearersOfName: [StoreMatch] = []
        for store in stores {
            let nameSimilarity = printedName.similarity(to: store.name)
            if nameSimilarity >= 0.9, printedAddress.isEmpty || store.address.isEmpty {
                bearersOfName.append(byName(nameSimilarity, printedName, store))
            }
            let hasSamePhone = printedPhone.map { phone in store.phone.map(phone.agrees) ?? false } ?? false
            // Nothing else makes up for another name; addresses take longer to compare.
            guard nameSimilarity >= 0.5 || hasSamePhone else { continue }
            let addressSimilarity = printedAddress.similarity(to: store.address)
            var score = 0.6 * nameSimilarity + 0.4 * addressSimilarity
            var isMeant = isSame(nameSimilarity, addressSimilarity)
            if hasSamePhone {
                let mayBeThere = addressSimilarity >= 0.6 || printedAddress.isEmpty || store.address.isEmpty
                if mayBeThere, nameSimilarity >= 0.5 || addressSimilarity >= 0.6 {
                    (isMeant, score) = (true, max(score, 0.85))
                }
            }
            if isMeant, score > (best?.score ?? 0) {
                best = (store.id, score)
            }
        }
        if let best {
            return StoreMatch(storeID: best.store, confidence: Int((best.score * 100).rounded()))
        }
        return bearersOfName.count == 1 ? bearersOfName.first : nil
    }

    /// A match by the name alone. A part of a store's name, such as `Corner Shop`, may be any store's.
    private static func byName(_ similarity: Double, _ printed: StoreName, _ store: KnownStore) -> StoreMatch {
        let mayBeAnother = store.name != printed && store.name.holds(printed)
        return StoreMatch(storeID: store.id, confidence: Int((similarity * (mayBeAnother ? 70 : 90)).rounded()))
    }

    private static func isSame(_ nameSimilarity: Double, _ addressSimilarity: Double) -> Bool {
        nameSimilarity >= 0.75 && addressSimilarity >= 0.6 || nameSimilarity >= 0.5 && addressSimilarity >= 0.9
    }
}

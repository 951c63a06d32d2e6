import Foundation
import Foundations
import ServiceKit

/// By what an entry is recognised that is imported again, or that its owner has typed in.
struct EntryIdentity: Sendable, Hashable {
    /// A hash of its day, amount, currency and name.
    let fingerprint: [UInt8]
    /// A hash of what the file identifies it by; nil for nothing.
    let reference: [UInt8]?

    /// An identity by its hashes.
    init(fingerprint: [UInt8], reference: [UInt8]?) {
        (self.fingerprint, self.reference) = (fingerprint, reference)
    }

    /// The identity of an entry of a file, under a key of its owner's.
    init(_ entry: ReadEntry, with key: DataKey) {
        fingerprint = Self.fingerprint(entry.purchase.fingerprintText, with: key)
        reference = entry.reference.isEmpty ? nil : Self.reference(entry.reference, with: key)
    }

    static func fingerprint(_ text: String, with key: DataKey) -> [UInt8] {
        key.lookupHash(of: text, purpose: "import_entries.fingerprint")
    }

    static func reference(_ text: String, with key: DataKey) -> [UInt8] {
        key.lookupHash(of: text, purpose: "import_entries.reference")
    }

    /// What entries have in common that look the same.
    static func text(day: CalendarDay?, currency: String, amount: Int64, name: String) -> String {
        let words = name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "\(day?.text ?? "")\n\(currency)\n\(amount)\n\(words)"
    }
}

extension NewPurchase {
    /// What it counts with, in minor units.
    var counted: Int64 { content.total ?? content.computedTotal ?? 0 }

    /// What it is called in lists: what was spent on, or the store.
    var title: String { kind == .expenditure ? content.items.first?.productName ?? "" : content.storeName }

    fileprivate var fingerprintText: String {
        EntryIdentity.text(
            day: content.purchasedAt.day,
            currency: content.currency,
            amount: counted,
            name: title
        )
    }
}

/// Finds out which entries of a file are in the ledger already. Each entry of the ledger is one of the file at most, so that two
/// that are alike in a file are not taken for one.
struct KnownEntries {
    /// An entry of the ledger.
    struct Entry: Sendable {
        /// As it is, and as it was imported.
        var fingerprints: Set<[UInt8]> = []
        /// What files identify it by.
        var references: Set<[UInt8]> = []
    }

    /// The places of entries that no file identifies otherwise, and of the others, by their fingerprints. The first are last, so that
    /// each is looked at once.
    private var unreferenced: [[UInt8]: [Int]]
    private var referenced: [[UInt8]: [Int]]
    private let byReference: [[UInt8]: Int]
    private var isTaken: [Bool]
    private var seenReferences: Set<[UInt8]> = []

    init(_ entries: [Entry]) {
        isTaken = entries.map { _ in false }
        func places(_ isIncluded: (Entry) -> Bool) -> [[UInt8]: [Int]] {
            let all = entries.enumerated().reversed().filter { isIncluded($0.element) }
                .flatMap { place, entry in entry.fingerprints.map { ($0, place) } }
            return Dictionary(grouping: all) { $0.0 }.mapValues { $0.map(\.1) }
        }
        unreferenced = places { $0.references.isEmpty }
        referenced = places { !$0.references.isEmpty }
        let references = entries.enumerated().flatMap { place, entry in entry.references.map { ($0, place) } }
        byReference = Dictionary(references) { first, _ in first }
    }

    /// Which of a file's entries are known, in the order of the file.
    mutating func recognise(_ identities: [EntryIdentity]) -> [Bool] {
        // References first, as they are certain.
        var known = identities.map { takesReference($0.reference) }
        for (index, identity) in identities.enumerated() where !known[index] {
            known[index] = takesAlike(identity)
        }
        return known
    }

    private mutating func takesReference(_ reference: [UInt8]?) -> Bool {
        guard let reference else { return false }
        if let place = byReference[reference] {
            isTaken[place] = true
            return true
        }
        return !seenReferences.insert(reference).inserted
    }

    /// What has another reference is something else, however alike it looks.
    private mutating func takesAlike(_ identity: EntryIdentity) -> Bool {
        if takesFirst(of: identity.fingerprint, in: \.unreferenced) { return true }
        return identity.reference == nil && takesFirst(of: identity.fingerprint, in: \.referenced)
    }

    private mutating func takesFirst(
        of fingerprint: [UInt8],
        in places: WritableKeyPath<KnownEntries, [[UInt8]: [Int]]>
    ) -> Bool {
        while let place = self[keyPath: places][fingerprint]?.popLast() {
            if isTaken[place] { continue }
            isTaken[place] = true
            return true
        }
        return false
    }
}

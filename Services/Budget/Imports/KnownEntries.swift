import Foundation
import Foundations
import ServiceKit

/// By what an entry is recognised that is imported again, or that its owner has typed in.
struct EntryIdentity: Sendable, Hashable {
    /// A hash of its day, amount, currency and name.
    let fingerprint: [UInt8]
    /// A hash of what the file identifies it by; nil for nothing.
    let reference: [UInt8]?

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

    private let entries: [Entry]
    private let byFingerprint: [[UInt8]: [Int]]
    private let byReference: [[UInt8]: Int]
    private var isTaken: [Bool]
    private var seenReferences: Set<[UInt8]> = []

    init(_ entries: [Entry]) {
        self.entries = entries
        isTaken = entries.map { _ in false }
        let places = entries.enumerated().flatMap { place, entry in entry.fingerprints.map { ($0, place) } }
        byFingerprint = Dictionary(grouping: places) { $0.0 }.mapValues { $0.map(\.1) }
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
        let free = (byFingerprint[identity.fingerprint] ?? []).filter { place in
            !isTaken[place] && (identity.reference == nil || entries[place].references.isEmpty)
        }
        guard let place = free.first(where: { entries[$0].references.isEmpty }) ?? free.first else { return false }
        isTaken[place] = true
        return true
    }
}

package import PrintedWords

/// A store's name for comparison, without branch numbers and legal forms.
package struct StoreName: Hashable, Sendable {
    /// The significant words separated by spaces; the whole name when none would remain.
    package let normalised: NormalisedText

    /// Parses a name as printed or stored.
    package init(_ name: String) {
        let words = NormalisedText(name).words
        let significant = words.filter {
            !Self.legalForms.contains($0) && !Self.isNumber($0) && $0 != "store" && $0 != "branch"
        }
        normalised = NormalisedText(words: significant.isEmpty ? words : significant)
    }

    /// The similarity of two names, 0 to 1.
    ///
    /// Spacing is ignored, since it is often lost in reading; a name that contains the other entirely, as in
    /// `FERNHOLLOW CO-OP FOODS MILL ROAD`, scores 0.9.
    package func similarity(to other: StoreName) -> Double {
        let own = letters
        let others = other.letters
        guard !own.isEmpty, !others.isEmpty else { return 0 }
        let edits = EditDistance.similarity(own, others)
        return holds(other) || other.holds(self) ? max(edits, 0.9) : edits
    }

    private var letters: [UInt8] {
        normalised.words.flatMap { $0.utf8 }
    }

    /// Whether it has all words of another name of several, and maybe more.
    func holds(_ other: StoreName) -> Bool {
        other.normalised.words.count > 1 && Set(normalised.words).isSuperset(of: other.normalised.words)
    }

    private static func isNumber(_ word: String) -> Bool {
        word.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    private static let legalForms: Set<String> = [
        "bhd", "co", "company", "corp", "corporation", "gmbh", "inc", "incorporated", "limited", "llc", "ltd", "plc",
        "sdn",
    ]
}

/// Keys that identify stores and chains across users, to combine their votes.
package struct StoreKeys: Hashable, Sendable {
    /// The name without branch numbers and legal forms; empty when unknown.
    package let chain: String

    /// The name with the address; empty when either is unknown.
    package let store: String

    /// The keys of a store's name and address as printed or stored; either may be empty.
    package init(name: String, address: String) {
        chain = StoreName(name).normalised.value
        let address = StoreAddress(address).normalised.value
        store = chain.isEmpty || address.isEmpty ? "" : "\(chain), \(address)"
    }
}

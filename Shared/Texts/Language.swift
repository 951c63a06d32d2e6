/// A language in which people read Larder.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case french = "fr"

    /// The language of a tag such as `fr`, `fr-CA` or `fr_CA.UTF-8`; nil for one that Larder does not speak.
    public init?(tag: some StringProtocol) {
        self.init(rawValue: tag.prefix { $0 != "-" && $0 != "_" && $0 != "." }.lowercased())
    }

    /// The best language of a list such as `fr-CA, en;q=0.8` (RFC 9110, section 12.5.4).
    ///
    /// Of several with the same weight the first is taken; nil when Larder speaks none of them. Only the first 16 entries
    /// are read.
    public init?(acceptable list: some StringProtocol) {
        var best: (language: Language, weight: Double)?
        for entry in list.split(separator: ",", maxSplits: 16).prefix(16) {
            let parts = entry.lowercased().split(separator: ";").map { String($0.filter { !$0.isWhitespace }) }
            guard let tag = parts.first, let language = Language(tag: tag) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > 0, weight > best?.weight ?? 0 { best = (language, min(weight, 1)) }
        }
        guard let best else { return nil }
        self = best.language
    }

    /// The language of a program's messages by its environment (POSIX, section 8.2); English when Larder does not speak it.
    public init(environment: [String: String]) {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = named.flatMap { Language(tag: $0) } ?? .english
    }
}

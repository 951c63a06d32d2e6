extension String {
    /// The text as far as it fits a sentence, without characters that can't be shown.
    var shortened: String {
        let start = unicodeScalars.count > 40 ? String(String.UnicodeScalarView(unicodeScalars.prefix(39))) + "…" : self
        let shown = start.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(shown))
    }
}

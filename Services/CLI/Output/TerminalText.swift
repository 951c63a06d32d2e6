/// Sanitizes external text for a terminal.
enum TerminalText {
    /// The text without control characters, which could move the cursor or change colours; line breaks become spaces.
    static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if !isControl(scalar) {
                clean.append(scalar)
            } else if scalar == "\n" || scalar == "\t" {
                clean.append(" ")
            }
        }
        return String(clean)
    }

    /// As ``clean(_:)``, but keeps line breaks.
    static func keepingLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { clean(String($0)) }.joined(separator: "\n")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Bidirectional control characters.
        case .format: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        default: false
        }
    }

    /// The number of terminal columns of a text.
    static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return wideRanges.contains { $0.contains(first.value) } ? 2 : 1
        }
    }

    /// Wide and full-width characters: the ranges in use of Unicode Standard Annex 11.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]

    /// The text shortened to a number of columns, with an ellipsis for the omitted part.
    static func shortened(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var short = ""
        var taken = 0
        for character in text {
            let next = width(character)
            guard taken + next < columns else { break }
            short.append(character)
            taken += next
        }
        return short + "…"
    }
}

/// Quoting for the few places where SQL takes no parameters.
package enum SQLText {
    /// `name` as a quoted identifier.
    package static func identifier(_ name: String) -> String { quoted(name, with: "\"") }

    /// `text` as a string literal, right for every setting of `standard_conforming_strings`.
    package static func literal(_ text: String) -> String {
        let quotedText = quoted(text, with: "'")
        guard quotedText.utf8.contains(UInt8(ascii: "\\")) else { return quotedText }
        return "E" + quotedText.unicodeScalars.reduce(into: "") { $0 += $1 == "\\" ? "\\\\" : String($1) }
    }

    private static func quoted(_ text: String, with quote: Unicode.Scalar) -> String {
        var result = String(quote)
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar == quote { result.unicodeScalars.append(quote) }
            result.unicodeScalars.append(scalar)
        }
        result.unicodeScalars.append(quote)
        return result
    }
}

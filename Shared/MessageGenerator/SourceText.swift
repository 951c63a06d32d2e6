/// Lines of generated Swift with indentation.
struct SourceText {
    private(set) var text = ""
    private var depth = 0

    /// A file's first lines.
    init(generatedFrom source: String) {
        line("// Generated from \(source) by protoc-gen-larder. Do not edit.")
        line("// swift-format-ignore-file")
        line()
    }

    /// A script's first lines.
    init(scriptGeneratedFrom source: String) {
        line("// Generated from \(source) by protoc-gen-larder. Do not edit.")
        line()
    }

    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: "    ", count: depth) + line }
        text += "\n"
    }

    /// A line that ends with `{`, `(` or `:`, an indented body and, unless it is nil, the closing line.
    mutating func block(_ opening: String, closing: String? = "}", _ body: (inout SourceText) -> Void) {
        line(opening)
        depth += 1
        body(&self)
        depth -= 1
        if let closing { line(closing) }
    }

    /// A documentation comment; nothing when there is no text.
    mutating func documentation(_ comment: String) {
        for each in SourceText.lines(of: comment) { line(each.isEmpty ? "///" : "/// \(each)") }
    }

    /// A documentation comment of a script; nothing when there is no text.
    mutating func scriptDocumentation(_ comment: String) {
        let lines = SourceText.lines(of: comment.replacing("*/", with: "* /"))
        guard let first = lines.first else { return }
        guard lines.count > 1 else { return line("/** \(first) */") }
        line("/**")
        for each in lines { line(each.isEmpty ? " *" : " * \(each)") }
        line(" */")
    }

    private static func lines(of comment: String) -> [String] {
        // Any kind of line end: what follows one that was missed would be code.
        var lines = comment.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            let text = line.hasPrefix(" ") ? line.dropFirst() : line
            return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        return lines
    }
}

/// A string literal of the generated Swift.
func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

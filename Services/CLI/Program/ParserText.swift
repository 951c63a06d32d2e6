import Texts

/// The words of the command line's parser, which it has in English alone, in the language of a run.
enum ParserText {
    /// Help; what else a user can ask the parser for, such as the version, stays as it is.
    static func translatedHelp(_ text: String, to language: Language = .ofRun) -> String {
        let isHelp = text.hasPrefix(LocalizedText.cli.parserHeadingOverview.english)
        return isHelp ? translated(text, to: language) : text
    }

    /// Help, or the report of an invalid command line.
    static func translated(_ text: String, to language: Language = .ofRun) -> String {
        guard language != .english else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line(String($0), language) }.joined(separator: "\n")
            .replacing(subcommand.english, with: subcommand.rendered(in: language))
    }

    /// What is wrong with a command line, without a heading.
    static func translatedMessage(_ text: String, to language: Language = .ofRun) -> String {
        guard language != .english else { return text }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let first = lines.first { lines[0] = sentence(first, language) }
        return lines.joined(separator: "\n")
    }

    /// A sentence of the parser with the names and values that it quotes.
    private struct Sentence {
        /// The number of quoted texts.
        let count: Int
        let text: @Sendable ([String]) -> LocalizedText
    }

    /// Sentences, longer ones before those that they begin with.
    private static let sentences: [Sentence] = [
        Sentence(count: 1) { .cli.parserMissingArgument(argument: $0[0]) },
        Sentence(count: 1) { .cli.parserMissingOneOf(arguments: $0[0]) },
        Sentence(count: 0) { _ in .cli.parserMissingSubcommand },
        Sentence(count: 1) { .cli.parserMissingValue(option: $0[0]) },
        Sentence(count: 2) { .cli.parserUnknownOptionSimilar(option: $0[0], similar: $0[1]) },
        Sentence(count: 1) { .cli.parserUnknownOption(option: $0[0]) },
        Sentence(count: 1) { .cli.parserUnexpectedArgument(argument: $0[0]) },
        Sentence(count: 2) { .cli.parserUnexpectedArguments(total: $0[0], arguments: $0[1]) },
        Sentence(count: 2) { .cli.parserUnexpectedValue(option: $0[0], value: $0[1]) },
        Sentence(count: 2) { .cli.parserAlreadySet(option: $0[0], former: $0[1]) },
        Sentence(count: 3) { .cli.parserInvalidValueOf(value: $0[0], option: $0[1], after: .value(choice($0[2]))) },
        Sentence(count: 2) { .cli.parserInvalidValueOfMany(value: $0[0], option: $0[1]) },
        Sentence(count: 2) { .cli.parserInvalidValue(value: $0[0], option: $0[1]) },
        Sentence(count: 1) { .cli.parserMoreInformation(command: $0[0]) },
        Sentence(count: 1) { .cli.parserDetailedHelp(command: $0[0]) },
    ]

    /// Headings at the beginning of a line, with what follows.
    private static let headings: [LocalizedText] = [
        .cli.parserHeadingError, .cli.parserHeadingHelp, .cli.parserHeadingUsage, .cli.parserHeadingUsages,
        .cli.parserHeadingOverview,
    ]

    /// Headings that are a line.
    private static let titles: [LocalizedText] = [
        .cli.parserHeadingArguments, .cli.parserHeadingOptions, .cli.parserHeadingSubcommands,
    ]

    /// Words in the descriptions of arguments.
    private static let words: [LocalizedText] = [.cli.parserShowHelp, .cli.parserShowVersion]

    private static let subcommand = LocalizedText.cli.parserSubcommand

    private static func line(_ line: String, _ language: Language) -> String {
        if let title = titles.first(where: { $0.english == line }) { return title.rendered(in: language) }
        for heading in headings where line.hasPrefix(heading.english + " ") {
            let rest = String(line.dropFirst(heading.english.count + 1))
            return heading.rendered(in: language) + " " + sentence(rest, language)
        }
        let margin = line.prefix { $0 == " " }
        let content = String(line.dropFirst(margin.count))
        guard !content.isEmpty else { return line }
        if margin.isEmpty, content.hasSuffix(":") { return title(content, language) }
        return "\(margin)\(described(sentence(content, language), language))"
    }

    /// The title of a group, in capitals as the parser shows it.
    private static func title(_ line: String, _ language: Language) -> String {
        let capitals = line.dropLast()
        guard capitals == capitals.uppercased()[...] else { return line }
        let commands = " " + LocalizedText.cli.parserHeadingSubcommands.english.dropLast()
        let title = capitals.hasSuffix(commands) ? capitals.dropLast(commands.count) : capitals
        return LocalizedText.cli.parserTitle(title: String(title)).rendered(in: language)
    }

    /// The line of an argument or a command, with the parser's remarks about its value.
    private static func described(_ line: String, _ language: Language) -> String {
        var line = line
        for word in words where line.hasSuffix(word.english) {
            line = "\(line.dropLast(word.english.count))\(word.rendered(in: language))"
        }
        for remark in [LocalizedText.cli.parserDefault, .cli.parserValues] {
            line = line.replacing("(\(remark.english)", with: "(\(remark.rendered(in: language))")
        }
        let byDefault = LocalizedText.cli.parserDefault
        line = line.replacing("; \(byDefault.english)", with: "\u{A0}; \(byDefault.rendered(in: language))")
        // The parser may break the line there.
        if line.hasSuffix(";"), !line.hasSuffix("\u{A0};") { line = "\(line.dropLast())\u{A0};" }
        if line.hasPrefix("\(byDefault.english) ") {
            line = "\(byDefault.rendered(in: language))\(line.dropFirst(byDefault.english.count))"
        }
        return markingDefault(line, language)
    }

    /// Marks the default command; descriptions stay in their column.
    private static func markingDefault(_ line: String, _ language: Language) -> String {
        let mark = LocalizedText.cli.parserIsDefault
        guard let range = line.firstRange(of: mark.english) else { return line }
        let rendered = mark.rendered(in: language)
        let blanks = line[range.upperBound...].prefix { $0 == " " }.count
        let padding = max(min(blanks, 1), blanks - (rendered.count - mark.english.count))
        let rest = line[range.upperBound...].dropFirst(blanks)
        return "\(line[..<range.lowerBound])\(rendered)\(String(repeating: " ", count: padding))\(rest)"
    }

    /// Values between which the parser has `and` or `or`.
    private static func choice(_ values: String) -> @Sendable (Language) -> String {
        { language in
            [LocalizedText.cli.failureAnd, .cli.parserOr].reduce(values) { values, word in
                values.replacing("' \(word.english) '", with: "' \(word.rendered(in: language)) '")
            }
        }
    }

    private static func sentence(_ text: String, _ language: Language) -> String {
        for sentence in sentences {
            guard let quoted = quoted(in: text, by: sentence) else { continue }
            return sentence.text(quoted).rendered(in: language)
        }
        return text
    }

    /// What a text quotes, if it is the sentence; nil for another one.
    private static func quoted(in text: String, by sentence: Sentence) -> [String]? {
        // No command line has these characters.
        let marks = (0..<sentence.count).map { "\u{FFFE}\($0)\u{FFFE}" }
        var rest = sentence.text(marks).english[...]
        var remaining = text[...]
        var found: [String] = []
        for mark in marks {
            guard let place = rest.firstRange(of: mark) else { return nil }
            let fixed = rest[..<place.lowerBound]
            rest = rest[place.upperBound...]
            guard remaining.hasPrefix(fixed) else { return nil }
            remaining = remaining.dropFirst(fixed.count)
            let next = rest.prefix { $0 != "\u{FFFE}" }
            guard let end = end(of: remaining, before: next, isLast: mark == marks.last), end > remaining.startIndex
            else { return nil }
            found.append(String(remaining[..<end]))
            remaining = remaining[end...]
        }
        return remaining == rest ? found : nil
    }

    /// Where a quoted text ends: the last one may itself have what follows it.
    private static func end(of text: Substring, before next: Substring, isLast: Bool) -> Substring.Index? {
        guard isLast else { return text.firstRange(of: next)?.lowerBound }
        return text.hasSuffix(next) ? text.index(text.endIndex, offsetBy: -next.count) : nil
    }
}

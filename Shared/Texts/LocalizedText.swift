/// A sentence, or a part of one, in every language, with the values that it shows.
///
/// The sentences are in the catalogues, and each area's type that is generated from them makes its texts: errors and answers
/// carry texts, and whoever sends them to a person renders them in that person's language.
///
/// Two texts are equal when they say the same in English, which all others are translated from.
public struct LocalizedText: Sendable, Hashable {
    /// The forms of a sentence for each number, as Unicode's plural rules name them.
    public struct Forms: Sendable, ExpressibleByStringLiteral {
        let one: String
        let many: String
        let other: String

        /// A sentence with a number in it.
        /// - Parameter many: For millions in French; as `other` if nil.
        public init(one: String, many: String? = nil, other: String) {
            self.one = one
            self.many = many ?? other
            self.other = other
        }

        /// A sentence that is the same for all numbers.
        public init(stringLiteral value: String) { self.init(one: value, other: value) }
    }

    /// A value in a sentence.
    public enum Argument: Sendable {
        /// Data, such as a name, shown as it is.
        case string(String)
        /// A number, written as the language writes it. The one named `count` chooses the form of the sentence.
        case number(Int)
        /// A part of the sentence.
        case text(LocalizedText)
    }

    private indirect enum Content: Sendable {
        case verbatim(String)
        case sentence(english: Forms, french: Forms, arguments: [String: Argument])
        case joined([LocalizedText], separator: String)
        case value(@Sendable (Language) -> String)
    }

    private let content: Content

    private init(_ content: Content) { self.content = content }

    /// A sentence with places such as `{name}` for its arguments. Generated types alone call it.
    public init(en english: Forms, fr french: Forms, _ arguments: [String: Argument] = [:]) {
        self.init(.sentence(english: english, french: french, arguments: arguments))
    }

    /// What is the same in all languages: data, and messages for developers and operators.
    public static func verbatim(_ text: String) -> LocalizedText { LocalizedText(.verbatim(text)) }

    /// A value that each language writes in its own way, such as an amount.
    public static func value(_ rendering: @escaping @Sendable (Language) -> String) -> LocalizedText {
        LocalizedText(.value(rendering))
    }

    /// Several texts after one another.
    public static func joined(_ texts: [LocalizedText], separator: String = " ") -> LocalizedText {
        LocalizedText(.joined(texts, separator: separator))
    }

    public static func == (left: LocalizedText, right: LocalizedText) -> Bool { left.english == right.english }

    public func hash(into hasher: inout Hasher) { hasher.combine(english) }

    /// The text in English, for logs.
    public var english: String { rendered(in: .english) }

    /// The text in a language.
    public func rendered(in language: Language) -> String {
        switch content {
        case .verbatim(let text): text
        case .value(let rendering): rendering(language)
        case .joined(let texts, let separator):
            texts.map { $0.rendered(in: language) }.joined(separator: separator)
        case .sentence(let english, let french, let arguments):
            LocalizedText.fill(
                language.form(of: language == .french ? french : english, arguments["count"]),
                arguments,
                language
            )
        }
    }

    /// A sentence with its arguments in their places. What arguments say is never taken for a place.
    private static func fill(_ sentence: String, _ arguments: [String: Argument], _ language: Language) -> String {
        guard !arguments.isEmpty else { return sentence }
        var text = ""
        var rest = sentence[...]
        while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
            text += rest[..<opening]
            let argument = arguments[String(rest[rest.index(after: opening)..<closing])]
            text += argument?.rendered(in: language) ?? String(rest[opening...closing])
            rest = rest[rest.index(after: closing)...]
        }
        return text + rest
    }
}

extension LocalizedText.Argument {
    fileprivate func rendered(in language: Language) -> String {
        switch self {
        case .string(let text): text
        case .number(let number): language.text(of: number)
        case .text(let text): text.rendered(in: language)
        }
    }
}

extension Language {
    /// The form for a number (Unicode CLDR's plural rules for cardinals without decimals).
    fileprivate func form(of forms: LocalizedText.Forms, _ count: LocalizedText.Argument?) -> String {
        guard case .number(let number) = count else { return forms.other }
        switch self {
        case .english: return number.magnitude == 1 ? forms.one : forms.other
        case .french:
            if number.magnitude < 2 { return forms.one }
            return number.isMultiple(of: 1_000_000) ? forms.many : forms.other
        }
    }

    /// A number as it is written: `12,500`, `12 500`.
    package func text(of number: Int) -> String {
        // Four digits stand together in French, and in English as Larder has always written them.
        let digits = String(number.magnitude)
        guard digits.count > 4 else { return "\(number)" }
        let separator = self == .french ? "\u{202F}" : ","
        let grouped = digits.enumerated().reduce(into: "") { text, element in
            if element.offset > 0, (digits.count - element.offset).isMultiple(of: 3) { text += separator }
            text.append(element.element)
        }
        return number < 0 ? "-\(grouped)" : grouped
    }
}

/// The characters that the recognition network distinguishes.
struct Alphabet: Sendable {
    /// The character of each class; `nil` for the blank and for characters that are never accepted.
    private let characters: [Character?]
    /// The accepted classes, without the blank.
    let accepted: [Int]

    var classCount: Int { characters.count }

    /// Parses a dictionary.
    /// - Parameter dictionary: one character a line, in the order of the network's classes after the blank. A space
    ///   follows as the last class.
    init(dictionary: String) {
        // Split by bytes, since some characters combine with the preceding line end.
        var lines = dictionary.utf8.split(separator: 10, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        characters =
            [nil] + lines.map { Self.accepted(String(decoding: $0.filter { $0 != 13 }, as: UTF8.self)) } + [" "]
        accepted = characters.indices.filter { [characters] in characters[$0] != nil }
    }

    func character(_ index: Int) -> Character? { characters[index] }

    /// The character to output; `nil` when it is not accepted.
    ///
    /// Accepts Latin print, and maps Chinese typographic signs to Latin ones. Receipts in Latin letters are read better
    /// without the other thousands of characters.
    private static func accepted(_ text: String) -> Character? {
        guard text.count == 1, let character = text.first else { return nil }
        if let meant = fullWidth[character] { return meant }
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return nil }
        if (0x21...0x7E).contains(scalar.value) { return character }
        return latin.contains(character) ? character : nil
    }

    /// Signs and accented letters. Of capitals only the French ones: others are more often a misread unaccented one.
    private static let latin = Set("£€¥°×©®éàèùâêîôûëïüöäçñóíáúœÉÀÈÙÂÊÎÔÛËÏÜÇŒ")

    private static let fullWidth: [Character: Character] = [
        "（": "(", "）": ")", "：": ":", "，": ",", "。": ".", "！": "!", "％": "%", "＆": "&", "－": "-", "＋": "+",
        "＊": "*", "＃": "#", "＠": "@", "／": "/", "．": ".", "；": ";", "？": "?", "“": "\"", "”": "\"", "‘": "'",
        "’": "'", "【": "[", "】": "]", "￥": "¥", "—": "-", "～": "~", "、": ",", "·": ".",
    ]
}

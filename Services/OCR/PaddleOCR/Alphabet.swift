/// The characters that the recognition network tells apart.
struct Alphabet: Sendable {
    /// Of each class; `nil` for the blank and for what is never taken.
    private let characters: [Character?]
    /// The classes that are taken, without the blank.
    let accepted: [Int]

    var classCount: Int { characters.count }

    /// - Parameter dictionary: a character a line, in the order of the network's classes after the blank. A space
    ///   follows as the last class.
    init(dictionary: String) {
        // By bytes: as characters some signs would join the line end before them.
        var lines = dictionary.utf8.split(separator: 10, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        characters =
            [nil] + lines.map { Self.accepted(String(decoding: $0.filter { $0 != 13 }, as: UTF8.self)) } + [" "]
        accepted = characters.indices.filter { [characters] in characters[$0] != nil }
    }

    func character(_ index: Int) -> Character? { characters[index] }

    /// Latin print, and signs of Chinese typesetting by the sign that they are taken for. The network knows thousands
    /// of other characters; receipts in Latin letters are read better without them.
    private static func accepted(_ text: String) -> Character? {
        guard text.count == 1, let character = text.first else { return nil }
        if let meant = fullWidth[character] { return meant }
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return nil }
        if (0x21...0x7E).contains(scalar.value) { return character }
        return latin.contains(character) ? character : nil
    }

    private static let latin = Set("£€¥°×é©®Éàèùâêîôûëïüöäçñóíáú")

    private static let fullWidth: [Character: Character] = [
        "（": "(", "）": ")", "：": ":", "，": ",", "。": ".", "！": "!", "％": "%", "＆": "&", "－": "-", "＋": "+",
        "＊": "*", "＃": "#", "＠": "@", "／": "/", "．": ".", "；": ";", "？": "?", "“": "\"", "”": "\"", "‘": "'",
        "’": "'", "【": "[", "】": "]", "￥": "¥", "—": "-", "～": "~", "、": ",", "·": ".",
    ]
}

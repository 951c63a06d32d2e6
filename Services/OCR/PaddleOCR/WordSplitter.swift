import ReceiptImaging
import ReceiptUnderstanding

/// Splits a recognized line into words with boxes in the image.
///
/// The network omits many blanks. A gap counts as a blank when it is wider than usual on the line and contains no ink,
/// or when it is very wide.
struct WordSplitter {
    /// Gap thresholds, in the line's usual character distance; fitted on real receipts.
    private enum Gap {
        static let wide = 1.25
        static let veryWide = 2.2
        /// Beside narrow letters, which have more space around them.
        static let besideNarrow = 1.4
        /// Beside punctuation of numbers, which is narrow.
        static let besideSign = 1.6
        /// Pixels without ink, at a line height of 48.
        static let empty = 13.0
        static let emptyBesideNarrow = 14.0
        static let emptyBesideSign = 17.0
    }

    private static let signs: Set<Character> = [".", ",", ":", "-", "/", "'", "%"]

    private static let narrow: Set<Character> = ["l", "I", "1", "i", "|", "!", "j"]

    private let strip: LineStrip
    private let ink: [Int]

    init(_ strip: LineStrip) {
        self.strip = strip
        ink = strip.ink()
    }

    /// Splits a line.
    /// - Parameters:
    ///   - photo: the photo that the strip was cut from.
    ///   - line: the line's index for the words.
    func words(_ characters: [RecognizedCharacter], on photo: Photo, line: Int) -> [RecognizedWord] {
        words(characters, line: line, pageBox: photo.pageBox)
    }

    func words(
        _ characters: [RecognizedCharacter],
        line: Int,
        pageBox: ([Point]) -> PixelBox
    ) -> [RecognizedWord] {
        let distance = usualDistance(characters)
        var words: [[RecognizedCharacter]] = []
        var previous: RecognizedCharacter?
        for character in characters {
            defer { previous = character }
            if character.character == " " { continue }
            if let previous, previous.character != " ", !isGap(previous, character, distance), !words.isEmpty {
                words[words.count - 1].append(character)
            } else {
                words.append([character])
            }
        }
        return words.map { word(of: $0, reach: reach(distance), line: line, pageBox: pageBox) }
    }

    /// The median distance of neighbours that are not separated by a blank.
    private func usualDistance(_ characters: [RecognizedCharacter]) -> Double {
        var distances: [Double] = []
        for (a, b) in zip(characters, characters.dropFirst()) where a.character != " " && b.character != " " {
            distances.append(b.position - a.position)
        }
        guard !distances.isEmpty else { return 0 }
        distances.sort()
        let middle = distances.count / 2
        return distances.count % 2 == 1 ? distances[middle] : (distances[middle - 1] + distances[middle]) / 2
    }

    private func isGap(_ a: RecognizedCharacter, _ b: RecognizedCharacter, _ usual: Double) -> Bool {
        let distance = (b.position - a.position) / max(usual, 1)
        if Self.signs.contains(a.character) || Self.signs.contains(b.character) {
            return distance > Gap.besideSign && emptiness(a, b) > Gap.emptyBesideSign
        }
        if distance > Gap.veryWide { return true }
        if Self.narrow.contains(a.character) || Self.narrow.contains(b.character) {
            return distance > Gap.besideNarrow && emptiness(a, b) > Gap.emptyBesideNarrow
        }
        return distance > Gap.wide && emptiness(a, b) > Gap.empty
    }

    /// The longest run of columns without ink between two characters, ignoring specks.
    private func emptiness(_ a: RecognizedCharacter, _ b: RecognizedCharacter) -> Double {
        let first = max(0, min(ink.count, Int(a.position)))
        let last = max(first, min(ink.count, Int(b.position) + 1))
        var longest = 0
        var run = 0
        for count in ink[first..<last] {
            run = count <= 1 ? run + 1 : 0
            longest = max(longest, run)
        }
        return Double(longest)
    }

    /// The distance from the middle of a character to its side.
    private func reach(_ usual: Double) -> Double { usual > 0 ? usual / 2 : Double(LineStrip.height) / 4 }

    private func word(
        of characters: [RecognizedCharacter],
        reach: Double,
        line: Int,
        pageBox: ([Point]) -> PixelBox
    ) -> RecognizedWord {
        let first = max(0, (characters.first?.position ?? 0) - reach)
        let last = min(Double(strip.width), (characters.last?.position ?? 0) + reach)
        let outline = strip.outline
        let above = (outline.topRight - outline.topLeft) * (1 / Double(strip.width))
        let below = (outline.bottomRight - outline.bottomLeft) * (1 / Double(strip.width))
        let corners = [
            outline.topLeft + above * first, outline.topLeft + above * last,
            outline.bottomLeft + below * first, outline.bottomLeft + below * last,
        ]
        let confidence = characters.reduce(0) { $0 + $1.confidence } / Float(characters.count)
        return RecognizedWord(
            text: String(characters.map(\.character)),
            confidence: Int((confidence * 100).rounded()),
            box: pageBox(corners),
            line: line
        )
    }
}

internal import Foundation

/// A text reduced to words without case, accents, width, punctuation and spacing.
///
/// `"Crème-Brûlée  (2 PK)"` and `"creme brulee 2 pk"` are equal. The form is stable and serves as a database key.
package struct NormalisedText: Hashable, Sendable {
    /// The words in text order: letters and digits only, except a point inside a number (`1.5l`) and a per cent sign
    /// after one (`2%`).
    package let words: [String]

    /// Normalizes a text. A text without a letter or digit has no words.
    package init(_ text: String) {
        if let words = WordSplitter.words(ofASCII: text) {
            self.words = words
            return
        }
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        var splitter = WordSplitter()
        let scalars = Array(folded.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            splitter.take(scalar, before: index + 1 < scalars.count ? scalars[index + 1] : nil)
        }
        self.words = splitter.finish()
    }

    /// A text of words that are normalized already.
    package init(words: [String]) {
        self.words = words
    }

    /// The words separated by single spaces.
    package var value: String {
        words.joined(separator: " ")
    }

    /// Whether the text has no words.
    package var isEmpty: Bool {
        words.isEmpty
    }
}

/// Collects words from the scalars of a folded text.
private struct WordSplitter {
    private var words: [String] = []
    private var word = String.UnicodeScalarView()

    /// The words of an ASCII text, which nearly all are, by a faster path; nil for another text.
    static func words(ofASCII text: String) -> [String]? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            var words: [String] = []
            var word: [UInt8] = []
            func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
            func endWord() {
                guard !word.isEmpty else { return }
                words.append(String(decoding: word, as: UTF8.self))
                word.removeAll(keepingCapacity: true)
            }
            for (index, byte) in bytes.enumerated() {
                let afterDigit = word.last.map(isDigit) ?? false
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
                case UInt8(ascii: "."), UInt8(ascii: ","):
                    if afterDigit, index + 1 < bytes.count, isDigit(bytes[index + 1]) {
                        word.append(UInt8(ascii: "."))
                    } else {
                        endWord()
                    }
                case UInt8(ascii: "%"):
                    if afterDigit { word.append(byte) }
                    endWord()
                case UInt8(ascii: "'"), UInt8(ascii: "`"): break
                default: endWord()
                }
            }
            endWord()
            return words
        }
    }

    mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
        if scalar.properties.isAlphabetic || scalar.isDigit {
            word.append(scalar)
        } else if (scalar == "." || scalar == ",") && isInsideNumber(before: next) {
            word.append(".")
        } else if scalar == "%" && word.last?.isDigit == true {
            word.append(scalar)
            endWord()
        } else if !scalar.isApostrophe {
            endWord()
        }
    }

    mutating func finish() -> [String] {
        endWord()
        return words
    }

    private func isInsideNumber(before next: Unicode.Scalar?) -> Bool {
        word.last?.isDigit == true && next?.isDigit == true
    }

    private mutating func endWord() {
        if !word.isEmpty {
            words.append(String(word))
            word = String.UnicodeScalarView()
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool {
        properties.generalCategory == .decimalNumber
    }

    /// Whether the scalar is an apostrophe, which joins: "baker's" is the word "bakers".
    fileprivate var isApostrophe: Bool {
        self == "'" || self == "\u{2019}" || self == "\u{2018}" || self == "`"
    }
}

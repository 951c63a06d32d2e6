import NIOCore
import Testing

@testable import Wire

@Suite("What metadata takes, beside a plain reference")
struct MetadataTextTests {
    /// Says what is said of text in so many words: UTF-8 without the control characters of Unicode.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func isName(_ bytes: [UInt8]) -> Bool {
        (1...128).contains(bytes.count)
            && bytes.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_.".utf8.contains($0) }
    }

    private func expectAgreement(_ value: [UInt8]) {
        let isRead = (try? MetadataTests.read(MetadataTests.entry("a", value))) != nil
        #expect(isRead == Self.isText(value), "\(value)")
        guard let text = String(validating: value, as: UTF8.self) else { return }
        #expect(Metadata.isValid(text: text) == Self.isText(value), "\(value)")
    }

    @Test("each byte is judged alike at each place of a text")
    func everyByte() {
        for length in [1, 7, 8, 9, 16, 17, 23] {
            for place in 0..<length {
                for byte in UInt8.min...UInt8.max {
                    var value = [UInt8](repeating: 0x61, count: length)
                    value[place] = byte
                    expectAgreement(value)
                }
            }
        }
    }

    @Test("each character of two bytes is judged alike at each place of a text")
    func everyPair() {
        for place in 0..<15 {
            for first in UInt8(0xC0)...0xC4 {
                for second in UInt8.min...UInt8.max {
                    var value = [UInt8](repeating: 0x7E, count: 17)
                    (value[place], value[place + 1]) = (first, second)
                    expectAgreement(value)
                }
            }
        }
    }

    @Test("random bytes and random texts are judged alike", arguments: 0..<4)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", " ", "~", "ä", "\u{80}", "\u{9F}", "\u{A0}", "日", "🥕", "\u{7F}", "\u{1F}", "\u{0}"]
        for _ in 0..<5_000 {
            let length = Int.random(in: 0...100, using: &generator)
            // Mostly plain, so that the rare byte decides.
            expectAgreement(
                (0..<length).map { _ in
                    Int.random(in: 0..<40, using: &generator) == 0
                        ? UInt8.random(in: .min ... .max, using: &generator)
                        : UInt8.random(in: 0x1F...0x80, using: &generator)
                }
            )
            expectAgreement(
                Array((0..<length / 4).map { _ in pieces.randomElement(using: &generator)! }.joined().utf8)
            )
        }
    }

    @Test("names are judged alike, whatever byte is where")
    func names() {
        for length in [1, 2, 8, 9] {
            for place in 0..<length {
                for byte in UInt8.min...UInt8.max {
                    var name = [UInt8](repeating: 0x62, count: length)
                    name[place] = byte
                    let isRead = (try? MetadataTests.read([1, UInt8(length)] + name + [0])) != nil
                    #expect(isRead == Self.isName(name), "\(name)")
                }
            }
        }
    }

    @Test(
        "a name carries bytes if it ends in -bin, and only then",
        arguments: [
            ("-bin", true), ("a-bin", true), ("-bin-bin", true), ("bin", false), ("a-bi", false), ("a-bin.", false),
            ("-bins", false), ("a_bin", false), ("b", false),
        ]
    )
    func binary(name: String, isBinary: Bool) throws {
        let value: [UInt8] = isBinary ? [0, 0xFF] : [0x61]
        let metadata = try MetadataTests.read(MetadataTests.entry(name, value))
        #expect(metadata[binary: name] == (isBinary ? value : nil))
        #expect(metadata[text: name] == (isBinary ? nil : "a"))
        let refused = (try? MetadataTests.read(MetadataTests.entry(name, [0, 0xFF]))) == nil
        #expect(refused == !isBinary)
    }
}

import Testing

@testable import MessageCoding

@Suite("Base64")
struct Base64Tests {
    /// RFC 4648, section 10.
    static let rfcVectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    private func encode(_ bytes: [UInt8]) -> String { bytes.withUnsafeBufferPointer(Base64.encode) }

    @Test("has the RFC's test vectors", arguments: rfcVectors)
    func knownVectors(plain: String, text: String) {
        #expect(encode(Array(plain.utf8)) == text)
        #expect(Base64.decode(text) == Array(plain.utf8))
    }

    @Test("is read without its padding, too", arguments: rfcVectors)
    func unpadded(plain: String, text: String) {
        #expect(Base64.decode(String(text.prefix { $0 != "=" })) == Array(plain.utf8))
    }

    @Test("is read in the alphabet of URLs, and written in the standard one")
    func alphabets() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF]
        #expect(encode(bytes) == "+/+/")
        #expect(Base64.decode("+/+/") == bytes && Base64.decode("-_-_") == bytes)
    }

    @Test(
        "is rejected with other characters, wrong padding, a lone character or bits left over",
        arguments: [
            "A", "AAAAA", "A=", "A==", "A===", "====", "=", "AA=", "AAA==", "AAAA=", "AA==A", "AA=A", "AB==", "AAB=",
            "AB",
            "AAB", "A A=", "AAA\n", "A\u{0}AA", "ÄAAA", "AA*A", "AA.A", "AA,A",
        ]
    )
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("gives every byte and every length back")
    func roundTrip() {
        for length in 0...70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            let text = encode(bytes)
            #expect(text.utf8.count == (length + 2) / 3 * 4)
            #expect(Base64.decode(text) == bytes)
        }
        #expect(Base64.decode(encode(Array(0...255))) == Array(0...255))
    }
}

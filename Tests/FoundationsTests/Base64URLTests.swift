import Foundation
import Foundations
import Testing

@Suite("Base64url")
struct Base64URLTests {
    @Test("writes bytes in characters that need no escape in an address, and reads them again", arguments: 0...66)
    func bothWays(count: Int) throws {
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 251) })
        let text = bytes.base64URL
        #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        #expect(text.utf8.count == (count * 8 + 5) / 6)
        #expect(Data(base64URL: text, count: count) == bytes && Data(base64URL: text) == bytes)
        #expect(Data(base64URL: text, count: count + 1) == nil)
    }

    @Test("is as RFC 4648 has it")
    func known() {
        #expect(Data("foob".utf8).base64URL == "Zm9vYg")
        #expect(Data([0xFB, 0xEF, 0xFF]).base64URL == "--__")
    }

    @Test(
        "reads nothing else",
        arguments: ["Zm9vYg==", "Zm9v+g", "Zm9v/g", "Zm9v g", "Zm9vY", "Zm9vYgg", "Zm9vYé", ""]
    )
    func rejected(text: String) {
        #expect(Data(base64URL: text, count: 4) == nil)
    }

    @Test(
        "of any length is read in its own characters alone",
        arguments: ["Zm9vYg==", "Zm9v+g", "Zm9v/g", "Zm9vY", "Zm9vYé"]
    )
    func rejectedOfAnyLength(text: String) {
        #expect(Data(base64URL: text) == nil)
    }

    @Test("text in HTML stays text, in elements and attributes")
    func html() {
        #expect("<a href=\"x\">1 & 2</a>".htmlEscaped == "&lt;a href=&quot;x&quot;&gt;1 &amp; 2&lt;/a&gt;")
    }
}

import PrintedWords
import Testing

@testable import CatalogDomain

@Suite("A printed line")
struct PrintedTextTests {
    private let abbreviations = AbbreviationTable([
        ("ORG", "organic"), ("chkn", "chicken"), ("gb", "ground beef"), ("org", "x"),
    ])

    private func printed(_ line: String) -> PrintedText {
        PrintedText(line, abbreviations: abbreviations)
    }

    @Test("without letters and digits has an empty key", arguments: ["", "  ", "***"])
    func nothing(line: String) {
        #expect(printed(line).key.isEmpty)
        #expect(printed(line).comparable.isEmpty)
    }

    @Test("of only a code or a size keeps it", arguments: ["4011", "500G", "1.240 KG"])
    func onlyNotation(line: String) {
        #expect(!printed(line).key.isEmpty)
    }

    @Test(
        "drops item codes, sizes, counts and tax marks",
        arguments: [
            ("BANANAS 4011", "bananas"),
            ("0062843020000 MILK 2% 4L H", "milk 2%"),
            ("COLA 12X355ML", "cola"),
            ("COLA 6 X 355 ML", "cola"),
            ("APPLES 1.240 KG", "apples"),
            ("BREAD 675 G GP", "bread"),
            ("H", "h"),
        ]
    )
    func key(line: String, expected: String) {
        #expect(printed(line).key.value == expected)
    }

    @Test("keeps a number that belongs to the name")
    func numbersOfNames() {
        #expect(printed("7 UP 2L").key.value == "7 up")
    }

    @Test("is compared by expanded, singular words without filler words")
    func comparableWords() {
        #expect(printed("CHKN WINGS W/ SAUCE 2").comparable == ["chicken", "wing", "sauce"])
        #expect(printed("GB 0.8KG").comparable == ["ground", "beef"])
    }

    @Test("suggests a readable name")
    func suggestedName() {
        #expect(printed(" ORG KALE CHIPS 100G ").suggestedName == "Organic kale chips")
        #expect(printed("***").suggestedName == "***")
        #expect(printed(String(repeating: "kale ", count: 40)).suggestedName.count <= 80)
    }
}

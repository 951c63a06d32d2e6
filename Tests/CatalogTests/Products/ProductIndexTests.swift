import Foundation
import Testing

@testable import CatalogDomain

@Suite("The product index")
struct ProductIndexTests {
    private let milk = UUID()
    private let chocolateMilk = UUID()
    private let milkChocolate = UUID()
    private let strawberries = UUID()
    private let index: ProductIndex

    init() {
        var index = ProductIndex(abbreviations: AbbreviationTable([("choc", "chocolate")]))
        index.insert(milk, name: "2% milk", aliases: ["MLK 2", "PARTLY SKIMMED"])
        index.insert(chocolateMilk, name: "Chocolate milk")
        index.insert(milkChocolate, name: "Chocolate bar", aliases: ["MILK CHOCOLATE"])
        index.insert(strawberries, name: "Strawberries")
        self.index = index
    }

    private func matches(_ line: String, limit: Int = 3) -> [ProductMatch] {
        index.matches(for: index.printedText(line), limit: limit)
    }

    @Test("finds nothing for a line without words", arguments: ["", "***"])
    func nothing(line: String) {
        #expect(matches(line).isEmpty)
    }

    @Test("finds nothing for unknown words")
    func unknownWords() {
        #expect(matches("HDMI CABLE").isEmpty)
    }

    @Test("finds nothing when it is empty")
    func emptyIndex() {
        let empty = ProductIndex(abbreviations: AbbreviationTable([]))
        #expect(empty.matches(for: empty.printedText("MILK"), limit: 3).isEmpty)
    }

    @Test("returns at most as many matches as requested", arguments: [0, 1, 2])
    func limit(limit: Int) {
        #expect(matches("MILK", limit: limit).count == limit)
    }

    @Test("is certain of a name or alias, whatever is printed beside it")
    func alias() {
        #expect(matches("partly-skimmed 4L").first == ProductMatch(productID: milk, confidence: 100, basis: .alias))
    }

    @Test("distinguishes chocolate milk from milk chocolate by word order")
    func order() {
        #expect(matches("CHOC MILK 1L").first?.productID == chocolateMilk)
        #expect(matches("MILK CHOC 100G").first?.productID == milkChocolate)
    }

    @Test("accepts another word order when only one product has the words")
    func anyOrder() {
        #expect(matches("SKIMMED PARTLY").first == ProductMatch(productID: milk, confidence: 97, basis: .words))
    }

    @Test(
        "matches shortened, misread, split and joined words",
        arguments: [
            "STRAWB 454G", "STRAWBERIES", "5TRAWBERRIES", "STRAW BERRIES",
        ]
    )
    func damagedWords(line: String) throws {
        let match = try #require(matches(line).first)
        #expect(match.productID == strawberries)
        #expect(match.confidence >= ProductResolver.minimumConfidence)
    }

    @Test("is less certain of a line with words that the product lacks")
    func furtherWords() throws {
        let match = try #require(matches("STRAWBERRIES FARMGATE").first)
        #expect(match.basis == .resemblance)
        #expect((70..<97).contains(match.confidence))
    }

    @Test("is uncertain when two products share a name")
    func sharedName() throws {
        var index = index
        index.insert(UUID(), name: "Strawberries")
        let match = try #require(index.matches(for: index.printedText("Strawberries"), limit: 1).first)
        #expect(match.confidence < 100)
    }

    @Test("keeps insertion order for ties")
    func ties() {
        var index = ProductIndex(abbreviations: AbbreviationTable([]))
        let first = UUID()
        index.insert(first, name: "Red apples")
        index.insert(UUID(), name: "Green apples")
        #expect(index.matches(for: index.printedText("apples"), limit: 2).first?.productID == first)
    }
}

@Suite("The product resolver")
struct ProductResolverTests {
    private let milk = UUID()
    private let everybodys: ProductIndex

    init() {
        var index = ProductIndex(abbreviations: AbbreviationTable([]))
        index.insert(milk, name: "Milk")
        everybodys = index
    }

    @Test("creates a new product for a line that resembles none")
    func newProduct() {
        let text = everybodys.printedText("HDMI CABLE 2M")
        #expect(ProductResolver.resolve(text, in: [everybodys]) == .new(name: "Hdmi cable 2m", resembles: nil))
    }

    @Test("guesses each product once, best first, and omits those too unlike")
    func guesses() {
        var own = ProductIndex(abbreviations: AbbreviationTable([]))
        let goatMilk = UUID()
        own.insert(milk, name: "Moo juice")
        own.insert(goatMilk, name: "Goat milk")
        own.insert(UUID(), name: "Milk of magnesia laxative liquid suspension")
        let guesses = ProductResolver.guesses(for: own.printedText("MILK"), limit: 5, in: [own, everybodys])
        #expect(guesses.prefix(2).map(\.productID) == [milk, goatMilk])
        #expect(guesses.count == 2)
        #expect(ProductResolver.guesses(for: own.printedText("MILK"), limit: 1, in: [own, everybodys]).count == 1)
    }

    @Test("finds a user's own product like a shared one")
    func ownProduct() {
        var own = ProductIndex(abbreviations: AbbreviationTable([]))
        let cable = UUID()
        own.insert(cable, name: "HDMI cable")
        let resolution = ProductResolver.resolve(own.printedText("HDMI CABLE"), in: [everybodys, own])
        #expect(resolution == .known(ProductMatch(productID: cable, confidence: 100, basis: .alias)))
    }
}

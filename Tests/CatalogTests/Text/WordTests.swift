import CatalogEvaluation
import PrintedWords
import Testing

@testable import CatalogDomain

@Suite("Words")
struct WordTests {
    @Test(
        "lose an English plural",
        arguments: [
            ("apples", "apple"), ("berries", "berry"), ("tomatoes", "tomato"), ("radishes", "radish"),
            ("peaches", "peach"), ("boxes", "box"), ("cookies", "cooky"), ("cookie", "cooky"), ("pies", "pie"),
        ]
    )
    func plurals(word: String, expected: String) {
        #expect(SingularWord.of(word) == expected)
    }

    @Test("that only look like plurals are kept", arguments: ["swiss", "hummus", "oasis", "gas", "2%", "豆腐", "s"])
    func singulars(word: String) {
        #expect(SingularWord.of(word) == word)
    }

    @Test(
        "have the similarities of Winkler's paper",
        arguments: [("martha", "marhta", 0.961), ("dwayne", "duane", 0.840), ("dixon", "dicksonx", 0.813)]
    )
    func jaroWinkler(first: String, second: String, expected: Double) {
        #expect(abs(JaroWinkler.similarity(Array(first.utf8), Array(second.utf8)) - expected) < 0.000_5)
    }

    @Test("that are empty or share nothing are not similar")
    func jaroWinklerLimits() {
        #expect(JaroWinkler.similarity([], []) == 1)
        #expect(JaroWinkler.similarity([1], []) == 0)
        #expect(JaroWinkler.similarity([1, 2], [3, 4]) == 0)
    }

    @Test(
        "differ by the minimum number of edits",
        arguments: [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("a", "a", 0)]
    )
    func editDistance(first: String, second: String, expected: Int) {
        #expect(EditDistance.between(Array(first.utf8), Array(second.utf8)) == expected)
    }

    @Test(
        "are recognised when shortened or misspelt",
        arguments: [
            ("strawb", "strawberry"), ("brkfst", "breakfast"), ("chkn", "chicken"), ("brocolli", "broccoli"),
        ]
    )
    func similarWords(printed: String, word: String) {
        #expect(WordSimilarity.of(Array(printed.utf8), Array(word.utf8)) >= WordSimilarity.least)
    }

    @Test(
        "of different meaning are not confused",
        arguments: [
            ("ham", "hamburger"), ("corn", "horn"), ("beer", "beef"), ("pea", "peach"), ("chip", "chicken"),
            ("ab", "abc"),
        ]
    )
    func otherWords(printed: String, word: String) {
        #expect(WordSimilarity.of(Array(printed.utf8), Array(word.utf8)) == 0)
    }

    @Test("are never ruled out by shape when their letters are similar")
    func shapes() throws {
        let names = try ShippedReferenceData.data.get().products.map(\.name)
        let words = Set(names.flatMap { NormalisedText($0).words }).sorted().map { Array($0.utf8) }
        let shapes = words.map(WordShape.init)
        for known in stride(from: 0, to: words.count, by: 25).map({ words[$0] }) {
            for printed in [
                known, Array(known.dropLast()), known.reversed(), Array(known.dropFirst() + known.prefix(1)),
            ] {
                let shape = WordShape(printed)
                for (word, other) in zip(words, shapes) where !shape.mayResemble(other) {
                    #expect(WordSimilarity.of(printed, word) == 0)
                }
            }
        }
    }

    @Test(
        "may have another first letter when they are long and otherwise the same",
        arguments: [("trawberry", "strawberry"), ("xtrawberry", "strawberry"), ("roccoli", "broccoli")]
    )
    func otherBeginnings(printed: String, word: String) {
        #expect(WordShape(Array(printed.utf8)).mayResemble(WordShape(Array(word.utf8))))
        #expect(WordSimilarity.of(Array(printed.utf8), Array(word.utf8)) >= WordSimilarity.least)
    }
}

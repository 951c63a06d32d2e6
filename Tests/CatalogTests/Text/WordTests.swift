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
        "are compared by the figures of Winkler's paper",
        arguments: [("martha", "marhta", 0.961), ("dwayne", "duane", 0.840), ("dixon", "dicksonx", 0.813)]
    )
    func jaroWinkler(first: String, second: String, expected: Double) {
        #expect(abs(JaroWinkler.similarity(Array(first.utf8), Array(second.utf8)) - expected) < 0.000_5)
    }

    @Test("that are empty or share nothing are not alike")
    func jaroWinklerLimits() {
        #expect(JaroWinkler.similarity([], []) == 1)
        #expect(JaroWinkler.similarity([1], []) == 0)
        #expect(JaroWinkler.similarity([1, 2], [3, 4]) == 0)
    }

    @Test(
        "differ by the least number of edits",
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
        "of other meaning aren't taken for each other",
        arguments: [
            ("ham", "hamburger"), ("corn", "horn"), ("beer", "beef"), ("pea", "peach"), ("chip", "chicken"),
            ("ab", "abc"),
        ]
    )
    func otherWords(printed: String, word: String) {
        #expect(WordSimilarity.of(Array(printed.utf8), Array(word.utf8)) == 0)
    }
}

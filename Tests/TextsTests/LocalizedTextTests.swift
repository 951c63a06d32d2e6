import Testing
import Texts

@Suite("A text in every language")
struct LocalizedTextTests {
    private func items(_ count: Int) -> LocalizedText {
        LocalizedText(
            en: .init(one: "{count} item", other: "{count} items"),
            fr: .init(one: "{count} article", many: "{count} d’articles", other: "{count} articles"),
            ["count": .number(count)]
        )
    }

    @Test("is rendered in the language that is asked for, and in English for logs")
    func languages() {
        let text = LocalizedText(en: "Please sign in.", fr: "Veuillez vous connecter.")
        #expect(text.rendered(in: .english) == "Please sign in.")
        #expect(text.rendered(in: .french) == "Veuillez vous connecter.")
        #expect(text.english == "Please sign in.")
    }

    @Test("says its arguments in the order of the language")
    func arguments() {
        let part = LocalizedText(en: "purchase", fr: "achat")
        let text = LocalizedText(
            en: "{name}'s {what}, {number} in all",
            fr: "{what} de {name}, {number} en tout",
            ["name": .string("Ada"), "what": .text(part), "number": .number(12_500)]
        )
        #expect(text.rendered(in: .english) == "Ada's purchase, 12,500 in all")
        #expect(text.rendered(in: .french) == "achat de Ada, 12\u{202F}500 en tout")
    }

    @Test(
        "has the form of its number",
        arguments: [
            (0, "0 items", "0 article"), (1, "1 item", "1 article"), (2, "2 items", "2 articles"),
            (-1, "-1 item", "-1 article"), (1_999, "1999 items", "1999 articles"),
            (1_000_000, "1,000,000 items", "1\u{202F}000\u{202F}000 d’articles"),
            (3_000_000, "3,000,000 items", "3\u{202F}000\u{202F}000 d’articles"),
            (1_000_001, "1,000,001 items", "1\u{202F}000\u{202F}001 articles"),
        ]
    )
    func plural(count: Int, english: String, french: String) {
        #expect(items(count).rendered(in: .english) == english)
        #expect(items(count).rendered(in: .french) == french)
    }

    @Test("takes the other form for millions where a language has none of its own")
    func noFormForMillions() {
        let forms = LocalizedText.Forms(one: "un", other: "plusieurs")
        let text = LocalizedText(en: forms, fr: forms, ["count": .number(2_000_000)])
        #expect(text.rendered(in: .french) == "plusieurs")
    }

    @Test("takes nothing in its arguments for a place")
    func braces() {
        let text = LocalizedText(
            en: "{name}: {field}",
            fr: "{field} : {name}",
            ["name": .string("{field}{{name}"), "field": .string("}{")]
        )
        #expect(text.rendered(in: .english) == "{field}{{name}: }{")
        #expect(text.rendered(in: .french) == "}{ : {field}{{name}")
    }

    @Test("keeps braces that are no place")
    func unknownPlaces() {
        let text = LocalizedText(en: "{name} {other} {", fr: "{name}", ["name": .string("Ada")])
        #expect(text.rendered(in: .english) == "Ada {other} {")
        #expect(LocalizedText(en: "{name}", fr: "{name}").rendered(in: .french) == "{name}")
    }

    @Test(
        "writes numbers as each language does",
        arguments: [
            (0, "0", "0"), (-7, "-7", "-7"), (9_999, "9999", "9999"), (10_000, "10,000", "10\u{202F}000"),
            (-123_456, "-123,456", "-123\u{202F}456"),
            (.max, "9,223,372,036,854,775,807", "9\u{202F}223\u{202F}372\u{202F}036\u{202F}854\u{202F}775\u{202F}807"),
            (
                .min, "-9,223,372,036,854,775,808",
                "-9\u{202F}223\u{202F}372\u{202F}036\u{202F}854\u{202F}775\u{202F}808"
            ),
        ]
    )
    func numbers(number: Int, english: String, french: String) {
        #expect(Language.english.text(of: number) == english)
        #expect(Language.french.text(of: number) == french)
    }

    @Test("may be data, several texts, or what a value says in a language")
    func others() {
        let value = LocalizedText.value { $0 == .french ? "cinq" : "five" }
        let joined = LocalizedText.joined([.verbatim("{name}"), value, items(1)], separator: ", ")
        #expect(joined.rendered(in: .english) == "{name}, five, 1 item")
        #expect(joined.rendered(in: .french) == "{name}, cinq, 1 article")
        #expect(LocalizedText.joined([]).rendered(in: .french).isEmpty)
    }

    @Test("is the same as one that says the same in English")
    func equality() {
        #expect(LocalizedText(en: "Yes.", fr: "Oui.") == .verbatim("Yes."))
        #expect(Set([items(1), items(1), items(2)]).count == 2)
    }
}

import Testing
import Texts

@Suite("A stored text")
struct StoredTextTests {
    private enum Notice: StoredText {
        case moved(from: String, to: String)
        case gone

        var text: LocalizedText { LocalizedText(en: "Moved.", fr: "Déplacé.") }
    }

    @Test("is stored as its kind and values, in a form that stays")
    func form() throws {
        #expect(try Notice.moved(from: "a/b", to: "c").stored == #"{"moved":{"from":"a/b","to":"c"}}"#)
        #expect(try Notice.gone.stored == #"{"gone":{}}"#)
        #expect(Notice(stored: #"{"moved":{"from":"a/b","to":"c"}}"#) == .moved(from: "a/b", to: "c"))
    }

    @Test(
        "of a newer version, and a sentence of an older one, is not read",
        arguments: [#"{"sold":{}}"#, "Moved.", "", "{"]
    )
    func unreadable(stored: String) {
        #expect(Notice(stored: stored) == nil)
    }

    @Test("is told from a sentence")
    func sentence() {
        #expect(Notice.isSentence("Moved.") && Notice.isSentence("") && !Notice.isSentence(#"{"sold":{}}"#))
    }

    @Test("of every cause of a failure has a sentence of its own in every language")
    func failures() {
        for language in Language.allCases {
            let sentences = ReceiptFailure.allCases.map { $0.text.rendered(in: language) }
            #expect(Set(sentences).count == sentences.count && sentences.allSatisfy { $0.hasSuffix(".") })
        }
    }
}

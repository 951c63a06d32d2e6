import Testing
import Texts

@Suite("The reader's language")
struct LanguageTests {
    @Test(
        "is that of a tag, whatever its region, script and case",
        arguments: [
            ("fr", Language.french), ("fr-CA", .french), ("FR-ca", .french), ("fr_CA.UTF-8", .french), ("en", .english),
            ("en-Latn-GB", .english), ("de", nil), ("", nil), ("-", nil), ("frr", nil), ("f", nil), ("C", nil),
        ] as [(String, Language?)]
    )
    func tag(tag: String, language: Language?) {
        #expect(Language(tag: tag) == language)
    }

    @Test(
        "is the one that a list prefers, and of equals the first",
        arguments: [
            ("fr", Language.french), ("fr-CA, en;q=0.8", .french), ("en;q=0.8,fr", .french), ("en,fr", .english),
            ("fr,en", .french), ("de, fr;q=0.3, en;q=0.2", .french), ("de;q=0.9, en;q=0.1", .english),
            ("fr;q=0, en;q=0.1", .english), ("fr ; q = 0.4 , en ; q = 0.5", .english), ("fr;Q=0.1,en;q=0.2", .english),
            ("fr;level=1;q=0.2,en;q=0.3", .english), ("de", nil), ("fr;q=0", nil), ("", nil), ("*", nil),
        ] as [(String, Language?)]
    )
    func list(list: String, language: Language?) {
        #expect(Language(acceptable: list) == language)
    }

    @Test(
        "is read from anything that a client may send",
        arguments: [
            (",,,;;;===", nil), (";q=1", nil), ("fr;q=", nil), ("fr;q=nan", nil), ("fr;q=-1", nil),
            ("fr;q=inf,en", .french),
            ("fr;q=9,en;q=1", .french), ("fr;q=0.5;q=1,en;q=0.9", .english), ("\u{0},fr", .french), ("🇫🇷", nil),
            ("fr🇫🇷", nil), (String(repeating: "x", count: 16_384), nil), (String(repeating: ",", count: 16_384), nil),
            (String(repeating: "de,", count: 15) + "fr", .french), (String(repeating: "de,", count: 16) + "fr", nil),
        ] as [(String, Language?)]
    )
    func garbage(list: String, language: Language?) {
        #expect(Language(acceptable: list) == language)
    }

    @Test(
        "of a program is that of its environment, in the order of POSIX",
        arguments: [
            ([:], Language.english), (["LANG": "fr_CA.UTF-8"], .french),
            (["LANG": "fr", "LC_MESSAGES": "en_CA"], .english),
            (["LANG": "en", "LC_MESSAGES": "de_DE", "LC_ALL": "fr_FR"], .french),
            (["LC_ALL": "", "LANG": "fr"], .french),
            (["LC_ALL": "C", "LANG": "fr"], .english), (["LC_ALL": "POSIX"], .english), (["LANG": "de_DE"], .english),
        ] as [([String: String], Language)]
    )
    func environment(environment: [String: String], language: Language) {
        #expect(Language(environment: environment) == language)
    }
}

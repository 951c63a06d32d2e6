import Synchronization
import Testing
import Texts

@testable import larder

@Suite("What the parser of the command line says", .timeLimit(.minutes(5)))
struct ParserTextTests {
    /// What a French command line prints on standard error, with plain spaces.
    private func error(_ arguments: [String]) async -> String {
        let printed = Mutex("")
        let sink = TextSink(isTerminal: false) { text in printed.withLock { $0 += text } }
        let exit = await LarderCommand.run(arguments, environment: ["LARDER_LANGUAGE": "fr"], out: sink, error: sink)
        #expect(exit == .usage)
        return printed.withLock { $0 }.replacing("\u{A0}", with: " ")
    }

    @Test(
        "is translated where the parser rejects a command line",
        arguments: [
            ("unknown", "Argument inattendu : « unknown »"),
            ("products show a b c", "2 arguments inattendus : 'b', 'c'"),
            ("eateries", "L’argument « --near <latitude,longitude> » manque"),
            ("status --nope-at-all", "Option inconnue : « --nope-at-all »"),
            ("status --jsn", "Option inconnue : « --jsn ». Vouliez-vous dire « --json » ?"),
            ("status --timeout", "Il manque une valeur pour « --timeout <secondes> »"),
            ("status --json=yes", "L’option « --json » ne prend pas de valeur, mais « yes » a été indiqué."),
            ("inbox --limit x", "La valeur « x » n’est pas valide pour « --limit <limit> »"),
            (
                "purchase confirm P --field x",
                "La valeur « x » n’est pas valide pour « --field <field> ». Veuillez en indiquer une parmi celles-ci :"
            ),
            (
                "operator reports --state x",
                "La valeur « x » n’est pas valide pour « --state <state> ». "
                    + "Veuillez en indiquer une parmi 'open', 'excluded' ou 'dismissed'."
            ),
        ]
    )
    func rejected(line: String, sentence: String) async {
        let text = await error(line.split(separator: " ").map(String.init))
        #expect(text.hasPrefix("Erreur : \(sentence)\n"), "\(text)")
        #expect(text.contains("\nUtilisation : larder "))
        #expect(text.contains(" --help » pour en savoir plus."))
    }

    @Test("shows the help of an invalid argument in French")
    func help() async {
        #expect(await error(["inbox", "--limit", "x"]).contains("\nAide :  --limit <limit>  Nombre maximal d’entrées"))
    }

    @Test("names a command that does not exist")
    func unknownCommand() async {
        let text = await error(["help", "nothing"])
        #expect(text == "erreur : La commande « larder nothing » n’existe pas.\nToutes les commandes : larder help\n")
    }

    @Test(
        "is translated sentence by sentence",
        arguments: [
            ("Missing one of: '<a>', '<b>'", "Il manque un de ces arguments : '<a>', '<b>'"),
            ("Missing required subcommand.", "Il manque une sous-commande."),
            (
                "Value to be set with flag '--a' had already been set with flag '--b'",
                "La valeur de « --a » est déjà donnée par « --b »"
            ),
            ("Unexpected argument 'l'ail'", "Argument inattendu : « l'ail »"),
            ("Please specify a photo.", "Please specify a photo."), ("", ""),
        ]
    )
    func sentences(english: String, french: String) {
        #expect(ParserText.translatedMessage(english, to: .french).replacing("\u{A0}", with: " ") == french)
    }

    @Test("stays as it is in English, whatever it quotes")
    func english() {
        for text in [
            "Error: Unexpected argument 'x'\nUsage: larder <subcommand>", "OVERVIEW: a (default: 2)\n\nOPTIONS:",
        ] {
            #expect(ParserText.translated(text, to: .english) == text)
            #expect(ParserText.translatedMessage(text, to: .english) == text)
        }
    }
}

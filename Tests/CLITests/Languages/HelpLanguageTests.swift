import ArgumentParser
import Testing
import Texts

@testable import larder

@Suite("Help in the user's language")
struct HelpLanguageTests {
    /// Every command of the program by its path, `larder` first.
    private static var commands: [(path: String, type: any ParsableCommand.Type)] {
        func below(_ type: any ParsableCommand.Type, _ path: String) -> [(String, any ParsableCommand.Type)] {
            let configuration = type.configuration
            let subcommands =
                configuration.ungroupedSubcommands + configuration.groupedSubcommands.flatMap { $0.subcommands }
            return [(path, type)] + subcommands.flatMap { below($0, "\(path) \($0.configuration.commandName ?? "")") }
        }
        return below(LarderCommand.self, "larder")
    }

    static var paths: [String] { commands.map(\.path) }

    /// The help of a command, in long lines unless another width is given.
    private func help(of path: String, in language: Language, columns: Int = 10_000) throws -> String {
        let command = try #require(Self.commands.first { $0.path == path })
        return Language.$ofRun.withValue(language) {
            ParserText.translated(LarderCommand.helpMessage(for: command.type, columns: columns))
        }
    }

    /// The sentences, titles and remarks of a help; commands and their options are alike in all languages.
    private func sentences(of help: String) -> Set<String> {
        let parts = help.split(separator: "\n").flatMap { line in
            line.split(separator: /[ ]{2,}/).flatMap { $0.split(separator: /[.:;][ ]/) }
        }
        return Set(
            parts.map { String($0).trimmingSpaces }.filter { part in
                part.contains(/[A-Za-z]{2,} [A-Za-z]{2,}/) && !part.hasPrefix("larder ") && !part.contains("--")
            }
        )
    }

    @Test("is there for every command, with nothing left in English", arguments: paths)
    func isFrench(path: String) throws {
        let english = try help(of: path, in: .english)
        let french = try help(of: path, in: .french)
        let left = sentences(of: english).filter { french.contains($0) }
        #expect(left.isEmpty, "\(path): \(left)")
        #expect(french.contains("UTILISATION\u{A0}: ") && !french.contains("USAGE:"))
    }

    @Test("has no word of the parser in English, however wide the terminal is", arguments: paths)
    func parserWords(path: String) throws {
        for columns in [60, 72, 80, 100, 10_000] {
            let french = try help(of: path, in: .french, columns: columns)
            let words = [
                "See '", "default:", "(default)", "(values", "<subcommand>", "Show help", "USAGE:", "OPTIONS:",
            ]
            for word in words { #expect(!french.contains(word), "\(word) at \(columns) columns") }
            #expect(!french.contains(/[^\u{A0}];$/.anchorsMatchLineEndings()))
        }
    }

    @Test("has in both languages the same options and arguments", arguments: paths)
    func sameOptions(path: String) throws {
        func options(_ language: Language) throws -> [Substring] {
            try help(of: path, in: language).split(separator: "\n").filter { $0.hasPrefix("  -") }
                .map { $0.dropFirst(2).prefix { $0 != " " } }
        }
        #expect(try options(.french) == options(.english))
    }

    @Test("keeps descriptions in their column, beside a default command too")
    func columns() throws {
        let french = try help(of: "larder receipt", in: .french)
        let list = try #require(french.split(separator: "\n").first { $0.hasPrefix("  list (par défaut)") })
        #expect(list.dropFirst(26).hasPrefix("Afficher la liste de vos reçus"))
    }

    @Test("names the groups of commands")
    func groups() throws {
        let french = try help(of: "larder", in: .french)
        for title in ["COMPTE", "REÇUS ET ACHATS", "TOUT LE RESTE", "POUR LE DÉVELOPPEMENT ET L’EXPLOITATION"] {
            #expect(french.contains("\n\(title)\u{A0}:\n"))
        }
        #expect(try help(of: "larder purchase", in: .french).contains("\nSOUS-COMMANDES\u{A0}:\n"))
    }

    @Test("says what values an option takes and has by default")
    func values() throws {
        #expect(try help(of: "larder purchase list", in: .french).contains("(par défaut\u{A0}: 20)"))
        #expect(try help(of: "larder purchase confirm", in: .french).contains("(valeurs\u{A0}: store, address, "))
        let both = try help(of: "larder operator events list", in: .french)
        #expect(both.contains("kept\u{A0}; par défaut\u{A0}: parked)"))
    }
}

import ArgumentParser
import Texts

extension Language {
    /// The language of this run of the program, in which everything that it shows is written.
    @TaskLocal static var ofRun: Language = .english

    /// The variable that selects the language.
    static let variable = "LARDER_LANGUAGE"

    /// The language that a user chose: by `LARDER_LANGUAGE`, or else as for all programs (POSIX).
    /// - Throws: `Failure` (usage), in the language of the other variables, for one that Larder does not speak.
    static func chosen(in environment: [String: String]) throws(Failure) -> Language {
        let general = Language(environment: environment)
        guard let name = environment[variable], !name.isEmpty else { return general }
        guard let language = Language(rawValue: name) else {
            let sentence = LocalizedText.cli.rootUnknownLanguage(value: name).rendered(in: general)
            throw Failure(.usage, .verbatim(sentence))
        }
        return language
    }
}

extension LocalizedText {
    /// The text in the language of this run.
    var shown: String { rendered(in: .ofRun) }
}

extension LocalizedText {
    /// Examples of a command, one below the other.
    static func examples(_ commands: String...) -> LocalizedText {
        .value { language in
            let heading = LocalizedText.cli.purchaseExamples.rendered(in: language) + " "
            return heading + commands.joined(separator: "\n" + String(repeating: " ", count: heading.count))
        }
    }
}

// MARK: What the parser of the command line shows

extension CommandConfiguration {
    /// A command, described in the language of this run.
    init(
        commandName: String,
        abstract: LocalizedText,
        usage: String? = nil,
        discussion: LocalizedText? = nil,
        version: String = "",
        subcommands: [any ParsableCommand.Type] = [],
        groupedSubcommands: [CommandGroup] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil,
        aliases: [String] = []
    ) {
        self.init(
            commandName: commandName,
            abstract: abstract.shown,
            usage: usage,
            discussion: discussion?.shown ?? "",
            version: version,
            subcommands: subcommands,
            groupedSubcommands: groupedSubcommands,
            defaultSubcommand: defaultSubcommand,
            aliases: aliases
        )
    }
}

extension CommandGroup {
    /// A group of commands with its name in the language of this run.
    init(name: LocalizedText, subcommands: [any ParsableCommand.Type]) {
        self.init(name: name.shown, subcommands: subcommands)
    }
}

extension ArgumentHelp {
    /// What an argument is for, in the language of this run.
    init(_ abstract: LocalizedText) { self.init(abstract.shown) }

    /// What an argument is for, and what its value is.
    init(_ abstract: LocalizedText, valueName: LocalizedText) {
        self.init(abstract.shown, valueName: valueName.shown)
    }

    /// What an argument is for, with a value that is written alike in all languages.
    init(_ abstract: LocalizedText, valueName: String) { self.init(abstract.shown, valueName: valueName) }
}

extension OptionGroup {
    /// Options under a title in the language of this run.
    init(title: LocalizedText) { self.init(title: title.shown) }
}

extension ValidationError {
    /// What is wrong with the command line, in the language of this run.
    init(_ text: LocalizedText) { self.init(text.shown) }
}

import ArgumentParser
import LarderClient
import Texts

/// Commands for what the user could spend less on.
struct SuggestionsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "suggestions",
            abstract: .cli.suggestionAbstract,
            subcommands: [SuggestionListCommand.self, SuggestionVoteCommand.self],
            defaultSubcommand: SuggestionListCommand.self,
            aliases: ["suggestion"]
        )
    }

    /// The command that lists them.
    static let list = "larder suggestions"
    /// The command that votes on one.
    static let vote = "larder suggestions vote"
}

/// Lists suggestions.
struct SuggestionListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.suggestionList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.ListSuggestionsRequest(timeZone: DeviceTimeZone.nameOrUTC)
        let answer = try await context.client.suggestions.listSuggestions(request, options: context.callOptions)
        let namesCategories =
            !context.output.isJSON && answer.suggestions.contains(where: SuggestionText.needsCategories)
        let categories = namesCategories ? try await context.categoriesIfAvailable() : nil
        try context.show(answer) { paint in
            SuggestionText(answer, categories: categories).text(paint, width: context.output.out.width)
        }
    }
}

/// Says whether a suggestion is useful.
struct SuggestionVoteCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "vote",
            abstract: .cli.suggestionVote,
            discussion: .cli.suggestionVoteDiscussion
        )
    }

    @Argument(help: ArgumentHelp(.cli.suggestionId(command: SuggestionsCommand.list)))
    var id: String

    @Argument(help: ArgumentHelp(.cli.suggestionVoteHelp))
    var vote: SuggestionVoteName

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.VoteOnSuggestionRequest(
            suggestionID: id,
            vote: vote.message,
            timeZone: DeviceTimeZone.nameOrUTC
        )
        let suggestion = try await Failure.hinting(.cli.suggestionAll(command: SuggestionsCommand.list)) {
            try await context.client.suggestions.voteOnSuggestion(request, options: context.callOptions)
        }
        let name = SuggestionVoteName(suggestion.vote)
        try context.show(
            suggestion,
            name == .none ? .cli.suggestionVoteTaken : .cli.suggestionVoted(vote: name.text.shown)
        )
    }
}

/// A vote on a suggestion as written on the command line.
enum SuggestionVoteName: String, CaseIterable, ExpressibleByArgument {
    case useful
    case notUseful = "not-useful"
    case none

    /// The vote as messages have it; one that this version does not know counts as none.
    init(_ message: Budget.SuggestionVote) {
        switch message {
        case .useful: self = .useful
        case .notUseful: self = .notUseful
        case .unspecified, .unrecognized: self = .none
        }
    }

    /// The vote in messages.
    var message: Budget.SuggestionVote {
        switch self {
        case .useful: .useful
        case .notUseful: .notUseful
        case .none: .unspecified
        }
    }

    /// The vote in sentences.
    var text: LocalizedText {
        switch self {
        case .useful: .cli.suggestionUseful
        case .notUseful: .cli.suggestionNotUseful
        case .none: .cli.suggestionNoVote
        }
    }
}

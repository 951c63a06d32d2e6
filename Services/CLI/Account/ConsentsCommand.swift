import ArgumentParser
import LarderClient
import Texts

/// Manages the user's consents.
struct ConsentsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "consents",
            abstract: .cli.consentsAbstract,
            subcommands: [ConsentsListCommand.self, ConsentsGiveCommand.self, ConsentsWithdrawCommand.self],
            defaultSubcommand: ConsentsListCommand.self
        )
    }
}

/// Lists consents.
struct ConsentsListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.consentsList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.consents.listConsents(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            var table = Table([
                .init(title: .cli.headingWhat), .init(title: .cli.consentsAllowed), .init(title: .cli.headingSince),
                .init(title: .cli.consentsFor),
            ])
            for consent in answer.consents {
                guard let name = ConsentName(consent.kind) else { continue }
                table.add([
                    .init(name.name), consent.given ? .init(.cli.consentsYes, .green) : .init(.cli.consentsNo),
                    .init(consent.changedAt?.localText ?? ""), .init(name.purpose, .dim),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

/// Gives a consent.
struct ConsentsGiveCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "give", abstract: .cli.consentsGive)
    }

    @Argument(help: ArgumentHelp(.cli.consentsWhich))
    var what: ConsentName

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws { try await context.set(what, given: true) }
}

/// Withdraws a consent.
struct ConsentsWithdrawCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "withdraw",
            abstract: .cli.consentsWithdraw
        )
    }

    @Argument(help: ArgumentHelp(.cli.consentsWhich))
    var what: ConsentName

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws { try await context.set(what, given: false) }
}

extension CommandContext {
    fileprivate func set(_ name: ConsentName, given: Bool) async throws {
        let consent = try await client.setConsent(name.kind, given: given, options: callOptions)
        try show(consent, given ? .cli.consentsGiven(consent: name.name) : .cli.consentsWithdrawn(consent: name.name))
    }
}

/// A consent as written on the command line.
struct ConsentName: ExpressibleByArgument, Sendable {
    let kind: Auth.ConsentKind
    let name: String
    /// The purpose.
    let purpose: LocalizedText

    private static let all: [ConsentName] = [
        .init(.location, "location", .cli.consentsLocation),
        .init(.healthData, "health-data", .cli.consentsHealthData),
        .init(.communityPrices, "community-prices", .cli.consentsCommunityPrices),
        .init(
            .communityMappings,
            "community-mappings",
            .cli.consentsCommunityMappings
        ),
        .init(.learningFromPhotos, "learning-from-photos", .cli.consentsLearningFromPhotos),
        .init(.personalSuggestions, "personal-suggestions", .cli.consentsPersonalSuggestions),
        .init(.promotionalMail, "promotional-mail", .cli.consentsPromotionalMail),
        .init(.supportAccess, "support-access", .cli.consentsSupportAccess),
    ]

    static var allValueStrings: [String] { all.map(\.name) }

    private init(_ kind: Auth.ConsentKind, _ name: String, _ purpose: LocalizedText) {
        (self.kind, self.name, self.purpose) = (kind, name, purpose)
    }

    init?(argument: String) {
        guard let known = Self.all.first(where: { $0.name == argument }) else { return nil }
        self = known
    }

    /// The consent of a kind; nil for a kind unknown to this version.
    init?(_ kind: Auth.ConsentKind) {
        guard let known = Self.all.first(where: { $0.kind == kind }) else { return nil }
        self = known
    }
}

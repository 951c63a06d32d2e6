import ArgumentParser
import LarderClient

/// Manages the user's consents.
struct ConsentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consents",
        abstract: "Show and change your consents.",
        subcommands: [ConsentsListCommand.self, ConsentsGiveCommand.self, ConsentsWithdrawCommand.self],
        defaultSubcommand: ConsentsListCommand.self
    )
}

/// Lists consents.
struct ConsentsListCommand: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List all consents.")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.consents.listConsents(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            var table = Table([
                .init(title: "What"), .init(title: "Allowed"), .init(title: "Since"), .init(title: "For"),
            ])
            for consent in answer.consents {
                guard let name = ConsentName(consent.kind) else { continue }
                table.add([
                    .init(name.name), consent.given ? .init("yes", .green) : .init("no"),
                    .init(consent.changedAt?.localText ?? ""), .init(name.purpose, .dim),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

/// Gives a consent.
struct ConsentsGiveCommand: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "give", abstract: "Allow something.")

    @Argument(help: "What.")
    var what: ConsentName

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws { try await context.set(what, given: true) }
}

/// Withdraws a consent.
struct ConsentsWithdrawCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraw a consent; the data collected under it is deleted."
    )

    @Argument(help: "What.")
    var what: ConsentName

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws { try await context.set(what, given: false) }
}

extension CommandContext {
    fileprivate func set(_ name: ConsentName, given: Bool) async throws {
        let consent = try await client.setConsent(name.kind, given: given, options: callOptions)
        try show(consent) { _ in given ? "You allow \(name.name)." : "You have withdrawn your consent to \(name.name)."
        }
    }
}

/// A consent as written on the command line.
struct ConsentName: ExpressibleByArgument, Sendable {
    let kind: Auth.ConsentKind
    let name: String
    /// The purpose.
    let purpose: String

    private static let all: [ConsentName] = [
        .init(.location, "location", "using your location"),
        .init(.healthData, "health-data", "using your health data"),
        .init(.communityPrices, "community-prices", "sharing prices you paid, without your name"),
        .init(
            .communityMappings,
            "community-mappings",
            "counting what you say printed lines mean for others, without your name"
        ),
        .init(.learningFromPhotos, "learning-from-photos", "keeping your corrections as examples for better reading"),
        .init(.personalSuggestions, "personal-suggestions", "personal suggestions"),
        .init(.promotionalMail, "promotional-mail", "news by e-mail"),
        .init(.supportAccess, "support-access", "giving support access to your data"),
    ]

    static var allValueStrings: [String] { all.map(\.name) }

    private init(_ kind: Auth.ConsentKind, _ name: String, _ purpose: String) {
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

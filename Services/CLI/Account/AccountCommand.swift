import ArgumentParser
import LarderClient

/// Shows the signed-in account.
struct AccountCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "account", abstract: .cli.accountAbstract)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let account = try await context.client.accounts.getAccount(.init(), options: context.callOptions)
        try context.show(account) { paint in
            var table = Table([.init(title: ""), .init(title: "")])
            table.add([.init(.cli.accountUsername), .init(account.username, .bold)])
            table.add([.init(.cli.accountEmail), .init(account.email)])
            table.add([.init(.cli.headingSince), .init(account.createdAt?.localText ?? "")])
            table.add([.init(.cli.accountAcceptedTerms), .init(account.acceptedTermsVersion)])
            table.add([.init(.cli.headingId), .init(account.id, .dim)])
            return table.text(paint)
        }
    }
}

/// Shows the terms.
struct TermsCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "terms",
            abstract: .cli.termsAbstract
        )
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let terms = try await context.client.accounts.getTerms(.init(), options: context.callOptions)
        try context.show(terms) { TermsCommand.text(terms, $0) }
    }

    static func text(_ terms: Auth.Terms, _ paint: Paint) -> String {
        let lines = terms.text.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.map { TerminalText.clean(String($0)) }.joined(separator: "\n")
        return "\(body)\n"
            + paint(LocalizedText.cli.termsVersion(version: TerminalText.clean(terms.version)).shown, .dim)
    }
}

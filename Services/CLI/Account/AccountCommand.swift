import ArgumentParser
import LarderClient

/// Shows the signed-in account.
struct AccountCommand: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "account", abstract: "Show your account.")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let account = try await context.client.accounts.getAccount(.init(), options: context.callOptions)
        try context.show(account) { paint in
            var table = Table([.init(title: ""), .init(title: "")])
            table.add(["User name", .init(account.username, .bold)])
            table.add(["E-mail", .init(account.email)])
            table.add(["Since", .init(account.createdAt?.localText ?? "")])
            table.add(["Accepted terms", .init(account.acceptedTermsVersion)])
            table.add(["Id", .init(account.id, .dim)])
            return table.text(paint)
        }
    }
}

/// Shows the terms.
struct TermsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "terms",
        abstract: "Show the terms of use and the privacy policy in force."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let terms = try await context.client.accounts.getTerms(.init(), options: context.callOptions)
        try context.show(terms) { TermsCommand.text(terms, $0) }
    }

    static func text(_ terms: Auth.Terms, _ paint: Paint) -> String {
        let lines = terms.text.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.map { TerminalText.clean(String($0)) }.joined(separator: "\n")
        return "\(body)\n" + paint("Version \(TerminalText.clean(terms.version))", .dim)
    }
}

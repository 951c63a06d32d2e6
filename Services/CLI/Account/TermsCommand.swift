import ArgumentParser
import LarderClient

/// Shows the terms of use and the privacy policy, or accepts them.
struct TermsCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "terms",
            abstract: .cli.termsAbstract
        )
    }

    @Option(help: ArgumentHelp(.cli.termsAccept, valueName: .cli.valueVersion))
    var accept: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        if let accept {
            let answer = try await context.client.accounts.acceptTerms(
                .init(version: accept),
                options: context.callOptions
            )
            return try context.show(answer, .cli.termsAccepted(version: accept))
        }
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

import ArgumentParser
import LarderClient

/// Confirms an e-mail address by a mailed link, or asks for another link.
struct VerifyCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "verify",
            abstract: .cli.verifyAbstract,
            discussion: .cli.verifyDiscussion
        )
    }

    @Flag(help: ArgumentHelp(.cli.verifyStdinHelp))
    var linkStdin = false

    @Option(help: ArgumentHelp(.cli.verifyResendHelp, valueName: .cli.verifyResendValue))
    var resend: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard resend == nil || !linkStdin else { throw ValidationError(.cli.verifyRule) }
    }

    func run(_ context: CommandContext) async throws {
        if let resend {
            let response = try await context.client.emailAddresses.resendVerification(
                .init(name: resend),
                options: context.onceOptions
            )
            return try context.show(response, .cli.verifyRequested)
        }
        // The link is no argument, which others on the machine could see.
        let link = try PasswordInput(isFromStandardInput: linkStdin, option: "--link-stdin")
            .read(context.terminal, prompt: .cli.resetLinkPrompt)
        let response = try await context.confirm(link)
        try context.show(response, VerifyCommand.sentence(for: response))
    }

    /// What a link has done.
    private static func sentence(for response: Auth.ConfirmEmailResponse) -> LocalizedText {
        switch response.purpose {
        case .change: .cli.verifyChanged
        case .restoration: .cli.verifyRestored(command: "larder recover")
        default: .cli.verifyDone(command: "larder sign-in")
        }
    }
}

extension CommandContext {
    /// Uses a mailed link, whole or what follows its `#`.
    func confirm(_ link: String) async throws -> Auth.ConfirmEmailResponse {
        let token = link.split(separator: "#").last.map(String.init) ?? ""
        return try await client.emailAddresses.confirmEmail(
            .init(token: token.trimmingSpaces),
            options: onceOptions
        )
    }
}

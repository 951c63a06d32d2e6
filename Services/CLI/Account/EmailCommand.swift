import ArgumentParser
import LarderClient

/// Replaces the account's e-mail address, once the new one is confirmed.
struct EmailCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "email",
            abstract: .cli.emailAbstract,
            discussion: .cli.emailDiscussion(command: "larder verify")
        )
    }

    @Argument(help: ArgumentHelp(.cli.emailNewHelp))
    var new: String

    @Flag(help: ArgumentHelp(.cli.emailPasswordHelp))
    var passwordStdin = false

    @OptionGroup var factor: FactorOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        context.nameGateway()
        let password = try PasswordInput(isFromStandardInput: passwordStdin)
            .read(context.terminal, prompt: .cli.passwordCurrentPrompt)
        let request = Auth.ChangeEmailRequest(currentPassword: password, newEmail: new.trimmingSpaces)
        let response = try await context.proving(factor) {
            try await context.client.emailAddresses.changeEmail(request, options: context.onceOptions)
        }
        try context.show(response, .cli.emailRequested(email: TerminalText.clean(new), command: "larder verify"))
    }
}

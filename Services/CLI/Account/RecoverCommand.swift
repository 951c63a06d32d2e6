import ArgumentParser
import LarderClient

/// Asks for a mail with a link for choosing a new password, and the user name.
struct RecoverCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "recover",
            abstract: .cli.recoverAbstract,
            discussion: .cli.recoverDiscussion(command: "larder reset-password")
        )
    }

    @Argument(help: ArgumentHelp(.cli.signInNameHelp))
    var name: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        context.nameGateway()
        let name = try self.name ?? context.askSignInName()
        let response = try await context.client.recovery.requestPasswordReset(
            .init(name: name),
            options: context.onceOptions
        )
        try context.show(response, .cli.recoverRequested)
    }
}

/// Chooses a new password by the mailed link.
struct ResetPasswordCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reset-password",
            abstract: .cli.resetAbstract,
            discussion: .cli.resetDiscussion(rule: PasswordInput.rule)
        )
    }

    @Flag(help: ArgumentHelp(.cli.resetLinesHelp))
    var passwordStdin = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        context.nameGateway()
        let input = PasswordInput(isFromStandardInput: passwordStdin)
        // The link opens the account: like a password it is no argument, which others on the machine could see.
        let link = try input.read(context.terminal, prompt: .cli.resetLinkPrompt)
        let password = try input.read(context.terminal, isNew: true)
        let token = link.split(separator: "#").last.map(String.init) ?? ""
        let response = try await context.client.recovery.resetPassword(
            .init(token: token, newPassword: password),
            options: context.onceOptions
        )
        try context.show(response, .cli.resetDone(command: "larder sign-in"))
    }
}

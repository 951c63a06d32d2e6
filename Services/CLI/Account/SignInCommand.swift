import ArgumentParser
import Foundation
import LarderClient

/// Signs in.
struct SignInCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "sign-in",
            abstract: .cli.signInAbstract
        )
    }

    @Argument(help: ArgumentHelp(.cli.signInNameHelp))
    var name: String?

    @Option(help: ArgumentHelp(.cli.signInDeviceHelp))
    var device: String?

    @Flag(help: ArgumentHelp(.cli.registerPasswordHelp))
    var passwordStdin = false

    @Option(help: ArgumentHelp(.cli.signInCodeHelp))
    var code: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        context.nameGateway()
        let name = try self.name ?? context.askSignInName()
        let password = try PasswordInput(isFromStandardInput: passwordStdin).read(context.terminal)
        let user = try await context.client.signIn(
            name: name,
            password: password,
            device: device ?? SignInCommand.deviceName,
            options: context.callOptions,
            answer: { challenge, wrong in
                try await FactorCodeInput(given: code).answer(challenge, wrong, context) { token in
                    _ = try await context.client.sessions.sendSignInCode(
                        .init(token: token),
                        options: context.callOptions
                    )
                }
            }
        )
        try context.show(Auth.Account(id: user.accountID, username: user.username)) { paint in
            let signedIn = paint(LocalizedText.cli.signInSignedIn.shown, .green)
            return LocalizedText.cli.signInSignedInAs(
                what: .verbatim(signedIn),
                username: TerminalText.clean(user.username)
            ).shown
        }
    }

    /// The host name, the default device name.
    static var deviceName: String { String(ProcessInfo.processInfo.hostName.prefix(100)) }
}

/// Signs out.
struct SignOutCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "sign-out",
            abstract: .cli.signOutAbstract
        )
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let wasSignedIn: Bool
        do {
            wasSignedIn = try await context.client.signOut(options: context.callOptions)
        } catch let status as Status {
            var failure = Failure(status)
            failure.text = .cli.signOutNotNotified(before: status.text)
            failure.hint = nil
            throw failure
        }
        try context.show(
            Auth.SignOutResponse(),
            wasSignedIn ? .cli.signOutSignedOut : .cli.signOutNotSignedIn
        )
    }
}

extension CommandContext {
    /// Asks for the user name or e-mail address of an account.
    func askSignInName() throws -> String {
        try terminal.answer(.cli.signInNamePrompt, insteadOf: LocalizedText.cli.signInNameArgument.shown)
    }
}

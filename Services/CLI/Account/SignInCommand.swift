import ArgumentParser
import Foundation
import LarderClient

/// Signs in.
struct SignInCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in; the session is stored in a file that only you can read."
    )

    @Argument(help: "User name or e-mail address; prompted for if omitted.")
    var name: String?

    @Option(help: "Name of this device; its host name by default.")
    var device: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        context.nameGateway()
        let name = try self.name ?? context.terminal.answer("User name or e-mail address: ", insteadOf: "NAME")
        let password = try PasswordInput(isFromStandardInput: passwordStdin).read(context.terminal)
        let user = try await context.client.signIn(
            name: name,
            password: password,
            device: device ?? SignInCommand.deviceName,
            options: context.callOptions
        )
        try context.show(Auth.Account(id: user.accountID, username: user.username)) { paint in
            paint("Signed in", .green) + " as \(TerminalText.clean(user.username))."
        }
    }

    /// The host name, the default device name.
    static var deviceName: String { String(ProcessInfo.processInfo.hostName.prefix(100)) }
}

/// Signs out.
struct SignOutCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "End the session on this device."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let wasSignedIn: Bool
        do {
            wasSignedIn = try await context.client.signOut(options: context.callOptions)
        } catch let status as Status {
            var failure = Failure(status)
            failure.message =
                "You are signed out on this device, but the server could not be notified: \(status.message)"
            failure.hint = nil
            throw failure
        }
        try context.show(Auth.SignOutResponse()) { _ in wasSignedIn ? "Signed out." : "You were not signed in." }
    }
}

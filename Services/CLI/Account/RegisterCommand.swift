import ArgumentParser
import Foundation
import Foundations
import LarderClient

/// Creates an account and signs in.
struct RegisterCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Create an account and sign in.",
        discussion: """
            Asks for what isn't given. The password is never an argument, where other users could see it: it is typed, \
            or read from standard input with --password-stdin.
            """
    )

    @Option(help: "3 to 32 letters and digits; cannot be changed later.")
    var username: String?

    @Option(help: "E-mail address.")
    var email: String?

    @Option(help: ArgumentHelp("Accept the terms of this version, or the latest ones.", valueName: "version|latest"))
    var acceptTerms: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try checkUnattended(context.terminal)
        context.nameGateway()
        let username = try self.username ?? context.terminal.answer("User name: ", insteadOf: "--username")
        let email = try self.email ?? context.terminal.answer("E-mail address: ", insteadOf: "--email")
        let termsVersion = try await acceptedTerms(context)
        let password = try PasswordInput(isFromStandardInput: passwordStdin).read(context.terminal, isNew: true)
        let request = Auth.RegisterRequest(
            username: username,
            email: email,
            password: password,
            acceptedTermsVersion: termsVersion
        )
        var options = context.callOptions
        options.idempotencyKey = UUID().canonical
        let account = try await context.client.accounts.register(request, options: options)
        try await signIn(username, password, context)
        try context.show(account) { paint in
            paint("Welcome, \(TerminalText.clean(account.username)). ", .green)
                + "You are signed in. Send your first receipt with: larder receipt add PHOTO"
        }
    }

    /// Without a terminal, requires all options before anything is sent.
    private func checkUnattended(_ terminal: Terminal) throws {
        guard !terminal.isPresent else { return }
        var missing: [String] = []
        if username == nil { missing.append("--username") }
        if email == nil { missing.append("--email") }
        if acceptTerms == nil { missing.append("--accept-terms") }
        if !passwordStdin { missing.append("--password-stdin") }
        guard missing.isEmpty else {
            throw Failure(.usage, "Without a terminal, these options are required: \(missing.joined(separator: ", ")).")
        }
    }

    private func acceptedTerms(_ context: CommandContext) async throws -> String {
        if let acceptTerms, acceptTerms != "latest" { return acceptTerms }
        let terms = try await context.client.accounts.getTerms(.init(), options: context.callOptions)
        if acceptTerms != nil { return terms.version }
        context.output.error.line(TermsCommand.text(terms, context.output.error.paint))
        let answer = try context.terminal.answer("Do you accept these terms? [y/N] ", insteadOf: "--accept-terms")
        guard ["y", "yes"].contains(answer.lowercased()) else {
            throw Failure(.cancelled, "An account requires accepting the terms. Nothing was stored.")
        }
        return terms.version
    }

    private func signIn(_ username: String, _ password: String, _ context: CommandContext) async throws {
        do {
            try await context.client.signIn(
                name: username,
                password: password,
                device: SignInCommand.deviceName,
                options: context.callOptions
            )
        } catch {
            var failure = Failure(error, connectionFailure: nil, gateway: context.gateway)
            failure.message = "Your account was created, but signing in failed: \(failure.message)"
            failure.hint = "Sign in with: larder sign-in"
            throw failure
        }
    }
}

import ArgumentParser
import LarderClient

/// Creates an account and signs in.
struct RegisterCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Create an account and sign in.",
        discussion: """
            Asks for what isn't given. The password is never an argument, where other users could see it: it is typed, \
            or read from standard input with --password-stdin. It must have \(PasswordInput.rule).
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
        var request = Auth.RegisterRequest(
            username: try username ?? askUsername(context.terminal),
            email: try email ?? askEmail(context.terminal),
            acceptedTermsVersion: try await acceptedTerms(context)
        )
        request.password = try askPassword(context.terminal)
        let account = try await register(&request, context)
        try await signIn(request.username, request.password, context)
        try context.show(account) { paint in
            paint("Welcome, \(TerminalText.clean(account.username)). ", .green)
                + "You are signed in. Send your first receipt with: larder receipt add PHOTO"
        }
    }

    private func askUsername(_ terminal: Terminal) throws -> String {
        try terminal.answer("User name (3 to 32 letters and digits): ", insteadOf: "--username")
    }

    private func askEmail(_ terminal: Terminal) throws -> String {
        try terminal.answer("E-mail address: ", insteadOf: "--email")
    }

    private func askPassword(_ terminal: Terminal) throws -> String {
        try PasswordInput(isFromStandardInput: passwordStdin).read(terminal, isNew: true)
    }

    /// Registers; at a terminal, asks again for fields that are invalid, and keeps all others.
    private func register(_ request: inout Auth.RegisterRequest, _ context: CommandContext) async throws -> Auth.Account
    {
        while true {
            do {
                return try await context.client.accounts.register(request, options: context.onceOptions)
            } catch let status as Status where canAskAgain(status, context.terminal) {
                Failure(status).report(context.output)
                for field in Set(status.fieldViolations.map(\.field)).sorted() {
                    switch field {
                    case "username": request.username = try askUsername(context.terminal)
                    case "email": request.email = try askEmail(context.terminal)
                    default: request.password = try askPassword(context.terminal)
                    }
                }
            }
        }
    }

    /// Whether all invalid fields were typed at the terminal.
    private func canAskAgain(_ status: Status, _ terminal: Terminal) -> Bool {
        let fields = Set(status.fieldViolations.map(\.field))
        var typed: Set<String> = []
        if username == nil { typed.insert("username") }
        if email == nil { typed.insert("email") }
        if !passwordStdin { typed.insert("password") }
        return terminal.isPresent && !fields.isEmpty && fields.isSubset(of: typed)
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
        guard try context.terminal.confirms("Do you accept these terms? [y/N] ", insteadOf: "--accept-terms") else {
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

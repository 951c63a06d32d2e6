import ArgumentParser
import Foundations
import LarderClient

/// Creates an account, confirms its address by the mailed link, and signs in.
struct RegisterCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "register",
            abstract: .cli.registerAbstract,
            discussion: .cli.registerDiscussion(rule: PasswordInput.rule)
        )
    }

    @Option(help: ArgumentHelp(.cli.registerUsernameHelp))
    var username: String?

    @Option(help: ArgumentHelp(.cli.registerEmailHelp))
    var email: String?

    @Option(help: ArgumentHelp(.cli.registerTermsHelp, valueName: "version|latest"))
    var acceptTerms: String?

    @Option(help: ArgumentHelp(.cli.registerNameHelp))
    var name = ""

    @Option(help: ArgumentHelp(.cli.registerConsentHelp(command: "larder consents")))
    var consent: [ConsentName] = []

    @Flag(help: ArgumentHelp(.cli.registerPasswordHelp))
    var passwordStdin = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try checkUnattended(context.terminal)
        context.nameGateway()
        var request = Auth.RegisterRequest(
            username: try username ?? askUsername(context.terminal),
            email: try email ?? askEmail(context.terminal),
            acceptedTermsVersion: try await acceptedTerms(context),
            displayName: name,
            consents: consent.map(\.kind)
        )
        request.password = try askPassword(context.terminal)
        let account = try await register(&request, context)
        let hours = "\(AccountPeriods.confirmationHours)"
        context.output.notice(LocalizedText.cli.registerMailed(email: account.email, hours: hours).shown)
        guard try await confirm(account, context) else {
            return try context.show(
                account.withoutToken,
                .cli.registerConfirm(hours: hours, command: "larder verify")
            )
        }
        try await signIn(request.username, request.password, context)
        try context.show(account.withoutToken) { paint in
            let welcome = LocalizedText.cli.registerWelcome(username: TerminalText.clean(account.username))
            return paint(welcome.shown + " ", .green)
                + LocalizedText.cli.registerNext(command: "larder receipt add PHOTO").shown
        }
    }

    /// Confirms the address by the mailed link, for which a user at a terminal is asked until it is right.
    /// - Returns: False when they leave it for later.
    private func confirm(_ account: Auth.Account, _ context: CommandContext) async throws -> Bool {
        guard context.terminal.isPresent else { return false }
        while let link = context.terminal.ask(LocalizedText.cli.registerLinkPrompt.shown + " "),
            !link.trimmingSpaces.isEmpty
        {
            do {
                _ = try await context.confirm(link, registration: account.registrationToken)
                return true
            } catch let status as Status where !status.fieldViolations.isEmpty {
                Failure(status).report(context.output)
            }
        }
        return false
    }

    private func askUsername(_ terminal: Terminal) throws -> String {
        try terminal.answer(.cli.registerUsernamePrompt, insteadOf: "--username")
    }

    private func askEmail(_ terminal: Terminal) throws -> String {
        try terminal.answer(.cli.registerEmailPrompt, insteadOf: "--email")
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
            throw Failure(.usage, .cli.terminalRequiredSeveral(options: missing.joined(separator: ", ")))
        }
    }

    private func acceptedTerms(_ context: CommandContext) async throws -> String {
        if let acceptTerms, acceptTerms != "latest" { return acceptTerms }
        let terms = try await context.client.accounts.getTerms(.init(), options: context.callOptions)
        if acceptTerms != nil { return terms.version }
        context.output.error.line(TermsCommand.text(terms, context.output.error.paint))
        guard try context.terminal.confirms(.cli.registerAcceptPrompt, insteadOf: "--accept-terms") else {
            throw Failure(.cancelled, .cli.registerNotAccepted)
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
            failure.text = .cli.registerSignInFailed(before: failure.text)
            failure.hint = .cli.failureSignIn(command: "larder sign-in")
            throw failure
        }
    }
}

extension Auth.Account {
    /// What is printed: the token would be a secret in the logs of scripts, which have the password.
    fileprivate var withoutToken: Auth.Account {
        var account = self
        account.registrationToken = ""
        return account
    }
}

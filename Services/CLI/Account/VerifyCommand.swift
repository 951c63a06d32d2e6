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
        let input = PasswordInput(isFromStandardInput: linkStdin, option: "--link-stdin")
        let link = try input.read(context.terminal, prompt: .cli.resetLinkPrompt)
        let response = try await confirm(link, input, context)
        try context.show(response, VerifyCommand.sentence(for: response))
    }

    /// Uses a link: as whoever is signed in, or else with the password of its account.
    private func confirm(
        _ link: String,
        _ input: PasswordInput,
        _ context: CommandContext
    ) async throws -> Auth.ConfirmEmailResponse {
        do {
            return try await context.confirm(link)
        } catch let status as Status where status.reason == .passwordRequired {
            if let response = try await context.confirmOwn(link) { return response }
            guard linkStdin || context.terminal.isPresent else { throw status }
            context.nameGateway()
            return try await context.confirm(link, password: try input.read(context.terminal))
        }
    }

    /// What a link has done.
    private static func sentence(for response: Auth.ConfirmEmailResponse) -> LocalizedText {
        switch response.purpose {
        case .change: .cli.verifyChanged
        case .restoration: .cli.verifyRestored(command: "larder recover")
        case .securing: .cli.verifySecured(command: "larder recover")
        default: .cli.verifyDone(command: "larder sign-in")
        }
    }
}

extension CommandContext {
    /// Uses a mailed link, whole or what follows its `#`.
    /// - Parameter registration: The token of a registration, in place of the password.
    func confirm(
        _ link: String,
        password: String = "",
        registration: String = ""
    ) async throws -> Auth.ConfirmEmailResponse {
        try await client.emailAddresses.confirmEmail(
            .init(token: Self.token(of: link), password: password, registrationToken: registration),
            options: onceOptions
        )
    }

    /// Uses a mailed link of the account that is signed in; nil when there is none, or it is another one's.
    fileprivate func confirmOwn(_ link: String) async throws -> Auth.ConfirmEmailResponse? {
        do {
            return try await client.emailAddresses.confirmOwnEmail(
                .init(token: Self.token(of: link)),
                options: onceOptions
            )
        } catch let status as Status where status.code == .unauthenticated || status.reason == .passwordRequired {
            return nil
        }
    }

    private static func token(of link: String) -> String {
        (link.split(separator: "#").last.map(String.init) ?? "").trimmingSpaces
    }
}

extension StatusReason {
    /// A link needs the password of its account, too.
    fileprivate static let passwordRequired: StatusReason = "PASSWORD_REQUIRED"
}

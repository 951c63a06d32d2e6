import ArgumentParser
import Foundation
import Foundations
import LarderClient

/// Closes the account.
struct AccountCloseCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "close",
            abstract: .cli.closeAbstract,
            discussion: .cli.closeDiscussion(
                months: "\(AccountPeriods.reopeningMonths)",
                command: "larder account reopen"
            )
        )
    }

    @Option(help: ArgumentHelp(.cli.closeUsernameHelp))
    var username: String?

    @Flag(help: ArgumentHelp(.cli.registerPasswordHelp))
    var passwordStdin = false

    @OptionGroup var factor: FactorOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        context.nameGateway()
        let username = try self.username ?? context.terminal.answer(.cli.closePrompt, insteadOf: "--username")
        let password = try PasswordInput(isFromStandardInput: passwordStdin).read(
            context.terminal,
            prompt: .cli.passwordCurrentPrompt
        )
        let request = Auth.CloseAccountRequest(currentPassword: password, username: username)
        let response = try await context.proving(factor) { try await close(request, context) }
        // The session has ended already: its tokens are of no use any more.
        _ = try? await context.client.signOut(options: context.callOptions)
        try context.show(
            response,
            .cli.closeDone(time: response.reopenableUntil?.localText ?? "", command: "larder account reopen")
        )
    }

    /// Closes the account. The session that does it ends, too, perhaps before the response.
    private func close(
        _ request: Auth.CloseAccountRequest,
        _ context: CommandContext
    ) async throws -> Auth.CloseAccountResponse {
        do {
            return try await context.client.accountClosing.closeAccount(request, options: context.onceOptions)
        } catch let status as Status where status.reason == "SESSION_ENDED" {
            let end = Calendar.current.date(byAdding: .month, value: Self.months, to: .now)
            return .init(reopenableUntil: end.map { .init(seconds: Int64($0.timeIntervalSince1970)) })
        }
    }

    /// How long an account can be reopened.
    private static let months = 6
}

/// Reopens a closed account.
struct AccountReopenCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "reopen", abstract: .cli.reopenAbstract)
    }

    @Argument(help: ArgumentHelp(.cli.signInNameHelp))
    var name: String?

    @Flag(help: ArgumentHelp(.cli.registerPasswordHelp))
    var passwordStdin = false

    @OptionGroup var factor: FactorOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        context.nameGateway()
        let name = try self.name ?? context.askSignInName()
        let password = try PasswordInput(isFromStandardInput: passwordStdin).read(context.terminal)
        let response = try await context.client.accountClosing.reopenAccount(
            .init(name: name, password: password, acceptsChallenge: true),
            options: context.onceOptions
        )
        if let challenge = response.challenge { try await answer(challenge, context) }
        try context.show(Auth.ReopenAccountResponse(), .cli.reopenDone(command: "larder sign-in"))
    }

    /// Answers what reopening has asked for; at a terminal, asks again for a wrong code.
    private func answer(_ challenge: Auth.FactorChallenge, _ context: CommandContext) async throws {
        var wrong: Status?
        while true {
            let answer = try await FactorCodeInput(given: factor.code).answer(challenge, wrong, context) { token in
                _ = try await context.client.sessions.sendSignInCode(
                    .init(token: token),
                    options: context.callOptions
                )
            }
            do {
                let request = Auth.CompleteReopeningRequest(token: challenge.token, answer: answer)
                _ = try await context.client.accountClosing.completeReopening(request, options: context.onceOptions)
                return
            } catch let status as Status where status.reason == .wrongFactor {
                wrong = status
            }
        }
    }
}

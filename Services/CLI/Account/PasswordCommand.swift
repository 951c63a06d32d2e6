import ArgumentParser
import LarderClient

/// Changes the password.
struct PasswordCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "password",
            abstract: .cli.passwordAbstract,
            discussion: .cli.passwordDiscussion(rule: PasswordInput.rule)
        )
    }

    @Flag(help: ArgumentHelp(.cli.passwordLinesHelp))
    var passwordStdin = false

    @OptionGroup var factor: FactorOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        context.nameGateway()
        var request = Auth.ChangePasswordRequest(currentPassword: try askCurrent(context.terminal))
        request.newPassword = try askNew(context.terminal)
        try context.show(try await change(&request, context), .cli.passwordChanged)
    }

    private func askCurrent(_ terminal: Terminal) throws -> String {
        try PasswordInput(isFromStandardInput: passwordStdin).read(terminal, prompt: .cli.passwordCurrentPrompt)
    }

    private func askNew(_ terminal: Terminal) throws -> String {
        try PasswordInput(isFromStandardInput: passwordStdin).read(terminal, isNew: true)
    }

    /// Changes it; at a terminal, asks again for the password that is rejected, and keeps the other one.
    private func change(
        _ request: inout Auth.ChangePasswordRequest,
        _ context: CommandContext
    ) async throws -> Auth.ChangePasswordResponse {
        while true {
            do {
                let change = request
                return try await context.proving(factor) {
                    try await context.client.accounts.changePassword(change, options: context.onceOptions)
                }
            } catch let status as Status where !passwordStdin && Self.isAskedAgain(status) {
                Failure(status).report(context.output)
                let fields = Set(status.fieldViolations.map(\.field))
                if fields.contains("current_password") { request.currentPassword = try askCurrent(context.terminal) }
                if fields.contains("new_password") { request.newPassword = try askNew(context.terminal) }
            }
        }
    }

    private static func isAskedAgain(_ status: Status) -> Bool {
        status.fieldViolations.contains { ["current_password", "new_password"].contains($0.field) }
    }
}

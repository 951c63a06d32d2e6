import ArgumentParser
import LarderClient

/// Commands for the account.
struct AccountCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "account",
            abstract: .cli.accountAbstract,
            subcommands: [
                AccountShowCommand.self, AccountExportCommand.self, AccountCloseCommand.self,
                AccountReopenCommand.self,
            ],
            defaultSubcommand: AccountShowCommand.self
        )
    }
}

/// Shows the signed-in account.
struct AccountShowCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: .cli.accountShowAbstract)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let account = try await context.client.accounts.getAccount(.init(), options: context.callOptions)
        try context.show(account) { paint in
            var table = Table([.init(title: ""), .init(title: "")])
            table.add([.init(.cli.accountUsername), .init(account.username, .bold)])
            if !account.displayName.isEmpty { table.add([.init(.cli.headingName), .init(account.displayName)]) }
            table.add([.init(.cli.accountEmail), .init(account.email)])
            if !account.emailVerified {
                let command = "larder verify --resend \(account.username)"
                table.add(["", .init(.cli.accountEmailUnconfirmed(command: command), .yellow)])
            }
            if !account.newEmail.isEmpty { table.add([.init(.cli.accountNewEmail), .init(account.newEmail)]) }
            table.add([.init(.cli.headingSince), .init(account.createdAt?.localText ?? "")])
            table.add([.init(.cli.accountAcceptedTerms), .init(account.acceptedTermsVersion)])
            if account.termsPending {
                table.add(["", .init(.cli.accountTermsPending(command: "larder terms"), .yellow)])
            }
            if !account.roles.isEmpty {
                table.add([.init(.cli.operatorRolesHeading), .init(RoleName.text(account.roles))])
            }
            table.add([.init(.cli.headingId), .init(account.id, .dim)])
            return table.text(paint)
        }
    }
}

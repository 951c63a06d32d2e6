import ArgumentParser
import Foundation
import LarderClient
import Texts

/// Lists the accounts that have a role.
struct OperatorRolesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "roles", abstract: .cli.operatorRoles)
    }

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [.init(title: .cli.accountUsername), .init(title: .cli.operatorRolesHeading, shrinks: true)],
            whenEmpty: .cli.operatorNoRoles,
            response: Auth.ListRoleHoldersResponse.init(holders:nextPageToken:),
            row: { (holder: Auth.RoleHolder) in
                [.init(holder.username, .bold), .init(RoleName.text(holder.roles))]
            }
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.client.roles.listRoleHolders(
                .init(page: page),
                options: context.callOptions
            )
            return (answer.holders, answer.nextPageToken)
        }
    }
}

/// Gives an account a role.
struct OperatorGrantCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "grant", abstract: .cli.operatorGrant)
    }

    @Argument(help: ArgumentHelp(.cli.operatorUsername))
    var username: String
    @Argument(help: ArgumentHelp(.cli.operatorRole))
    var role: RoleName

    @OptionGroup var proof: ProofOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Auth.GrantRoleRequest(username: username, role: role.message)
        let holder = try await context.proving(proof) {
            try await context.client.roles.grantRole(request, options: context.callOptions)
        }
        try context.show(role: holder)
    }
}

/// Takes a role from an account.
struct OperatorUngrantCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "withdraw", abstract: .cli.operatorUngrant)
    }

    @Argument(help: ArgumentHelp(.cli.operatorUsername))
    var username: String
    @Argument(help: ArgumentHelp(.cli.operatorRole))
    var role: RoleName

    @OptionGroup var proof: ProofOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Auth.WithdrawRoleRequest(username: username, role: role.message)
        let holder = try await context.proving(proof) {
            try await context.client.roles.withdrawRole(request, options: context.callOptions)
        }
        try context.show(role: holder)
    }
}

/// Gives an account a plan.
struct OperatorPlanCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "plan", abstract: .cli.operatorPlan)
    }

    @Argument(help: ArgumentHelp(.cli.operatorUsername))
    var username: String
    @Argument(help: ArgumentHelp(.cli.operatorPlanName))
    var plan: PlanName

    @Option(help: ArgumentHelp(.cli.operatorPlanDays, valueName: .cli.valueDays))
    var days: Int?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard days.map((1...3_660).contains) ?? true else { throw ValidationError(.cli.operatorPlanDaysRule) }
    }

    func run(_ context: CommandContext) async throws {
        let expiry = days.map { Int64(Date().timeIntervalSince1970) + Int64($0) * 86_400 }
        let request = Auth.SetPlanRequest(
            username: username,
            plan: plan.message,
            expiresAt: expiry.map { Common.Timestamp(seconds: $0) }
        )
        try context.show(plan: try await context.client.plans.setPlan(request, options: context.callOptions))
    }
}

extension CommandContext {
    fileprivate func show(role holder: Auth.RoleHolder) throws {
        let name = TerminalText.clean(holder.username)
        try show(
            holder,
            holder.roles.isEmpty
                ? .cli.operatorHasNoRole(username: name)
                : .cli.operatorHasRoles(username: name, roles: RoleName.text(holder.roles))
        )
    }
}

/// A role as written on the command line.
enum RoleName: String, CaseIterable, ExpressibleByArgument {
    case `operator`, moderator, administrator
    case healthcareProvider = "healthcare-provider"

    var message: Auth.Role {
        switch self {
        case .operator: .operator
        case .moderator: .moderator
        case .administrator: .administrator
        case .healthcareProvider: .healthcareProvider
        }
    }

    /// Roles as they are written on the command line.
    static func text(_ roles: [Auth.Role]) -> String {
        roles.compactMap { role in allCases.first { $0.message == role }?.rawValue }.joined(separator: ", ")
    }
}

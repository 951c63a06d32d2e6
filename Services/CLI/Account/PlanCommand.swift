import ArgumentParser
import LarderClient
import Texts

/// Shows the user's plan.
struct PlanCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "plan", abstract: .cli.planAbstract)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try context.show(plan: try await context.client.plans.getPlan(.init(), options: context.callOptions))
    }
}

/// A plan as written on the command line.
enum PlanName: String, CaseIterable, ExpressibleByArgument {
    case basic, pro

    var message: Auth.Plan {
        switch self {
        case .basic: .basic
        case .pro: .pro
        }
    }

    /// The plan's name for people, which is the same in every language.
    static func text(_ plan: Auth.Plan) -> String { plan == .pro ? "Pro" : "Basic" }
}

extension CommandContext {
    /// Shows a plan.
    func show(plan: Auth.PlanState) throws {
        try show(plan) { paint in
            var table = Table([.init(title: ""), .init(title: "")])
            table.add([.init(.cli.planName), .init(PlanName.text(plan.plan), .bold)])
            if let start = plan.startedAt { table.add([.init(.cli.headingSince), .init(start.localText)]) }
            if let end = plan.expiresAt {
                table.add([.init(.cli.planUntil), .init(end.localText)])
                table.add(["", .init(.cli.planAfterwards)])
            }
            return table.text(paint)
        }
    }
}

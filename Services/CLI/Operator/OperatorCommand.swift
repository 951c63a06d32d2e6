import ArgumentParser
import LarderClient
import Texts

/// For staff: decides about what users say, and looks after the deployment.
struct OperatorCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "operator",
            abstract: .cli.operatorAbstract,
            discussion: .cli.operatorDiscussion(
                role: RoleName.operator.rawValue,
                mappings: "mappings",
                reports: "reports",
                moderator: RoleName.moderator.rawValue,
                administrator: RoleName.administrator.rawValue,
                factors: "larder factors"
            ),
            subcommands: [
                OperatorMappingsCommand.self, OperatorDecideCommand.self, OperatorReportsCommand.self,
                OperatorJudgeCommand.self, OperatorEventsCommand.self, OperatorKeysCommand.self,
                OperatorRolesCommand.self,
                OperatorGrantCommand.self, OperatorUngrantCommand.self, OperatorPlanCommand.self,
                OperatorNoticesCommand.self, OperatorRatesCommand.self, OperatorSecuritiesCommand.self,
                OperatorTablesCommand.self, OperatorSuggestionsCommand.self, OperatorBrokersCommand.self,
                OperatorObservationsCommand.self,
            ]
        )
    }
}

/// A state as operators name it on the command line.
protocol OperatorState: CaseIterable, ExpressibleByArgument, RawRepresentable where RawValue == String {
    /// The enumeration of the messages.
    associatedtype Value: Equatable

    /// The state in messages.
    var message: Value { get }
    /// The state in tables.
    var text: LocalizedText { get }
}

extension OperatorState {
    /// The name of a state; empty for one that this version does not know.
    static func text(_ value: Value) -> LocalizedText {
        allCases.first { $0.message == value }?.text ?? .verbatim("")
    }
}

import ArgumentParser
import LarderClient
import Texts

/// For the operator: decides about what users say.
struct OperatorCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "operator",
            abstract: .cli.operatorAbstract,
            discussion: .cli.operatorDiscussion(
                command: "larder operator keys",
                file: ".larder/client.json",
                other: "~/.config/larder/client.json"
            ),
            subcommands: [
                OperatorMappingsCommand.self, OperatorDecideCommand.self, OperatorReportsCommand.self,
                OperatorJudgeCommand.self, OperatorEventsCommand.self, OperatorKeysCommand.self,
                OperatorRolesCommand.self,
                OperatorGrantCommand.self, OperatorUngrantCommand.self, OperatorPlanCommand.self,
                OperatorNoticesCommand.self,
            ]
        )
    }
}

extension ServerOptions {
    /// Calls a service as its operator.
    /// - Parameter service: the service when the options name none.
    func useAsOperator<Result>(
        of service: String? = nil,
        _ global: GlobalOptions,
        _ context: CommandContext,
        _ body: (any CallChannel) async throws -> Result
    ) async throws -> Result {
        var options = self
        if options.server.isEmpty, let service { options.server = [service] }
        options.asOperator = certificate == nil
        return try await RPCConnection.one(options, global, context).use { try await body($0.channel) }
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

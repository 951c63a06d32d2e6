import ArgumentParser
import LarderClient
import Texts

/// For the operator: what went out by no channel.
struct OperatorNoticesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "notices",
            abstract: .cli.operatorNotices,
            subcommands: [OperatorNoticesListCommand.self, OperatorNoticesRetryCommand.self],
            defaultSubcommand: OperatorNoticesListCommand.self
        )
    }
}

/// Lists what could not be delivered.
struct OperatorNoticesListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.operatorNoticesList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await Notifications.NoticeOperationsClient(channel: context.client.channel)
            .listFailures(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.failures.isEmpty else { return LocalizedText.cli.operatorNoFailures.shown }
            var table = Table([
                .init(title: .cli.operatorChannel), .init(title: .cli.operatorCount, alignment: .right),
                .init(title: .cli.headingStored), .init(title: .cli.headingLastError, shrinks: true),
            ])
            for failure in answer.failures {
                table.add([
                    .init(failure.channel.name), .init("\(failure.count)"), .init(failure.since?.localText ?? ""),
                    .init(failure.reason),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

/// Has what could not be delivered tried again.
struct OperatorNoticesRetryCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "retry", abstract: .cli.operatorNoticesRetry)
    }

    @Option(help: ArgumentHelp(.cli.noticesChannel(values: NoticeChannelName.list)))
    var channel: NoticeChannelName?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await Notifications.NoticeOperationsClient(channel: context.client.channel)
            .retryFailures(.init(channel: channel?.value ?? .unspecified), options: context.callOptions)
        try context.show(answer, .cli.operatorRetried(count: Int(clamping: answer.count)))
    }
}

extension Notifications.NoticeChannel {
    fileprivate var name: String {
        NoticeChannelName.allCases.first { $0.value == self }?.rawValue ?? "\(rawValue)"
    }
}

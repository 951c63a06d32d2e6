import ArgumentParser
import LarderClient
import Texts

/// Lists users who were reported.
struct OperatorReportsCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reports",
            abstract: .cli.operatorReports
        )
    }

    enum State: String, OperatorState {
        case open, excluded, dismissed

        var text: LocalizedText {
            switch self {
            case .open: .cli.operatorStateOpen
            case .excluded: .cli.operatorStateExcluded
            case .dismissed: .cli.operatorStateDismissed
            }
        }

        var message: Catalog.FeedbackReportState {
            switch self {
            case .open: .open
            case .excluded: .excluded
            case .dismissed: .dismissed
            }
        }
    }

    @Option(help: ArgumentHelp(.cli.operatorState))
    var state: State?

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: .cli.headingLast), .init(title: .cli.headingInsults, alignment: .right),
                .init(title: .cli.headingContacts, alignment: .right),
                .init(title: .cli.headingExcess, alignment: .right),
                .init(title: .cli.headingState), .init(title: .cli.headingReport),
            ],
            whenEmpty: .cli.operatorNoReports,
            response: Catalog.ListFeedbackReportsResponse.init(reports:nextPageToken:),
            row: { (report: Catalog.FeedbackReport) in
                [
                    .init(report.lastAt?.localText ?? ""), .init("\(report.insults)"), .init("\(report.contacts)"),
                    .init("\(report.excess)"), .init(State.text(report.state)), .init(report.id, .dim),
                ]
            }
        )
        let client = Catalog.FeedbackReportsClient(channel: context.client.channel)
        try await list.show(self.list, context) { page in
            let answer = try await client.listFeedbackReports(
                .init(page: page, state: state?.message ?? .unspecified),
                options: context.callOptions
            )
            return (answer.reports, answer.nextPageToken)
        }
    }
}

/// Decides about a user who was reported.
struct OperatorJudgeCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "judge",
            abstract: .cli.operatorJudge
        )
    }

    @Argument(help: ArgumentHelp(.cli.operatorReport(command: "larder operator reports")))
    var report: String

    @Flag(help: ArgumentHelp(.cli.operatorExclude))
    var exclude = false

    @Flag(help: ArgumentHelp(.cli.operatorDismiss))
    var dismiss = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard exclude != dismiss else { throw ValidationError(.cli.operatorJudgeRule) }
    }

    func run(_ context: CommandContext) async throws {
        let request = Catalog.DecideFeedbackReportRequest(
            reportID: report,
            decision: exclude ? .exclude(true) : .dismiss(true)
        )
        let decided = try await Catalog.FeedbackReportsClient(channel: context.client.channel)
            .decideFeedbackReport(request, options: context.longCallOptions)
        try context.show(decided, decided.state == .excluded ? .cli.operatorCountsNot : .cli.operatorCounts)
    }
}

import ArgumentParser
import LarderClient

/// Lists users who were reported.
struct OperatorReportsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "List users whose feedback was screened out again and again, without who they are."
    )

    enum State: String, OperatorState {
        case open, excluded, dismissed

        var message: Catalog.FeedbackReportState {
            switch self {
            case .open: .open
            case .excluded: .excluded
            case .dismissed: .dismissed
            }
        }
    }

    @Option(help: "Only those of a state.")
    var state: State?

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: "Last"), .init(title: "Insults", alignment: .right),
                .init(title: "Contacts", alignment: .right), .init(title: "Excess", alignment: .right),
                .init(title: "State"), .init(title: "Report"),
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
        try await servers.useAsOperator(of: "catalog", global, context) { channel in
            let client = Catalog.FeedbackReportsClient(channel: channel)
            try await list.show(self.list, context) { page in
                let answer = try await client.listFeedbackReports(
                    .init(page: page, state: state?.message ?? .unspecified),
                    options: context.callOptions
                )
                return (answer.reports, answer.nextPageToken)
            }
        }
    }
}

/// Decides about a user who was reported.
struct OperatorJudgeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Decide whether what a reported user says counts for others."
    )

    @Argument(help: "The report, as larder operator reports shows it.")
    var report: String

    @Flag(help: "Nothing that the user says counts for others, also what was said before.")
    var exclude = false

    @Flag(help: "It was no abuse; what the user says counts.")
    var dismiss = false

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard exclude != dismiss else { throw ValidationError("Give either --exclude or --dismiss.") }
    }

    func run(_ context: CommandContext) async throws {
        let request = Catalog.DecideFeedbackReportRequest(
            reportID: report,
            decision: exclude ? .exclude(true) : .dismiss(true)
        )
        let decided = try await servers.useAsOperator(of: "catalog", global, context) { channel in
            try await Catalog.FeedbackReportsClient(channel: channel)
                .decideFeedbackReport(request, options: context.longCallOptions)
        }
        try context.show(decided) { _ in
            decided.state == .excluded
                ? "What this user says counts for nobody else." : "What this user says counts for others again."
        }
    }
}

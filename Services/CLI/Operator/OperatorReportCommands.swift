import ArgumentParser
import LarderClient

/// Lists users who were reported.
struct OperatorReportsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "List users whose feedback was screened out again and again, without who they are."
    )

    /// What an operator knows a state by.
    enum State: String, CaseIterable, ExpressibleByArgument {
        case open, excluded, dismissed

        var message: Catalog.FeedbackReportState {
            switch self {
            case .open: .open
            case .excluded: .excluded
            case .dismissed: .dismissed
            }
        }

        static func text(_ state: Catalog.FeedbackReportState) -> String {
            allCases.first { $0.message == state }?.rawValue ?? ""
        }
    }

    @Option(help: "Only those of a state.")
    var state: State?

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let (reports, next) = try await servers.useCatalog(global, context) { channel in
            try await Pages.collect(list.limit) { page in
                let answer = try await Catalog.FeedbackReportsClient(channel: channel)
                    .listFeedbackReports(
                        .init(page: page, state: state?.message ?? .unspecified),
                        options: context.callOptions
                    )
                return (answer.reports, answer.nextPageToken)
            }
        }
        try context.show(Catalog.ListFeedbackReportsResponse(reports: reports, nextPageToken: next)) { paint in
            guard !reports.isEmpty else { return "There are no reports." }
            return table(reports).text(paint, width: context.output.out.width)
        }
    }

    private func table(_ reports: [Catalog.FeedbackReport]) -> Table {
        var table = Table([
            .init(title: "Last"), .init(title: "Insults", alignment: .right),
            .init(title: "Contacts", alignment: .right),
            .init(title: "Excess", alignment: .right), .init(title: "State"), .init(title: "Report"),
        ])
        for report in reports {
            table.add([
                .init(report.lastAt?.localText ?? ""), .init("\(report.insults)"), .init("\(report.contacts)"),
                .init("\(report.excess)"), .init(State.text(report.state)), .init(report.id, .dim),
            ])
        }
        return table
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
        let decided = try await servers.useCatalog(global, context) { channel in
            try await Catalog.FeedbackReportsClient(channel: channel)
                .decideFeedbackReport(request, options: context.longCallOptions)
        }
        try context.show(decided) { _ in
            decided.state == .excluded
                ? "What this user says counts for nobody else." : "What this user says counts for others again."
        }
    }
}

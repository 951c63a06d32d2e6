import ArgumentParser
import LarderClient
import Texts

/// Recomputes the log's totals.
struct PurchaseCheckCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: .cli.checkAbstract,
            discussion: .cli.checkDiscussion(edit: "larder purchase edit")
        )
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let check = try await context.client.insights.checkLedger(.init(), options: context.callOptions)
        try context.show(check) { LedgerCheckText.text(check, $0, width: context.output.out.width) }
    }
}

/// Formats what recomputing a log has found.
enum LedgerCheckText {
    static func text(_ check: Budget.LedgerCheck, _ paint: Paint, width: Int?) -> String {
        let totals = check.totals.map { TerminalText.clean($0.shown) }.joined(separator: " · ")
        let counted = LocalizedText.cli.checkCounted(count: Int(check.purchases)).shown
        let first = [counted, totals].filter { !$0.isEmpty }.joined(separator: " · ")
        guard !check.differences.isEmpty else {
            return "\(first)\n\(LocalizedText.cli.checkNone.shown)"
        }
        var table = Table([
            .init(title: .cli.headingDay), .init(title: .cli.headingStore, shrinks: true),
            .init(title: .cli.headingDifference), .init(title: .cli.headingKept, alignment: .right),
            .init(title: .cli.headingRecomputed, alignment: .right), .init(title: .cli.headingId),
        ])
        for difference in check.differences {
            table.add([
                .init(difference.day), .init(difference.storeName, .bold), .init(kind(of: difference).shown),
                .init(difference.kept?.shown ?? ""), .init(difference.recomputed?.shown ?? ""),
                .init(difference.purchaseID, .dim),
            ])
        }
        let rest = Int(check.differenceCount) - check.differences.count
        let lines = [first, table.text(paint, width: width)]
        return (lines + (rest > 0 ? [LocalizedText.cli.checkMore(count: rest).shown] : [])).joined(separator: "\n")
    }

    private static func kind(of difference: Budget.LedgerDifference) -> LocalizedText {
        switch difference.kind {
        case .printedTotal: .cli.checkPrintedTotal
        case .stored: .cli.checkStored
        case .sum: .cli.checkSum
        case .unspecified, .unrecognized: .verbatim("")
        }
    }
}

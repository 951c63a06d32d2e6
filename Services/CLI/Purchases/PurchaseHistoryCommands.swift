import ArgumentParser
import LarderClient

/// Undoes the latest change.
struct PurchaseUndoCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "undo",
            abstract: .cli.purchaseUndo
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let present = try await context.purchase(id)
        let request = Budget.UndoStepRequest(purchaseID: present.id, expectedVersion: present.version)
        let answer = try await context.client.purchases.undoStep(request, options: context.onceOptions)
        try context.show(answer) { paint in
            let undone = (answer.undone?.changes ?? []).map {
                LocalizedText.cli.purchaseUndone(change: TerminalText.clean($0)).shown
            }
            let purchase = answer.purchase.map { PurchaseText($0, width: context.output.out.width).text(paint) } ?? ""
            return (undone + ["", purchase]).joined(separator: "\n")
        }
    }
}

/// Lists the changes.
struct PurchaseHistoryCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history",
            abstract: .cli.purchaseHistory
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: .cli.purchaseVersion, alignment: .right), .init(title: .cli.headingWhen),
                .init(title: .cli.headingWhat, shrinks: true), .init(title: ""),
            ],
            whenEmpty: .cli.purchaseUnchanged,
            response: Budget.ListStepsResponse.init(steps:nextPageToken:),
            rows: PurchaseHistoryCommand.rows
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.client.purchases.listSteps(
                .init(purchaseID: id, page: page),
                options: context.callOptions
            )
            return (answer.steps, answer.nextPageToken)
        }
    }

    private static func rows(of step: Budget.PurchaseStep) -> [[Table.Cell]] {
        step.changes.enumerated().map { index, change in
            [
                .init(index == 0 ? "\(step.version)" : ""), .init(index == 0 ? step.madeAt?.localText ?? "" : ""),
                .init(change, step.undoneByVersion == 0 ? nil : .dim), .init(index == 0 ? note(step) : "", .dim),
            ]
        }
    }

    private static func note(_ step: Budget.PurchaseStep) -> String {
        if step.matched { return LocalizedText.cli.purchaseFromCatalog.shown }
        if step.undoesVersion != 0 { return LocalizedText.cli.purchaseUndoes(version: "\(step.undoesVersion)").shown }
        return step.undoneByVersion == 0 ? "" : LocalizedText.cli.purchaseIsUndone.shown
    }
}

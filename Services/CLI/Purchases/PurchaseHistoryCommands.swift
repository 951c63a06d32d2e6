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

/// Watches a purchase.
struct PurchaseWatchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "watch",
            abstract: .cli.purchaseWatch
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let options = CallOptions(timeout: context.timeLimit)
        try await Interrupts.cancelling {
            try await context.client.watchPurchase(id, options: options) { update in
                try context.show(update) { PurchaseWatchCommand.text(update, context, $0) }
            }
        }
    }

    private static func text(_ update: Budget.PurchaseUpdate, _ context: CommandContext, _ paint: Paint) -> String {
        guard let step = update.step else {
            return update.purchase.map { PurchaseText($0, width: context.output.out.width).text(paint) } ?? ""
        }
        let time = paint(step.madeAt?.localSecondsText ?? "", .dim)
        return step.changes.map { "\(time) \(TerminalText.clean($0))" }.joined(separator: "\n")
    }
}

/// Confirms a purchase or a part of it.
struct PurchaseConfirmCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "confirm",
            abstract: .cli.purchaseConfirm
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(help: ArgumentHelp(.cli.purchaseOnlyItem))
    var item: String?

    @Option(help: ArgumentHelp(.cli.purchaseOnlyField))
    var field: PurchaseFieldName?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if item != nil, field != nil { throw ValidationError(.cli.purchaseConfirmRule) }
    }

    func run(_ context: CommandContext) async throws {
        let present = try await context.purchase(id)
        guard let subject = try subject(in: present) else {
            let request = Budget.ConfirmPurchaseRequest(purchaseID: present.id, expectedVersion: present.version)
            return try context.show(
                try await context.client.purchases.confirmPurchase(request, options: context.callOptions)
            )
        }
        try await context.edit(present, [.confirmation(.init(subject: subject))])
    }

    /// The part to confirm; nil for the whole purchase.
    private func subject(in purchase: Budget.Purchase) throws -> Budget.Confirmation.Subject? {
        if let item { return .itemID(try purchase.itemID(named: item)) }
        return field.map { .field($0.field) }
    }
}

/// Keeps a suspected duplicate as a separate purchase.
struct PurchaseKeepCommand: PurchaseEditingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "keep",
            abstract: .cli.purchaseKeep
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        [.duplicate(.keep)]
    }
}

/// Discards a purchase.
struct PurchaseDiscardCommand: PurchaseEditingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "discard",
            abstract: .cli.purchaseDiscard
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        [.duplicate(.discard)]
    }
}

import ArgumentParser
import LarderClient

/// Undoes the latest change.
struct PurchaseUndoCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the latest change of a purchase; repeat it to undo the one before."
    )

    @Argument(help: "The purchase.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let present = try await context.purchase(id)
        let request = Budget.UndoStepRequest(purchaseID: present.id, expectedVersion: present.version)
        let answer = try await context.client.purchases.undoStep(request, options: context.onceOptions)
        try context.show(answer) { paint in
            let undone = (answer.undone?.changes ?? []).map { "Undone: \(TerminalText.clean($0))" }
            let purchase = answer.purchase.map { PurchaseText($0, width: context.output.out.width).text(paint) } ?? ""
            return (undone + ["", purchase]).joined(separator: "\n")
        }
    }
}

/// Lists the changes.
struct PurchaseHistoryCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the changes of a purchase, newest first."
    )

    @Argument(help: "The purchase.")
    var id: String

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: "Version", alignment: .right), .init(title: "When"),
                .init(title: "What", shrinks: true), .init(title: ""),
            ],
            whenEmpty: "The purchase has not been changed since it was recorded.",
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
        if step.matched { return "from the catalog" }
        if step.undoesVersion != 0 { return "undoes \(step.undoesVersion)" }
        return step.undoneByVersion == 0 ? "" : "undone"
    }
}

/// Watches a purchase.
struct PurchaseWatchCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch a purchase until Ctrl-C. With --json each change is a line."
    )

    @Argument(help: "The purchase.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

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
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Confirm a purchase, or one of its items or fields."
    )

    @Argument(help: "The purchase.")
    var id: String

    @Argument(help: "Only this item: its number in the purchase, or its id.")
    var item: String?

    @Option(help: "Only this field.")
    var field: PurchaseFieldName?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if item != nil, field != nil { throw ValidationError("Confirm either an item or a field, one at a time.") }
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
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Keep a purchase that looks like a duplicate."
    )

    @Argument(help: "The purchase.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        [.duplicate(.keep)]
    }
}

/// Discards a purchase.
struct PurchaseDiscardCommand: PurchaseEditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discard a purchase, for example a duplicate. Undo restores it."
    )

    @Argument(help: "The purchase.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        [.duplicate(.discard)]
    }
}

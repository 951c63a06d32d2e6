import ArgumentParser
import LarderClient

/// Commands for receipts.
struct ReceiptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt",
        abstract: "Send receipts and show their state.",
        subcommands: [
            ReceiptAddCommand.self, ReceiptShowCommand.self, ReceiptListCommand.self, ReceiptSearchCommand.self,
            ReceiptWatchCommand.self, ReceiptRetryCommand.self, ReceiptRemovePhotoCommand.self,
        ],
        defaultSubcommand: ReceiptListCommand.self,
        aliases: ["receipts"]
    )
}

/// Lists receipts.
struct ReceiptListCommand: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your receipts, newest first.")

    @OptionGroup var list: ListOptions
    @OptionGroup var watching: WatchOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        guard watching.watch else { return try await show(context) }
        let options = CallOptions(timeout: context.timeLimit)
        try await Interrupts.cancelling {
            try await context.client.watchReceipts(options: options) { update in
                if update.reset { return try await show(context) }
                guard !update.receipts.isEmpty || !update.removedIDs.isEmpty else { return }
                try context.show(update) { paint in
                    receipts.changes(
                        update.receipts,
                        removed: update.removedIDs,
                        paint,
                        width: context.output.out.width
                    )
                }
            }
        }
    }

    private func show(_ context: CommandContext) async throws {
        try await receipts.show(list, context) { page in
            let answer = try await context.client.receipts.listReceipts(.init(page: page), options: context.callOptions)
            return (answer.receipts, answer.nextPageToken)
        }
    }

    private var receipts: EntryList<OCR.Receipt, OCR.ListReceiptsResponse> {
        EntryList(
            [
                .init(title: "No.", alignment: .right), .init(title: "Sent"), .init(title: "State"),
                .init(title: "Receipt"), .init(title: "Purchase"),
            ],
            whenEmpty: "No receipts yet. Send one with: larder receipt add PHOTO",
            response: OCR.ListReceiptsResponse.init(receipts:nextPageToken:),
            row: { (receipt: OCR.Receipt) in
                [
                    .init("\(receipt.queueNumber)"), .init(receipt.uploadedAt?.localText ?? ""),
                    ReceiptText.stateCell(receipt.state, percent: receipt.percent), .init(receipt.id),
                    .init(receipt.purchaseID),
                ]
            }
        )
    }
}

/// Queues a failed receipt again.
struct ReceiptRetryCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry a receipt that could not be read."
    )

    @Argument(help: "The receipt.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let receipt = try await context.client.receipts.retryReceipt(.init(receiptID: id), options: context.callOptions)
        try context.show(receipt) { paint in
            let state = "Receipt \(TerminalText.clean(receipt.id)) is \(ReceiptText.stateName(receipt.state))"
            if receipt.state == .done { return "\(state); a retry is not needed." }
            return "\(state). Watch it with: larder receipt watch \(TerminalText.clean(receipt.id))"
        }
    }
}

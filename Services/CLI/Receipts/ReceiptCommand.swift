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
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
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
        try await list.show(self.list, context) { page in
            let answer = try await context.client.receipts.listReceipts(.init(page: page), options: context.callOptions)
            return (answer.receipts, answer.nextPageToken)
        }
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

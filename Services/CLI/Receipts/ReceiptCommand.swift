import ArgumentParser
import LarderClient

/// Commands for receipts.
struct ReceiptCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "receipt",
            abstract: .cli.receiptAbstract,
            subcommands: [
                ReceiptAddCommand.self, ReceiptShowCommand.self, ReceiptListCommand.self, ReceiptSearchCommand.self,
                ReceiptWatchCommand.self, ReceiptRetryCommand.self, ReceiptRemovePhotoCommand.self,
            ],
            defaultSubcommand: ReceiptListCommand.self,
            aliases: ["receipts"]
        )
    }
}

/// Lists receipts.
struct ReceiptListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.receiptList)
    }

    @OptionGroup var list: ListOptions
    @OptionGroup var watching: WatchOption
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

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
                .init(title: .cli.receiptNumber, alignment: .right), .init(title: .cli.headingSent),
                .init(title: .cli.headingState),
                .init(title: .cli.headingReceipt), .init(title: .cli.headingPurchase),
            ],
            whenEmpty: .cli.receiptNone(command: "larder receipt add PHOTO"),
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
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "retry",
            abstract: .cli.receiptRetry
        )
    }

    @Argument(help: ArgumentHelp(.cli.receiptId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let receipt = try await context.client.receipts.retryReceipt(.init(receiptID: id), options: context.callOptions)
        let id = TerminalText.clean(receipt.id)
        let state = ReceiptText.stateName(receipt.state).shown
        try context.show(
            receipt,
            receipt.state == .done
                ? .cli.receiptRetryNotNeeded(id: id, state: state)
                : .cli.receiptRetried(id: id, state: state, command: "larder receipt watch \(id)")
        )
    }
}

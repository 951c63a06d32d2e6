import ArgumentParser
import Foundation
import LarderClient

/// Shows one receipt.
struct ReceiptShowCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show",
            abstract: .cli.receiptShow,
            discussion: .cli.example(command: "larder receipt show 0b0d6f5e-… --image receipt.jpg --boxes")
        )
    }

    @Argument(help: ArgumentHelp(.cli.receiptLastByDefault))
    var id: String?

    @Option(
        help: ArgumentHelp(.cli.receiptImage),
        completion: .file()
    )
    var image: String?

    @Option(help: ArgumentHelp(.cli.receiptPage), completion: .file())
    var page: String?

    @Flag(help: ArgumentHelp(.cli.receiptBoxes))
    var boxes = false

    @Flag(help: ArgumentHelp(.cli.receiptText))
    var text = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        var id = self.id ?? ""
        if id.isEmpty { id = try await lastReceipt(context) }
        let receipt = try await context.client.receipts.getReceipt(.init(receiptID: id), options: context.callOptions)
        if image != nil || page != nil { try await save(receipt, context) }
        let isLookedUp = context.output.isJSON ? false : await awaitsMatching(receipt, context)
        try context.show(receipt) { paint in
            let width = context.output.out.width
            var parts = [ReceiptText(receipt, isLookedUp: isLookedUp, width: width).text(paint)]
            if boxes { parts.append(FieldPositions(receipt.reading).text(paint, width: context.output.out.width)) }
            if text { parts.append(TerminalText.keepingLines(receipt.reading?.rawText ?? "")) }
            return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
        }
    }

    /// Whether the purchase waits for catalog. An unavailable budget service does not prevent showing the receipt.
    private func awaitsMatching(_ receipt: OCR.Receipt, _ context: CommandContext) async -> Bool {
        guard !receipt.purchaseID.isEmpty else { return false }
        return (try? await context.purchase(receipt.purchaseID))?.awaitsMatching ?? false
    }

    private func save(_ receipt: OCR.Receipt, _ context: CommandContext) async throws {
        var photos: [DownloadedPhoto] = []
        for number in 0..<max(1, Int(receipt.photos)) {
            photos.append(
                try await context.client.downloadPhoto(receipt.id, number: number, options: context.longCallOptions)
            )
        }
        var files: [String] = []
        if let image {
            for (number, photo) in photos.enumerated() {
                let file = Self.file(image, number)
                try save(photo.bytes, as: file)
                files.append(file)
            }
        }
        if let page {
            try save(Array(PhotoPage(receipt, photos).html.utf8), as: page)
            files.append(page)
        }
        if !context.output.isJSON {
            for file in files { context.output.error.line(LocalizedText.cli.receiptSaved(file: file).shown) }
        }
    }

    /// The file of one of several photos: `receipt.jpg`, `receipt-2.jpg` and so on.
    private static func file(_ path: String, _ number: Int) -> String {
        guard number > 0 else { return path }
        let url = URL(filePath: path)
        let name = url.deletingPathExtension().lastPathComponent + "-\(number + 1)"
        let file = url.pathExtension.isEmpty ? name : "\(name).\(url.pathExtension)"
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return folder + file
    }

    /// Receipts are personal: whatever the umask, nobody else can read the file.
    private func save(_ bytes: [UInt8], as file: String) throws {
        try PrivateFile(path: file).replace(with: bytes, makesFolder: false)
    }

    private func lastReceipt(_ context: CommandContext) async throws -> String {
        let request = OCR.ListReceiptsRequest(page: .init(size: 1))
        let list = try await context.client.receipts.listReceipts(request, options: context.callOptions)
        guard let last = list.receipts.first else {
            throw Failure(
                .notFound,
                .cli.receiptNoneSent,
                hint: .cli.receiptSendOne(command: "larder receipt add PHOTO")
            )
        }
        return last.id
    }
}

/// Searches the text of receipts.
struct ReceiptSearchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "search",
            abstract: .cli.receiptSearch
        )
    }

    @Argument(help: ArgumentHelp(.cli.receiptWords))
    var words: [String]

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let text = words.joined(separator: " ")
        let list = EntryList(
            [
                .init(title: .cli.headingSent), .init(title: .cli.headingPrinted, shrinks: true),
                .init(title: .cli.headingReceipt),
                .init(title: .cli.headingPurchase),
            ],
            whenEmpty: .cli.receiptNoMatch,
            response: OCR.SearchReceiptsResponse.init(matches:nextPageToken:),
            rows: ReceiptSearchCommand.rows
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.client.receipts.searchReceipts(
                .init(text: text, page: page),
                options: context.callOptions
            )
            return (answer.matches, answer.nextPageToken)
        }
    }

    private static func rows(of match: OCR.ReceiptMatch) -> [[Table.Cell]] {
        (match.rows.isEmpty ? [""] : match.rows).enumerated().map { index, row in
            let receipt = index == 0 ? match.receipt : nil
            return [
                .init(receipt?.uploadedAt?.localText ?? ""), .init(row), .init(receipt?.id ?? ""),
                .init(receipt?.purchaseID ?? ""),
            ]
        }
    }
}

/// Removes a photo.
struct ReceiptRemovePhotoCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove-photo",
            abstract: .cli.receiptRemovePhoto
        )
    }

    @Argument(help: ArgumentHelp(.cli.receiptId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let receipt = try await context.client.receipts.removePhoto(.init(receiptID: id), options: context.callOptions)
        try context.show(receipt, .cli.receiptPhotoRemoved(id: TerminalText.clean(receipt.id)))
    }
}

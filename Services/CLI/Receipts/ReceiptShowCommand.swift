import ArgumentParser
import Foundation
import LarderClient

/// Shows one receipt.
struct ReceiptShowCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a receipt, its reading and its photo.",
        discussion: "Example: larder receipt show 0b0d6f5e-… --image receipt.jpg --boxes"
    )

    @Argument(help: "The receipt; the last one you sent by default.")
    var id: String?

    @Option(
        help: "Save the photo to this file, if it is kept; further photos get -2, -3 … appended to the name.",
        completion: .file()
    )
    var image: String?

    @Option(help: "Save a web page with the photos and the position of each field to this file.", completion: .file())
    var page: String?

    @Flag(help: "Print each field's position on the photo: left, top, width and height in pixels.")
    var boxes = false

    @Flag(help: "Print the recognized text.")
    var text = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

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
        if !context.output.isJSON { for file in files { context.output.error.line("Saved \(file).") } }
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
            throw Failure(.notFound, "You have sent no receipts yet.", hint: "Send one with: larder receipt add PHOTO")
        }
        return last.id
    }
}

/// Searches the text of receipts.
struct ReceiptSearchCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search the text of receipts whose photos are kept."
    )

    @Argument(help: "Words or prefixes, all of which must occur.")
    var words: [String]

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let text = words.joined(separator: " ")
        let list = EntryList(
            [
                .init(title: "Sent"), .init(title: "Printed", shrinks: true), .init(title: "Receipt"),
                .init(title: "Purchase"),
            ],
            whenEmpty: "No receipt with a kept photo matches.",
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
    static let configuration = CommandConfiguration(
        commandName: "remove-photo",
        abstract: "Remove the photo and the text of a receipt; the extracted data are kept."
    )

    @Argument(help: "The receipt.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let receipt = try await context.client.receipts.removePhoto(.init(receiptID: id), options: context.callOptions)
        try context.show(receipt) { _ in "The photo of receipt \(TerminalText.clean(receipt.id)) is removed." }
    }
}

import ArgumentParser
import Foundation
import Foundations
import LarderClient

/// Uploads photos and waits for their purchases.
struct ReceiptAddCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: .cli.receiptAdd,
            discussion: .cli.receiptAddDiscussion
        )
    }

    @Argument(help: ArgumentHelp(.cli.receiptPhotos), completion: .file())
    var photos: [String]

    @Flag(help: ArgumentHelp(.cli.receiptOneReceipt))
    var oneReceipt = false

    @Flag(
        help: ArgumentHelp(.cli.receiptKeepPhoto)
    )
    var keepPhoto = false

    @Flag(help: ArgumentHelp(.cli.receiptKeepPhotoUntilConfirmed))
    var keepPhotoUntilConfirmed = false

    @Flag(name: .customLong("no-wait"), help: ArgumentHelp(.cli.receiptNoWait))
    var doesNotWait = false

    @Option(
        help:
            ArgumentHelp(.cli.receiptIdempotencyKey)
    )
    var idempotencyKey: String?

    @Option(help: ArgumentHelp(.cli.receiptTimeZone(example: ReceiptAddCommand.exampleZone)))
    var timeZone: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    private static let exampleZone = "America/Vancouver"

    func validate() throws {
        guard idempotencyKey.map(IdempotencyKeyRule.admits) ?? true else {
            throw ValidationError(IdempotencyKeyRule.text)
        }
        if let timeZone, TimeZone(named: timeZone) == nil {
            throw ValidationError(
                .cli.receiptTimeZoneRule(zone: timeZone, example: ReceiptAddCommand.exampleZone)
            )
        }
        guard !photos.isEmpty else { throw ValidationError(.cli.receiptPhotoRule) }
        guard idempotencyKey == nil || oneReceipt || photos.count == 1 else {
            throw ValidationError(
                .cli.receiptKeyForOne
            )
        }
    }

    func run(_ context: CommandContext) async throws {
        try await Interrupts.cancelling {
            let receipts = oneReceipt ? [photos] : photos.map { [$0] }
            guard receipts.count > 1 else { return try await send(receipts[0], context) }
            try await send(each: receipts, context)
        }
    }

    /// Sends several receipts; a failure does not stop the others.
    private func send(each receipts: [[String]], _ context: CommandContext) async throws {
        var first: Failure?
        for photos in receipts {
            let name = photos.joined(separator: ", ")
            if !context.output.isJSON { context.output.error.line("\(TerminalText.clean(name)):") }
            do {
                try await send(photos, context)
            } catch {
                var failure = Failure(
                    error,
                    connectionFailure: context.client.connectionFailure,
                    gateway: context.gateway
                )
                // Any other failure would affect all receipts.
                guard [.file, .invalid, .failed].contains(failure.exit) else { throw failure }
                failure.text = .joined([.verbatim("\(name):"), failure.text])
                failure.report(context.output)
                first = first ?? failure
            }
        }
        if let first { throw Failure.reported(first.exit) }
    }

    private func send(_ photos: [String], _ context: CommandContext) async throws {
        let display = ReceiptProgressDisplay(context.output)
        let upload = try await display.whileShown {
            try await context.client.uploadReceipt(
                photos: photos.map { .file(at: URL(filePath: $0)) },
                idempotencyKey: idempotencyKey,
                timeZone: timeZone ?? DeviceTimeZone.name,
                keeping: keepPhoto ? .keep : keepPhotoUntilConfirmed ? .untilConfirmed : .unspecified,
                options: context.longCallOptions,
                progress: display.show
            )
        }
        display.show(upload)
        if doesNotWait {
            return try context.show(upload) { _ in
                let id = TerminalText.clean(upload.receiptID)
                let text = LocalizedText.cli.receiptSent(id: id, command: "larder receipt show \(id)").shown
                return [text, SamePhotoText.text(upload)].compactMap(\.self).joined(separator: "\n")
            }
        }
        let receipt = try await ReceiptWait(receiptID: upload.receiptID).run(context, display)
        let request = Budget.GetPurchaseRequest(key: .purchaseID(receipt.purchaseID))
        let purchase = try await context.client.purchases.getPurchase(request, options: context.callOptions)
        try context.show(purchase) { paint in
            let id = TerminalText.clean(upload.receiptID)
            return "\n" + PurchaseText(purchase, width: context.output.out.width).text(paint)
                + "\n" + LocalizedText.cli.receiptAndReading(command: "larder receipt show \(id)").shown
        }
    }
}

/// The notice about a photo that was sent before.
enum SamePhotoText {
    /// The notice; nil for a new photo.
    static func text(_ upload: OCR.UploadReceiptResponse) -> String? {
        guard !upload.samePhotoReceiptID.isEmpty else { return nil }
        let purchase = TerminalText.clean(upload.samePhotoPurchaseID)
        guard purchase.isEmpty else { return LocalizedText.cli.receiptSamePhotoPurchase(id: purchase).shown }
        return LocalizedText.cli.receiptSamePhoto(id: TerminalText.clean(upload.samePhotoReceiptID)).shown
    }
}

/// Watches a receipt that was sent before.
struct ReceiptWatchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "watch",
            abstract: .cli.receiptWatch
        )
    }

    @Argument(help: ArgumentHelp(.cli.receiptId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await Interrupts.cancelling { try await watch(context) }
    }

    private func watch(_ context: CommandContext) async throws {
        let display = ReceiptProgressDisplay(context.output)
        let receipt = try await ReceiptWait(receiptID: id).run(context, display) { state in
            if context.output.isJSON { try context.output.json(state) }
        }
        guard !context.output.isJSON else { return }
        context.output.out.line(
            LocalizedText.cli.receiptShowPurchase(
                command: "larder purchase show \(TerminalText.clean(receipt.purchaseID))"
            ).shown
        )
    }
}

/// Waits until a receipt is read.
struct ReceiptWait {
    let receiptID: String

    /// Waits for the reading.
    /// - Throws: `Failure` (failed) when it cannot be read.
    func run(
        _ context: CommandContext,
        _ display: ReceiptProgressDisplay,
        onProgress: (OCR.ReceiptProgress) throws -> Void = { _ in }
    ) async throws -> OCR.ReceiptProgress {
        let last: OCR.ReceiptProgress
        do {
            last = try await display.whileShown {
                try await context.client.watchReceipt(receiptID, options: context.longCallOptions) { state in
                    display.show(state)
                    try onProgress(state)
                }
            }
        } catch  where Task.isCancelled {
            throw stopped(.cancelled, .cli.receiptStopped)
        } catch let status as Status where status.code == .deadlineExceeded {
            throw stopped(.timeout, .cli.receiptTimedOut)
        }
        guard last.state == .failed else { return last }
        throw Failure(
            .failed,
            last.failure.isEmpty ? .cli.receiptUnread : .verbatim(last.failure),
            reason: "RECEIPT_FAILED",
            hint: last.retryMayHelp
                ? .cli.receiptTryAgain(command: "larder receipt retry \(TerminalText.clean(receiptID))")
                : .cli.receiptSendAnother(
                    command: "larder receipt add PHOTO",
                    other: "larder purchase add --receipt \(TerminalText.clean(receiptID)) …"
                )
        )
    }

    private func stopped(_ exit: ExitStatus, _ sentence: LocalizedText) -> Failure {
        Failure(
            exit,
            sentence,
            hint: .cli.receiptShowIt(command: "larder receipt show \(TerminalText.clean(receiptID))")
        )
    }
}

/// The time zone of this machine.
enum DeviceTimeZone {
    /// The IANA name, such as America/Vancouver; empty when unknown.
    static var name: String {
        let name = TimeZone.current.identifier
        return TimeZone(named: name) == nil ? "" : name
    }

    /// The IANA name; UTC when unknown.
    static var nameOrUTC: String {
        let name = name
        return name.isEmpty ? "UTC" : name
    }
}

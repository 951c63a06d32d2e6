import ArgumentParser
import Foundation
import LarderClient

/// Uploads photos and waits for their purchases.
struct ReceiptAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Send photos of receipts and print the resulting purchases.",
        discussion: "Each photo is a separate receipt unless --one-receipt is given."
    )

    @Argument(help: "JPEG, PNG or WebP files of up to 20 MB.", completion: .file())
    var photos: [String]

    @Flag(help: "The photos show one long receipt, from top to bottom. Overlapping parts are merged.")
    var oneReceipt = false

    @Flag(
        help: "Keep the photo with the purchase, where its text can be searched. By default it is removed once read."
    )
    var keepPhoto = false

    @Flag(help: "Keep the photo until you confirm or discard the purchase.")
    var keepPhotoUntilConfirmed = false

    @Flag(name: .customLong("no-wait"), help: "Do not wait until it is read.")
    var doesNotWait = false

    @Option(
        help:
            "1 to 128 visible ASCII characters. The same key and photo give the same receipt, however often they are sent."
    )
    var idempotencyKey: String?

    @Option(help: ArgumentHelp("Time zone of the receipt, such as America/Vancouver; this machine's by default."))
    var timeZone: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard idempotencyKey.map(IdempotencyKeyRule.admits) ?? true else {
            throw ValidationError(IdempotencyKeyRule.sentence)
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw ValidationError("\(timeZone) is not a time zone; use a name such as America/Vancouver.")
        }
        guard !photos.isEmpty else { throw ValidationError("Please specify a photo.") }
        guard idempotencyKey == nil || oneReceipt || photos.count == 1 else {
            throw ValidationError(
                "An idempotency key identifies one receipt. Send the photos one by one, or use --one-receipt."
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
                failure.message = "\(name): \(failure.message)"
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
                let text = "Receipt \(id). Show it with: larder receipt show \(id)"
                return [text, SamePhotoText.text(upload)].compactMap(\.self).joined(separator: "\n")
            }
        }
        let receipt = try await ReceiptWait(receiptID: upload.receiptID).run(context, display)
        let request = Budget.GetPurchaseRequest(key: .purchaseID(receipt.purchaseID))
        let purchase = try await context.client.purchases.getPurchase(request, options: context.callOptions)
        try context.show(purchase) { paint in
            let id = TerminalText.clean(upload.receiptID)
            return "\n" + PurchaseText(purchase, width: context.output.out.width).text(paint)
                + "\nThe receipt and its reading: larder receipt show \(id)"
        }
    }
}

/// The notice about a photo that was sent before.
enum SamePhotoText {
    /// The notice; nil for a new photo.
    static func text(_ upload: OCR.UploadReceiptResponse) -> String? {
        guard !upload.samePhotoReceiptID.isEmpty else { return nil }
        let purchase = upload.samePhotoPurchaseID
        let earlier =
            purchase.isEmpty
            ? "receipt \(TerminalText.clean(upload.samePhotoReceiptID))" : "purchase \(TerminalText.clean(purchase))"
        return "You have sent this photo before: \(earlier). Once it is read, you can keep or discard it."
    }
}

/// Watches a receipt that was sent before.
struct ReceiptWatchCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch a receipt until it is read. With --json each state is a line."
    )

    @Argument(help: "The receipt.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

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
            "Show its purchase with: larder purchase show \(TerminalText.clean(receipt.purchaseID))"
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
            throw stopped(.cancelled, "Stopped waiting.")
        } catch let status as Status where status.code == .deadlineExceeded {
            throw stopped(.timeout, "The time limit passed.")
        }
        guard last.state == .failed else { return last }
        throw Failure(
            .failed,
            last.failure.isEmpty ? "The receipt could not be read." : last.failure,
            reason: "RECEIPT_FAILED",
            hint: last.retryMayHelp
                ? "Try it again with: larder receipt retry \(TerminalText.clean(receiptID))"
                : """
                Send another photo with: larder receipt add PHOTO
                Or type it in with: larder purchase add --receipt \(TerminalText.clean(receiptID)) …
                """
        )
    }

    private func stopped(_ exit: ExitStatus, _ sentence: String) -> Failure {
        let hint = "Show it with: larder receipt show \(TerminalText.clean(receiptID))"
        return Failure(exit, "\(sentence) The receipt was sent and is still being processed.", hint: hint)
    }
}

/// The time zone of this machine.
enum DeviceTimeZone {
    /// The IANA name, such as America/Vancouver; empty when unknown.
    static var name: String {
        let name = TimeZone.current.identifier
        return name.contains("/") || name == "UTC" ? name : ""
    }
}

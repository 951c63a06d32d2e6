import ArgumentParser
import Foundation
import LarderClient

/// Sends photos and waits for the purchases they become.
struct ReceiptAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Send photos of receipts and print the purchases they become.",
        discussion: "Each photo is a receipt of its own unless you say --one-receipt."
    )

    @Argument(help: "JPEG, PNG or WebP files of up to 20 MB.", completion: .file())
    var photos: [String]

    @Flag(help: "The photos show one long receipt, from its top to its end. What two of them show counts once.")
    var oneReceipt = false

    @Flag(
        help: "Keep the photo beside the purchase, where its text can be searched. Otherwise it is removed once read."
    )
    var keepPhoto = false

    @Flag(help: "Keep the photo until you confirm or discard the purchase.")
    var keepPhotoUntilConfirmed = false

    @Flag(name: .customLong("no-wait"), help: "Don't wait until it is read.")
    var doesNotWait = false

    @Option(
        help:
            "1 to 128 visible ASCII characters. The same key and photo give the same receipt, however often they are sent."
    )
    var idempotencyKey: String?

    @Option(help: ArgumentHelp("Where the receipt is from, such as America/Vancouver; this machine's unless given."))
    var timeZone: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard idempotencyKey.map(IdempotencyKeyRule.admits) ?? true else {
            throw ValidationError(IdempotencyKeyRule.sentence)
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw ValidationError("There is no time zone \(timeZone). One is called America/Vancouver, for example.")
        }
        guard !photos.isEmpty else { throw ValidationError("Please name a photo.") }
        guard idempotencyKey == nil || oneReceipt || photos.count == 1 else {
            throw ValidationError(
                "An idempotency key is for one receipt. Send the photos one by one, or --one-receipt."
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

    /// Sends several receipts; one that cannot be read doesn't keep the others back.
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
                // Whatever else is wrong is so for all.
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
                let text = "Receipt \(id). See what it becomes: larder receipt show \(id)"
                return [text, SamePhotoText.text(upload)].compactMap(\.self).joined(separator: "\n")
            }
        }
        let receipt = try await ReceiptWait(receiptID: upload.receiptID).run(context, display)
        let request = Budget.GetPurchaseRequest(key: .purchaseID(receipt.purchaseID))
        let purchase = try await context.client.purchases.getPurchase(request, options: context.callOptions)
        try context.show(purchase) { "\n" + PurchaseText(purchase, width: context.output.out.width).text($0) }
    }
}

/// What is said of a photo that was sent before.
enum SamePhotoText {
    /// Nil when it is a new one.
    static func text(_ upload: OCR.UploadReceiptResponse) -> String? {
        guard !upload.samePhotoReceiptID.isEmpty else { return nil }
        let purchase = upload.samePhotoPurchaseID
        let earlier =
            purchase.isEmpty
            ? "receipt \(TerminalText.clean(upload.samePhotoReceiptID))" : "purchase \(TerminalText.clean(purchase))"
        return "You have sent this very photo before: \(earlier). Once it is read you can keep or discard it."
    }
}

/// Follows a receipt that was sent before.
struct ReceiptWatchCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow a receipt until it is read. With --json each state is a line."
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
        context.output.out.line("Its purchase: larder purchase show \(TerminalText.clean(receipt.purchaseID))")
    }
}

/// Waits until a receipt is read.
struct ReceiptWait {
    let receiptID: String

    /// - Throws: `Failure` (failed) when it can't be read.
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
            throw stopped(.timeout, "It took longer than you wanted to wait.")
        }
        guard last.state == .failed else { return last }
        throw Failure(
            .failed,
            last.failure.isEmpty ? "The receipt could not be read." : last.failure,
            reason: "RECEIPT_FAILED",
            hint: last.retryMayHelp
                ? "Try it once more with: larder receipt retry \(TerminalText.clean(receiptID))"
                : "Send another photo with: larder receipt add PHOTO"
        )
    }

    private func stopped(_ exit: ExitStatus, _ sentence: String) -> Failure {
        let hint = "See what it becomes: larder receipt show \(TerminalText.clean(receiptID))"
        return Failure(exit, "\(sentence) The receipt was sent and is still being worked on.", hint: hint)
    }
}

/// The time zone of this machine.
enum DeviceTimeZone {
    /// IANA name such as America/Vancouver; empty when it can't be told.
    static var name: String {
        let name = TimeZone.current.identifier
        return name.contains("/") || name == "UTC" ? name : ""
    }
}

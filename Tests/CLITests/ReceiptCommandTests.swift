import ArgumentParser
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("receipt", .timeLimit(.minutes(5)))
struct ReceiptCommandTests {
    private static let reading = OCR.ReceiptProgress(state: .reading, percent: 40)
    private static let done = OCR.ReceiptProgress(
        state: .done,
        percent: 100,
        purchaseID: TestGateway.UserRecords.purchaseID
    )

    private func withPhoto<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let url = URL.temporaryDirectory.appending(path: "larder-photo-\(UUID().uuidString).jpg")
        try Data(repeating: 9, count: 300_000).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path)
    }

    @Test("A missing photo is a file error")
    func missing() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let printed = try await run("receipt", "add", "/nowhere/photo.jpg")
            #expect(printed.exit == .file)
            #expect(printed.error.contains("/nowhere/photo.jpg"))
        }
    }

    @Test("A receipt that cannot be read exits with 1, the reason and a suggestion")
    func failed() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let failed = OCR.ReceiptProgress(state: .failed, failure: "Nothing can be read on it.")
            gateway.state { $0.receipts.watches = [.init([Self.reading, failed])] }
            try await withPhoto { photo in
                let printed = try await run("receipt", "add", photo)
                #expect(printed.exit == .failed)
                #expect(printed.error.contains("Nothing can be read on it."))
                #expect(printed.error.contains("Send another photo with: larder receipt add PHOTO\n"))
                #expect(printed.error.contains("Or type it in with: larder purchase add --receipt receipt-1 …\n"))
                #expect(!printed.error.contains("retry"))
                #expect(printed.out.isEmpty)
                let json = try await run("receipt", "add", photo, "--json")
                let error = try #require(try Printed.document(json.error)["error"] as? [String: Any])
                #expect(error["reason"] as? String == "RECEIPT_FAILED")
            }
        }
    }

    @Test("A receipt whose reading may succeed later is advised to be retried")
    func retried() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let failed = OCR.ReceiptProgress(state: .failed, failure: "It took too long.", retryMayHelp: true)
            gateway.state { $0.receipts.watches = [.init([Self.reading, failed])] }
            let printed = try await run("receipt", "watch", "receipt-1")
            #expect(printed.error.contains("Try it again with: larder receipt retry receipt-1"))
        }
    }

    @Test("An unknown time zone is rejected with a sentence", arguments: ["Mars/Olympus", "", "/etc/passwd"])
    func timeZone(name: String) {
        let error = #expect(throws: (any Error).self) {
            try LarderCommand.parseAsRoot(["receipt", "add", "a.jpg", "--time-zone", name])
        }
        let sentence = error.map(LarderCommand.message(for:)) ?? ""
        #expect(sentence == "\(name) is not a time zone; use a name such as America/Vancouver.")
    }

    @Test("A timeout says that the receipt is still being processed")
    func timeout() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            gateway.state { $0.receipts.watches = [.init([Self.reading], lasts: true)] }
            let printed = try await run("receipt", "watch", "receipt-1", "--timeout", "0.5")
            #expect(printed.exit == .timeout)
            #expect(printed.error.contains("still being processed"))
            #expect(printed.error.contains("larder receipt show receipt-1"))
        }
    }

    @Test("A photo becomes a purchase, step by step")
    func add() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let parsing = OCR.ReceiptProgress(state: .parsing, percent: 100)
            gateway.state { $0.receipts.watches = [.init([Self.reading, parsing, Self.done])] }
            try await withPhoto { photo in
                let printed = try await run("receipt", "add", photo, "--idempotency-key", "key-00000001")
                #expect(
                    printed.error == "Sending, 300 kB\nReceipt 1, 2 ahead of it\nReading\nUnderstanding\nDone\n"
                )
                #expect(printed.out.contains("Maple Market · 2025-03-01 09:30 · to verify"))
                #expect(printed.out.contains("\nPurchase "))
                #expect(printed.out.hasSuffix("\nThe receipt and its reading: larder receipt show receipt-1\n"))
                #expect(gateway.state { $0.receipts.uploads.map(\.key) } == ["key-00000001"])
            }
        }
    }

    @Test("Several photos are separate receipts, or one with --one-receipt")
    func several() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            gateway.state { $0.receipts.watches = [.init([Self.done])] }
            try await withPhoto { photo in
                let apart = try await run("receipt", "add", photo, photo)
                #expect(apart.exit == .ok)
                #expect(gateway.state { $0.receipts.uploads.map(\.photo.count) } == [300_000, 300_000])
                let together = try await run("receipt", "add", photo, photo, "--one-receipt")
                #expect(together.error.hasPrefix("Sending, 600 kB\n"))
                #expect(gateway.state { $0.receipts.uploads.map(\.photo.count) } == [300_000, 300_000, 600_000])
                await #expect(throws: (any Error).self) {
                    try await run("receipt", "add", photo, photo, "--idempotency-key", "key-00000001")
                }
            }
        }
    }

    @Test("A missing or unreadable photo is named, and does not stop the others")
    func severalWithWrongOnes() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let failed = OCR.ReceiptProgress(state: .failed, failure: "It is too dark.")
            gateway.state { $0.receipts.watches = [.init([failed]), .init([Self.done])] }
            try await withPhoto { photo in
                let printed = try await run("receipt", "add", "/nowhere/a.jpg", photo, photo)
                #expect(printed.exit == .file)
                #expect(printed.error.contains("error: /nowhere/a.jpg: There is no file /nowhere/a.jpg.\n"))
                #expect(printed.error.contains("error: \(photo): It is too dark.\n"))
                #expect(printed.out.contains("Maple Market"))
                #expect(gateway.state { $0.receipts.uploads.count } == 2)
            }
        }
    }

    @Test("On a terminal, progress is one line that is updated")
    func terminal() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.isTerminal = true
            gateway.state { $0.receipts.watches = [.init([Self.reading, Self.done])] }
            try await withPhoto { photo in
                let printed = try await run("receipt", "add", photo)
                #expect(printed.error.contains("\r\u{1B}[KSending, 300 kB ████████████████████████ 100 %"))
                #expect(printed.error.contains("\r\u{1B}[KReading █████████░░░░░░░░░░░░░░░ 40 %"))
                #expect(printed.error.hasSuffix("Done\n"))
                #expect(printed.error.count { $0 == "\n" } == 1)
            }
        }
    }

    @Test("In JSON, only the purchase is printed")
    func json() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            try await withPhoto { photo in
                let printed = try await run("receipt", "add", photo, "--json")
                #expect(try printed.document()["storeName"] as? String == "Maple Market")
                #expect(printed.error.isEmpty)
                let unwaited = try await run("receipt", "add", photo, "--json", "--no-wait")
                #expect(try unwaited.document()["receiptId"] as? String == "receipt-2")
            }
        }
    }

    @Test("Watching in JSON prints each state on a line")
    func watch() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            gateway.state { $0.receipts.watches = [.init([Self.reading, Self.done])] }
            let printed = try await run("receipt", "watch", "receipt-1", "--json")
            let lines = printed.out.split(separator: "\n")
            let states = try lines.map { try Printed.document($0 + "\n")["state"] as? String }
            #expect(states == ["RECEIPT_STATE_READING", "RECEIPT_STATE_DONE"])
        }
    }

    @Test("Without receipts, there is none to show")
    func nothingToShow() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("receipt", "show").exit == .notFound)
            #expect(try await run("receipt", "show", "other").exit == .notFound)
            #expect(try await run("receipt", "list").out.contains("No receipts yet"))
        }
    }

    @Test("The last receipt is shown with its reading")
    func show() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let reading = OCR.Reading(
                storeName: .init(value: "MAPLE\u{1B}[31m MARKET"),
                items: [
                    .init(
                        text: "MLK 2% 4L",
                        quantityThousandths: 1_000,
                        unit: "each",
                        amount: .init(minorUnits: 599, currency: "CAD"),
                        needsReview: true
                    )
                ],
                total: .init(value: .init(minorUnits: 599, currency: "CAD")),
                sumCheck: .agrees
            )
            gateway.state {
                $0.receipts.listed = [.init(id: "receipt-9", queueNumber: 9, state: .done, reading: reading)]
            }
            let printed = try await run("receipt", "show")
            #expect(printed.out.contains("receipt-9"))
            #expect(printed.out.contains("MAPLE[31m MARKET"))
            #expect(printed.out.contains("5.99  ! check"))
            #expect(printed.out.contains("The items add up to the total."))
            #expect(try await run("receipt", "show", "--json").document()["queueNumber"] as? String == "9")
            #expect(try await run("receipt", "list").out.contains("receipt-9"))
            #expect(try await run("receipt", "retry", "receipt-9").out.contains("is queued"))
        }
    }
}

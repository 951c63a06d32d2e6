import ArgumentParser
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("Lists with --watch", .timeLimit(.minutes(5)))
struct WatchListTests {
    @Test(
        "reject what would leave changes out",
        arguments: [
            ["inbox", "--watch", "--unread"], ["purchase", "list", "--watch", "--discarded"],
            ["purchase", "list", "--watch", "--from", "2025-03-01"],
            ["purchase", "list", "--watch", "--kind", "purchase"],
            ["purchase", "list", "--watch", "--category", "dairy"],
            ["purchase", "list", "--watch", "--store", "S"], ["purchase", "list", "--watch", "--product", "P"],
            ["receipt", "list", "--watch", "--limit", "0"],
        ]
    )
    func invalid(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(arguments) }
    }

    @Test("show the inbox, and then what changes, also after a restart of the service")
    func inbox() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let gone = Status(.unavailable, "Restarting.", retryDelay: .milliseconds(1))
            let entry = Notifications.Notification(id: "note-2", title: "Receipt read", createdAt: .init(seconds: 0))
            let calls: [([Notifications.InboxUpdate], Status?)] = [
                ([.init(cursor: "a", reset: true)], gone),
                ([.init(cursor: "b"), .init(cursor: "c", notifications: [entry], unread: 1)], gone),
                ([.init(cursor: "d", removedIDs: ["note-1"])], nil),
            ]
            gateway.state { $0.records.inboxWatches.calls = calls }
            let printed = try await run("inbox", "--watch")
            #expect(printed.exit == .ok)
            let lines = printed.out.split(separator: "\n")
            #expect(lines.count == 5)
            #expect(lines[0] == "Your inbox is empty.")
            #expect(lines[1].contains("Receipt read"))
            #expect(lines[2] == "1 unread.")
            #expect(lines[3].hasSuffix("Removed: note-1"))
            #expect(gateway.state { $0.records.inboxWatches.cursors } == ["", "a", "c"])
        }
    }

    @Test("print each change of the log as a line of JSON")
    func purchases() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            gateway.state {
                $0.records.purchaseWatches.calls = [
                    (
                        [
                            .init(cursor: "a", reset: true),
                            .init(cursor: "b", purchases: [TestGateway.UserRecords.sample]),
                        ], nil
                    )
                ]
            }
            let lines = try await run("purchase", "list", "--watch", "--json").out.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].contains("nextPageToken"))
            let update = try Printed.document(lines[1] + "\n")
            #expect(update["cursor"] as? String == "b")
            #expect((update["purchases"] as? [Any])?.count == 1)
        }
    }

    @Test("print a purchase again only when something that is shown differs")
    func equalLines() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            var purchase = TestGateway.UserRecords.sample
            purchase.id = "purchase-8"
            var matched = purchase
            (matched.version, matched.knownStore) = (purchase.version + 1, "Corner Shop, 1 Main Street")
            var renamed = matched
            renamed.storeName = "Corner Shop"
            let updates: [Budget.PurchaseListUpdate] = [
                .init(cursor: "a", reset: true), .init(cursor: "b", purchases: [purchase]),
                .init(cursor: "c", purchases: [matched]), .init(cursor: "d", purchases: [renamed]),
                .init(cursor: "e", removedIDs: ["purchase-8"]), .init(cursor: "f", purchases: [renamed]),
            ]
            func lines(_ arguments: String...) async throws -> [Substring] {
                gateway.state { $0.records.purchaseWatches.calls = [(updates, nil)] }
                return try await run(["purchase", "list", "--watch"] + arguments).out.split(separator: "\n")
            }
            let shown = try await lines().filter { $0.contains("purchase-8") }
            #expect(shown.count == 4)
            #expect(shown.map { $0.contains("Corner Shop") } == [false, true, false, true])
            // Programs learn of every change.
            #expect(try await lines("--json").count == updates.count)
        }
    }

    @Test("show receipts as they are read, and the list again when the cursor is no longer valid")
    func receipts() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let receipt = OCR.Receipt(id: "receipt-9", queueNumber: 9, state: .done, purchaseID: "purchase-9")
            gateway.state {
                $0.receipts.listWatches.calls = [
                    (
                        [
                            .init(cursor: "a", reset: true), .init(cursor: "b", receipts: [receipt]),
                            .init(cursor: "c", reset: true),
                        ], nil
                    )
                ]
            }
            let lines = try await run("receipts", "--watch").out.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines[0].hasPrefix("No receipts yet."))
            #expect(lines[1].contains("receipt-9"))
            #expect(lines[1].contains("purchase-9"))
            #expect(lines[2].hasPrefix("No receipts yet."))
        }
    }
}

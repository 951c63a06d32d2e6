import ArgumentParser
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("purchases and purchase", .timeLimit(.minutes(5)))
struct PurchaseCommandTests {
    private let id = TestGateway.UserRecords.purchaseID

    @Test("Another user's purchase is not found, in text and in JSON")
    func notFound() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let text = try await run("purchase", "show", "other")
            #expect(text.exit == .notFound)
            #expect(text.error == "error: There is no such purchase.\n")
            let json = try await run("purchase", "show", "other", "--json")
            let error = try #require(try Printed.document(json.error)["error"] as? [String: Any])
            #expect(error["code"] as? String == "NOT_FOUND")
        }
    }

    @Test("An unknown kind is a usage error, and an unknown category names the command that lists all")
    func wrongFilter() async throws {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["purchases", "list", "--kind", "refund"]) }
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let printed = try await run("purchase", "list", "--category", "dairy", "--category", "Dairy")
            #expect(printed.exit == .invalid)
            #expect(
                printed.error
                    == "error: There is no category \"Dairy\".\nAll categories: larder products categories\n"
            )
            #expect(gateway.state { $0.records.lists }.isEmpty)
        }
    }

    @Test("lists the purchases of a kind, of categories, of a store and with a product")
    func filter() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let none = try await run([
                "purchase", "list", "--kind", "purchase", "--category", "dairy", "--category", "", "--store", "store-1",
                "--product", "product-1", "--from", "2025-03-01",
            ])
            #expect(none.out == "No purchases match.\n")
            #expect(try await run("purchases").out.contains(id))
            let lists = gateway.state { $0.records.lists }
            #expect(
                lists == [
                    .init(
                        page: .init(size: 20),
                        firstDay: "2025-03-01",
                        kind: .purchase,
                        categories: ["dairy", ""],
                        storeID: "store-1",
                        productID: "product-1"
                    ), .init(page: .init(size: 20)),
                ]
            )
        }
    }

    @Test("lists expenditures by what they were for")
    func expenditures() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let rent = Budget.Purchase(
                id: "rent",
                state: .confirmed,
                purchasedAt: .init(date: "2025-04-01"),
                currency: "CAD",
                items: [.init(id: "item", productName: "Rent", amount: .init(minorUnits: 120_000, currency: "CAD"))],
                computedTotal: .init(minorUnits: 120_000, currency: "CAD"),
                typedIn: true,
                kind: .expenditure
            )
            gateway.state { $0.records.purchases.insert(rent, at: 0) }
            let both = try await run("purchases").out
            #expect(
                both == """
                    Bought            Store         Expenditure  Items        Total  State      Purchase
                    2025-04-01                      Rent                1200.00 CAD  confirmed  rent
                    2025-03-01 09:30  Maple Market                   2     9.90 CAD  to verify  \(id)

                    """
            )
            let alone = try await run("purchases", "--kind", "expenditure").out
            #expect(
                alone == """
                    Bought      Expenditure        Total  State      Purchase
                    2025-04-01  Rent         1200.00 CAD  confirmed  rent

                    """
            )
        }
    }

    @Test("lists the purchases of a period")
    func period() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("purchases", "--from", "2025-03-01", "--to", "2025-03-01").out.contains(id))
            let none = try await run("purchases", "--from", "2025-03-02")
            #expect(!none.out.contains(id) && none.out.contains("No purchases in that time."))
        }
    }

    @Test(
        "unresolved parts are reported with the purchase and its receipt, and so is a known store"
    )
    func unmatched() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let receipt = OCR.Receipt(id: "receipt-1", queueNumber: 1, state: .done, purchaseID: id)
            let sentence = "The catalog was unavailable: "
            gateway.state { $0.receipts.listed = [receipt] }
            for command in ["purchase", "receipt"] {
                let wanted = command == "purchase" ? id : "receipt-1"
                gateway.state { $0.records.purchases[0].awaitsMatching = true }
                #expect(try await run(command, "show", wanted).out.contains(sentence))
                gateway.state { $0.records.purchases[0].awaitsMatching = false }
                #expect(try await !run(command, "show", wanted).out.contains(sentence))
            }
            gateway.state { $0.records.purchases[0].knownStore = "Maple Market, 1 Elm Road" }
            let shown = try await run("purchase", "show", id)
            #expect(shown.out.hasPrefix("Maple Market (Maple Market, 1 Elm Road) · "))
            gateway.state { $0.records.purchases = [] }
            #expect(try await run("receipt", "show", "receipt-1").exit == .ok)
        }
    }

    @Test("A correction without content, or with an invalid amount, is not sent")
    func wrongCorrection() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["purchase", "correct", id, "1"]) }
            #expect(try await run("purchase", "correct", id, "2", "--amount", "3,49").exit == .usage)
            #expect(try await run("purchase", "correct", id, "2", "--amount", "3.499").exit == .usage)
            #expect(try await run("purchase", "correct", id, "2", "--quantity", "0.7555").exit == .usage)
            let unknown = try await run("purchase", "correct", id, "3", "--name", "Pears")
            #expect(unknown.exit == .notFound)
            #expect(unknown.error.contains("numbered 1 to 2"))
            #expect(gateway.state { $0.records.corrections }.isEmpty)
        }
    }

    @Test("An item is corrected by its number, in the purchase's currency, unless it was changed meanwhile")
    func correct() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let first = try await run([
                "purchase", "correct", id, "2", "--name", "Pears", "--quantity", "0.8", "--amount", "-3.49",
            ])
            #expect(first.exit == .ok)
            #expect(try await run("purchase", "correct", id, "item-1", "--amount", "3").exit == .ok)
            let corrections = gateway.state { $0.records.corrections }
            #expect(
                corrections == [
                    .init(
                        purchaseID: id,
                        itemID: "item-2",
                        expectedVersion: 7,
                        name: .init(value: "Pears"),
                        quantity: .init(thousandths: 800),
                        amount: .init(minorUnits: -349, currency: "CAD")
                    ),
                    .init(
                        purchaseID: id,
                        itemID: "item-1",
                        expectedVersion: 7,
                        amount: .init(minorUnits: 300, currency: "CAD")
                    ),
                ]
            )
        }
    }

    @Test("Without purchases, it explains how to get one")
    func none() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            gateway.state { $0.records.purchases = [] }
            #expect(try await run("purchases").out.contains("larder receipt add"))
            #expect(try await run("purchases", "--json").document()["purchases"] as? [String] == [])
        }
    }

    @Test("A purchase is a table that marks what needs checking")
    func show() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let printed = try await run("purchase", "show", id)
            #expect(
                printed.out == """
                    Maple Market · 2025-03-01 09:30 · to verify
                    Purchase \(id) · version 7

                    #      Item      Printed    Quantity  Each  Discount    Amount
                    1  🥛  Milk      MLK 2% 4L         1                      5.99
                    2  🍎  Apples    APLS GALA  0.755 kg  3.96     -0.50      2.99  ! check
                           Subtotal                                       8.48 CAD
                           GST 5%                                         0.42 CAD
                           Total                                          9.90 CAD

                    The items add up to 8.90 CAD; the receipt says 9.90 CAD.
                    1 item needs checking: larder purchase edit \(id) NUMBER --name … --amount …
                    When all is right: larder purchase confirm \(id)

                    """
            )
        }
    }

    @Test("Lists read several pages up to the limit")
    func list() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            gateway.state { $0.records.purchases = Array(repeating: TestGateway.UserRecords.sample, count: 450) }
            let some = try await run("purchases", "--json", "--limit", "410").document()
            #expect((some["purchases"] as? [Any])?.count == 410)
            #expect(some["nextPageToken"] as? String == "410")
            let all = try await run("purchases", "--json", "--limit", "1000").document()
            #expect((all["purchases"] as? [Any])?.count == 450)
            let text = try await run("purchases", "--limit", "2").out
            #expect(text.split(separator: "\n").count == 3)
            #expect(text.contains("2025-03-01 09:30  Maple Market      2  9.90 CAD  to verify  \(id)"))
        }
    }

    @Test("A confirmed purchase is shown as such")
    func confirm() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("purchase", "confirm", id).out.contains("· confirmed"))
        }
    }
}

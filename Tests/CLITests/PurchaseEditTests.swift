import ArgumentParser
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("Changing a purchase", .timeLimit(.minutes(5)))
struct PurchaseEditTests {
    private let id = TestGateway.UserRecords.purchaseID

    /// Runs `body` with a signed-in user.
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private func edits(_ gateway: TestGateway) -> [Budget.PurchaseEdit.Edit?] {
        gateway.state { $0.records.edits }.flatMap(\.edits).map(\.edit)
    }

    @Test(
        "is a usage error without a change, for purchase and item at once, or with an invalid tax",
        arguments: [
            ["edit", "P"], ["edit", "P", "1"], ["edit", "P", "--amount", "1"], ["edit", "P", "1", "--total", "1"],
            ["edit", "P", "--category", "dairy"], ["edit", "P", "1", "--note", "Late"],
            ["edit", "P", "--tax", "5"], ["edit", "P", "--tax", "a=1", "--no-taxes"], ["add-item", "P", "Bread"],
            ["remove-item", "P"], ["confirm", "P", "1", "--field", "total"], ["confirm", "P", "--field", "colour"],
            ["categorize", "P"], ["categorize", "P", "dairy"], ["categorize", "P", "=1"],
            ["categorize", "P", "dairy="],
            ["categorize", "P", "dairy=1,,2"], ["categorize", "P", "dairy=3-1"],
            ["categorize", "P", "dairy=1", "other="],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["purchase"] + arguments) }
    }

    @Test("sends nothing for an invalid number or a missing item")
    func refused() async throws {
        try await with { gateway, run in
            #expect(try await run("purchase", "edit", id, "--total", "1,2").exit == .usage)
            #expect(try await run("purchase", "edit", id, "1", "--quantity", "x").exit == .usage)
            #expect(try await run("purchase", "remove-item", id, "3").exit == .notFound)
            #expect(try await run("purchase", "edit", "other", "--time", "10:00").exit == .notFound)
            #expect(try await run("purchase", "edit", id, "item-9", "--category", "dairy").exit == .notFound)
            let category = try await run("purchase", "edit", id, "1", "--category", "milk")
            #expect(category.exit == .invalid)
            #expect(category.error.hasSuffix("\nAll categories: larder products categories\n"))
            #expect(try await run("purchase", "categorize", id, "dairy=1", "milk=2").exit == .invalid)
            for missing in ["dairy=3", "dairy=1-3", "dairy=0-1", "dairy=1-999999999999"] {
                #expect(try await run("purchase", "categorize", id, missing).exit == .notFound)
            }
            for twice in [["dairy=1,2,item-2"], ["dairy=1-2", "dairy=2"]] {
                let printed = try await run(["purchase", "categorize", id] + twice)
                #expect(printed.exit == .invalid)
                #expect(printed.error == "error: The item \"Apples\" is given twice.\n")
            }
            let nothing = try await run("purchase", "undo", id)
            #expect(nothing.exit == .conflict)
            #expect(nothing.error == "error: There is nothing to undo in this purchase.\n")
            #expect(edits(gateway).isEmpty)
        }
    }

    @Test("sends the given fields, amounts in the new currency, unless the purchase was changed meanwhile")
    func fields() async throws {
        try await with { gateway, run in
            let printed = try await run([
                "purchases", "edit", id, "--currency", "jpy", "--total", "990", "--subtotal", "", "--store",
                "Corner", "--address", "1 Main", "--date", "2025-03-02", "--time", "", "--tax", "GST=5%=42",
            ])
            #expect(printed.exit == .ok)
            func yen(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "JPY") }
            #expect(
                edits(gateway) == [
                    .currency(.init(value: "JPY")), .storeName(.init(value: "Corner")),
                    .storeAddress(.init(value: "1 Main")), .date(.init(value: "2025-03-02")), .time(.init()),
                    .subtotal(.init()), .total(.init(value: yen(990))),
                    .taxes(.init(taxes: [.init(label: "GST=5%", amount: yen(42))])),
                ]
            )
            #expect(gateway.state { $0.records.edits.map(\.expectedVersion) } == [7])
            #expect(gateway.state { $0.records.keys }.allSatisfy { UUID(uuidString: $0) != nil })
        }
    }

    @Test("notes what its owner says, and removes the note")
    func note() async throws {
        try await with { gateway, run in
            for note in ["Late\n- and cold", ""] {
                #expect(try await run("purchase", "edit", id, "--note", note, "--time", "10:00").exit == .ok)
            }
            #expect(
                edits(gateway) == [
                    .time(.init(value: "10:00")), .note(.init(value: "Late\n- and cold")),
                    .time(.init(value: "10:00")), .note(.init()),
                ]
            )
            gateway.state { $0.records.purchases[0].note = "Late\n- and\u{1B}[2J cold" }
            let shown = try await run("purchase", "show", id).out
            #expect(shown.contains("\n\nNote: Late\n      - and[2J cold\n\nThe items add up"))
        }
    }

    @Test("gives an item a category, and keeps its product unless the name is another one")
    func category() async throws {
        try await with { gateway, run in
            gateway.state { $0.records.purchases[0].items[1].productID = "product-9" }
            for options in [
                ["--category", "dairy"], ["--category", ""], ["--category", "dairy", "--name", "Apples"],
                ["--category", "dairy", "--name", "Yogurt"], ["--category", "", "--product", "product-1"],
            ] {
                let printed = try await run(["purchase", "edit", id, "2"] + options)
                #expect(printed.exit == .ok)
            }
            func edit(_ product: Budget.ProductChoice, name: String? = nil) -> Budget.PurchaseEdit.Edit {
                .item(.init(itemID: "item-2", name: name.map { .init(value: $0) }, product: product))
            }
            let apples = Budget.ProductChoice(
                productID: "product-9",
                name: "Apples",
                categorySymbol: "🥛",
                category: "dairy"
            )
            #expect(
                edits(gateway) == [
                    edit(apples), edit(.init(productID: "product-9", name: "Apples")), edit(apples, name: "Apples"),
                    edit(.init(name: "Yogurt", categorySymbol: "🥛", category: "dairy"), name: "Yogurt"),
                    edit(.init(productID: "product-1", name: "Milk")),
                ]
            )
        }
    }

    @Test("divides items among categories in one change, by numbers, ranges and ids")
    func categorize() async throws {
        try await with { gateway, run in
            func edit(_ items: String...) -> Budget.PurchaseEdit.Edit {
                .itemsCategory(.init(itemIDs: items, category: "dairy", categorySymbol: "🥛"))
            }
            for (groups, expected) in [
                (["dairy=2"], [edit("item-2")]), (["dairy=1-2"], [edit("item-1", "item-2")]),
                (["dairy=item-2", "dairy=1"], [edit("item-2"), edit("item-1")]),
                (["dairy=1-1,2-2"], [edit("item-1", "item-2")]),
                // An id that this version of the purchase doesn't have is the service's to reject.
                (["dairy=7d0c1a52-5a0e"], [edit("7d0c1a52-5a0e")]),
            ] {
                gateway.state { $0.records.edits = [] }
                let printed = try await run(["purchase", "categorize", id] + groups)
                #expect(printed.exit == .ok)
                #expect(edits(gateway) == expected)
                #expect(gateway.state { $0.records.edits.map(\.expectedVersion) } == [7])
            }
        }
    }

    @Test("edits, adds and removes items by their numbers")
    func items() async throws {
        try await with { gateway, run in
            func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }
            let commands = [
                [
                    "edit", id, "2", "--name", "Pears", "--quantity", "0.8", "--unit", "kg", "--price", "",
                    "--amount", "3.49", "--discount", "-0.50", "--no-returned",
                ],
                ["add-item", id, "Bread", "--amount", "3.25", "--quantity", "2", "--price", "1.63", "--after", "1"],
                ["add-item", id, "Cans", "--amount", "0.60", "--returned"], ["remove-item", id, "1"],
                ["confirm", id, "2"], ["confirm", id, "--field", "currency"], ["keep", id], ["discard", id],
            ]
            for command in commands {
                let printed = try await run(["purchase"] + command)
                #expect(printed.exit == .ok)
                // The test's purchase is no duplicate.
                #expect(printed.error.contains("Nothing has changed") == (command[0] == "keep"), "\(command)")
            }
            #expect(
                edits(gateway) == [
                    .item(
                        .init(
                            itemID: "item-2",
                            name: .init(value: "Pears"),
                            quantity: .init(thousandths: 800),
                            unit: .init(value: "kg"),
                            unitPrice: .init(),
                            amount: cad(349),
                            discount: cad(-50),
                            returned: .init()
                        )
                    ),
                    .newItem(
                        .init(
                            name: "Bread",
                            quantityThousandths: 2_000,
                            unitPrice: cad(163),
                            amount: cad(325),
                            afterItemID: "item-1"
                        )
                    ),
                    .newItem(.init(name: "Cans", amount: cad(60), returned: true)),
                    .itemRemoval(.init(itemID: "item-1")), .confirmation(.init(subject: .itemID("item-2"))),
                    .confirmation(.init(subject: .field(.currency))), .duplicate(.keep), .duplicate(.discard),
                ]
            )
        }
    }

    @Test("rejects a quantity of 0 or less as the server rejects other values", arguments: ["0", "-1"])
    func quantity(text: String) async throws {
        try await with { gateway, run in
            let printed = try await run("purchase", "edit", id, "2", "--quantity", text)
            #expect(printed.exit == .invalid)
            #expect(printed.error == "error: The quantity must be above 0.\n")
            #expect(edits(gateway).isEmpty)
        }
    }

    @Test("is undone one revision at a time, and each is named")
    func undo() async throws {
        try await with { gateway, run in
            gateway.state { state in
                state.records.steps = [.init(version: 2, changes: ["Total: 9.90 → 8.90", "Date confirmed"])]
            }
            let history = try await run("purchase", "history", id)
            #expect(history.out.contains("Total: 9.90 → 8.90"))
            let watched = try await run("purchase", "watch", id, "--json")
            #expect(watched.out.split(separator: "\n").count == 2)
            let undone = try await run("purchase", "undo", id)
            #expect(undone.out.hasPrefix("Undone: Total: 9.90 → 8.90\nUndone: Date confirmed\n"))
            #expect(try await run("purchase", "history", id).out.contains("has not been changed"))
        }
    }

    @Test("shows what is to be decided and checked")
    func remarks() async throws {
        try await with { gateway, run in
            gateway.state { state in
                state.records.purchases[0].duplicateOf = "earlier"
                state.records.purchases[0].fieldsToReview = [.currency, .date]
                state.records.purchases[0].storeAddress = "1 Main Street"
                state.records.purchases[0].suggestedCurrency = "CAD"
            }
            let printed = try await run("purchase", "show", id).out
            #expect(printed.contains("No currency is printed."))
            #expect(printed.contains("larder purchase edit \(id) --currency CAD"))
            #expect(printed.contains("Maple Market · 1 Main Street · 2025-03-01 09:30 · a duplicate?"))
            #expect(printed.contains("This looks like a duplicate of purchase earlier."))
            #expect(printed.contains("larder purchase keep \(id)"))
            #expect(printed.contains("Please check: currency, date."))
            #expect(printed.contains("Correct with: larder purchase edit \(id) --currency … --date …"))
        }
    }

    @Test("starts from guesses for doubtful items")
    func guesses() async throws {
        try await with { _, run in
            let printed = try await run("purchase", "guesses", id)
            #expect(printed.exit == .ok)
            #expect(printed.out.contains("2  APLS GALA"))
            #expect(printed.out.contains("A new product: larder purchase edit \(id) 2 --name …"))
            #expect(try await run("purchase", "guesses", id, "9").exit == .notFound)
        }
    }
}

@Suite("Consents", .timeLimit(.minutes(5)))
struct ConsentsCommandTests {
    @Test("are listed, given and withdrawn by name")
    func consents() async throws {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["consents", "give", "everything"]) }
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let listed = try await run("consents").out
            #expect(listed.contains("learning-from-photos  yes"))
            #expect(listed.contains("location              no"))
            let given = try await run("consents", "give", "learning-from-photos", "--json").document()
            #expect(given["given"] as? Bool == true)
            let withdrawn = try await run("consents", "withdraw", "learning-from-photos")
            #expect(withdrawn.out == "You have withdrawn your consent to learning-from-photos.\n")
        }
    }
}

import ArgumentParser
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("Typing in a purchase", .timeLimit(.minutes(5)))
struct PurchaseAddTests {
    /// Runs `body` with a signed-in user.
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private func created(_ gateway: TestGateway) -> [Budget.CreatePurchaseRequest] {
        gateway.state { $0.records.created }
    }

    @Test(
        "is a usage error without content, and with an item or tax without an amount",
        arguments: [
            [], ["--currency", "CAD"], ["--currency", "CAD", "--item", "Bread"],
            ["--currency", "CAD", "--item", ""], ["--currency", "CAD", "--total", "1", "--tax", "5"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["purchase", "add"] + arguments) }
    }

    @Test(
        "sends nothing with a wrong number or an unknown detail",
        arguments: [
            "Bread=", "Bread=1,2", "Bread=1.234", "Bread=1;quantity=0", "Bread=1;quantity", "Bread=1;colour=red",
            "Bread=1;returned=yes", "Bread=1;", "Bread=1;price=x", "Bread=1;discount=x",
        ]
    )
    func wrong(item: String) async throws {
        try await with { gateway, run in
            let printed = try await run("purchase", "add", "--currency", "CAD", "--item", item)
            // A number that can be read may still be one that no item can have.
            #expect(printed.exit == (item.hasSuffix("=0") ? .invalid : .usage))
            #expect(created(gateway).isEmpty)
        }
    }

    @Test("is not possible for a receipt that isn't the user's, is being read, or was read")
    func receipt() async throws {
        try await with { gateway, run in
            gateway.state { state in
                state.receipts.listed = [
                    .init(id: "reading", state: .reading), .init(id: "done", state: .done, purchaseID: "purchase"),
                    .init(id: "failed", state: .failed),
                ]
            }
            func add(_ receipt: String) async throws -> Printed {
                try await run("purchase", "add", "--receipt", receipt, "--currency", "CAD", "--total", "1")
            }
            #expect(try await add("other").exit == .notFound)
            let reading = try await add("reading")
            #expect(reading.exit == .conflict && reading.error.contains("This receipt is being read."))
            let done = try await add("done")
            #expect(done.exit == .conflict && done.error.contains("larder purchase edit purchase"))
            #expect(created(gateway).isEmpty)
            #expect(try await add("failed").exit == .ok)
            #expect(created(gateway).map(\.receiptID) == ["failed"])
        }
    }

    @Test("sends all fields once, and shows the purchase")
    func whole() async throws {
        try await with { gateway, run in
            let command = [
                "purchase", "add", "--store", "Corner Shop", "--address", "1 Main Street", "--date", "2025-03-09",
                "--time", "17:42", "--currency", "cad", "--item", "Oat=milk=6.98; quantity=2; price=3.49",
                "--item", "Bananas=2.48;quantity=1.25;unit=kg;discount=-0.50", "--item", "Cans=0.60;returned",
                "--subtotal", "8.36", "--tax", "GST=5%=0.44", "--total", "8.80", "--note", "- for the party",
            ]
            let printed = try await run(command)
            #expect(printed.exit == .ok)
            #expect(printed.out.contains("· confirmed\n"))
            #expect(printed.out.contains("The items add up to 8.90 CAD; the total is 8.80 CAD."))
            func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }
            let request = try #require(created(gateway).first)
            #expect(
                request
                    == .init(
                        storeName: "Corner Shop",
                        storeAddress: "1 Main Street",
                        purchasedAt: .init(date: "2025-03-09", time: "17:42", timeZone: DeviceTimeZone.name),
                        currency: "CAD",
                        items: [
                            .init(
                                name: "Oat=milk",
                                quantityThousandths: 2_000,
                                unitPrice: cad(349),
                                amount: cad(698)
                            ),
                            .init(
                                name: "Bananas",
                                quantityThousandths: 1_250,
                                unit: "kg",
                                amount: cad(248),
                                discount: cad(-50)
                            ), .init(name: "Cans", amount: cad(60), returned: true),
                        ],
                        subtotal: cad(836),
                        taxes: [.init(label: "GST=5%", amount: cad(44))],
                        total: cad(880),
                        note: "- for the party"
                    )
            )
            let keys = gateway.state { $0.records.keys }
            #expect(keys.count == 1 && keys.allSatisfy { UUID(uuidString: $0) != nil })
            let json = try await run(command + ["--json"]).document()
            #expect(json["typedIn"] as? Bool == true)
        }
    }

    @Test("is in the currency of the user's settings unless one is given")
    func currency() async throws {
        try await with { gateway, run in
            #expect(try await run("purchase", "add", "--total", "1").exit == .usage)
            #expect(created(gateway).isEmpty)
            gateway.state { $0.sessions.settings.currency = "CAD" }
            #expect(try await run("purchase", "add", "--item", "Bread=3.25", "--total", "3.25").exit == .ok)
            let request = try #require(created(gateway).first)
            #expect(request.currency == "CAD" && request.total == .init(minorUnits: 325, currency: "CAD"))
        }
    }

    @Test("takes today's date unless one is given, and none for an empty one")
    func date() async throws {
        try await with { gateway, run in
            let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
            let before = Date().formatted(style)
            for date in [[], ["--date", ""]] {
                _ = try await run(["purchase", "add", "--currency", "CAD", "--total", "1"] + date)
            }
            let after = Date().formatted(style)
            let dates = created(gateway).map { $0.purchasedAt?.date ?? "" }
            #expect(dates.count == 2 && [before, after].contains(dates[0]) && dates[1].isEmpty)
        }
    }

    @Test("marks one that looks like another, and says nothing of a total that isn't printed")
    func remarks() async throws {
        try await with { gateway, run in
            gateway.state { state in
                state.records.purchases[0].state = .confirmed
                state.records.purchases[0].typedIn = true
                state.records.purchases[0].total = nil
                state.records.purchases[0].duplicateOf = "earlier"
            }
            let printed = try await run("purchase", "show", TestGateway.UserRecords.purchaseID).out
            #expect(printed.contains("· a duplicate?") && printed.contains("duplicate of purchase earlier"))
            #expect(!printed.contains("No total is printed"))
        }
    }
}

import ArgumentParser
import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@testable import larder

@Suite("Commands for printed lines", .timeLimit(.minutes(5)))
struct MappingCommandTests {
    /// Runs `body` with a signed-in user.
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    @Test(
        "is a usage error without a line, with two products or none, or with options of a new product",
        arguments: [
            ["guess"], ["guess", "MILK", "--limit", "11"], ["choose", "MILK"],
            ["choose", "MILK", "P", "--new", "Milk"],
            ["choose", "MILK", "P", "--unit", "l"], ["mappings", "--chosen", "--unmatched"], ["forget"],
            ["forget", "mapping-1", "--all"], ["forget", "mapping-1", "--yes"], ["guess", "MILK", ""],
            ["rematch", "--purchases", "0"], ["add"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["products"] + arguments) }
    }

    @Test("reports a missing product clearly")
    func unknownProduct() async throws {
        try await with { _, run async throws in
            let printed = try await run("products", "choose", "MLK", "product-9")
            #expect(printed.exit == .notFound)
            #expect(printed.error == "error: There is no such product.\n")
        }
    }

    @Test("shows guesses with confidence and reason, and the name of a new product")
    func guesses() async throws {
        try await with { _, run async throws in
            let printed = try await run("products", "guess", "MLK 2% 4L", "KAYA JAR")
            #expect(printed.out.contains("MLK 2% 4L: Milk"))
            #expect(printed.out.contains("🥛  Milk    100 %  your choice  product-1"))
            #expect(printed.out.contains("A new product would be called kaya jar."))
            let json = try await run("products", "guess", "MLK 2% 4L", "--json").document()
            #expect((json["lines"] as? [Any])?.count == 1)
        }
    }

    @Test("sends the product, or the new one with its category and unit, with the store")
    func choosing() async throws {
        try await with { gateway, run in
            let printed = try await run("products", "choose", "MLK 2% 4L", "product-1", "--store", "store-1")
            #expect(printed.out.hasPrefix("MLK 2% 4L means Milk at Maple Market from now on."))
            let made = try await run(
                ["products", "choose", "KAYA"] + ["--new", "Coconut jam"] + ["--category", "spreads"]
            )
            #expect(made.exit == .ok)
            let wanted = Catalog.NewProduct(name: "Coconut jam", categorySlug: "spreads")
            #expect(
                gateway.state { $0.records.choices } == [
                    .init(storeID: "store-1", printedText: "MLK 2% 4L", choice: .productID("product-1")),
                    .init(printedText: "KAYA", choice: .newProduct(wanted)),
                ]
            )
        }
    }

    @Test("adds products, and names an existing one")
    func adding() async throws {
        try await with { _, run in
            let added = try await run("products", "add", "Ube jam").out
            #expect(added == "Ube jam is added.\nProduct product-2\n")
            let known = try await run("products", "add", "Milk").out
            #expect(known.hasPrefix("Milk already exists.\n"))
        }
    }

    @Test("lists mappings and deletes them")
    func listing() async throws {
        try await with { _, run async throws in
            let listed = try await run("products", "mappings").out
            #expect(listed.contains("MLK 2% 4L  Maple Market  🥛  Milk   your choice  mapping-1"))
            #expect(try await run("products", "mappings", "--unmatched").out == "There are no mappings.\n")
            #expect(try await run("products", "forget", "mapping-1").out == "The mapping is deleted.\n")
            let unknown = try await run("products", "forget", "mapping-2")
            #expect(unknown.exit == .notFound)
            #expect(unknown.error == "error: There is no such mapping.\n")
            #expect(try await run("products", "forget", "--all", "--yes").out == "One mapping is deleted.\n")
        }
    }

    @Test("deletes all mappings after a question, or with --yes")
    func deletingAll() async throws {
        try await with { gateway, run in
            let unattended = try await run("products", "forget", "--all")
            #expect(unattended.exit == .usage)
            #expect(unattended.error.contains("--yes is required"))
            var person = run
            person.isPersonPresent = true
            person.typed = ["n"]
            #expect(try await person("products", "forget", "--all").exit == .cancelled)
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ForgetAllMappings") })
            person.typed = ["y"]
            #expect(try await person("products", "forget", "--all").out == "One mapping is deleted.\n")
        }
    }

    @Test("says how an item differs from a product of the same name")
    func renamed() async throws {
        try await with { gateway, run async throws in
            gateway.state { state in
                for purchase in state.records.purchases.indices {
                    for item in state.records.purchases[purchase].items.indices {
                        state.records.purchases[purchase].items[item].productName = "Milk"
                        state.records.purchases[purchase].items[item].productID = ""
                    }
                }
            }
            #expect(try await run("products", "rematch").out.contains("Milk (a name only)  Milk"))
            gateway.state { $0.records.purchases[0].items[0].productID = "product-9" }
            #expect(try await run("products", "rematch").out.contains("Milk (another product)  Milk"))
        }
    }

    @Test("shows current meanings for earlier purchases, and changes them only when asked to")
    func rematching() async throws {
        try await with { gateway, run in
            let offered = try await run("products", "rematch")
            #expect(offered.exit == .ok)
            #expect(offered.out.contains("MLK 2% 4L"))
            #expect(offered.out.contains("Change them with: larder products rematch --apply"))
            #expect(gateway.state { $0.records.edits }.isEmpty)
            #expect(try await run("products", "rematch", "--apply").exit == .ok)
            let milk = Budget.ProductChoice(
                productID: "product-1",
                name: "Milk",
                categorySymbol: "🥛",
                category: "dairy"
            )
            #expect(
                gateway.state { $0.records.edits }.flatMap(\.edits).map(\.edit) == [
                    .item(.init(itemID: "item-1", product: milk))
                ]
            )
        }
    }
}

import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-07.
@Suite("Imports", .timeLimit(.minutes(5)))
struct ImportTests {
    private static let statement = """
        Date,Description,Amount
        2025-03-01,Rent,-1200.00
        2025-03-02,Coffee,-3.50
        2025-03-02,Coffee,-3.50
        2025-03-05,Salary,2500.00
        """

    // MARK: Previews

    @Test("are shown before, with nothing recorded; money that came in is left out unless it is wanted")
    func preview() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let preview = try await environment.preview(Self.statement, user, .init(currency: "CAD"))
            #expect(preview.format == .csv && preview.encoding == "UTF-8" && !preview.mappingRemembered)
            #expect(preview.columns.map(\.name) == ["Date", "Description", "Amount"])
            #expect(preview.columns[1].samples == ["Rent", "Coffee", "Coffee"])
            #expect(preview.mapping?.columns == [.date, .name, .amount])
            #expect(preview.entries.map(\.state) == [.new, .new, .new, .received])
            #expect(preview.entries.map(\.line) == [2, 3, 4, 5])
            #expect(preview.totalCount == 4 && preview.newCount == 3 && preview.receivedCount == 1)
            #expect(preview.sums == [.cad(120_700)])
            #expect(preview.firstDay == "2025-03-01" && preview.lastDay == "2025-03-02")
            let all = try await environment.preview(Self.statement, user, .init(currency: "CAD", includeReceived: true))
            #expect(all.newCount == 4 && all.sums == [.cad(-129_300)])
            let count = try await environment.count("purchases")
            #expect(count == 0)
        }
    }

    @Test("need a currency, which is that of the latest purchase unless another one is chosen")
    func currency() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let unknown = try await environment.preview(Self.statement, user)
            #expect(unknown.currency.isEmpty && unknown.newCount == 3)
            let status = await failure { try await environment.importFile(Self.statement, user, .init()) }
            #expect(status?.fieldViolations.map(\.field) == ["options.currency"])
            let wrong = await failure { try await environment.preview(Self.statement, user, .init(currency: "XXX")) }
            #expect(wrong?.fieldViolations.map(\.field) == ["options.currency"])
            try await environment.create(user)
            let known = try await environment.preview(Self.statement, user)
            #expect(known.currency == "CAD")
        }
    }

    // MARK: Recording

    @Test("record entries as if they were typed in, in one transaction, once for a key")
    func recording() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let made = try await environment.importFile(Self.statement, user, key: "key", name: "March.csv")
            #expect(
                made.recordedCount == 3 && made.receivedCount == 1 && made.knownCount == 0 && made.invalidCount == 0
            )
            #expect(made.fileName == "March.csv" && made.format == .csv && made.undoneAt == nil)
            let again = try await environment.importFile(Self.statement, user, key: "key", name: "March.csv")
            #expect(again == made)
            let log = try await environment.ledger(user)
            #expect(log.map(\.items[0].productName).sorted() == ["Coffee", "Coffee", "Rent"])
            #expect(
                log.allSatisfy { $0.kind == .expenditure && $0.state == .confirmed && $0.typedIn && $0.version == 1 }
            )
            #expect(log.allSatisfy { $0.duplicateOf.isEmpty })
            let other = try await environment.ledger(User())
            #expect(other.isEmpty)
            let keyless = await failure { try await environment.importFile(Self.statement, user, key: nil) }
            #expect(keyless?.fieldViolations.map(\.field) == ["idempotency-key"])
        }
    }

    @Test("of a file with a row that cannot be read record nothing until that is accepted")
    func acceptance() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let text = Self.statement + "\n2025-02-30,Nothing,-1.00\n2025-03-06,Words,many\n"
            let preview = try await environment.preview(text, user, .init(currency: "CAD"))
            #expect(preview.errors.map(\.line) == [6, 7] && preview.invalidCount == 2)
            #expect(preview.errors[0].message == "“2025-02-30” is no date in the chosen order.")
            let french = try await inFrench { try await environment.preview(text, user, .init(currency: "CAD")) }
            #expect(french.errors[0].message.contains("n’est pas une date"))
            let status = await failure { try await environment.importFile(text, user) }
            #expect(status?.code == .failedPrecondition && status?.reason == "ROWS_INVALID")
            var count = try await environment.count("purchases")
            #expect(count == 0)
            count = try await environment.count("imports")
            #expect(count == 0)
            let made = try await environment.importFile(text, user, leavingOutInvalid: true)
            #expect(made.recordedCount == 3 && made.invalidCount == 2)
        }
    }

    // MARK: Recognising

    @Test("twice add nothing, but what is new; alike rows count as often as they are there")
    func twice() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.importFile(Self.statement, user)
            let second = try await environment.importFile(Self.statement, user)
            #expect(second.recordedCount == 0 && second.knownCount == 3)
            let third = try await environment.importFile(
                Self.statement + "\n2025-03-02,COFFEE,-3.50\n2025-03-07,Tea,-2.00\n",
                user
            )
            #expect(third.recordedCount == 2 && third.knownCount == 3)
            let wanted = try await environment.importFile(
                Self.statement,
                user,
                .init(currency: "CAD", includeReceived: true, includeKnown: true)
            )
            #expect(wanted.recordedCount == 4)
        }
    }

    @Test("recognise what was typed in, changed or discarded since, and other names as something else")
    func recognition() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.spend(user) { request in
                (request.name, request.amount) = ("rent", .cad(120_000))
                request.purchasedAt = .init(date: "2025-03-01")
            }
            let made = try await environment.importFile(Self.statement, user)
            #expect(made.recordedCount == 2 && made.knownCount == 1)
            let coffee = try #require(try await environment.ledger(user).first { $0.items[0].productName == "Coffee" })
            try await environment.edit(
                coffee,
                user,
                .item(.init(itemID: coffee.items[0].id, name: .init(value: "Espresso"), amount: .cad(400)))
            )
            let other = try #require(try await environment.ledger(user).first { $0.items[0].productName == "Coffee" })
            try await environment.edit(other, user, .duplicate(.discard))
            let again = try await environment.importFile(Self.statement, user)
            #expect(again.recordedCount == 0 && again.knownCount == 3)
        }
    }

    @Test("of banks recognise transactions by their references, however alike they look")
    func references() async throws {
        try await BudgetTestEnvironment.with { environment in
            func statement(_ references: [String]) -> String {
                let transactions = references.map {
                    "<STMTTRN><DTPOSTED>20250309<TRNAMT>-3.50<FITID>\($0)<NAME>Coffee</STMTTRN>"
                }
                return "<OFX><CURDEF>CAD<ACCTID>1" + transactions.joined() + "</OFX>"
            }
            let user = User()
            let first = try await environment.importFile(statement(["A", "B", "B"]), user)
            #expect(first.recordedCount == 2 && first.knownCount == 1)
            let second = try await environment.importFile(statement(["B", "C"]), user)
            #expect(second.recordedCount == 1 && second.knownCount == 1)
            // A table of the same days has no references.
            let table = try await environment.importFile(
                "date,name,amount\n2025-03-09,Coffee,-3.50\n2025-03-09,Tea,-1.00\n",
                user
            )
            #expect(table.recordedCount == 1 && table.knownCount == 1)
        }
    }

    @Test("of banks that use a reference again take another day or amount for another transaction")
    func repeatedReferences() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let statement = """
                <OFX><CURDEF>CAD<ACCTID>1
                <STMTTRN><DTPOSTED>20250309<TRNAMT>-30.00<FITID>Z<NAME>Gym</STMTTRN>
                <STMTTRN><DTPOSTED>20250311<TRNAMT>-77.50<FITID>Z<NAME>Other</STMTTRN>
                <STMTTRN><DTPOSTED>20250309<TRNAMT>-30.00<FITID>Z<NAME>Gym</STMTTRN></OFX>
                """
            let first = try await environment.importFile(statement, user)
            #expect(first.recordedCount == 2 && first.knownCount == 1)
            let second = try await environment.importFile(statement, user)
            #expect(second.recordedCount == 0 && second.knownCount == 3)
        }
    }

    @Test("of the same file at the same time record it once")
    func concurrency() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let made = try await withThrowingTaskGroup { group in
                for _ in 0..<5 { group.addTask { try await environment.importFile(Self.statement, user) } }
                return try await group.reduce(into: [Budget.Import]()) { $0.append($1) }
            }
            #expect(made.map(\.recordedCount).reduce(0, +) == 3)
            let log = try await environment.ledger(user)
            #expect(log.count == 3)
        }
    }

    // MARK: Undoing

    @Test("can be undone, but for what has been changed since, and imported again")
    func undoing() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let made = try await environment.importFile(Self.statement, user)
            let coffee = try #require(try await environment.ledger(user).first { $0.items[0].productName == "Coffee" })
            try await environment.edit(coffee, user, .note(.init(value: "With Ada")))
            let stranger = await failure { try await environment.undoImport(made, User()) }
            #expect(stranger == .notFound("import"))
            let undone = try await environment.undoImport(made, user)
            #expect(undone.undoneAt != nil && undone.keptCount == 1)
            let left = try await environment.ledger(user)
            #expect(left.map(\.id) == [coffee.id])
            let twice = try await environment.undoImport(made, user)
            #expect(twice == undone)
            let again = try await environment.importFile(Self.statement, user)
            #expect(again.recordedCount == 2 && again.knownCount == 1)
            let list = try await environment.imports.listImports(.init(), context: user.context()).imports
            #expect(Set(list.map(\.id)) == [made.id, again.id])
            let others = try await environment.imports.listImports(.init(), context: User().context()).imports
            #expect(others.isEmpty)
        }
    }

    // MARK: Mappings

    @Test("remember how a table was read for the next with the same header")
    func mappings() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let text = "When,What,How much,Kind\n01/02/2025,Coffee,3.50,Bar\n"
            var mapping = try #require(try await environment.preview(text, user).mapping)
            mapping.dateOrder = .dayMonthYear
            mapping.columns = [.date, .name, .amount, .category]
            mapping.categories = [.init(word: "bar", slug: "eating-out", symbol: "🍽️")]
            try await environment.importFile(text, user, .init(mapping: mapping, currency: "CAD"))
            let entry = try #require(try await environment.ledger(user).first)
            #expect(entry.purchasedAt?.date == "2025-02-01" && entry.items[0].category == "eating-out")
            let next = "An export\nWhen,What,How much,Kind\n03/02/2025,Tea,2.50,Bar\n04/02/2025,Tea,2.50,Shop\n"
            let preview = try await environment.preview(next, user)
            #expect(preview.mappingRemembered && preview.mapping?.columns == mapping.columns)
            #expect(preview.entries.map(\.category) == ["eating-out", ""])
            #expect(preview.entries[0].purchasedAt?.date == "2025-02-03")
            #expect(preview.unknownCategories == ["Shop"])
            let stranger = try await environment.preview(next, User())
            #expect(!stranger.mappingRemembered)
        }
    }

    @Test("are rejected with a mapping that says nothing, or says it twice")
    func wrongMappings() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            func fields(_ mapping: Budget.ImportMapping) async -> [String]? {
                await failure {
                    try await environment.importFile(Self.statement, user, .init(mapping: mapping, currency: "CAD"))
                }?.fieldViolations.map(\.field)
            }
            #expect(await fields(.init(delimiter: ",", columns: [.date])) == ["options.mapping.columns"])
            #expect(
                await fields(.init(delimiter: "ab", columns: [.date, .date, .amount], skippedRows: -1)) == [
                    "options.mapping.delimiter", "options.mapping.columns", "options.mapping.skipped_rows",
                ]
            )
            let words = [Budget.ImportCategory(word: "", slug: "Not a slug")]
            #expect(
                await fields(.init(delimiter: ",", columns: [.date, .name, .amount], categories: words)) == [
                    "options.mapping.categories[0].word", "options.mapping.categories[0].slug",
                ]
            )
        }
    }

    @Test("are at most 50 within a day")
    func limit() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for _ in 0..<ImportLimits.importsInPeriod { try await environment.importFile(Self.statement, user) }
            let status = await failure { try await environment.importFile(Self.statement, user) }
            #expect(status?.code == .resourceExhausted && status?.reason == "TOO_MANY_IMPORTS")
            environment.clock.advance(by: ImportLimits.period + 1)
            try await environment.importFile(Self.statement, user)
        }
    }

    @Test("of files that are too large, or none, are rejected with the reason")
    func files() async throws {
        try await BudgetTestEnvironment.with { environment in
            for text in ["", "Nothing that is a table"] {
                let status = await failure { try await environment.preview(text, User()) }
                #expect(status?.code == .invalidArgument && status?.fieldViolations.map(\.field) == ["contents"])
            }
        }
    }

    // MARK: Time

    @Test("of 10,000 rows, the most that a file may have, are recorded, recognised and undone")
    func time() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let rows = (0..<ImportLimits.rows).map { index in
                "2025-\(1 + index % 12)-\(1 + index % 28),Shop \(index % 700),-\(1 + index % 90).\(10 + index % 90)"
            }
            let text = "date,description,amount\n" + rows.joined(separator: "\n")
            let clock = ContinuousClock()
            let preview = try await clock.measure {
                _ = try await environment.preview(text, user, .init(currency: "CAD"))
            }
            var made = Budget.Import()
            let recording = try await clock.measure { made = try await environment.importFile(text, user) }
            #expect(made.recordedCount == 10_000)
            var again = Budget.Import()
            let second = try await clock.measure { again = try await environment.importFile(text, user) }
            #expect(again.knownCount == 10_000)
            let undoing = try await clock.measure { _ = try await environment.undoImport(made, user) }
            print("10,000 rows: preview \(preview), import \(recording), once more \(second), undoing \(undoing)")
        }
    }
}

extension BudgetTestEnvironment {
    var imports: ImportsService { ImportsService(imports: ImportStore(ledger: service.store)) }

    func preview(_ text: String, _ user: User, _ options: Budget.ImportOptions? = nil) async throws
        -> Budget.ImportPreview
    {
        try await imports.previewImport(.init(contents: Array(text.utf8), options: options), context: user.context())
    }

    @discardableResult
    func importFile(
        _ text: String,
        _ user: User,
        _ options: Budget.ImportOptions = .init(currency: "CAD"),
        key: String? = UUID().canonical,
        name: String = "",
        leavingOutInvalid: Bool = false
    ) async throws -> Budget.Import {
        let request = Budget.CreateImportRequest(
            contents: Array(text.utf8),
            fileName: name,
            options: options,
            leaveOutInvalid: leavingOutInvalid
        )
        return try await imports.createImport(request, context: user.context(idempotencyKey: key))
    }

    func undoImport(_ made: Budget.Import, _ user: User) async throws -> Budget.Import {
        try await imports.undoImport(.init(importID: made.id), context: user.context())
    }

    /// The whole ledger but what was discarded, newest first.
    func ledger(_ user: User) async throws -> [Budget.Purchase] {
        var (found, token) = ([Budget.Purchase](), "")
        repeat {
            let answer = try await service.listPurchases(
                .init(page: .init(size: 200, token: token)),
                context: user.context()
            )
            found += answer.purchases
            token = answer.nextPageToken
        } while !token.isEmpty
        return found
    }
}

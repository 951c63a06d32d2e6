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

/// Requirement BUD-07: export then import gives the same ledger.
@Suite("A ledger that is exported and imported", .timeLimit(.minutes(5)))
struct LedgerRoundTripTests {
    @Test(
        "is the same book, and imported twice adds nothing",
        arguments: [1, 2, 3, 4],
        [Budget.LedgerFormat.csv, .json]
    )
    func sameBook(seed: UInt64, format: Budget.LedgerFormat) async throws {
        try await BudgetTestEnvironment.with { environment in
            environment.catalog.outage = Status(.unavailable, "down")
            var generator = SeededGenerator(seed: seed)
            let (owner, other) = (User(), User())
            for _ in 0..<25 { try await add(to: environment, owner, &generator) }
            let book = try await environment.ledger(owner)
            let file = try await environment.export(format, owner)
            let preview = try await environment.preview(file, other)
            #expect(preview.errors == [] && preview.newCount == Int32(book.count))
            let made = try await environment.importFile(file, other, .init(includeReceived: true))
            #expect(made.recordedCount == Int32(book.count))
            let copy = try await environment.ledger(other)
            #expect(Self.contents(of: copy) == Self.contents(of: book))
            for user in [owner, other] {
                let again = try await environment.importFile(file, user, .init(includeReceived: true))
                #expect(again.recordedCount == 0 && again.knownCount == Int32(book.count))
            }
            // The copy's own file is the same book, too.
            let third = User()
            try await environment.importFile(
                try await environment.export(format, other),
                third,
                .init(includeReceived: true)
            )
            #expect(Self.contents(of: try await environment.ledger(third)) == Self.contents(of: book))
        }
    }

    @Test("knows its own entries in OFX, too, and a copy of it does")
    func ofx() async throws {
        try await BudgetTestEnvironment.with { environment in
            environment.catalog.outage = Status(.unavailable, "down")
            let (owner, other) = (User(), User())
            try await environment.create(owner)
            try await environment.spend(owner)
            try await environment.importFile(try await environment.export(.csv, owner), other)
            let file = try await environment.export(.ofx, owner)
            for user in [owner, other] {
                let again = try await environment.importFile(file, user)
                #expect(again.recordedCount == 0 && again.knownCount == 2)
            }
        }
    }

    @Test("keeps what counts: duplicates that are undecided are so again, and equal purchases are not taken for any")
    func duplicates() async throws {
        try await BudgetTestEnvironment.with { environment in
            environment.catalog.outage = Status(.unavailable, "down")
            let (owner, other) = (User(), User())
            try await environment.create(owner)
            let second = try await environment.create(owner)
            let third = try await environment.create(owner)
            #expect(!second.duplicateOf.isEmpty)
            try await environment.edit(third, owner, .duplicate(.keep))
            let file = try await environment.export(.csv, owner)
            try await environment.importFile(file, other)
            let copy = try await environment.ledger(other)
            #expect(copy.count { !$0.duplicateOf.isEmpty } == 1)
            #expect(copy.count == 3)
        }
    }

    @Test("is no formula for spreadsheets, and discarded entries and other days are left out")
    func table() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.spend(user) { request in
                (request.name, request.note) = ("=HYPERLINK(\"http://example.org\")", "+1\n'quoted'")
            }
            let discarded = try await environment.spend(user) { $0.name = "Discarded" }
            try await environment.edit(discarded, user, .duplicate(.discard))
            try await environment.spend(user) { request in
                (request.name, request.purchasedAt) = ("Elsewhen", .init(date: "1999-01-01"))
            }
            let request = Budget.ExportLedgerRequest(format: .csv, firstDay: "2000-01-01")
            let file = try await environment.export(request, user)
            #expect(file.contains("\"'=HYPERLINK(\"\"http://example.org\"\")\"") && file.contains("\"'+1\n'quoted'\""))
            #expect(!file.contains("Discarded") && !file.contains("Elsewhen"))
            let wrong = await failure {
                try await environment.export(.init(firstDay: "2025-02-01", lastDay: "2025-01-01"), user)
            }
            #expect(wrong?.fieldViolations.map(\.field).sorted() == ["format", "last_day"])
        }
    }

    @Test("as OFX has a statement a currency, whose transactions are expenditures when they are imported")
    func statements() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (owner, other) = (User(), User())
            try await environment.create(owner)
            try await environment.spend(owner) { $0.amount = .init(minorUnits: 1_234, currency: "KWD") }
            try await environment.spend(owner) { request in
                (request.name, request.refund) = ("Tea & <cake>", true)
            }
            let file = try await environment.export(.ofx, owner)
            let made = try await environment.importFile(file, other, .init(includeReceived: true))
            #expect(made.recordedCount == 3 && made.format == .ofx)
            let copy = try await environment.ledger(other)
            let book = try await environment.ledger(owner)
            let counted = { (purchases: [Budget.Purchase]) in
                Set(purchases.map { "\($0.purchasedAt?.date ?? "") \($0.total ?? $0.computedTotal ?? .init())" })
            }
            #expect(counted(copy) == counted(book))
            #expect(copy.contains { $0.items[0].productName == "Tea & <cake>" })
        }
    }

    @Test("names the row of each entry that cannot be read", arguments: [Budget.LedgerFormat.csv, .json])
    func errors(format: Budget.LedgerFormat) async throws {
        try await BudgetTestEnvironment.with { environment in
            let (owner, other) = (User(), User())
            try await environment.spend(owner) { $0.name = "Good" }
            try await environment.spend(owner) { $0.name = "Bad" }
            let lines = try await environment.export(format, owner).split(
                omittingEmptySubsequences: false,
                whereSeparator: \.isNewline
            )
            let place = try #require(lines.firstIndex { $0.contains("Bad") })
            let file = lines.map { $0.contains("Bad") ? String($0).replacing("CAD", with: "DOLLAR") : String($0) }
                .joined(separator: "\n")
            let preview = try await environment.preview(file, other)
            #expect(preview.errors.map(\.line) == [Int32(place + 1)])
            #expect(preview.entries.map(\.name) == ["Good"])
        }
    }

    // MARK: Random ledgers

    private static let texts = [
        "Bread", "=1+1", "+33 1", "-", "@home", "'t Hooft", "a,b;c", "\"quoted\"", "Œufs & crème brûlée", "日本語", "👨‍👩‍👧 🥖",
        "e\u{301}",
        "<b>&amp;</b>", "NULL", "0012", "tab\there", "  spaces  ", "\\", "ends with '",
    ]
    private static let currencies = ["CAD", "JPY", "KWD", "EUR", "XXX"]

    private func add(
        to environment: BudgetTestEnvironment,
        _ user: User,
        _ generator: inout SeededGenerator
    ) async throws {
        func any<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: 0..<elements.count, using: &generator)]
        }
        func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
        let time = Common.LocalDateTime(
            date: "2025-0\(number(1...9))-\(number(10...28))",
            time: any(["", "00:00", "17:42"]),
            timeZone: any(["", "America/Vancouver"])
        )
        let note = any(["", any(Self.texts), "Two\nlines, \"quoted\"", "=SUM(A1)\n\n- x"])
        let currency = any(Self.currencies)
        if currency != "XXX", Bool.random(using: &generator) {
            try await environment.spend(user) { request in
                request.name = any(Self.texts)
                request.amount = .init(minorUnits: number(1...9_000_000), currency: currency)
                request.purchasedAt = time
                (request.place, request.note) = (any(["", any(Self.texts)]), note)
                (request.category, request.categorySymbol) = any([("", ""), ("eating-out", "🍽️")])
                request.refund = number(0...3) == 0
            }
            return
        }
        func money(_ range: ClosedRange<Int64>) -> Common.Money { .init(minorUnits: number(range), currency: currency) }
        try await environment.create(user) { request in
            (request.storeName, request.storeAddress) = (any(["", any(Self.texts)]), any(["", any(Self.texts)]))
            request.purchasedAt = number(0...5) == 0 ? nil : time
            (request.currency, request.note) = (currency, note)
            request.items = (0..<Int(number(0...4))).map { _ in
                let isReturned = number(0...4) == 0
                return Budget.NewItem(
                    name: any(Self.texts),
                    quantityThousandths: number(1...5_000),
                    unit: any(["each", "kg", "l"]),
                    unitPrice: number(0...1) == 0 ? nil : money(0...500),
                    amount: money(0...90_000),
                    discount: number(0...2) == 0 ? money(-50...0) : nil,
                    returned: isReturned
                )
            }
            let needsTotal = request.items.isEmpty
            request.taxes = number(0...1) == 0 ? [] : [.init(label: any(Self.texts), amount: money(0...500))]
            request.total = needsTotal || number(0...1) == 0 ? money(0...200_000) : nil
            request.subtotal = number(0...2) == 0 ? money(0...200_000) : nil
        }
    }

    /// What a ledger says, without what identifies its entries, in one order.
    private static func contents(of ledger: [Budget.Purchase]) -> [String] {
        ledger.map { purchase in
            var purchase = purchase
            (purchase.id, purchase.recordedAt, purchase.awaitsMatching) = ("", nil, false)
            purchase.duplicateOf = purchase.duplicateOf.isEmpty ? "" : "another one"
            for index in purchase.items.indices { purchase.items[index].id = "" }
            return "\(purchase)"
        }.sorted()
    }
}

extension BudgetTestEnvironment {
    func export(_ format: Budget.LedgerFormat, _ user: User) async throws -> String {
        try await export(.init(format: format), user)
    }

    func export(_ request: Budget.ExportLedgerRequest, _ user: User) async throws -> String {
        var bytes: [UInt8] = []
        try await withChannel(of: user, to: imports.handlers) { channel in
            try await Budget.ImportsClient(channel: channel).exportLedger(request) { chunks in
                for try await chunk in chunks { bytes += chunk.contents }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

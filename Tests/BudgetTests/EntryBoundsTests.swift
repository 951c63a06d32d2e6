import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirements BUD-01, BUD-02 and BUD-07, for days and amounts that nobody means.
@Suite("Days that are too far off, and amounts that are too large", .timeLimit(.minutes(5)))
struct EntryBoundsTests {
    /// The last day of the environment's bounds, and the next one.
    private static let (last, next) = ("2027-06-11", "2027-06-12")

    /// The largest amount in Canadian dollars: 9,999,999,999.99.
    private static let most: Int64 = 999_999_999_999

    @Test("end a year from today wherever its owner is, and with ten digits before the decimals of a currency")
    func bounds() {
        #expect(BudgetTestEnvironment.bounds.lastDay.text == Self.last)
        for (code, most) in [
            ("CAD", Self.most), ("JPY", 9_999_999_999), ("KWD", 9_999_999_999_999), ("XXX", Self.most),
        ] {
            #expect(!EntryBounds.isTooLarge(most, code) && !EntryBounds.isTooLarge(-most, code))
            #expect(EntryBounds.isTooLarge(most + 1, code) && EntryBounds.isTooLarge(-most - 1, code))
        }
        #expect(EntryBounds.isTooLarge(.min, "CAD") && EntryBounds.isTooLarge(.max, ""))
    }

    @Test(
        "are followed by a limit of entries, beyond which nothing is typed in, imported or due, but photos are recorded"
    )
    func entries() async throws {
        try await BudgetTestEnvironment.with { environment in
            var bounds = BudgetTestEnvironment.bounds
            bounds.entries = 5
            let (environment, user) = (environment.instance(try .test, within: bounds), User())
            let statement = "date,amount,name\n2023-10-01,-2.00,Tea\n2023-10-02,-3.00,Cake\n"
            try await environment.importFile(statement, user)
            // Three months of rent are due.
            try await environment.addRecurring(user)
            func expectFull(_ status: Status?) {
                #expect(status?.code == .failedPrecondition && status?.reason == "LEDGER_FULL")
            }
            expectFull(await failure { try await environment.spend(user) })
            expectFull(await failure { try await environment.create(user) })
            expectFull(await failure { try await environment.addRecurring(user) })
            expectFull(
                await failure { try await environment.importFile("date,amount,name\n2023-10-03,-4.00,Pie\n", user) }
            )
            let kept = try await environment.count("purchases")
            #expect(kept == 5)
            try await environment.spend(User())
            // What is discarded stays in the ledger, for its owner to bring it back.
            try await environment.edit(try await environment.record(user), user, .duplicate(.discard))
            expectFull(await failure { try await environment.spend(user) })
        }
    }

    @Test("are refused of expenditures in a sentence")
    func expenditures() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let spent = try await environment.spend(user) { request in
                (request.amount, request.purchasedAt) = (.cad(Self.most), .init(date: Self.last))
            }
            #expect(spent.computedTotal == .cad(Self.most) && spent.purchasedAt?.date == Self.last)
            for day in [Self.next, "9999-12-31"] {
                let status = await failure {
                    try await environment.spend(user) { request in
                        (request.amount, request.purchasedAt) = (.cad(Self.most + 1), .init(date: day))
                    }
                }
                #expect(
                    status?.fieldViolations.map(\.description) == [
                        "purchased_at.date must not be later than a year from today.",
                        "amount must have at most 10 digits before the decimals.",
                    ]
                )
            }
            #expect(
                await failure { try await environment.spend(user) { $0.purchasedAt = .init(date: "1899-12-31") } }
                    != nil
            )
        }
    }

    @Test("are refused of purchases that are typed in, in all amounts")
    func purchases() async throws {
        try await BudgetTestEnvironment.with { environment in
            let large = Common.Money.cad(Self.most + 1)
            let status = await failure {
                try await environment.create(User()) { request in
                    request.purchasedAt = .init(date: Self.next)
                    (request.items[0].amount, request.items[0].unitPrice) = (large, large)
                    request.items[0].discount = .cad(-Self.most - 1)
                    request.taxes[0].amount = large
                    (request.subtotal, request.total) = (large, large)
                }
            }
            #expect(
                status?.fieldViolations.map(\.field) == [
                    "purchased_at.date", "items[0].amount", "items[0].unit_price", "items[0].discount",
                    "taxes[0].amount", "subtotal", "total",
                ]
            )
        }
    }

    @Test("are refused of edits and corrections, which leave others as they were read")
    func edits() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            // A receipt is recorded as it was read.
            let purchase = try await environment.record(user) { purchase in
                purchase.purchasedAt = .init(date: "9999-12-31")
                purchase.items[0].amount = .cad(Self.most + 1)
            }
            #expect(purchase.purchasedAt?.date == "9999-12-31")
            let large = Common.Money.cad(Self.most + 1)
            let id = purchase.items[0].id
            let status = await failure {
                try await environment.edit(
                    purchase,
                    user,
                    version: purchase.version,
                    .date(.init(value: Self.next)),
                    .item(.init(itemID: id, amount: large)),
                    .newItem(.init(name: "Bread", amount: large)),
                    .total(.init(value: large)),
                    .taxes(.init(taxes: [.init(label: "GST", amount: large)]))
                )
            }
            #expect(
                status?.fieldViolations.map(\.field) == [
                    "edits[0].date", "edits[1].item.amount", "edits[2].new_item.amount", "edits[3].total",
                    "edits[4].taxes.taxes[0].amount",
                ]
            )
            let corrected = await failure {
                let request = Budget.CorrectItemRequest(purchaseID: purchase.id, itemID: id, amount: large)
                return try await environment.service.correctItem(request, context: user.context())
            }
            #expect(corrected?.fieldViolations.map(\.field) == ["amount"])
            let noted = try await environment.edit(purchase, user, .note(.init(value: "As printed")))
            #expect(noted.purchasedAt?.date == "9999-12-31" && noted.items[0].amount == large)
            let dated = try await environment.edit(purchase, user, .date(.init(value: Self.last)))
            #expect(dated.purchasedAt?.date == Self.last)
        }
    }

    @Test("are errors of their lines in files that are imported, but not in those that Larder has written")
    func imports() throws {
        func read(_ text: String) throws -> ReadFile {
            try ImportedFile(Array(text.utf8)).read(
                nil,
                currency: "CAD",
                for: UUID(),
                within: BudgetTestEnvironment.bounds
            )
        }
        func problems(_ text: String) throws -> [String] {
            let file = try read(text)
            #expect(file.entries.count == 1)
            return file.invalid.map { "\($0.line): \($0.problem.text.english)" }
        }
        let table = """
            date,name,amount
            2025-03-09,Tea,-1.00
            9999-12-31,Tea,-1.00
            2025-03-09,Gold,-12345678901.00
            """
        #expect(
            try problems(table) == [
                "3: 9999-12-31 is later than a year from today.",
                "4: An amount has more than 10 digits before the decimals.",
            ]
        )
        func entry(_ day: String, _ amount: Int64) throws -> String {
            try LedgerDocument.entry(
                .init(
                    purchasedAt: .init(date: day),
                    currency: "CAD",
                    items: [.init(productName: "Tea", quantityThousandths: 1_000, unit: "each", amount: .cad(amount))],
                    kind: .expenditure
                )
            )
        }
        // What has been in a ledger, as a receipt had it, comes into another one.
        let entries = try [entry("2025-03-09", 100), entry(Self.next, 100), entry("2025-03-09", Self.most + 1)]
        let own = LedgerDocument.beginning + entries.joined(separator: ",\n") + LedgerDocument.end
        #expect(try read(own).entries.count == 3)
    }

    @Test("are refused of the amounts of recurring expenditures, whose days may be further off")
    func recurring() throws {
        var validator = FieldValidator()
        let terms = Budget.RecurringTerms(
            expenditure: .init(name: "Rent", amount: .cad(Self.most + 1), purchasedAt: .init(date: "2025-03-09")),
            unit: .month,
            lastDay: "2099-12-31"
        )
        _ = RecurringTerms(
            validating: terms,
            at: Date(timeIntervalSince1970: 1_741_500_000),
            &validator
        )
        let status = #expect(throws: Status.self) { try validator.finish() }
        #expect(status?.fieldViolations.map(\.field) == ["terms.expenditure.amount"])
    }
}

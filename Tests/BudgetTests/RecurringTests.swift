import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Expenditures that come again. The clock begins on 2023-11-14, 22:13 UTC.
@Suite("Recurring expenditures", .timeLimit(.minutes(5)))
struct RecurringTests {
    // MARK: Rejections

    @Test("are rejected with all violations, and nothing is stored")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            func fields(_ terms: Budget.RecurringTerms?, key: String? = "key") async -> [String]? {
                await failure {
                    try await environment.recurring.createRecurring(
                        .init(terms: terms),
                        context: User().context(idempotencyKey: key)
                    )
                }?.fieldViolations.map(\.field).sorted()
            }
            #expect(await fields(nil, key: nil)?.contains("terms") == true)
            var terms = Budget.RecurringTerms.rent
            (terms.unit, terms.every, terms.lastDay) = (.unspecified, 100, "2023-08-30")
            terms.expenditure?.name = ""
            terms.expenditure?.purchasedAt?.time = "10:00"
            #expect(
                await fields(terms, key: nil) == [
                    "idempotency-key", "terms.every", "terms.expenditure.name", "terms.expenditure.purchased_at.time",
                    "terms.last_day", "terms.unit",
                ]
            )
            terms = .rent
            for (day, field) in [("2022-11-01", "date"), ("", "date"), ("31.1.2024", "date")] {
                terms.expenditure?.purchasedAt?.date = day
                #expect(await fields(terms)?.contains("terms.expenditure.purchased_at.\(field)") == true)
            }
            terms = .rent
            terms.lastDay = "soon"
            #expect(await fields(terms) == ["terms.last_day"])
            let (count, purchases) = (
                try await environment.count("recurring"), try await environment.count("purchases")
            )
            #expect(count == 0 && purchases == 0)
        }
    }

    @Test("of others are not found, and a change of one that was changed since is rejected")
    func conflicts() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let rent = try await environment.addRecurring(user)
            var request = Budget.ChangeRecurringRequest(recurringID: rent.id, expectedVersion: 1, terms: .rent)
            let stranger = await failure {
                try await environment.recurring.changeRecurring(request, context: User().context())
            }
            #expect(stranger == .notFound("recurring expenditure"))
            request.terms?.every = 2
            let changed = try await environment.recurring.changeRecurring(request, context: user.context())
            #expect(changed.version == 2 && changed.terms?.every == 2)
            let late = await failure {
                try await environment.recurring.changeRecurring(request, context: user.context())
            }
            #expect(late?.code == .aborted)
        }
    }

    @Test("are at most 100 of a user")
    func limit() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for _ in 0..<RecurringExpenditure.limit { try await environment.addRecurring(user) { $0.startingLater() } }
            let status = await failure { try await environment.addRecurring(user) }
            #expect(status?.reason == "TOO_MANY_RECURRING_EXPENDITURES")
            let purchases = try await environment.count("purchases")
            #expect(purchases == 0)
        }
    }

    // MARK: Recording

    @Test("are recorded at once for the days that have come, and once for each day that comes, after outages, too")
    func recording() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let rent = try await environment.addRecurring(user)
            #expect(rent.recordedDay == "2023-10-31" && rent.nextDay == "2023-11-30")
            #expect(try await environment.days(user) == ["2023-10-31", "2023-09-30", "2023-08-31"])
            try await environment.recorder.recordAll()
            let unchanged = try await environment.days(user).count
            #expect(unchanged == 3)
            // It is the 30th in Vancouver at 08:00 UTC.
            environment.clock.advance(by: 15 * 86_400 + 9 * 3_600)
            try await environment.recorder.recordAll()
            let early = try await environment.days(user).count
            #expect(early == 3)
            environment.clock.advance(by: 3_600)
            try await environment.recorder.recordAll()
            #expect(try await environment.days(user).first == "2023-11-30")
            // Nothing ran for three months.
            environment.clock.advance(by: 92 * 86_400)
            async let one: Void = environment.recorder.recordAll()
            async let other: Void = environment.recorder.recordAll()
            _ = try await (one, other)
            #expect(
                try await environment.days(user) == [
                    "2024-02-29", "2024-01-31", "2023-12-31", "2023-11-30", "2023-10-31", "2023-09-30", "2023-08-31",
                ]
            )
            let newest = try #require(try await environment.purchases(user).first)
            #expect(newest.recurringID == rent.id && newest.kind == .expenditure && newest.state == .confirmed)
            #expect(newest.items.first?.productName == "Rent" && newest.computedTotal == .cad(150_000))
            // What was recorded is an expenditure like any other, which knows where it is from after an undo, too.
            try await environment.edit(newest, user, .note(.init(value: "late")))
            let undone = try await environment.undo(newest, user)
            #expect(undone.purchase?.recurringID == rent.id)
        }
    }

    @Test("end on their last day, and go on with another amount from the next day when they are changed")
    func changes() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let rent = try await environment.addRecurring(user)
            var terms = Budget.RecurringTerms.rent
            terms.expenditure?.amount = .cad(160_000)
            terms.lastDay = "2023-12-31"
            let changed = try await environment.recurring.changeRecurring(
                .init(recurringID: rent.id, terms: terms),
                context: user.context()
            )
            #expect(changed.nextDay == "2023-11-30")
            environment.clock.advance(by: 365 * 86_400)
            try await environment.recorder.recordAll()
            let amounts = try await environment.purchases(user).map { $0.computedTotal?.minorUnits }
            #expect(amounts == [160_000, 160_000, 150_000, 150_000, 150_000])
            let ended = try await environment.listRecurring(user)
            #expect(ended.map(\.nextDay) == [""] && ended.map(\.recordedDay) == ["2023-12-31"])
        }
    }

    @Test("that are removed are recorded no more, and go on when that is undone; what was recorded stays")
    func removal() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let rent = try await environment.addRecurring(user)
            let removed = try await environment.recurring.removeRecurring(
                .init(recurringID: rent.id),
                context: user.context()
            )
            #expect(removed.removed && removed.nextDay.isEmpty)
            let again = try await environment.recurring.removeRecurring(
                .init(recurringID: rent.id),
                context: user.context()
            )
            #expect(again == removed)
            environment.clock.advance(by: 31 * 86_400)
            try await environment.recorder.recordAll()
            let (listed, recorded) = (try await environment.listRecurring(user), try await environment.days(user))
            #expect(listed.isEmpty && recorded.count == 3)
            let back = try await environment.recurring.undoRecurring(
                .init(recurringID: rent.id),
                context: user.context()
            )
            #expect(!back.removed && back.recordedDay == "2023-11-30" && back.terms == rent.terms)
            #expect(try await environment.days(user).count == 4)
            let nothing = await failure {
                try await environment.recurring.undoRecurring(.init(recurringID: rent.id), context: user.context())
            }
            #expect(nothing?.reason == "NOTHING_TO_UNDO")
        }
    }

    @Test("of somebody whose key is erased make no key again")
    func erased() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addRecurring(user)
            try await environment.owner.execute("DELETE FROM person_keys")
            environment.clock.advance(by: 31 * 86_400)
            let other = environment.instance(try .test)
            try await other.recorder.recordAll()
            let (keys, recorded) = (
                try await environment.count("person_keys"), try await environment.count("purchases")
            )
            #expect(keys == 0 && recorded == 3)
        }
    }

    @Test("are added once for their key")
    func repeated() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.addRecurring(user, key: "k")
            let second = try await environment.addRecurring(user, key: "k")
            let recorded = try await environment.days(user)
            #expect(first == second && recorded.count == 3)
        }
    }

    @Test("are shown to those who watch them when they are added, recorded and removed")
    func watching() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.withChannel(of: user, to: environment.recurring.handlers) { channel in
                let client = Budget.RecurringClient(channel: channel)
                try await client.watchRecurring(.init()) { updates in
                    #expect(try await updates.next()?.reset == true)
                    let rent = try await environment.addRecurring(user)
                    #expect(try await updates.next()?.recurring.map(\.id) == [rent.id])
                    environment.clock.advance(by: 31 * 86_400)
                    try await environment.recorder.recordAll()
                    #expect(try await updates.next()?.recurring.map(\.recordedDay) == ["2023-11-30"])
                    _ = try await environment.recurring.removeRecurring(
                        .init(recurringID: rent.id),
                        context: user.context()
                    )
                    #expect(try await updates.next()?.recurring.map(\.removed) == [true])
                }
            }
        }
    }

    // MARK: Days

    @Test(
        "are due at their distance, on the last day of shorter months",
        arguments: [
            (Recurrence.Unit.day, 3, "2024-02-27", ["2024-02-27", "2024-03-01", "2024-03-04"]),
            (.week, 2, "2023-12-25", ["2023-12-25", "2024-01-08", "2024-01-22"]),
            (.month, 1, "2024-01-31", ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"]),
            (.month, 5, "2023-08-31", ["2023-08-31", "2024-01-31", "2024-06-30"]),
            (.year, 1, "2024-02-29", ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
        ]
    )
    func days(unit: Recurrence.Unit, every: Int, first: String, days: [String]) throws {
        let firstDay = try #require(CalendarDay(first))
        let recurrence = Recurrence(unit: unit, every: every, firstDay: firstDay, lastDay: nil)
        var found: [CalendarDay] = []
        while found.count < days.count, let day = recurrence.next(after: found.last) { found.append(day) }
        #expect(found.map(\.text) == days)
        // After any day it is the first one that follows.
        let last = try #require(found.last)
        for day in stride(from: firstDay.advanced(by: -3), to: last, by: 1) {
            #expect(recurrence.next(after: day) == found.first { $0 > day })
        }
    }

    @Test("have no day after their last one, nor after the end of the calendar")
    func end() throws {
        let day = try #require(CalendarDay("2024-01-31"))
        let next = try #require(CalendarDay("2024-02-28"))
        #expect(Recurrence(unit: .month, every: 1, firstDay: day, lastDay: next).next(after: day) == nil)
        #expect(Recurrence(unit: .month, every: 1, firstDay: day, lastDay: day).next(after: nil) == day)
        let last = try #require(CalendarDay("9999-12-31"))
        #expect(Recurrence(unit: .year, every: 99, firstDay: day, lastDay: nil).next(after: last) == nil)
    }
}

extension Budget.RecurringTerms {
    /// 1,500.00 on the last day of each month since August 2023.
    fileprivate static var rent: Budget.RecurringTerms {
        .init(
            expenditure: .init(
                name: "Rent",
                amount: .cad(150_000),
                category: "housing",
                purchasedAt: .init(date: "2023-08-31", timeZone: "America/Vancouver")
            ),
            unit: .month
        )
    }

    fileprivate mutating func startingLater() { expenditure?.purchasedAt?.date = "2024-01-31" }
}

extension BudgetTestEnvironment {
    fileprivate var store: RecurringStore { RecurringStore(ledger: service.store) }

    fileprivate var recurring: RecurringService { RecurringService(store: store, list: recurringList) }

    fileprivate var recorder: RecurringRecorder {
        RecurringRecorder(store: store, log: TestDatabase.quietLogger, pageSize: 2)
    }

    @discardableResult
    func addRecurring(
        _ user: User,
        key: String = UUID().canonical,
        adjust: (inout Budget.RecurringTerms) -> Void = { _ in }
    ) async throws -> Budget.RecurringExpenditure {
        var terms = Budget.RecurringTerms.rent
        adjust(&terms)
        return try await recurring.createRecurring(.init(terms: terms), context: user.context(idempotencyKey: key))
    }

    @discardableResult
    func removeRecurring(_ recurring: Budget.RecurringExpenditure, _ user: User) async throws
        -> Budget.RecurringExpenditure
    {
        try await self.recurring.removeRecurring(.init(recurringID: recurring.id), context: user.context())
    }

    fileprivate func listRecurring(_ user: User) async throws -> [Budget.RecurringExpenditure] {
        try await recurring.listRecurring(.init(), context: user.context()).recurring
    }

    /// What is in the ledger, newest first.
    fileprivate func purchases(_ user: User) async throws -> [Budget.Purchase] {
        try await service.listPurchases(.init(), context: user.context()).purchases
    }

    fileprivate func days(_ user: User) async throws -> [String] {
        try await purchases(user).map { $0.purchasedAt?.date ?? "" }
    }
}

import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("Merging the edits of devices", .timeLimit(.minutes(5)))
struct MergingTests {
    private typealias Edit = Budget.PurchaseEdit.Edit

    /// Runs `body` with a purchase that was recorded an hour ago, as every device of its owner has seen it.
    private func with(
        _ body: (BudgetTestEnvironment, User, Budget.Purchase) async throws -> Void
    ) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            environment.clock.advance(by: 3_600)
            try await body(environment, user, purchase)
        }
    }

    private func time(_ text: String) -> Edit { .time(.init(value: text)) }

    // MARK: What is refused

    @Test("is rejected with an expected version, and for what is no version")
    func versions() async throws {
        try await with { environment, user, purchase in
            for (base, expected) in [(1, 1), (1, 2), (-1, 0), (.min, 0)] as [(Int64, Int64)] {
                let request = Budget.EditPurchaseRequest(
                    purchaseID: purchase.id,
                    expectedVersion: expected,
                    edits: [.init(edit: time("10:00"))],
                    baseVersion: base
                )
                let status = await failure {
                    try await environment.service.editPurchase(request, context: user.context())
                }
                #expect(status?.code == .invalidArgument)
                #expect(status?.fieldViolations.map(\.field) == ["base_version"])
            }
            let present = try await environment.get(purchase.id, user)
            #expect(present == purchase)
        }
    }

    @Test("needs an idempotency key to add an item, which has no other protection from being added twice")
    func key() async throws {
        try await with { environment, user, purchase in
            let bread = Edit.newItem(.init(name: "Bread", amount: .cad(325)))
            let status = await failure { try await environment.merge(purchase, user, key: nil, bread) }
            #expect(status?.fieldViolations.map(\.field) == ["idempotency-key"])
            let present = try await environment.get(purchase.id, user)
            #expect(present == purchase)
        }
    }

    @Test("is refused on a version that doesn't exist yet, and changes nothing")
    func future() async throws {
        try await with { environment, user, purchase in
            let status = await failure { try await environment.merge(purchase.inVersion(2), user, time("10:00")) }
            #expect(status?.code == .aborted)
            #expect(status?.reason == "VERSION_CONFLICT")
            #expect(status?.message.contains("it is at version 1") == true)
            let present = try await environment.get(purchase.id, user)
            #expect(present == purchase)
        }
    }

    @Test("rejects what doesn't fit the version that the device has seen, and finds nobody else's purchase")
    func invalid() async throws {
        try await with { environment, user, purchase in
            let present = try await environment.edit(purchase, user, .date(.init(value: "2025-03-08")))
            let wrong = await failure { try await environment.merge(purchase, user, time("25:00")) }
            #expect(wrong?.fieldViolations.map(\.field) == ["edits[0].time"])
            #expect(await failure { try await environment.merge(purchase, User(), time("10:00")) }?.code == .notFound)
            #expect(try await environment.get(purchase.id, user) == present)
        }
    }

    @Test("is refused once the purchase is discarded")
    func discarded() async throws {
        try await with { environment, user, purchase in
            let discarded = try await environment.edit(purchase, user, .duplicate(.discard))
            let status = await failure { try await environment.merge(purchase, user, time("10:00")) }
            #expect(status?.code == .failedPrecondition)
            #expect(try await environment.get(purchase.id, user) == discarded)
        }
    }

    @Test("of a purchase that is discarded already may discard it once more, and is no change")
    func discardedTwice() async throws {
        try await with { environment, user, purchase in
            let discarded = try await environment.edit(purchase, user, .duplicate(.discard))
            #expect(try await environment.merge(purchase, user, .duplicate(.discard)) == discarded)
        }
    }

    @Test("has the later of two decisions about a duplicate count", arguments: [true, false])
    func decisions(isDiscardedLast: Bool) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.record(user)
            let purchase = try await environment.record(user)
            try #require(!purchase.duplicateOf.isEmpty)
            environment.clock.advance(by: 3_600)
            try await environment.merge(purchase, user, at: 20, .duplicate(.keep))
            let merged = try await environment.merge(
                purchase,
                user,
                at: isDiscardedLast ? 30 : 10,
                .duplicate(.discard)
            )
            #expect(merged.state == (isDiscardedLast ? .discarded : .toVerify))
        }
    }

    @Test("is refused when more has been changed since than is merged")
    func tooManyChanges() async throws {
        try await with { environment, user, purchase in
            var present = purchase
            for number in 0..<50 { present = try await environment.edit(present, user, time("11:\(10 + number)")) }
            let note = Edit.note(.init(value: "Late"))
            #expect(try await environment.merge(purchase, user, note).note == "Late")
            let status = await failure { try await environment.merge(purchase, user, note) }
            #expect(status?.code == .aborted && status?.reason == "VERSION_CONFLICT")
        }
    }

    @Test("is refused when there would be more versions to choose from than are kept, and changes nothing")
    func limit() async throws {
        try await with { environment, user, purchase in
            try await environment.merge(purchase, user, at: 3_000, time("10:00"))
            for number in 0..<50 {
                try await environment.merge(purchase, user, at: Int64(number), time("11:\(10 + number)"))
            }
            let full = try await environment.get(purchase.id, user)
            #expect(full.conflicts.count == 50)
            let status = await failure { try await environment.merge(purchase, user, at: 60, time("12:00")) }
            #expect(status?.code == .aborted)
            #expect(status?.reason == "VERSION_CONFLICT")
            #expect(try await environment.get(purchase.id, user) == full)
            // Who has seen the purchase as it is changes it all the same.
            #expect(try await environment.merge(full, user, time("12:00")).purchasedAt?.time == "12:00")
        }
    }

    // MARK: Fields

    @Test("on the present version, or on none, is an edit as any other")
    func plain() async throws {
        try await with { environment, user, purchase in
            let first = try await environment.merge(purchase, user, time("10:00"))
            #expect(first.version == 2 && first.purchasedAt?.time == "10:00" && first.conflicts.isEmpty)
            let second = try await environment.merge(first.inVersion(0), user, time("11:00"))
            #expect(second.version == 3 && second.purchasedAt?.time == "11:00" && second.conflicts.isEmpty)
            let third = try await environment.merge(second, user, time("11:00"))
            #expect(third == second)
        }
    }

    @Test("keeps what two devices have changed in different fields")
    func differentFields() async throws {
        try await with { environment, user, purchase in
            try await environment.merge(
                purchase,
                user,
                at: 20,
                time("10:00"),
                .note(.init(value: "By bus")),
                .taxes(.init(taxes: [.init(label: "HST", amount: .cad(50))]))
            )
            let merged = try await environment.merge(
                purchase,
                user,
                at: 10,
                .date(.init(value: "2025-03-08")),
                .storeAddress(.init(value: "1 Main Street")),
                .total(.init(value: .cad(900)))
            )
            #expect(merged.purchasedAt == .init(date: "2025-03-08", time: "10:00", timeZone: "America/Vancouver"))
            #expect(merged.note == "By bus" && merged.storeAddress == "1 Main Street")
            #expect(merged.taxes.map(\.label) == ["HST"] && merged.total == .cad(900))
            #expect(merged.conflicts.isEmpty)
            #expect(try await environment.get(purchase.id, user) == merged)
        }
    }

    /// The order in which two versions arrive: the newer of 30 s and the older of 20 s.
    @Test("shows the newest version of a field and keeps the other, whichever comes first", arguments: [true, false])
    func sameField(isOlderFirst: Bool) async throws {
        try await with { environment, user, purchase in
            let versions: [(Int64, String)] = [(20, "10:00"), (30, "11:00")]
            for (seconds, text) in isOlderFirst ? versions : versions.reversed() {
                try await environment.merge(purchase, user, at: seconds, time(text))
            }
            let present = try await environment.get(purchase.id, user)
            #expect(present.purchasedAt?.time == "11:00")
            let conflict = try #require(present.conflicts.first)
            #expect(present.conflicts.count == 1)
            #expect(conflict.changes == ["Time: 11:00 → 10:00"])
            #expect(conflict.madeAt == purchase.time(after: 20))
            #expect(conflict.edit == .init(edit: time("10:00")))
            let french = try await inFrench { try await environment.get(purchase.id, user).conflicts.map(\.changes) }
            #expect(french == [["Heure\u{A0}: 11:00 → 10:00"]])
        }
    }

    @Test("shows the one that arrives last of two that were made at the same time, and equal ones are none to choose")
    func sameTime() async throws {
        try await with { environment, user, purchase in
            try await environment.merge(purchase, user, at: 20, time("10:00"))
            let equal = try await environment.merge(purchase, user, at: 30, time("10:00"))
            #expect(equal.conflicts.isEmpty && equal.version == 2)
            let other = try await environment.merge(purchase, user, at: 20, time("11:00"))
            #expect(other.purchasedAt?.time == "11:00")
            #expect(other.conflicts.map(\.changes) == [["Time: 11:00 → 10:00"]])
        }
    }

    @Test("keeps the versions of many devices, the oldest first")
    func order() async throws {
        try await with { environment, user, purchase in
            for seconds in [50, 10, 40, 20, 30] as [Int64] {
                try await environment.merge(purchase, user, at: seconds, .note(.init(value: "Note of \(seconds)")))
            }
            let present = try await environment.get(purchase.id, user)
            #expect(present.note == "Note of 50")
            #expect(present.conflicts.map(\.madeAt) == [10, 20, 30, 40].map { purchase.time(after: $0) })
            #expect(
                present.conflicts.map(\.edit)
                    == [10, 20, 30, 40].map { seconds in
                        .init(edit: .note(.init(value: "Note of \(seconds)")))
                    }
            )
        }
    }

    @Test("takes the time from the device, but not before what it has seen, and not in the future")
    func bounds() async throws {
        try await with { environment, user, purchase in
            let late = try await environment.merge(purchase, user, at: 1_000_000, time("10:00"))
            let early = try await environment.merge(purchase, user, at: -1_000_000, time("11:00"))
            #expect(early.purchasedAt?.time == "10:00")
            #expect(early.conflicts.map(\.madeAt) == [purchase.recordedAt])
            let between = try await environment.merge(late, user, at: 20, .date(.init(value: "2025-03-08")))
            let unsaid = try await environment.merge(between, user, .storeAddress(.init(value: "1 Main Street")))
            #expect(unsaid.version == 5)
            let now = purchase.time(after: 3_600)
            #expect(
                try await environment.steps(purchase, user).map(\.madeAt) == [now, now, purchase.recordedAt, now]
            )
        }
    }

    @Test("happens once per idempotency key, however often it is sent")
    func once() async throws {
        try await with { environment, user, purchase in
            try await environment.merge(purchase, user, at: 20, time("10:00"))
            let bread = Edit.newItem(.init(name: "Bread", amount: .cad(325)))
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await environment.merge(
                            purchase,
                            user,
                            at: 10,
                            key: "key",
                            .time(.init(value: "11:00")),
                            bread
                        )
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0 == answers[0] })
            let present = try await environment.get(purchase.id, user)
            #expect(present.items.count == 4 && present.conflicts.count == 1 && present.version == 3)
        }
    }

    @Test("has no conflict with what catalog has found meanwhile")
    func automatic() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.outage = Status(.unavailable, "nobody there")
            let unmatched = Budget.Unmatched(store: true, receiptLines: [2])
            let purchase = try await environment.record(user, unmatched: unmatched) { purchase in
                (purchase.storeID, purchase.items[1].receiptLine) = ("", 2)
            }
            environment.clock.advance(by: 3_600)
            try await environment.merge(purchase, user, at: 10, .note(.init(value: "By bus")))
            environment.catalog.outage = nil
            try await environment.match(purchase, user)
            let bananas = purchase.items[1].id
            let merged = try await environment.merge(
                purchase,
                user,
                at: 20,
                .item(.init(itemID: bananas, quantity: .init(thousandths: 2_000))),
                time("10:00")
            )
            #expect(merged.conflicts.isEmpty && merged.version == 4)
            #expect(merged.storeID == TestCatalog.storeID && merged.note == "By bus")
            #expect(merged.items[1].productID == TestCatalog.product)
            #expect(merged.items[1].quantityThousandths == 2_000)
            // A name that its owner gives counts, whatever catalog says.
            let named = try await environment.merge(
                purchase,
                user,
                at: 30,
                .item(.init(itemID: bananas, name: .init(value: "Plantains")))
            )
            #expect(named.items[1].productName == "Plantains" && named.conflicts.isEmpty)
        }
    }

    @Test("merges expenditures, which stay what they are")
    func expenditures() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let coffee = try await environment.spend(user)
            environment.clock.advance(by: 3_600)
            let item = coffee.items[0].id
            func amount(_ cents: Int64) -> Edit { .item(.init(itemID: item, amount: .cad(cents))) }
            try await environment.merge(coffee, user, at: 20, amount(1_600), .note(.init(value: "Alone")))
            let merged = try await environment.merge(
                coffee,
                user,
                at: 30,
                amount(1_700),
                .item(.init(itemID: item, name: .init(value: "Tea")))
            )
            #expect(merged.items.map(\.amount) == [.cad(1_700)] && merged.computedTotal == .cad(1_700))
            #expect(merged.items.map(\.productName) == ["Tea"] && merged.note == "Alone")
            #expect(merged.conflicts.map(\.changes) == [["“Tea” amount: 17.00 → 16.00"]])
            let removal = Edit.itemRemoval(.init(itemID: item))
            #expect(await failure { try await environment.merge(coffee, user, removal) }?.code == .invalidArgument)
            let chosen = try await environment.choose(merged.conflicts[0], of: merged, user, takesOther: true)
            #expect(chosen.items.map(\.amount) == [.cad(1_600)] && chosen.conflicts.isEmpty)
        }
    }

    // MARK: History

    @Test("is told in the history in the reader's language, and undone exactly, with the versions to choose from")
    func history() async throws {
        try await with { environment, user, purchase in
            let first = try await environment.merge(purchase, user, at: 20, time("10:00"))
            let second = try await environment.merge(purchase, user, at: 30, time("11:00"))
            let third = try await environment.merge(purchase, user, at: 10, time("12:00"))
            let last = try await environment.choose(third.conflicts[1], of: third, user, takesOther: true)
            #expect(last.purchasedAt?.time == "10:00")
            #expect(
                try await environment.steps(purchase, user).map(\.changes) == [
                    ["Time: 11:00 → 10:00", "Chosen between two versions"],
                    ["Another device’s version is kept for choice"],
                    ["Time: 10:00 → 11:00", "Another device’s version is kept for choice"], ["Time: 17:42 → 10:00"],
                ]
            )
            let french = try await inFrench { try await environment.steps(purchase, user).map(\.changes) }
            #expect(
                french.prefix(2) == [
                    ["Heure\u{A0}: 11:00 → 10:00", "Choix fait entre deux versions"],
                    ["La version d’un autre appareil est gardée, au choix"],
                ]
            )
            for (number, former) in [third, second, first, purchase].enumerated() {
                let restored = former.inVersion(last.version + 1 + Int64(number))
                #expect(try await environment.undo(purchase, user).purchase == restored)
                #expect(try await environment.get(purchase.id, user) == restored)
            }
        }
    }

    @Test("of what was undone meanwhile is an edit as any other")
    func undone() async throws {
        try await with { environment, user, purchase in
            try await environment.merge(purchase, user, at: 20, time("10:00"))
            try await environment.undo(purchase, user)
            let merged = try await environment.merge(purchase, user, at: 10, time("11:00"))
            #expect(merged.purchasedAt?.time == "11:00" && merged.conflicts.isEmpty)
        }
    }

    /// The times of an edit: before the field was set to what it was again at 30 s, and after that.
    @Test(
        "of what others have set to what it was again is one of two changes",
        arguments: [(25, "17:42"), (40, "11:00")] as [(Int64, String)]
    )
    func setBack(seconds: Int64, shown: String) async throws {
        try await with { environment, user, purchase in
            let changed = try await environment.merge(purchase, user, at: 20, time("10:00"))
            try await environment.merge(changed, user, at: 30, time("17:42"))
            let merged = try await environment.merge(purchase, user, at: seconds, time("11:00"))
            #expect(merged.purchasedAt?.time == shown)
            let other = shown == "11:00" ? "17:42" : "11:00"
            #expect(merged.conflicts.map(\.changes) == [["Time: \(shown) → \(other)"]])
        }
    }

    // MARK: Choosing

    /// Runs `body` with a purchase at 11:00, with 10:00 to choose.
    private func withConflict(
        _ body: (BudgetTestEnvironment, User, Budget.Purchase, Budget.PurchaseConflict) async throws -> Void
    ) async throws {
        try await with { environment, user, purchase in
            try await environment.merge(purchase, user, at: 20, time("10:00"))
            let merged = try await environment.merge(purchase, user, at: 30, time("11:00"))
            try await body(environment, user, merged, try #require(merged.conflicts.first))
        }
    }

    @Test("is not found between versions that there are not, and changes nothing")
    func unknownConflict() async throws {
        try await withConflict { environment, user, purchase, conflict in
            for id in ["", "one", UUID().canonical] {
                let choice = Edit.conflict(.init(conflictID: id, takeOther: true))
                let status = await failure { try await environment.merge(purchase, user, time("12:00"), choice) }
                #expect(status?.code == .notFound)
            }
            #expect(try await environment.get(purchase.id, user) == purchase)
            try await environment.choose(conflict, of: purchase, user, takesOther: false)
            let choice = Edit.conflict(.init(conflictID: conflict.id, takeOther: true))
            #expect(await failure { try await environment.edit(purchase, user, choice) }?.code == .notFound)
        }
    }

    @Test("takes the other version, or keeps the one that is shown", arguments: [true, false])
    func choosing(takesOther: Bool) async throws {
        try await withConflict { environment, user, purchase, conflict in
            let chosen = try await environment.choose(conflict, of: purchase, user, takesOther: takesOther)
            #expect(chosen.purchasedAt?.time == (takesOther ? "10:00" : "11:00"))
            #expect(chosen.conflicts.isEmpty && chosen.version == purchase.version + 1)
            let undone = try await environment.undo(purchase, user).purchase
            #expect(undone == purchase.inVersion(chosen.version + 1))
        }
    }

    @Test("is done once the version to choose is shown, whoever has set it")
    func alreadyEqual() async throws {
        try await withConflict { environment, user, purchase, conflict in
            let equal = try await environment.edit(purchase, user, time("10:00"))
            #expect(equal.conflicts.isEmpty)
            // Another device, which has seen both, takes the same.
            let taken = try await environment.choose(conflict, of: purchase, user, takesOther: true)
            #expect(taken == equal)
        }
    }

    @Test("keeps the version that a device takes while another one sets a third")
    func takenMeanwhile() async throws {
        try await withConflict { environment, user, purchase, conflict in
            try await environment.merge(purchase, user, at: 50, time("12:00"))
            let choice = Edit.conflict(.init(conflictID: conflict.id, takeOther: true))
            let merged = try await environment.merge(purchase, user, at: 40, choice)
            #expect(merged.purchasedAt?.time == "12:00")
            #expect(merged.conflicts.map(\.changes) == [["Time: 12:00 → 10:00"]])
        }
    }

    @Test("on two devices is merged like any edit")
    func bothChoose() async throws {
        try await withConflict { environment, user, purchase, conflict in
            let taken = try await environment.choose(conflict, of: purchase, user, takesOther: true)
            let kept = try await environment.choose(conflict, of: purchase, user, takesOther: false)
            #expect(kept == taken && kept.purchasedAt?.time == "10:00")
            // A version that the device hasn't seen is not settled by its choice.
            let other = try await environment.merge(purchase, user, at: 25, time("12:00"))
            #expect(other.purchasedAt?.time == "10:00")
            #expect(other.conflicts.map(\.changes) == [["Time: 10:00 → 12:00"]])
            #expect(try await environment.choose(conflict, of: purchase, user, takesOther: false) == other)
        }
    }

    @Test("that was made before another change is a version to choose again")
    func overtakenChoice() async throws {
        try await withConflict { environment, user, purchase, conflict in
            try await environment.merge(purchase, user, at: 50, time("12:00"))
            let choice = Edit.conflict(.init(conflictID: conflict.id, takeOther: true))
            let merged = try await environment.merge(purchase, user, at: 40, choice)
            #expect(merged.purchasedAt?.time == "12:00")
            #expect(merged.conflicts.map(\.changes) == [["Time: 12:00 → 10:00"]])
            #expect(merged.conflicts.map(\.madeAt) == [purchase.time(after: 40)])
        }
    }

    @Test("between equal versions of several devices is made once")
    func equalVersions() async throws {
        try await withConflict { environment, user, purchase, conflict in
            let former = try await environment.steps(purchase, user).count
            let seen = purchase.inVersion(1)
            let again = try await environment.merge(seen, user, at: 20, time("10:00"))
            #expect(again == purchase)
            let later = try await environment.merge(seen, user, at: 25, time("10:00"))
            #expect(later.conflicts.map(\.id) == [conflict.id])
            #expect(later.conflicts.map(\.madeAt) == [purchase.time(after: 25)])
            #expect(try await environment.steps(purchase, user).count == former + 1)
        }
    }

    // MARK: Currencies

    @Test("has amounts follow a currency that was changed elsewhere, in either order", arguments: [true, false])
    func currency(isCurrencyFirst: Bool) async throws {
        try await with { environment, user, purchase in
            let edits: [Edit] = [.currency(.init(value: "USD")), .total(.init(value: .cad(900)))]
            for edit in isCurrencyFirst ? edits : edits.reversed() {
                try await environment.merge(purchase, user, edit)
            }
            let present = try await environment.get(purchase.id, user)
            #expect(present.total == .init(minorUnits: 900, currency: "USD"))
            #expect(present.items.allSatisfy { $0.amount?.currency == "USD" } && present.conflicts.isEmpty)
        }
    }

    /// Runs `body` with a purchase of 9.00 and no items.
    private func withNine(
        _ body: (BudgetTestEnvironment, User, Budget.Purchase) async throws -> Void
    ) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { purchase in
                (purchase.items, purchase.taxes, purchase.subtotal, purchase.total) = ([], [], nil, .cad(900))
            }
            environment.clock.advance(by: 3_600)
            try await body(environment, user, purchase)
        }
    }

    @Test("is refused where amounts don't fit a currency that was changed elsewhere", arguments: [true, false])
    func unfitting(isCurrencyFirst: Bool) async throws {
        try await withNine { environment, user, purchase in
            let edits: [Edit] = [.currency(.init(value: "JPY")), .total(.init(value: .cad(950)))]
            let (first, second) = isCurrencyFirst ? (edits[0], edits[1]) : (edits[1], edits[0])
            let present = try await environment.merge(purchase, user, first)
            let status = await failure { try await environment.merge(purchase, user, second) }
            #expect(status?.code == .aborted)
            #expect(status?.reason == "VERSION_CONFLICT")
            #expect(try await environment.get(purchase.id, user) == present)
        }
    }

    @Test("shows the newest of two currencies, and keeps the other")
    func twoCurrencies() async throws {
        try await with { environment, user, purchase in
            try await environment.merge(purchase, user, at: 30, .currency(.init(value: "USD")))
            let merged = try await environment.merge(
                purchase,
                user,
                at: 20,
                .currency(.init(value: "EUR")),
                .total(.init(value: .init(minorUnits: 900, currency: "EUR")))
            )
            #expect(merged.currency == "USD" && merged.total == .init(minorUnits: 900, currency: "USD"))
            #expect(merged.conflicts.map(\.changes) == [["Currency: USD → EUR"]])
            let taken = try await environment.choose(merged.conflicts[0], of: merged, user, takesOther: true)
            #expect(taken.total == .init(minorUnits: 900, currency: "EUR") && taken.conflicts.isEmpty)
        }
    }

    @Test("keeps amounts to choose from in the purchase's currency, and hides those that it can't count")
    func conflictInAnotherCurrency() async throws {
        try await withNine { environment, user, purchase in
            func total(_ cents: Int64) -> Edit { .total(.init(value: .cad(cents))) }
            try await environment.merge(purchase, user, at: 20, total(850))
            let merged = try await environment.merge(purchase, user, at: 30, total(1_000))
            let dollars = try await environment.edit(purchase, user, .currency(.init(value: "USD")))
            #expect(dollars.conflicts.map(\.id) == merged.conflicts.map(\.id))
            #expect(
                dollars.conflicts.map(\.edit) == [
                    .init(edit: .total(.init(value: .init(minorUnits: 850, currency: "USD"))))
                ]
            )
            let yen = try await environment.edit(purchase, user, .currency(.init(value: "JPY")))
            #expect(yen.total == .init(minorUnits: 10, currency: "JPY") && yen.conflicts.isEmpty)
            let dinars = try await environment.edit(purchase, user, .currency(.init(value: "KWD")))
            #expect(dinars.conflicts.map(\.changes) == [["Total: 10.000 → 8.500"]])
            let taken = try await environment.choose(dinars.conflicts[0], of: dinars, user, takesOther: true)
            #expect(taken.total == .init(minorUnits: 8_500, currency: "KWD") && taken.conflicts.isEmpty)
        }
    }
}

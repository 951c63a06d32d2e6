import BudgetMessages
import CommonMessages
import Foundation
import RPC
import Testing

extension EndToEndTests {
    @Suite("Two devices of one person", .timeLimit(.minutes(5)))
    struct TwoDevicesTests {
        /// How soon two devices that are online have to agree.
        private static let limit = Duration.seconds(3)

        /// A purchase that a user has typed in.
        private func purchase(_ user: TestUser) async throws -> Budget.Purchase {
            let request = Budget.CreatePurchaseRequest(
                purchasedAt: .init(date: "2025-03-09", time: "17:42", timeZone: "America/Vancouver"),
                currency: "CAD",
                total: .init(minorUnits: 638, currency: "CAD")
            )
            return try await user.purchases.createPurchase(request, options: user.options(key: UUID().uuidString))
        }

        /// Edits a purchase as a device has seen it.
        /// - Parameter time: When; nil for now.
        private func edit(
            _ seen: Budget.Purchase,
            _ user: TestUser,
            at time: Common.Timestamp? = nil,
            _ edits: Budget.PurchaseEdit.Edit...
        ) async throws -> Budget.Purchase {
            let request = Budget.EditPurchaseRequest(
                purchaseID: seen.id,
                edits: edits.map { .init(edit: $0) },
                baseVersion: seen.version,
                madeAt: time
            )
            return try await user.purchases.editPurchase(request, options: user.options(key: UUID().uuidString))
        }

        /// Watches all purchases of a user.
        private func watch(
            _ user: TestUser,
            after cursor: String = "",
            _ body: (MessageStream<Budget.PurchaseListUpdate>) async throws -> Void
        ) async throws {
            let options = user.options(timeout: .seconds(60))
            try await user.purchases.watchPurchases(.init(cursor: cursor), options: options) { try await body($0) }
        }

        /// The next purchase that an update brings.
        private func next(_ updates: MessageStream<Budget.PurchaseListUpdate>) async throws -> Budget.Purchase {
            while let update = try await updates.next() {
                if let purchase = update.purchases.first { return purchase }
            }
            throw TimedOut()
        }

        @Test("one sees within 3 s what the other changes, also with what it has changed itself")
        func online() async throws {
            let phone = try await TestUser.new()
            let laptop = try await phone.signedInAgain()
            let seen = try await purchase(phone)
            try await watch(phone) { updates in
                #expect(try await updates.next()?.reset == true)
                let start = ContinuousClock.now
                let first = try await edit(seen, laptop, .note(.init(value: "By bus")))
                #expect(try await next(updates) == first)
                // The phone hasn't taken that in yet.
                let second = try await edit(seen, phone, .date(.init(value: "2025-03-08")))
                #expect(second.note == "By bus" && second.purchasedAt?.date == "2025-03-08")
                #expect(try await next(updates) == second)
                #expect(ContinuousClock.now - start < Self.limit)
            }
        }

        @Test(
            "that was offline sends what it has changed when it is back, and both agree within 3 s, with nothing lost"
        )
        func offline() async throws {
            let phone = try await TestUser.new()
            let laptop = try await phone.signedInAgain()
            let seen = try await purchase(phone)
            var cursor = ""
            try await watch(phone) { cursor = try await $0.next()?.cursor ?? "" }

            // The phone is offline: both change the time, the phone before the laptop.
            let early = seen.recordedAt
            let changed = try await edit(seen, laptop, .time(.init(value: "18:00")))

            // It is back: it sends its edit and reads what it has missed, while the laptop watches.
            try await watch(laptop) { updates in
                #expect(try await updates.next()?.reset == true)
                let start = ContinuousClock.now
                let merged = try await edit(
                    seen,
                    phone,
                    at: early,
                    .time(.init(value: "17:45")),
                    .note(.init(value: "Typed in on the bus"))
                )
                // Lists say that there are versions to choose from, and not which.
                var listed = merged
                listed.conflicts = merged.conflicts.map { Budget.PurchaseConflict(id: $0.id) }
                #expect(try await next(updates) == listed)
                try await watch(phone, after: cursor) { missed in
                    let read = try await next(missed)
                    #expect(read == listed)
                }
                #expect(ContinuousClock.now - start < Self.limit)

                #expect(merged.purchasedAt == changed.purchasedAt && merged.note == "Typed in on the bus")
                #expect(merged.conflicts.map(\.changes) == [["Time: 18:00 → 17:45"]])
                let choice = Budget.ConflictResolution(conflictID: merged.conflicts[0].id, takeOther: true)
                let chosen = try await edit(merged, laptop, .conflict(choice))
                #expect(chosen.purchasedAt?.time == "17:45" && chosen.conflicts.isEmpty)
                #expect(try await next(updates) == chosen)
            }
        }
    }
}

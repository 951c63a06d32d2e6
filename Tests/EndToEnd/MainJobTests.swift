import BudgetMessages
import CommonMessages
import Foundation
import NotificationsMessages
import OCRMessages
import OrdersMessages
import RPC
import Testing

extension EndToEndTests {
    @Suite("From a photo of a receipt to a purchase", .timeLimit(.minutes(5)))
    struct MainJobTests {
        @Test("the sample receipt is read, recorded, corrected, confirmed and announced")
        func mainJob() async throws {
            let user = try await TestUser.new()
            let receipt = try await user.upload(try sampleReceipt())
            #expect(receipt.queueNumber == 1)
            let progress = try await user.follow(receipt.receiptID)
            #expect(progress.last?.state == .done)
            let states = progress.map(\.state.rawValue)
            #expect(states == states.sorted(), "progress never goes back")

            let purchaseID = try #require(progress.last?.purchaseID)
            let purchase = try await user.purchases.getPurchase(
                .init(key: .purchaseID(purchaseID)),
                options: user.options()
            )
            #expect(purchase.state == .toVerify)
            try SampleTruth.load().compare(with: purchase)

            try await checkInbox(user, purchaseID)
            try await correctAndConfirm(purchase, user)
            // What has been checked needs no check any more.
            _ = try await eventually {
                let list = try await user.inbox.listNotifications(.init(), options: user.options())
                return list.notifications.isEmpty ? true : nil
            }
        }

        private func correctAndConfirm(_ purchase: Budget.Purchase, _ user: TestUser) async throws {
            let item = try #require(purchase.items.first)
            let corrected = try await user.purchases.correctItem(
                .init(
                    purchaseID: purchase.id,
                    itemID: item.id,
                    expectedVersion: purchase.version,
                    name: .init(value: "Corrected by hand"),
                    amount: .init(minorUnits: 123, currency: purchase.currency)
                ),
                options: user.options(key: UUID().uuidString)
            )
            let first = try #require(corrected.items.first { $0.id == item.id })
            #expect(first.productName == "Corrected by hand")
            #expect(first.amount?.minorUnits == 123)
            #expect(corrected.totalsAgree == false)
            let confirmed = try await user.purchases.confirmPurchase(
                .init(purchaseID: purchase.id, expectedVersion: corrected.version),
                options: user.options()
            )
            #expect(confirmed.state == .confirmed)
            let list = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(list.purchases.map(\.id) == [purchase.id])
        }

        /// Polls the inbox, since the event is delivered asynchronously.
        private func checkInbox(_ user: TestUser, _ purchaseID: String) async throws {
            let entries = try await eventually {
                let list = try await user.inbox.listNotifications(.init(), options: user.options())
                return list.notifications.isEmpty ? nil : list.notifications
            }
            #expect(entries.count == 1)
            #expect(entries[0].kind == "receipt_ready")
            #expect(entries[0].subject == "purchase:\(purchaseID)")
            #expect(entries[0].readAt == nil)
        }

        @Test("eateries near the campus are listed nearest first")
        func eateries() async throws {
            let user = try await TestUser.new()
            let town = Common.Location(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_680_000)
            let list = try await user.eateries.listOpenEateries(
                .init(near: town, radiusMetres: 20_000),
                options: user.options()
            )
            let distances = list.eateries.map(\.distanceMetres)
            #expect(!distances.isEmpty)
            #expect(distances == distances.sorted())
        }
    }
}

/// Tests that share one deployment and therefore run one after another.
///
/// Each suite has a limit of time of its own. Of several the shortest counts, so that this one is that of the longest.
@Suite("End to end", .serialized, .timeLimit(.minutes(60)))
enum EndToEndTests {}

/// Polls until there is a value; fails after half a minute.
func eventually<Value>(_ ask: () async throws -> Value?) async throws -> Value {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
        if let value = try? await ask() { return value }
        try Task.checkCancellation()
        await Task.yield()
    }
    throw TimedOut()
}

struct TimedOut: Error {}

import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import NotificationsMessages
import OCRMessages
import OrdersMessages
import RPC
import RPCStubs
import RPCValues
import Synchronization

/// Small calls to every service through the gateway, at a steady rate, while something else goes on.
final class SmallCalls: Sendable {
    /// How often each kind of call is made.
    private static let period: Duration = .milliseconds(50)

    private let user: BenchmarkUser
    private let taken = Mutex<[String: [Double]]>([:])

    init(user: BenchmarkUser) { self.user = user }

    /// Milliseconds that calls took, by the service that answered.
    var milliseconds: [String: [Double]] { taken.withLock { $0 } }

    /// Makes calls until `body` has ended; the first call that fails ends both.
    func during<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            for (name, call) in calls {
                group.addTask {
                    try await self.repeating(name, call)
                    return nil
                }
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let result = ended { return result }
            }
            throw CancellationError()
        }
    }

    private func repeating(_ name: String, _ call: @Sendable () async throws -> Void) async throws {
        let begin = ContinuousClock.now
        for index in 0... {
            do {
                try await ContinuousClock().sleep(until: begin + Self.period * index)
            } catch {
                return
            }
            let start = ContinuousClock.now
            do {
                try await call()
            } catch  where Task.isCancelled {
                return
            }
            let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            taken.withLock { $0[name, default: []].append(milliseconds) }
        }
    }

    private var calls: [(String, @Sendable () async throws -> Void)] {
        let (user, channel, options) = (user, user.channel, user.options(timeout: .seconds(10)))
        let town = Common.Location(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_680_000)
        return [
            ("gateway", { _ = try await RPCMessages.HealthClient(channel: channel).listHealth(.init()) }),
            ("auth", { _ = try await Auth.AccountsClient(channel: channel).getAccount(.init(), options: options) }),
            (
                "catalog",
                { _ = try await Catalog.ProductsClient(channel: channel).listCategories(.init(), options: options) }
            ),
            (
                "budget",
                { _ = try await Budget.PurchasesClient(channel: channel).listPurchases(.init(), options: options) }
            ),
            (
                "orders",
                {
                    _ = try await Orders.EateriesClient(channel: channel)
                        .listOpenEateries(.init(near: town), options: options)
                }
            ),
            (
                "notifications",
                {
                    _ = try await Notifications.InboxClient(channel: channel).listNotifications(
                        .init(),
                        options: options
                    )
                }
            ),
            (
                "ocr",
                { _ = try await OCR.ReceiptsClient(channel: user.channel).listReceipts(.init(), options: options) }
            ),
        ]
    }
}

import BudgetMessages
import Foundation
import LocalDeployment
import OCRMessages
import RPC
import Synchronization

/// Somebody who corrects a purchase again and again while something else goes on, as the command line does it: looks at
/// the purchase, changes it unless somebody else has, and looks again.
final class Corrections: Sendable {
    /// How often something is corrected.
    private static let period: Duration = .milliseconds(250)

    private let user: BenchmarkUser
    private let purchase: String
    private let taken = Mutex<[String: [Double]]>([:])

    /// - Parameter photo: Of the receipt whose purchase is corrected.
    init(user: BenchmarkUser, photo: [UInt8]) async throws {
        self.user = user
        let last = try await user.waitForEnd(of: user.upload(photo), within: .seconds(60))
        guard let last, last.state == .done else { throw DeploymentError("There is no purchase to correct.") }
        purchase = last.purchaseID
    }

    /// Milliseconds from looking at the purchase until it shows what was changed, by what that was.
    var milliseconds: [String: [Double]] { taken.withLock { $0 } }

    /// Corrects until the task is cancelled.
    func run() async throws {
        for number in 0... {
            do { try await Task.sleep(for: Self.period) } catch { return }
            let start = ContinuousClock.now
            do {
                // What catalog says of a store's name is part of it.
                let what = number % 4 == 3 ? "a store's name" : "an item"
                try await correct(number, isStore: number % 4 == 3)
                let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
                taken.withLock { $0[what, default: []].append(milliseconds) }
            } catch  where Task.isCancelled {
                return
            }
        }
    }

    private func correct(_ number: Int, isStore: Bool) async throws {
        let client = Budget.PurchasesClient(channel: user.channel)
        var options = user.options(timeout: .seconds(10))
        let request = Budget.GetPurchaseRequest(key: .purchaseID(purchase))
        let present = try await client.getPurchase(request, options: options)
        guard let item = present.items.first else { throw DeploymentError("The purchase has no items.") }
        let text = isStore ? "Shop \(number % 40)" : "Thing \(number)"
        let edit: Budget.PurchaseEdit.Edit =
            isStore ? .storeName(.init(value: text)) : .item(.init(itemID: item.id, name: .init(value: text)))
        options.idempotencyKey = UUID().uuidString
        _ = try await client.editPurchase(
            .init(purchaseID: purchase, expectedVersion: present.version, edits: [.init(edit: edit)]),
            options: options
        )
        let after = try await client.getPurchase(request, options: user.options(timeout: .seconds(10)))
        let isShown = isStore ? after.storeName == text : after.items.first?.productName == text
        guard isShown else { throw DeploymentError("A correction is not shown.") }
    }
}

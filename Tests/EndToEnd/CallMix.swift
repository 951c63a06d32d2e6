import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import NotificationsMessages
import OCRMessages
import OrdersMessages
import RPC

/// Calls of every service and every kind, some idempotent and some not.
struct CallMix {
    /// A user with a purchase.
    let user: TestUser
    let purchase: Budget.Purchase
    /// The receipt of that purchase.
    let receiptID: String

    /// Prepares a user.
    static func prepare(on deployment: TestDeployment) async throws -> CallMix {
        let user = try await TestUser.new(of: deployment)
        let receipt = try await user.upload(try sampleReceipt(), key: CallMix.uploadKey)
        let purchaseID = try await user.follow(receipt.receiptID).last?.purchaseID ?? ""
        let purchase = try await user.purchases.getPurchase(
            .init(key: .purchaseID(purchaseID)),
            options: user.options()
        )
        return CallMix(user: user, purchase: purchase, receiptID: receipt.receiptID)
    }

    private static let uploadKey = "one-upload"

    /// All calls, in order.
    var calls: [SteadyLoad.Call] {
        get throws {
            let small = auth + budget + catalog + notifications + ocr + orders
            // A photo is a thousand times as long as other requests, and a user may send four at a time.
            return Array(repeatElement(small, count: 8).joined()) + [try upload]
        }
    }

    private var auth: [SteadyLoad.Call] {
        let user = user
        let sessions = Auth.SessionsClient(channel: user.channel)
        let accounts = Auth.AccountsClient(channel: user.channel)
        return [
            .init(name: "GetTerms") { _ = try await accounts.getTerms(.init()) },
            .init(name: "GetAccount") { _ = try await accounts.getAccount(.init(), options: user.options()) },
            // Never retried once a handler has seen it.
            .init(name: "RefreshSession", expected: .unauthenticated) {
                _ = try await sessions.refreshSession(.init(refreshToken: "unknown"), options: anonymous)
            },
        ]
    }

    private var budget: [SteadyLoad.Call] {
        let (user, purchase) = (user, purchase)
        return [
            .init(name: "ListPurchases") {
                _ = try await user.purchases.listPurchases(.init(), options: user.options())
            },
            .init(name: "GetPurchase", expected: .notFound) {
                let id = UUID().canonical
                _ = try await user.purchases.getPurchase(.init(key: .purchaseID(id)), options: user.options())
            },
            .init(name: "ConfirmPurchase") {
                _ = try await user.purchases.confirmPurchase(.init(purchaseID: purchase.id), options: user.options())
            },
        ]
    }

    private var catalog: [SteadyLoad.Call] {
        let user = user
        let products = Catalog.ProductsClient(channel: user.channel)
        return [
            .init(name: "SearchProducts") {
                _ = try await products.searchProducts(.init(text: "milk", limit: 3), options: user.options())
            },
            .init(name: "ListCategories") { _ = try await products.listCategories(.init(), options: user.options()) },
        ]
    }

    private var notifications: [SteadyLoad.Call] {
        let user = user
        return [
            .init(name: "ListNotifications") {
                _ = try await user.inbox.listNotifications(.init(), options: user.options())
            },
            .init(name: "MarkNotificationsRead", expected: .notFound) {
                let unknown = Notifications.MarkNotificationsReadRequest(
                    notificationIDs: [UUID().canonical]
                )
                _ = try await user.inbox.markNotificationsRead(unknown, options: user.options())
            },
        ]
    }

    private var ocr: [SteadyLoad.Call] {
        let (user, receiptID) = (user, receiptID)
        return [
            .init(name: "ListReceipts") {
                _ = try await user.receipts.listReceipts(.init(), options: user.options())
            },
            .init(name: "WatchReceipt") { _ = try await user.follow(receiptID) },
        ]
    }

    private var upload: SteadyLoad.Call {
        get throws {
            let (user, receiptID) = (user, receiptID)
            let photo = try sampleReceipt()
            return .init(name: "UploadReceipt") {
                // The same photo under the same key is the same receipt, so that nothing is read anew.
                let receipt = try await user.upload(photo, key: CallMix.uploadKey)
                guard receipt.receiptID == receiptID else { throw Status(.internalError, "Another receipt came.") }
            }
        }
    }

    private var orders: [SteadyLoad.Call] {
        let user = user
        return [
            .init(name: "ListOpenEateries") {
                let town = Common.Location(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_680_000)
                _ = try await user.eateries.listOpenEateries(.init(near: town), options: user.options())
            }
        ]
    }
}

/// The options of calls without a user.
private let anonymous = CallOptions(timeout: .seconds(20))

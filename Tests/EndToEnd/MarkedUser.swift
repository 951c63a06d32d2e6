import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import NotificationsMessages
import OCRMessages
import RPC

/// Somebody whose texts are all markers.
enum MarkedUser {
    private static let limit = CallOptions(timeout: .seconds(10))

    /// Somebody new who uses everything, rightly and wrongly.
    static func new(of deployment: TestDeployment, _ markers: inout Markers) async throws -> TestUser {
        let channel = deployment.channel
        let (accounts, sessions) = (Auth.AccountsClient(channel: channel), Auth.SessionsClient(channel: channel))
        let user = try await TestUser.new(of: deployment)
        let address = "\(user.username)@example.org"
        for secret in [
            user.username, address, user.password, user.tokens.accessToken, user.tokens.refreshToken,
        ] {
            markers.add(secret)
        }
        // Rejected: what was sent is in no log either.
        let wrong = Auth.RegisterRequest(
            username: "not a name " + markers.make("name"),
            email: markers.make("mail") + "@",
            password: markers.make("weak"),
            acceptedTermsVersion: markers.make("version")
        )
        _ = await status { _ = try await accounts.register(wrong, options: limit) }
        let device = markers.make("device")
        for password in [markers.make("guess"), user.password] {
            let request = Auth.SignInRequest(name: user.username, password: password, device: device)
            _ = await status { _ = try await sessions.signIn(request, options: limit) }
        }
        let unknown = Auth.SignInRequest(name: markers.make("nobody"), password: markers.make("pass"))
        _ = await status { _ = try await sessions.signIn(unknown, options: limit) }
        let recovery = Auth.RecoveryClient(channel: channel)
        _ = try await recovery.requestPasswordReset(.init(name: user.username), options: limit)
        let link = Auth.ResetPasswordRequest(token: markers.make("token"), newPassword: markers.make("New-7"))
        _ = await status { _ = try await recovery.resetPassword(link, options: limit) }
        try await describe(user, &markers)
        try await shop(user, &markers)
        try await tempt(user, &markers)
        _ = await status {
            _ = try await Notifications.NoticePreferencesClient(channel: channel)
                .setNoticePreference(.init(kind: markers.make("kind"), channel: .inbox), options: user.options())
        }
        _ = await status {
            _ = try await user.inbox.markNotificationsRead(
                .init(notificationIDs: [markers.make("id")]),
                options: user.options()
            )
        }
        return user
    }

    /// What somebody says about themselves, and another address that is still to be confirmed.
    private static func describe(_ user: TestUser, _ markers: inout Markers) async throws {
        _ = try await Auth.ProfilesClient(channel: user.channel).updateDetails(
            .init(details: .init(department: markers.make("Department"))),
            options: user.options()
        )
        _ = try await Auth.EmailAddressesClient(channel: user.channel).changeEmail(
            .init(currentPassword: user.password, newEmail: markers.make("other") + "@example.org"),
            options: user.options(key: UUID().uuidString)
        )
    }

    /// A place that tempts.
    private static func tempt(_ user: TestUser, _ markers: inout Markers) async throws {
        _ = try await Auth.ConsentsClient(channel: user.channel)
            .setConsent(.init(kind: .location, given: true), options: user.options())
        // The tokens of before don't name the consent.
        let consenting = try await user.signedInAgain()
        let place = Notifications.TemptingPlace(
            id: UUID().uuidString,
            name: markers.make("bakery"),
            location: .init(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_680_000)
        )
        _ = try await Notifications.TemptingPlacesClient(channel: user.channel)
            .setPlace(.init(place: place), options: consenting.options())
    }

    /// A purchase, products and searches.
    private static func shop(_ user: TestUser, _ markers: inout Markers) async throws {
        let purchase = try await user.purchases.createPurchase(
            .init(
                storeName: markers.make("store"),
                storeAddress: markers.make("street"),
                purchasedAt: .init(date: "2025-03-09", time: "17:42", timeZone: "America/Vancouver"),
                currency: "CAD",
                items: [.init(name: markers.make("item"), amount: .init(minorUnits: 698, currency: "CAD"))],
                total: .init(minorUnits: 698, currency: "CAD")
            ),
            options: user.options(key: markers.make("key"))
        )
        var wrong = Budget.CreatePurchaseRequest(storeName: markers.make("shop"), currency: markers.make("money"))
        wrong.receiptID = markers.make("receipt")
        _ = await status { _ = try await user.purchases.createPurchase(wrong, options: user.options(key: "k")) }
        let correction = Budget.CorrectItemRequest(
            purchaseID: purchase.id,
            itemID: purchase.items.first?.id ?? "",
            expectedVersion: 99,
            name: .init(value: markers.make("better"))
        )
        _ = await status { _ = try await user.purchases.correctItem(correction, options: user.options()) }
        let products = Catalog.ProductsClient(channel: user.channel)
        let product = try await products.createProduct(
            .init(product: .init(name: markers.make("product"))),
            options: user.options(key: UUID().uuidString)
        )
        _ = try await Catalog.MappingsClient(channel: user.channel).chooseProduct(
            .init(printedText: markers.make("LINE").uppercased(), choice: .productID(product.product?.id ?? "")),
            options: user.options()
        )
        _ = await status {
            _ = try await products.searchProducts(.init(text: markers.make("search")), options: user.options())
        }
        _ = await status {
            _ = try await user.receipts.searchReceipts(.init(text: markers.make("find")), options: user.options())
        }
        _ = await status { _ = try await user.upload(Array(markers.make("photo").utf8)) }
        _ = try await user.follow(try await user.upload(try sampleReceipt()).receiptID)
    }
}

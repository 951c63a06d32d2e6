import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import FoundationNetworking
import Foundations
import LocalDeployment
import NotificationsMessages
import OCRMessages
import RPC
import Testing

extension EndToEndTests {
    /// What people type, and what opens their accounts, is sought wherever operators look.
    @Suite("Personal data and secrets", .timeLimit(.minutes(5)))
    struct MarkerTests {
        /// Texts that occur nowhere else.
        private struct Markers {
            private let seed = UUID().uuidString.filter { $0 != "-" }.prefix(10).lowercased()
            private(set) var all: [String] = []

            /// A text for a field; upper and lower case, since some fields are normalised.
            mutating func make(_ name: String) -> String {
                let marker = "\(name)\(seed)"
                all.append(marker)
                return marker
            }

            mutating func add(_ secret: String) { all.append(secret) }
        }

        private let limit = CallOptions(timeout: .seconds(10))

        /// Somebody who uses everything, rightly and wrongly.
        private func use(_ deployment: TestDeployment, _ markers: inout Markers) async throws {
            let channel = deployment.channel
            let (accounts, sessions) = (Auth.AccountsClient(channel: channel), Auth.SessionsClient(channel: channel))
            let user = try await TestUser.new(of: deployment)
            for secret in [user.username, user.password, user.tokens.accessToken, user.tokens.refreshToken] {
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
            try await shop(user, &markers)
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
        }

        /// A purchase, products and searches.
        private func shop(_ user: TestUser, _ markers: inout Markers) async throws {
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

        /// What a program says of itself over HTTP.
        private func metrics(of program: String, _ deployment: TestDeployment) async throws -> String {
            let port = deployment.local.ports.metrics(of: program)
            let url = try #require(URL(string: "http://127.0.0.1:\(port)/metrics"))
            return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
        }

        @Test("are in no log and no metric, whatever is done with them")
        func nowhere() async throws {
            let deployment = try await TestDeployment.shared
            var markers = Markers()
            try await use(deployment, &markers)
            #expect(markers.all.count > 25)
            var texts: [String: String] = [:]
            for program in LocalDeployment.programs {
                let log = deployment.local.folder.logs.appending(path: "\(program).log")
                texts["the log of \(program)"] = String(decoding: try Data(contentsOf: log), as: UTF8.self)
                texts["the metrics of \(program)"] = try await metrics(of: program, deployment)
            }
            for (place, text) in texts {
                let lower = text.lowercased()
                for marker in markers.all {
                    #expect(!lower.contains(marker.lowercased()), "\(place) has \(marker.prefix(8))")
                }
            }
            // The texts are those of a Larder that was used.
            #expect(texts["the log of auth"]?.contains("SignIn") == true)
            #expect(texts["the metrics of budget"]?.contains("CreatePurchase") == true)
        }
    }
}

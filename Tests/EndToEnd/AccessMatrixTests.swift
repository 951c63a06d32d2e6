import AllServices
import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import Testing

extension EndToEndTests {
    /// Every method, as everybody who may or may not call it, compared with `Tests/Access/matrix.json`.
    @Suite("Who may call what", .timeLimit(.minutes(10)))
    struct AccessMatrixTests {
        /// What `matrix.py` is told.
        private struct Setup: Encodable {
            struct Method: Encodable {
                let path: String
                let kind: String
                let access: String
                let roles: [String]
                let consents: [String]
                let plan: String
                let beforeTerms: Bool
                let secondFactor: Bool

                init(_ method: MethodDescriptor) {
                    path = method.path
                    kind = method.kind == .unary ? "unary" : "stream"
                    access =
                        switch method.access {
                        case .anyone: "anyone"
                        case .user, .userOrServices: "user"
                        case .services: "services"
                        }
                    roles = method.requirements.roles
                    consents = method.requirements.consents
                    plan = method.requirements.plan
                    beforeTerms = method.requirements.isBeforeTerms
                    secondFactor = method.requirements.needsSecondFactor
                }
            }

            let address: String
            let methods: [Method]
            let callers: [String: String]
            let owned: [String: String]
            let marker: String
        }

        @Test(
            "is what the table says: tokens forged, expired or of ended sessions, every role with and without a second factor, terms not accepted, strangers"
        )
        func matrix() async throws {
            let deployment = try await TestDeployment.shared
            let marker = "Marker\(UUID().uuidString.prefix(8))"
            let owner = try await TestUser.new()
            let owned = try await owned(by: owner, marker)
            let setup = Setup(
                address: "http://localhost:\(deployment.local.ports.web())",
                methods: ServiceCatalogue.all.flatMap(\.methods).filter { !$0.service.hasPrefix("larder.rpc.") }
                    .map(Setup.Method.init),
                callers: try await callers(deployment),
                owned: owned,
                marker: marker
            )
            let file = FileManager.default.temporaryDirectory.appending(path: "larder-matrix-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            try JSONEncoder().encode(setup).write(to: file)
            let script = Repository.root.appending(path: "Tests/Access/matrix.py").path
            let output = try await Shell.run(
                "/bin/bash",
                ["-c", #"python3 -B "$0" "$1" || true"#, script, file.path]
            )
            #expect(output.hasSuffix("as the table says\n"), "\(output)")
            // The removal of a factor says nothing of whether there was one.
            let left = try await factors(of: owner)
            #expect(left.map(\.id) == [owned["factor"]] && left.first?.name == "Test")
        }

        /// Access tokens by what their callers are.
        private func callers(_ deployment: TestDeployment) async throws -> [String: String] {
            var callers: [String: String] = [:]
            for name in ["member", "stranger"] { callers[name] = try await TestUser.new().tokens.accessToken }
            callers["member with factor"] = try await TestUser.new().withSecondFactor().tokens.accessToken
            // Two accounts, since methods that end other sessions are called, too.
            let administrator = try await TestUser.new()
            _ = try await administrator.addAuthenticatorApp()
            _ = try await deployment.local.makeAdministrator(administrator.username)
            callers["administrator"] = try await administrator.refreshed().tokens.accessToken
            var strong = try await TestUser.new().withSecondFactor()
            _ = try await deployment.local.makeAdministrator(strong.username)
            strong = try await strong.refreshed()
            callers["administrator with factor"] = strong.tokens.accessToken
            for (name, role) in [
                ("operator", Auth.Role.operator), ("moderator", .moderator),
                ("healthcare_provider", .healthcareProvider),
            ] {
                for hasFactor in [false, true] {
                    // A session that began before there was a factor, or was signed in with it.
                    let weak = try await TestUser.new()
                    let user = try await weak.withSecondFactor()
                    _ = try await Auth.RolesClient(channel: deployment.channel)
                        .grantRole(.init(username: user.username, role: role), options: strong.options())
                    let caller = try await (hasFactor ? user : weak).refreshed()
                    callers[hasFactor ? "\(name) with factor" : name] = caller.tokens.accessToken
                }
            }
            let pending = try await TestUser.new()
            let account = try #require(UUID(uuidString: pending.tokens.accountID))
            _ = try await deployment.query(
                "UPDATE auth.terms_acceptances SET version = '0' WHERE account_id = \(account)"
            )
            callers["pending"] = try await pending.signedInAgain().tokens.accessToken
            callers.merge(try await states(deployment)) { $1 }
            return callers
        }

        private func factors(of user: TestUser) async throws -> [Auth.Factor] {
            try await Auth.FactorsClient(channel: user.channel).listFactors(.init(), options: user.options()).factors
        }

        /// The ids of what a user has.
        private func owned(by user: TestUser, _ marker: String) async throws -> [String: String] {
            let purchase = try await user.recordSample()
            let product = try await Catalog.ProductsClient(channel: user.channel).createProduct(
                .init(product: .init(name: marker, categorySlug: "other")),
                options: user.options(key: UUID().uuidString)
            )
            let mapping = try await Catalog.MappingsClient(channel: user.channel).chooseProduct(
                .init(printedText: marker.uppercased(), choice: .productID(product.product?.id ?? "")),
                options: user.options()
            )
            let notification = try await eventually {
                try await user.inbox.listNotifications(.init(), options: user.options()).notifications.first
            }
            let goal = try await Budget.GoalsClient(channel: user.channel).createGoal(
                .init(terms: .init(period: .month, limit: .init(minorUnits: 1, currency: "CAD"))),
                options: user.options(key: UUID().uuidString)
            )
            let rent = Budget.CreateExpenditureRequest(
                name: marker,
                amount: .init(minorUnits: 1, currency: "CAD"),
                purchasedAt: .init(date: "2099-12-31")
            )
            let recurring = try await Budget.RecurringClient(channel: user.channel).createRecurring(
                .init(terms: .init(expenditure: rent, unit: .month)),
                options: user.options(key: UUID().uuidString)
            )
            let imported = try await Budget.ImportsClient(channel: user.channel).createImport(
                .init(
                    contents: Array("date,name,amount\n2025-03-01,\(marker),1.00\n".utf8),
                    options: .init(currency: "CAD")
                ),
                options: user.options(key: UUID().uuidString)
            )
            _ = try await Budget.PurchasesClient(channel: user.channel).createPurchase(
                .init(
                    storeName: marker,
                    currency: "CAD",
                    items: [.init(name: marker, amount: .init(minorUnits: 1, currency: "CAD"))]
                ),
                options: user.options(key: UUID().uuidString)
            )
            let store = try await eventually {
                try await Catalog.StoresClient(channel: user.channel)
                    .listOwnStores(.init(), options: user.options()).stores.first { $0.name == marker }
            }
            let sessions = try await Auth.SessionsClient(channel: user.channel)
                .listSessions(.init(), options: user.options())
            _ = try await user.addAuthenticatorApp()
            let factor = try #require(try await factors(of: user).first)
            return [
                "purchase": purchase.id, "goal": goal.id, "recurring": recurring.id, "import": imported.id,
                "item": purchase.items.first?.id ?? "",
                "receipt": purchase.receiptID,
                "product": product.product?.id ?? "", "mapping": mapping.id, "notification": notification.id,
                "store": store.id,
                "session": sessions.sessions.first?.id ?? "", "factor": factor.id, "marker": marker,
            ]
        }
    }
}

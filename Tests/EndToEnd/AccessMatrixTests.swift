import AllServices
import AuthMessages
import BudgetMessages
import CatalogMessages
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
    @Suite("Who may call what", .timeLimit(.minutes(5)))
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
                }
            }

            let address: String
            let methods: [Method]
            let callers: [String: String]
            let owned: [String: String]
            let marker: String
        }

        @Test("is what the table says: nobody, forged and ended sessions, every role, terms not accepted, a stranger")
        func matrix() async throws {
            let deployment = try await TestDeployment.shared
            let marker = "Marker\(UUID().uuidString.prefix(8))"
            let setup = Setup(
                address: "http://localhost:\(deployment.local.ports.web())",
                methods: ServiceCatalogue.all.flatMap(\.methods).filter { !$0.service.hasPrefix("larder.rpc.") }
                    .map(Setup.Method.init),
                callers: try await callers(deployment),
                owned: try await owned(by: try await TestUser.new(), marker),
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
        }

        /// Access tokens by what their callers are.
        private func callers(_ deployment: TestDeployment) async throws -> [String: String] {
            var callers: [String: String] = [:]
            for name in ["member", "stranger"] { callers[name] = try await TestUser.new().tokens.accessToken }
            let administrator = try await TestUser.new()
            _ = try await deployment.local.makeAdministrator(administrator.username)
            callers["administrator"] = try await administrator.signedInAgain().tokens.accessToken
            for (name, role) in [
                ("operator", Auth.Role.operator), ("moderator", .moderator),
                ("healthcare_provider", .healthcareProvider),
            ] {
                let user = try await TestUser.new()
                _ = try await Auth.RolesClient(channel: deployment.channel).grantRole(
                    .init(username: user.username, role: role),
                    options: CallOptions(timeout: .seconds(10), accessToken: callers["administrator"])
                )
                callers[name] = try await user.signedInAgain().tokens.accessToken
            }
            let pending = try await TestUser.new()
            let account = try #require(UUID(uuidString: pending.tokens.accountID))
            _ = try await deployment.query(
                "UPDATE auth.terms_acceptances SET version = '0' WHERE account_id = \(account)"
            )
            callers["pending"] = try await pending.signedInAgain().tokens.accessToken
            let ended = try await TestUser.new()
            _ = try await Auth.SessionsClient(channel: deployment.channel)
                .signOut(.init(refreshToken: ended.tokens.refreshToken), options: CallOptions(timeout: .seconds(10)))
            try await waitUntilEnded(ended)
            callers["ended"] = ended.tokens.accessToken
            return callers
        }

        /// Waits until every program that users' calls reach knows of the end of a session.
        private func waitUntilEnded(_ user: TestUser) async throws {
            _ = try await eventually {
                await status { _ = try await user.purchases.listPurchases(.init(), options: user.options()) }?.reason
                    == .init(rawValue: "SESSION_ENDED") ? true : nil
            }
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
            let sessions = try await Auth.SessionsClient(channel: user.channel)
                .listSessions(.init(), options: user.options())
            return [
                "purchase": purchase.id, "item": purchase.items.first?.id ?? "", "receipt": purchase.receiptID,
                "product": product.product?.id ?? "", "mapping": mapping.id, "notification": notification.id,
                "session": sessions.sessions.first?.id ?? "", "factor": UUID().canonical, "marker": marker,
            ]
        }
    }
}

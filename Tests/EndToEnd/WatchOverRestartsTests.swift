import AuthMessages
import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import NIOCore
import RPCTestSupport
import Testing

extension EndToEndTests {
    /// A page that watches the log of purchases.
    @Suite("Watching over restarts", .timeLimit(.minutes(5)))
    struct WatchOverRestartsTests {
        /// What a page has got of the list.
        private struct Page: Sendable {
            let port: Int
            let token: String
            var cursor = ""
            var resets = 0
            /// Purchases with their versions, as they came.
            var updates: [String] = []
            var purchases: Set<String> = []

            /// Opens the stream where it was left.
            func open(_ client: WebClient) async throws {
                let request = #"{"cursor":"\#(cursor)"}"#
                let topic = #"{"method":"larder.budget.v1.Purchases/WatchPurchases","request":\#(request)}"#
                let body = #"{"topics":{"list":\#(topic)}}"#
                try await client.sendHead(
                    "POST",
                    "/live",
                    ["Content-Type": "application/json", "Authorization": "Bearer \(token)"],
                    length: body.utf8.count
                )
                try await client.send(body)
                try #require(try await client.head().status == 200)
            }

            /// Takes updates until one brings a purchase, or the stream ends.
            mutating func take(_ client: WebClient, until purchase: String?) async throws {
                while purchase.map({ !purchases.contains($0) }) ?? true, let chunk = try await client.chunk() {
                    for line in String(buffer: chunk).split(separator: "\n") { take(try Page.object(line)) }
                }
            }

            private mutating func take(_ line: NSDictionary?) {
                guard let update = line?["message"] as? NSDictionary else { return }
                cursor = update["cursor"] as? String ?? cursor
                if update["reset"] as? Bool == true { resets += 1 }
                for case let purchase as NSDictionary in update["purchases"] as? [Any] ?? [] {
                    let id = purchase["id"] as? String ?? ""
                    updates.append("\(id) \(purchase["version"] ?? "")")
                    purchases.insert(id)
                }
            }

            /// Takes the first update, which tells where the watch begins.
            mutating func begin(_ client: WebClient) async throws {
                while resets == 0, let chunk = try await client.chunk() {
                    for line in String(buffer: chunk).split(separator: "\n") { take(try Page.object(line)) }
                }
            }

            private static func object(_ text: Substring) throws -> NSDictionary? {
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
            }
        }

        /// Adds a purchase once, as soon as that is possible.
        private func add(_ user: TestUser) async throws -> String {
            let key = UUID().canonical
            return try await eventually {
                try await user.purchases.createPurchase(
                    .init(currency: "CAD", total: .init(minorUnits: 100, currency: "CAD")),
                    options: user.options(key: key)
                ).id
            }
        }

        @Test("a page that goes on with its cursor misses no purchase and gets none twice, whatever was restarted")
        func restarts() async throws {
            let user = try await TestUser.new()
            let deployment = user.deployment
            var page = Page(port: deployment.local.ports.web(), token: user.tokens.accessToken)
            var added: [String] = []

            // One comes while the page watches; then its service is killed under it.
            page = try await WebClient.with(port: page.port) { [page] client in
                var page = page
                try await page.open(client)
                try await page.begin(client)
                let first = try await add(user)
                try await page.take(client, until: first)
                try await deployment.killAndRestart("budget")
                try await page.take(client, until: nil)
                return page
            }
            added += page.purchases
            #expect(added.count == 1)
            try await deployment.waitUntilHealthy()

            // One while nobody watches, and another one after the gateway was killed, too.
            added.append(try await add(user))
            try await deployment.killAndRestart("gateway")
            try await deployment.waitUntilHealthy()
            added.append(try await add(user))
            page = try await WebClient.with(port: page.port) { [page, last = added[2]] client in
                var page = page
                try await page.open(client)
                try await page.take(client, until: last)
                // The gateway stops as for a new release, which ends the stream.
                let gateway = deployment.local.process("gateway")
                gateway?.signal(SIGTERM)
                try? await page.take(client, until: nil)
                #expect(await gateway?.waitForExit() == 0)
                try deployment.local.start("gateway")
                return page
            }
            try await deployment.waitUntilHealthy()

            added.append(try await add(user))
            page = try await WebClient.with(port: page.port) { [page, last = added[3]] client in
                var page = page
                try await page.open(client)
                try await page.take(client, until: last)
                return page
            }
            #expect(page.purchases == Set(added) && added.count == 4)
            #expect(Set(page.updates).count == page.updates.count, "none in the same version twice")
            #expect(page.resets == 1, "nothing has to be read anew")
        }
    }
}

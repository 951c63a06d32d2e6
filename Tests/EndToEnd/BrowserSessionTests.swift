import Foundation
import LocalDeployment
import NIOCore
import RPCTestSupport
import Testing

extension EndToEndTests {
    /// Sessions in cookies, at the gateway with auth behind it.
    @Suite("Sessions of browsers", .timeLimit(.minutes(5)))
    struct BrowserSessionTests {
        /// The cookies of a browser.
        private struct Jar {
            var cookies: [String: String] = [:]
            /// What each was set with.
            var attributes: [String: String] = [:]

            mutating func take(_ answer: WebClient.Answer) {
                for line in (answer.fields["set-cookie"] ?? "").split(separator: "\n") {
                    let parts = line.split(separator: ";", maxSplits: 1)
                    let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    let name = String(pair[0])
                    attributes[name] = parts.count > 1 ? String(parts[1]) : ""
                    cookies[name] = line.contains("Max-Age=0") ? nil : String(pair[1])
                }
            }

            var header: String { cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
        }

        private struct Browser {
            let port: Int
            var jar = Jar()

            mutating func request(
                _ method: String,
                _ path: String,
                _ body: String = "",
                _ fields: [String: String] = [:]
            ) async throws -> WebClient.Answer {
                var fields = ["Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"].merging(fields) {
                    $1
                }
                if !jar.cookies.isEmpty { fields["Cookie"] = jar.header }
                let (all, port) = (fields, port)
                let answer = try await WebClient.with(port: port) { client in
                    try await client.request(method, path, all, body: ByteBuffer(string: body))
                }
                jar.take(answer)
                return answer
            }

            mutating func signIn(_ user: TestUser, remember: Bool = true) async throws -> WebClient.Answer {
                try await request(
                    "POST",
                    "/session",
                    #"{"name":"\#(user.username)","password":"\#(user.password)","remember":\#(remember)}"#
                )
            }
        }

        private static let account = "/larder.auth.v1.Accounts/GetAccount"

        private func browser() async throws -> Browser {
            Browser(port: try await TestDeployment.shared.local.ports.web())
        }

        @Test("signing in sets cookies that script cannot read, and no token is in the answer")
        func signIn() async throws {
            let user = try await TestUser.new()
            var browser = try await browser()
            #expect(try await browser.request("GET", "/session").status == 204)
            let answer = try await browser.signIn(user)
            #expect(answer.status == 200 && answer.text.contains(user.username))
            let attributes = browser.jar.attributes
            #expect(Set(attributes.keys) == ["larder-access", "larder-session"])
            for (name, attribute) in attributes {
                #expect(attribute.contains("HttpOnly") && attribute.contains("SameSite=Strict"), "\(name)")
                #expect(attribute.contains("Path=/") && attribute.contains("Max-Age="), "\(name)")
                #expect(!answer.text.contains(try #require(browser.jar.cookies[name]).dropFirst(2)), "\(name)")
            }
            let account = try await browser.request("POST", Self.account, "{}")
            #expect(account.status == 200 && account.text.contains(user.username))
            #expect(try await browser.request("GET", "/session").text.contains(user.username))
        }

        @Test("a session that is not to be remembered ends with the browser")
        func forgotten() async throws {
            let user = try await TestUser.new()
            var browser = try await browser()
            _ = try await browser.signIn(user, remember: false)
            for attribute in browser.jar.attributes.values { #expect(!attribute.contains("Max-Age")) }
            // Renewing it does not make it last.
            browser.jar.cookies["larder-access"] = nil
            #expect(try await browser.request("POST", Self.account, "{}").status == 200)
            for attribute in browser.jar.attributes.values { #expect(!attribute.contains("Max-Age")) }
            // A browser that sends one that has expired is renewed, too: {"exp":1}.
            browser.jar.cookies["larder-access"] = "e30.eyJleHAiOjF9.AA"
            #expect(try await browser.request("POST", Self.account, "{}").status == 200)
        }

        @Test("a wrong password is refused with the reason, and sets no cookie")
        func wrongPassword() async throws {
            let user = try await TestUser.new()
            var browser = try await browser()
            let answer = try await browser.request(
                "POST",
                "/session",
                #"{"name":"\#(user.username)","password":"wrong-7!aaaa"}"#
            )
            #expect(answer.status == 401 && answer.text.contains("WRONG_CREDENTIALS"))
            #expect(browser.jar.attributes.isEmpty)
            for body in [
                "", "[]", #"{"name":1}"#, #"{"name":"a\u0000","password":"b"}"#, String(repeating: " ", count: 5_000),
            ] {
                let refused = try await browser.request("POST", "/session", body)
                #expect([400, 429].contains(refused.status))
            }
        }

        @Test("the gateway renews a session whose access token has expired, once for requests that come together")
        func renewal() async throws {
            let user = try await TestUser.new()
            var browser = try await browser()
            _ = try await browser.signIn(user)
            let former = browser.jar.cookies
            browser.jar.cookies["larder-access"] = nil
            let renewed = try await withThrowingTaskGroup(of: Jar.self) { group in
                for _ in 0..<8 {
                    group.addTask { [browser] in
                        var own = browser
                        let answer = try await own.request("POST", Self.account, "{}")
                        #expect(answer.status == 200)
                        return own.jar
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(renewed.map { $0.cookies["larder-session"] }).count == 1)
            browser.jar = try #require(renewed.first)
            #expect(browser.jar.cookies["larder-session"] != former["larder-session"])
            #expect(try await browser.request("POST", Self.account, "{}").status == 200)
            // One that is not one of auth's is no session.
            browser.jar.cookies = ["larder-session": "k.abc", "larder-access": "x.y.z"]
            #expect(try await browser.request("POST", Self.account, "{}").status == 401)
        }

        @Test("signing out ends the session everywhere and clears its cookies")
        func signOut() async throws {
            let user = try await TestUser.new()
            var browser = try await browser()
            _ = try await browser.signIn(user)
            var other = browser
            #expect(try await browser.request("DELETE", "/session").status == 204)
            #expect(browser.jar.cookies.isEmpty)
            #expect(try await browser.request("GET", "/session").status == 204)
            other.jar.cookies["larder-access"] = nil
            #expect(try await other.request("POST", Self.account, "{}").status == 401)
            // Nothing is said of cookies: those of a session that was begun meanwhile would go.
            #expect(!other.jar.cookies.isEmpty)
        }

        @Test("signing in over a session ends that one")
        func signInAgain() async throws {
            let (ada, eve) = (try await TestUser.new(), try await TestUser.new())
            var browser = try await browser()
            _ = try await browser.signIn(ada)
            var former = browser
            #expect(try await browser.signIn(eve).status == 200)
            former.jar.cookies["larder-access"] = nil
            #expect(try await former.request("POST", Self.account, "{}").status == 401)
            #expect(try await browser.request("POST", Self.account, "{}").text.contains(eve.username))
        }

        @Test("a request that is meant for another account than the one signed in does nothing")
        func otherAccount() async throws {
            let (ada, eve) = (try await TestUser.new(), try await TestUser.new())
            var browser = try await browser()
            let signed = try await browser.signIn(ada)
            let object = try JSONSerialization.jsonObject(with: Data(signed.text.utf8)) as? [String: String]
            let meant = ["Larder-Account": try #require(object?["accountId"])]
            #expect(try await browser.request("POST", Self.account, "{}", meant).status == 200)
            _ = try await browser.signIn(eve)
            for (method, path) in [
                ("POST", Self.account), ("POST", "/live"), ("POST", "/files/receipts"), ("DELETE", "/session"),
            ] {
                let refused = try await browser.request(method, path, "{}", meant)
                #expect(refused.status == 400 && refused.text.contains("OTHER_ACCOUNT"), "\(path)")
            }
            // Also when the session has to be renewed first.
            for (method, path) in [("POST", Self.account), ("DELETE", "/session")] {
                browser.jar.cookies["larder-access"] = nil
                #expect(try await browser.request(method, path, "{}", meant).text.contains("OTHER_ACCOUNT"))
            }
            #expect(try await browser.request("POST", Self.account, "{}").text.contains(eve.username))
        }

        @Test("a photo is sent as a file, watched on the live stream, and fetched as a file")
        func photo() async throws {
            let user = try await TestUser.new()
            var browser = try await browser()
            _ = try await browser.signIn(user)
            let photo = try Data(contentsOf: Repository.root.appending(path: "deploy/sample/receipt.jpg"))
            let cookies = browser.jar.header
            let port = browser.port
            let sent = try await WebClient.with(port: port) { client in
                try await client.request(
                    "POST",
                    "/files/receipts?timeZone=Europe/Paris&keeping=PHOTO_KEEPING_KEEP",
                    ["Content-Type": "image/jpeg", "Cookie": cookies, "Sec-Fetch-Site": "same-origin"],
                    body: ByteBuffer(bytes: photo)
                )
            }
            #expect(sent.status == 200)
            let object = try JSONSerialization.jsonObject(with: Data(sent.text.utf8)) as? [String: Any]
            let receipt = try #require(object?["receiptId"] as? String)
            let watched = try await WebClient.with(port: port) { client in
                let topic = #"{"method":"larder.ocr.v1.Receipts/WatchReceipt","request":{"receiptId":"\#(receipt)"}}"#
                let body = #"{"topics":{"receipt":\#(topic)}}"#
                try await client.sendHead(
                    "POST",
                    "/live",
                    ["Content-Type": "application/json", "Cookie": cookies, "Sec-Fetch-Site": "same-origin"],
                    length: body.utf8.count
                )
                try await client.send(body)
                _ = try await client.head()
                var lines: [String] = []
                while let chunk = try await client.chunk() {
                    lines.append(String(buffer: chunk))
                    if lines.last?.contains("\"end\"") == true { break }
                }
                return lines
            }
            #expect(watched.contains { $0.contains("RECEIPT_STATE_DONE") && $0.contains("purchaseId") })
            #expect(watched.last == #"{"topic":"receipt","end":{}}"# + "\n")
            let fetched = try await browser.request("GET", "/files/receipts/\(receipt)/photos/0")
            #expect(fetched.status == 200 && fetched.fields["content-type"] == "image/jpeg")
            #expect(
                fetched.body.readableBytes > 10_000 && fetched.fields["cache-control"]?.contains("no-store") == true
            )
            // Nobody else's, and nothing else.
            var stranger = try await self.browser()
            _ = try await stranger.signIn(try await TestUser.new())
            #expect(try await stranger.request("GET", "/files/receipts/\(receipt)/photos/0").status == 404)
            for path in ["\(receipt)/photos/x", "\(receipt)/photos/9", "\(receipt)", "x/photos/0", "../../index.html"] {
                let missing = try await browser.request("GET", "/files/receipts/\(path)")
                #expect([400, 404].contains(missing.status), "\(path)")
            }
            let text = try await browser.request("POST", "/files/receipts", "hello", ["Content-Type": "image/jpeg"])
            #expect(text.status == 400 && text.text.contains("NOT_AN_IMAGE"))
        }
    }
}

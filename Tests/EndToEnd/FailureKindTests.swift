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
    /// One failure of each kind beside those of ``OutcomeTests``, as a browser gets it.
    @Suite("Kinds of failures in the user's language", .timeLimit(.minutes(5)))
    struct FailureKindTests {
        /// What a user reads of a failure.
        private struct Sentence {
            let english: String
            let french: String
        }

        /// What no user reads: programs, paths, addresses and what they are built on.
        private static let internals = [
            "/work", "/tmp", "/usr", "127.0.0.1", "localhost", "larder_", "sql", "postgres", "swift", "nio", "errno",
            "fatal", "panic", "stack",
        ]

        /// Expects a failure in each language.
        private func expect(
            _ status: Int,
            _ code: String,
            _ sentence: Sentence,
            _ method: String,
            _ request: String,
            _ fields: [String: String] = [:]
        ) async throws {
            let port = try await TestDeployment.shared.local.ports.web()
            for (language, text) in [("en", sentence.english), ("fr", sentence.french)] {
                let fields = ["Content-Type": "application/json", "Accept-Language": language].merging(fields) { $1 }
                let answer = try await WebClient.with(port: port) { client in
                    try await client.request("POST", "/\(method)", fields, body: ByteBuffer(string: request))
                }
                #expect(answer.status == status)
                try check(answer.text, answer.fields["larder-reference"], code, text)
            }
        }

        private func check(_ body: String, _ reference: String?, _ code: String, _ text: String) throws {
            let failure = try #require(JSONSerialization.jsonObject(with: Data(body.utf8)) as? NSDictionary)
            #expect(failure["code"] as? String == code)
            #expect(failure["message"] as? String == text)
            #expect(reference?.count == 16)
            let lower = text.lowercased()
            #expect(!Self.internals.contains { lower.contains($0) })
        }

        private func signed(_ user: TestUser) -> [String: String] {
            ["Authorization": "Bearer \(user.tokens.accessToken)"]
        }

        private static let eateries = "larder.orders.v1.Eateries/ListOpenEateries"
        private static let near = #"{"near":{"latitudeMicrodegrees":"0","longitudeMicrodegrees":"0"},"limit":10}"#
        private static let getPurchase = "larder.budget.v1.Purchases/GetPurchase"

        @Test("a page of another site is told that it is one")
        func forbidden() async throws {
            try await expect(
                403,
                "permission_denied",
                Sentence(
                    english: "This was asked for by a page of another site.",
                    french: "Cette demande vient d’une page d’un autre site."
                ),
                Self.getPurchase,
                "{}",
                ["Origin": "http://evil.example"]
            )
        }

        @Test("a change of what has changed meanwhile is refused, and changes nothing")
        func conflict() async throws {
            let user = try await TestUser.new()
            // Without a store, which catalog would look up.
            let purchase = try await user.purchases.createPurchase(
                .init(currency: "CAD", total: .init(minorUnits: 100, currency: "CAD")),
                options: user.options(key: UUID().canonical)
            )
            try await expect(
                409,
                "aborted",
                Sentence(
                    english: "The purchase has changed meanwhile: it is at version 1, and version 99 was expected. "
                        + "Please look at it again.",
                    french:
                        "Cet élément (achat) a changé entre-temps\u{A0}: il en est à la version 1, et la version 99 "
                        + "était attendue. Veuillez le revoir."
                ),
                "larder.budget.v1.Purchases/EditPurchase",
                #"{"purchaseId":"\#(purchase.id)","expectedVersion":"99","edits":[{"date":{"value":"2025-03-09"}}]}"#,
                signed(user)
            )
            let now = try await user.purchases.getPurchase(
                .init(key: .purchaseID(purchase.id)),
                options: user.options()
            )
            #expect(now.version == 1 && now.purchasedAt?.date.isEmpty == true)
        }

        @Test("a name that somebody has is not given to anybody else")
        func taken() async throws {
            let user = try await TestUser.new()
            let terms = try await WebClient.with(port: try await TestDeployment.shared.local.ports.web()) { client in
                try await client.request(
                    "POST",
                    "/larder.auth.v1.Accounts/GetTerms",
                    ["Content-Type": "application/json"],
                    body: ByteBuffer(string: "{}")
                ).text
            }
            let version = (try JSONSerialization.jsonObject(with: Data(terms.utf8)) as? NSDictionary)?["version"]
            let account = [
                "username": user.username, "email": "other-\(user.username)@example.org", "password": user.password,
                "acceptedTermsVersion": try #require(version as? String),
            ]
            try await expect(
                409,
                "already_exists",
                Sentence(
                    english: "This user name is taken. Please choose another one.",
                    french: "Ce nom d’utilisateur est déjà pris. Veuillez en choisir un autre."
                ),
                "larder.auth.v1.Accounts/Register",
                String(decoding: try JSONEncoder().encode(account), as: UTF8.self)
            )
        }

        @Test("a request over the limit of its method is refused")
        func tooLarge() async throws {
            let user = try await TestUser.new()
            try await expect(
                429,
                "resource_exhausted",
                Sentence(
                    english: "The request is over the limit of 262144 bytes.",
                    french: "La demande dépasse la limite de 262144 octets."
                ),
                "larder.notifications.v1.Inbox/MarkNotificationsRead",
                "{" + String(repeating: " ", count: 262_144) + "}",
                signed(user)
            )
        }

        @Test("a user with as many streams as one may have is told so at the next one")
        func tooMany() async throws {
            let user = try await TestUser.new()
            let port = try await TestDeployment.shared.local.ports.web()
            let topic = #"{"method":"larder.budget.v1.Purchases/WatchPurchases"}"#
            let topics = (0..<32).map { "\"t\($0)\":\(topic)" }.joined(separator: ",")
            let fields = signed(user).merging(["Content-Type": "application/json"]) { $1 }
            try await WebClient.with(port: port) { client in
                let body = #"{"topics":{\#(topics)}}"#
                try await client.sendHead("POST", "/live", fields, length: body.utf8.count)
                try await client.send(body)
                _ = try await client.head()
                var begun: Set<String> = []
                while begun.count < 32, let chunk = try await client.chunk() {
                    for line in String(buffer: chunk).split(separator: "\n") {
                        let line = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
                        if let topic = line?["topic"] as? String { begun.insert(topic) }
                    }
                }
                for (language, text) in [
                    (
                        "en",
                        "Too many of your requests are still running. Please try again when some of them have finished."
                    ),
                    (
                        "fr",
                        "Trop de vos demandes sont encore en cours. Veuillez réessayer quand certaines seront terminées."
                    ),
                ] {
                    let answer = try await WebClient.with(port: port) { other in
                        try await other.request(
                            "POST",
                            "/live",
                            fields.merging(["Accept-Language": language]) { $1 },
                            body: ByteBuffer(string: #"{"topics":{"a":\#(topic)}}"#)
                        )
                    }
                    let last = answer.text.split(separator: "\n").last.map { Data($0.utf8) } ?? Data()
                    let end = (try JSONSerialization.jsonObject(with: last) as? NSDictionary)?["end"] as? NSDictionary
                    let error = try JSONSerialization.data(withJSONObject: try #require(end?["error"]))
                    try check(
                        String(decoding: error, as: UTF8.self),
                        answer.fields["larder-reference"],
                        "resource_exhausted",
                        text
                    )
                }
            }
        }

        @Test("a service that is away is named, and only its calls fail")
        func unavailable() async throws {
            let (user, deployment) = (try await TestUser.new(), try await TestDeployment.shared)
            try await deployment.kill("orders")
            try await expect(
                503,
                "unavailable",
                Sentence(
                    english: "The orders service cannot be reached at the moment. Please try again later.",
                    french: "Le service orders ne peut pas être joint pour le moment. Veuillez réessayer plus tard."
                ),
                Self.eateries,
                Self.near,
                signed(user)
            )
            _ = try await user.purchases.listPurchases(.init(), options: user.options())
            try deployment.local.start("orders")
            try await deployment.waitUntilHealthy()
        }

        @Test("a service that hangs lets a call end at its time limit")
        func timeout() async throws {
            let (user, deployment) = (try await TestUser.new(), try await TestDeployment.shared)
            let hanging = try #require(deployment.local.process("orders"))
            hanging.signal(SIGSTOP)
            defer { hanging.signal(SIGCONT) }
            try await expect(
                504,
                "deadline_exceeded",
                Sentence(
                    english: "The call took longer than its deadline.",
                    french: "L’appel a pris plus de temps que permis."
                ),
                Self.eateries,
                Self.near,
                signed(user).merging(["Connect-Timeout-Ms": "300"]) { $1 }
            )
            hanging.signal(SIGCONT)
            try await deployment.waitUntilHealthy()
        }
    }
}

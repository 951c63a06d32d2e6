import AuthMessages
import Foundation
import Foundations
import LocalDeployment
import NIOCore
import RPCTestSupport
import Testing

extension EndToEndTests {
    /// What users read when a call fails, whichever service it was for.
    @Suite("Failures in the user's language", .timeLimit(.minutes(5)))
    struct OutcomeTests {
        /// A call that a service rejects.
        struct Rejected: CustomTestStringConvertible, Sendable {
            let service: String
            let method: String
            var request = "{}"
            var isSignedIn = true
            let code: String
            let english: String
            let french: String

            var testDescription: String { "\(service): \(code)" }
        }

        private static let unknown = #"0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10"#

        static let calls: [Rejected] = [
            Rejected(
                service: "auth",
                method: "larder.auth.v1.Sessions/SignIn",
                request: #"{"name":"nobody","password":"Wrong-horse-7!","device":"test"}"#,
                isSignedIn: false,
                code: "unauthenticated",
                english: "This combination of name and password is unknown. Please check both, or register.",
                french: "Cette combinaison de nom et de mot de passe est inconnue. "
                    + "Veuillez vérifier les deux, ou vous inscrire."
            ),
            Rejected(
                service: "budget",
                method: "larder.budget.v1.Purchases/GetPurchase",
                request: #"{"purchaseId":"\#(unknown)"}"#,
                code: "not_found",
                english: "There is no such purchase.",
                french: "Introuvable\u{A0}: achat."
            ),
            Rejected(
                service: "catalog",
                method: "larder.catalog.v1.Products/GetProduct",
                request: #"{"productId":"pear"}"#,
                code: "invalid_argument",
                english: "product_id must be a UUID, such as \(unknown).",
                french: "product_id doit être un UUID, comme \(unknown)."
            ),
            Rejected(
                service: "notifications",
                method: "larder.notifications.v1.Inbox/MarkNotificationsRead",
                code: "invalid_argument",
                english: "notification_ids must be 1 to 200, not 0.",
                french: "notification_ids doit compter de 1 à 200 éléments, et non 0."
            ),
            Rejected(
                service: "ocr",
                method: "larder.ocr.v1.Receipts/GetReceipt",
                request: #"{"receiptId":"\#(unknown)"}"#,
                code: "not_found",
                english: "There is no such receipt.",
                french: "Introuvable\u{A0}: reçu."
            ),
            Rejected(
                service: "orders",
                method: "larder.orders.v1.Eateries/ListOpenEateries",
                request: #"{"near":{"latitudeMicrodegrees":"0","longitudeMicrodegrees":"0"},"limit":1000}"#,
                code: "invalid_argument",
                english: "limit must be from 1 to 100.",
                french: "limit doit être compris entre 1 et 100."
            ),
            Rejected(
                service: "gateway",
                method: "larder.budget.v1.Purchases/GetPurchase",
                isSignedIn: false,
                code: "unauthenticated",
                english: "Please sign in.",
                french: "Veuillez vous connecter."
            ),
        ]

        @Test("each service's outcome has a text in it and a reference", arguments: calls)
        func outcome(call: Rejected) async throws {
            let user = try await TestUser.new()
            let port = try await TestDeployment.shared.local.ports.web()
            for (language, text) in [("fr-CA, en;q=0.5", call.french), ("en", call.english), ("de", call.english)] {
                var fields = ["Content-Type": "application/json", "Accept-Language": language]
                if call.isSignedIn { fields["Authorization"] = "Bearer \(user.tokens.accessToken)" }
                let sent = fields
                let answer = try await WebClient.with(port: port) { client in
                    try await client.request("POST", "/\(call.method)", sent, body: ByteBuffer(string: call.request))
                }
                let failure = try #require(JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? NSDictionary)
                #expect(failure["code"] as? String == call.code)
                #expect(failure["message"] as? String == text)
                #expect(answer.fields["larder-reference"]?.count == 16)
            }
        }
    }
}

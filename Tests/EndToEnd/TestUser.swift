import AuthMessages
import BudgetMessages
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import OCRMessages
import OrdersMessages
import RPC

/// A registered, signed-in user.
struct TestUser {
    let deployment: TestDeployment
    let username: String
    let password: String
    let tokens: Auth.SessionTokens

    var channel: RPCChannel { deployment.channel }
    var receipts: OCR.ReceiptsClient { .init(channel: channel) }
    var purchases: Budget.PurchasesClient { .init(channel: channel) }
    var inbox: Notifications.InboxClient { .init(channel: channel) }
    var eateries: Orders.EateriesClient { .init(channel: channel) }

    /// The options of a call as this user.
    func options(timeout: Duration = .seconds(20), key: String? = nil) -> CallOptions {
        CallOptions(timeout: timeout, accessToken: tokens.accessToken, idempotencyKey: key)
    }

    /// A new user of the shared deployment.
    static func new() async throws -> TestUser { try await new(of: TestDeployment.shared) }

    /// A new user.
    static func new(of deployment: TestDeployment) async throws -> TestUser {
        let username = "u" + UUID().canonical.filter { $0 != "-" }.prefix(20)
        let password = "Correct-horse-7!"
        _ = try await deployment.local.register(username, password: password, on: deployment.channel)
        let tokens = try await Auth.SessionsClient(channel: deployment.channel)
            .signIn(
                .init(name: username, password: password, device: "test"),
                options: CallOptions(timeout: .seconds(10))
            )
        let user = TestUser(deployment: deployment, username: username, password: password, tokens: tokens)
        // They would come between the notices that tests are about.
        _ = try await Notifications.NoticePreferencesClient(channel: deployment.channel).setNoticePreference(
            .init(kind: "badge_awarded", channel: .inbox, isOn: false),
            options: user.options()
        )
        return user
    }

    /// The same user with a new session.
    func signedInAgain() async throws -> TestUser {
        let tokens = try await Auth.SessionsClient(channel: channel)
            .signIn(
                .init(name: username, password: password, device: "test"),
                options: CallOptions(timeout: .seconds(10))
            )
        return TestUser(deployment: deployment, username: username, password: password, tokens: tokens)
    }

    /// The same user with new tokens of the same session, which say what is true now.
    func refreshed() async throws -> TestUser {
        let tokens = try await Auth.SessionsClient(channel: channel)
            .refreshSession(
                .init(refreshToken: tokens.refreshToken),
                options: options(key: UUID().uuidString)
            )
        return TestUser(deployment: deployment, username: username, password: password, tokens: tokens)
    }

    /// Adds an authenticator app.
    /// - Returns: Recovery codes, of which each signs in once.
    func addAuthenticatorApp() async throws -> [String] {
        let factors = Auth.FactorsClient(channel: channel)
        let setup = try await factors.beginFactor(.init(kind: .authenticatorApp), options: options())
        let code = OneTimePassword.code(of: setup.authenticator?.secret ?? "", at: Date())
        let request = Auth.AddFactorRequest(token: setup.token, name: "Test", answer: .code(code))
        return try await factors.addFactor(request, options: options()).recoveryCodes
    }

    /// The same user with an authenticator app, and a session that was signed in with a second factor.
    func withSecondFactor() async throws -> TestUser {
        let codes = try await addAuthenticatorApp()
        let sessions = Auth.SessionsClient(channel: channel)
        let begun = try await sessions.signIn(
            .init(name: username, password: password, device: "test", acceptsChallenge: true),
            options: CallOptions(timeout: .seconds(10))
        )
        // A recovery code, since the app's works once within half a minute.
        let answer = Auth.FactorAnswer(answer: .code(codes.first ?? ""))
        let tokens = try await sessions.completeSignIn(
            .init(token: begun.challenge?.token ?? "", answer: answer, device: "test"),
            options: CallOptions(timeout: .seconds(10))
        )
        return TestUser(deployment: deployment, username: username, password: password, tokens: tokens)
    }

    /// Uploads a photo in chunks.
    func upload(
        _ photo: [UInt8],
        key: String? = nil,
        piece: Int = 65_536,
        keeping: OCR.PhotoKeeping = .unspecified
    ) async throws -> OCR.UploadReceiptResponse {
        try await receipts.uploadReceipt(options: options(key: key)) { writer in
            let header = OCR.UploadHeader(
                size: Int64(photo.count),
                timeZone: "America/Vancouver",
                keeping: keeping
            )
            try await writer.write(.init(part: .header(header)))
            for start in stride(from: 0, to: photo.count, by: piece) {
                try await writer.write(.init(part: .chunk(Array(photo[start..<min(start + piece, photo.count)]))))
            }
        }
    }

    /// Watches a receipt to its end.
    /// - Returns: all updates.
    func follow(_ receiptID: String) async throws -> [OCR.ReceiptProgress] {
        try await receipts.watchReceipt(.init(receiptID: receiptID), options: options(timeout: .seconds(60))) {
            stream in
            var all: [OCR.ReceiptProgress] = []
            for try await progress in stream { all.append(progress) }
            return all
        }
    }

    /// The sample receipt's purchase, from photo to log.
    func recordSample() async throws -> Budget.Purchase {
        let receipt = try await upload(try sampleReceipt())
        let last = try await follow(receipt.receiptID).last
        return try await purchases.getPurchase(
            .init(key: .purchaseID(last?.purchaseID ?? "")),
            options: options()
        )
    }
}

/// The shipped photo.
func sampleReceipt() throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.sampleReceipt))
}

/// The status with which a call fails.
func status(of call: () async throws -> Void) async -> Status? {
    do {
        try await call()
        return nil
    } catch {
        return error as? Status
    }
}

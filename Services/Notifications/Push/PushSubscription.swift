import Crypto
import Foundation
import Foundations
import NotificationsMessages
import RPC
import ServiceKit

/// Where a browser takes messages, and the keys for which they are encrypted.
struct PushSubscription: Codable, Sendable, Equatable {
    /// An HTTPS address that only the browser, its push service and Larder know.
    let endpoint: String
    /// A point of P-256, uncompressed.
    let publicKey: Data
    let secret: Data

    /// The host of the push service.
    var service: String { URL(string: endpoint)?.host() ?? "" }

    /// The origin of the push service, for which a message is signed.
    var origin: String {
        let url = URL(string: endpoint)
        return "https://\(url?.host() ?? "")" + (url?.port.map { ":\($0)" } ?? "")
    }

    /// - Throws: INVALID_ARGUMENT with every invalid field.
    init(validating request: Notifications.RegisterPushDeviceRequest, _ settings: PushSettings) throws(Status) {
        var validator = FieldValidator()
        endpoint = request.endpoint
        publicKey = Data(request.publicKey)
        secret = Data(request.secret)
        if !settings.allows(endpoint) { validator.reject("endpoint", .notifications.rulePushEndpoint) }
        if publicKey.count != 65 || (try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)) == nil {
            validator.reject("public_key", .notifications.rulePushKey)
        }
        if secret.count != 16 { validator.reject("secret", .notifications.rulePushSecret) }
        try validator.finish()
    }

    /// Encrypts a message for the browser.
    func seal(_ message: [UInt8]) throws -> [UInt8] {
        let key = try P256.KeyAgreement.PublicKey(x963Representation: publicKey)
        return try PushEncryption(browserKey: key, secret: Array(secret)).seal(message)
    }
}

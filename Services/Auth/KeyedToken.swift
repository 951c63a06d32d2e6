import Crypto
import Foundation
import Foundations
import ServiceKit

/// The secret of a mailed link, by the mail's id.
typealias MailToken = KeyedToken<MailTokenPurpose>

/// The secret of somebody who has registered an account, by which they complete the registration without the password, by the
/// account's id.
typealias RegistrationToken = KeyedToken<RegistrationTokenPurpose>

/// What tokens are for: one for another purpose is none.
protocol KeyedTokenPurpose {
    static var name: String { get }
}

enum MailTokenPurpose: KeyedTokenPurpose {
    static let name = "auth.mail"
}

enum RegistrationTokenPurpose: KeyedTokenPurpose {
    static let name = "auth.registration"
}

/// A secret that is an id and a keyed hash of it (HMAC-SHA-256), which nobody makes without a master key. It is stored nowhere, and
/// the same whenever it is made again.
struct KeyedToken<Purpose: KeyedTokenPurpose>: Sendable {
    let id: UUID
    /// Base64url (RFC 4648), 64 characters.
    let text: String

    /// The token of an id.
    init(of id: UUID, _ keys: MasterKeys) {
        self.id = id
        let hash = keys.lookupHashes(of: id.canonical, purpose: Purpose.name)[0]
        text = (withUnsafeBytes(of: id.uuid) { Data($0) } + Data(hash)).base64URL
    }

    /// Parses a token; nil unless it is one that was made with one of the keys for the purpose.
    init?(_ text: String, _ keys: MasterKeys) {
        guard let bytes = Data(base64URL: text, count: 48) else { return nil }
        let id = bytes.prefix(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        // Compared as keys are: in a time that says nothing of where they differ.
        let given = SymmetricKey(data: Array(bytes.suffix(32)))
        let known = keys.lookupHashes(of: id.canonical, purpose: Purpose.name)
        guard known.contains(where: { SymmetricKey(data: $0) == given }) else { return nil }
        self.id = id
        self.text = text
    }
}

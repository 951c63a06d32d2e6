import Crypto
import Foundation
import Foundations
import ServiceKit

/// The secret of a mailed link: the mail's id and a keyed hash of it (HMAC-SHA-256). It is stored nowhere, and the same whenever
/// the mail is sent again.
struct MailToken: Sendable {
    private static let purpose = "auth.mail"

    /// The mail that it was sent with.
    let mail: UUID
    private let hash: [UInt8]

    /// The token of a mail.
    init(of mail: UUID, _ keys: MasterKeys) {
        self.mail = mail
        hash = keys.lookupHashes(of: mail.canonical, purpose: MailToken.purpose)[0]
    }

    /// Parses a token; nil unless it is one that was made with one of the keys.
    init?(_ text: String, _ keys: MasterKeys) {
        guard let bytes = Data(base64URL: text, count: 48) else { return nil }
        mail = bytes.prefix(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        hash = Array(bytes.suffix(32))
        // Compared as keys are: in a time that says nothing of where they differ.
        let given = SymmetricKey(data: hash)
        let known = keys.lookupHashes(of: mail.canonical, purpose: MailToken.purpose)
        guard known.contains(where: { SymmetricKey(data: $0) == given }) else { return nil }
    }

    /// Base64url (RFC 4648), 64 characters.
    var text: String { (withUnsafeBytes(of: mail.uuid) { Data($0) } + Data(hash)).base64URL }
}

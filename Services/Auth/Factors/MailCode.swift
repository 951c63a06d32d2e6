import Crypto
import Foundation
import Foundations
import ServiceKit

/// The six digits of a mail, a keyed hash of its id (HMAC-SHA-256). They are stored nowhere, and the same whenever the mail is
/// sent again.
enum MailCode {
    /// How long a code works, in seconds.
    static let lifetime: TimeInterval = 600

    /// The code that a mail is sent with.
    static func code(of mail: UUID, _ keys: MasterKeys) -> String { codes(of: mail, keys)[0] }

    /// Whether a code is the one of a mail, compared in a time that says nothing of where they differ.
    static func isRight(_ code: String, of mail: UUID, _ keys: MasterKeys) -> Bool {
        let given = SymmetricKey(data: Data(code.utf8))
        return codes(of: mail, keys).contains { SymmetricKey(data: Data($0.utf8)) == given }
    }

    /// The code under each master key, the current one first.
    private static func codes(of mail: UUID, _ keys: MasterKeys) -> [String] {
        keys.lookupHashes(of: mail.canonical, purpose: "auth.mail_code").map { hash in
            let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
            let text = String(number)
            return String(repeating: "0", count: 6 - text.count) + text
        }
    }
}

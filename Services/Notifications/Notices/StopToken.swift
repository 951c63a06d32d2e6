import Crypto
import Foundation
import Foundations
import ServiceKit

/// What is in a mail's link by which its reader stops such mails without signing in: whose they are, which mail it was and of
/// which kind, with a keyed hash of all (HMAC-SHA-256).
///
/// It works for as long as the master key is there and the proof that the mail was sent is not too old
/// (``NoticePreferenceStore/isValid(_:)``), and does nothing else.
struct StopToken: Sendable, Equatable {
    /// For how long a link works after its mail was sent, in seconds.
    static let lifetime: TimeInterval = 183 * 86_400

    private static let purpose = "notifications.stop"

    let user: UUID
    /// Nil in mails of former releases.
    let mail: UUID?
    /// Nil for all kinds.
    let kind: String?

    /// The token of a mail.
    init(user: UUID, mail: UUID?, kind: String?) {
        (self.user, self.mail, self.kind) = (user, mail, kind)
    }

    /// Parses a token; nil unless it is one that was made with one of the keys.
    init?(_ text: String, _ keys: MasterKeys) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, parts.last != "" else { return nil }
        let kind = parts.count == 2 ? parts[1] : nil
        let bytes: Data
        if let whole = Data(base64URL: first, count: 64) {
            bytes = whole
            self.init(
                user: StopToken.id(bytes.prefix(16)),
                mail: StopToken.id(bytes.dropFirst(16).prefix(16)),
                kind: kind
            )
        } else if let former = Data(base64URL: first, count: 48) {
            bytes = former
            self.init(user: StopToken.id(bytes.prefix(16)), mail: nil, kind: kind)
        } else {
            return nil
        }
        // Compared as keys are: in a time that says nothing of where they differ.
        let given = SymmetricKey(data: bytes.suffix(32))
        guard hashes(keys).contains(where: { SymmetricKey(data: $0) == given }) else { return nil }
    }

    /// The text, in characters that need no escape in an address.
    func text(_ keys: MasterKeys) -> String {
        let ids = [user, mail].compactMap(\.self).map { id in withUnsafeBytes(of: id.uuid) { Data($0) } }
        let bytes = ids.reduce(Data(), +) + Data(hashes(keys)[0])
        return bytes.base64URL + (kind.map { "." + $0 } ?? "")
    }

    private func hashes(_ keys: MasterKeys) -> [[UInt8]] {
        let names = [user.canonical, mail?.canonical, kind ?? ""].compactMap(\.self)
        return keys.lookupHashes(of: names.joined(separator: " "), purpose: StopToken.purpose)
    }

    private static func id(_ bytes: Data) -> UUID {
        Array(bytes).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

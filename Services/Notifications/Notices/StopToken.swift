import Crypto
import Foundation
import Foundations
import ServiceKit

/// What is in a mail's link by which its reader stops such mails without signing in: whose they are and of which kind, with a keyed
/// hash of both (HMAC-SHA-256). It works for as long as the master key is there, and does nothing else.
struct StopToken: Sendable, Equatable {
    private static let purpose = "notifications.stop"

    let user: UUID
    /// Nil for all kinds.
    let kind: String?

    /// The token of a user's mails.
    init(user: UUID, kind: String?) {
        (self.user, self.kind) = (user, kind)
    }

    /// Parses a token; nil unless it is one that was made with one of the keys.
    init?(_ text: String, _ keys: MasterKeys) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let bytes = Data(base64URL: first, count: 48), parts.last != "" else {
            return nil
        }
        let user = bytes.prefix(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        self.init(user: user, kind: parts.count == 2 ? parts[1] : nil)
        // Compared as keys are: in a time that says nothing of where they differ.
        let given = SymmetricKey(data: bytes.suffix(32))
        guard hashes(keys).contains(where: { SymmetricKey(data: $0) == given }) else { return nil }
    }

    /// The text, in characters that need no escape in an address.
    func text(_ keys: MasterKeys) -> String {
        let bytes = withUnsafeBytes(of: user.uuid) { Data($0) } + Data(hashes(keys)[0])
        return bytes.base64URL + (kind.map { "." + $0 } ?? "")
    }

    private func hashes(_ keys: MasterKeys) -> [[UInt8]] {
        keys.lookupHashes(of: "\(user.canonical) \(kind ?? "")", purpose: StopToken.purpose)
    }
}

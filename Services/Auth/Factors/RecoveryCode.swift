import Crypto
import Foundation

/// A code that stands in for a lost factor once: 80 random bits, of which only a hash is stored.
struct RecoveryCode: Sendable, Equatable {
    /// How many an account gets.
    static let count = 10
    private static let length = 16

    /// Sixteen characters without separators.
    private let characters: String

    /// A new code.
    init() {
        let bytes = SymmetricKey(size: .init(bitCount: 80)).withUnsafeBytes { Array($0) }
        characters = Base32.crockford.encode(bytes)
    }

    /// Parses a code as somebody may type it; nil for an invalid form.
    init?(_ text: String) {
        let upper = FactorCode.compact(text).uppercased()
        characters = upper.replacing("O", with: "0").replacing("I", with: "1").replacing("L", with: "1")
        guard characters.utf8.count == Self.length, Base32.crockford.allows(characters) else { return nil }
    }

    /// Four groups of four characters.
    var text: String {
        var groups: [Substring] = []
        var rest = characters[...]
        while !rest.isEmpty {
            groups.append(rest.prefix(4))
            rest = rest.dropFirst(4)
        }
        return groups.joined(separator: "-")
    }

    /// SHA-256 with the account. It needs no more than that: a code cannot be guessed.
    func hash(for account: UUID) -> [UInt8] {
        var hash = SHA256()
        withUnsafeBytes(of: account.uuid) { hash.update(bufferPointer: $0) }
        hash.update(data: Data(characters.utf8))
        return Array(hash.finalize())
    }
}

/// What somebody enters as the answer to a challenge.
enum FactorCode: Sendable, Equatable {
    /// Of an authenticator app or a mail.
    case digits(String)
    case recovery(RecoveryCode)

    /// Parses a code; nil for what none looks like.
    init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let compact = FactorCode.compact(text)
        if compact.utf8.count == 6, compact.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            self = .digits(compact)
        } else if let code = RecoveryCode(compact) {
            self = .recovery(code)
        } else {
            return nil
        }
    }

    /// The text without what people separate groups with.
    fileprivate static func compact(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "-" } }
}

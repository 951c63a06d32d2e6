import Foundation
import Foundations

/// A text that clients return unchanged, such as the token of a page: fields in URL-safe base64 (RFC 4648, section 5).
enum OpaqueToken {
    /// The token of some fields, which have no `|`.
    static func text(of fields: [String]) -> String {
        Data(fields.joined(separator: "|").utf8).base64URL
    }

    /// The fields of a token; nil when it is none.
    /// - Parameter limit: The most bytes that a token may have.
    static func fields(of token: String, limit: Int) -> [String]? {
        guard token.utf8.count <= limit, let data = Data(base64URL: token),
            let text = String(validating: data, as: UTF8.self)
        else { return nil }
        return text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
}

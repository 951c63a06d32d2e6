package import CommonMessages
import Foundation
package import RPC

/// The sort key of a list's entries, which is what the token of a page holds.
package protocol PageKey: Sendable {
    /// The list's name, so that a token of another list is rejected.
    static var list: String { get }
    /// The key as texts without `|`.
    var fields: [String] { get }
    /// Reads ``fields``; nil when they are no such key.
    init?(fields: [String])
}

/// The part of a list that a client asks for.
package struct Page<Key: PageKey>: Sendable {
    /// How many entries at the most.
    package let limit: Int
    /// The last entry of the page before; nil for the first page.
    package let after: Key?

    /// Reads a page request; nil asks for the first page of the usual size.
    /// - Throws: INVALID_ARGUMENT for a size outside of 0 to 200, or a token that no page of this list ended with.
    package init(_ request: Common.PageRequest?) throws(Status) {
        let request = request ?? Common.PageRequest()
        var validator = FieldValidator()
        let size = Int(validator.number(request.size, "page.size", in: 0...200))
        limit = size == 0 ? 50 : size
        after = request.token.isEmpty ? nil : Self.key(token: request.token)
        if after == nil, !request.token.isEmpty {
            validator.reject("page.token", .services.rulePageToken(token: "next_page_token"))
        }
        try validator.finish()
    }

    /// How many rows to select: one more than the page's limit, which shows whether another page follows.
    package var rowLimit: Int { limit + 1 }

    /// The page's entries in the selected rows, and the token of the next page; nil at the end.
    /// - Parameters:
    ///   - rows: Up to ``rowLimit``, in the order of the list.
    ///   - key: Reads a row's sort key.
    ///   - read: Reads a row's entry.
    package func entries<Row, Entry>(
        in rows: [Row],
        key: (Row) throws -> Key,
        _ read: (Row) throws -> Entry
    ) rethrows -> ([Entry], next: String?) {
        let entries = try rows.prefix(limit).map(read)
        return (entries, rows.count > limit ? Self.token(after: try key(rows[limit - 1])) : nil)
    }

    /// The token with which the page after `key` is asked for.
    package static func token(after key: Key) -> String { OpaqueToken.text(of: [Key.list] + key.fields) }

    private static func key(token: String) -> Key? {
        guard let fields = OpaqueToken.fields(of: token, limit: 2_000), fields.first == Key.list else { return nil }
        return Key(fields: Array(fields.dropFirst()))
    }
}

import Foundation
package import Postgres

/// A column with what somebody has said, or what says something about them, encrypted under the person's key.
///
/// Its values are in the column `<name>_sealed` of bytes, each bound to its table, column and row. Where former versions stored
/// them as they are, these are in the column `<name>`, which is null once ``ColumnSealing`` has encrypted them. When it has encrypted
/// all, what is in that column is not read any more: see ``FormerValues``.
package struct SealedColumn: Sendable {
    /// The column by which rows are found, without that their texts can be had back.
    package struct Lookup: Sendable {
        let column: String
        let normalise: @Sendable (String) -> String
    }

    /// What its values are.
    package enum Kind: Sendable {
        case text
        /// An array of texts.
        case texts
        case bytes
    }

    /// The table.
    package let table: String
    /// What the value is called, and the column of those that are not encrypted yet.
    package let name: String
    /// The columns of the table's primary key. The first is the person's id.
    package let key: [String]
    /// What its values are.
    package let kind: Kind
    /// Whether `name` is a column of the table; false where nothing was stored before it was encrypted.
    let hasFormer: Bool
    /// Whether empty texts, which say nothing, are stored in `name`.
    let keepsEmpty: Bool
    /// The table of which a value's binding says it is in.
    private let home: String
    /// How rows are found by it; nil if they aren't.
    let lookup: Lookup?

    /// Describes a column.
    /// - Parameters:
    ///   - table: The table.
    ///   - name: The column of values that are not encrypted yet, which may be null.
    ///   - kind: What its values are.
    ///   - key: The columns of the table's primary key, the person's id first.
    ///   - hasFormer: Whether there is a column `name`.
    ///   - keepsEmpty: Whether empty texts, which say nothing, are stored in `name` as they are.
    ///   - home: The table that values are bound to, where rows move between two; this one when nil.
    package init(
        _ table: String,
        _ name: String,
        _ kind: Kind = .text,
        key: [String],
        hasFormer: Bool = true,
        keepsEmpty: Bool = false,
        boundTo home: String? = nil
    ) {
        self.table = table
        self.name = name
        self.kind = kind
        self.key = key
        self.hasFormer = hasFormer
        self.keepsEmpty = keepsEmpty
        self.home = home ?? table
        lookup = nil
    }

    private init(_ column: SealedColumn, foundBy lookup: Lookup) {
        table = column.table
        name = column.name
        kind = column.kind
        key = column.key
        hasFormer = column.hasFormer
        keepsEmpty = column.keepsEmpty
        home = column.home
        self.lookup = lookup
    }

    /// The same with a column `<name>_hash`, by which a person's rows with a text are found.
    /// - Parameter normalise: What texts have in common that are found by one another.
    package func foundBy(_ normalise: @escaping @Sendable (String) -> String) -> SealedColumn {
        SealedColumn(self, foundBy: Lookup(column: name + "_hash", normalise: normalise))
    }

    /// The column of the encrypted values.
    package var sealedName: String { name + "_sealed" }

    /// Where former versions stored values as they are; nil where they stored none.
    package var former: FormerValues? {
        guard hasFormer else { return nil }
        let value: Statement = "\(identifier: name)"
        return FormerValues(table, name, where: keepsEmpty ? "\(value) <> ''" : "\(value) IS NOT NULL")
    }

    /// What a query selects for ``text(in:row:with:)`` and ``bytes(in:row:with:)``: no value of a former version once all are
    /// encrypted.
    /// - Parameter source: The table's name in the query.
    package func selection(of source: String? = nil) -> Statement {
        let source: Statement = "\(identifier: source ?? table)"
        let sealed: Statement = "\(source).\(identifier: sealedName)"
        guard let former else { return sealed }
        let value: Statement = "\(source).\(identifier: name)"
        let isEmpty: Statement = keepsEmpty ? "OR \(value) = ''" : ""
        return "CASE WHEN NOT \(former.isSealed) \(isEmpty) THEN \(value) END AS \(identifier: name), \(sealed)"
    }

    /// The columns that a value is read from.
    package var storedColumns: [String] { (hasFormer ? [name] : []) + [sealedName] }

    // MARK: Values

    /// Encrypts a value.
    /// - Parameter row: The values of the primary key's columns, as text: identifiers in canonical form.
    package func seal(_ value: [UInt8], row: [String], with key: DataKey) throws -> [UInt8] {
        try key.seal(value, context: context(row))
    }

    /// Encrypts a text.
    package func seal(_ text: String, row: [String], with key: DataKey) throws -> [UInt8] {
        try key.seal(text, context: context(row))
    }

    /// Encrypts texts, as JSON.
    package func seal(_ texts: [String], row: [String], with key: DataKey) throws -> [UInt8] {
        try seal(Array(try JSONEncoder().encode(texts)), row: row, with: key)
    }

    /// Decrypts a value.
    /// - Parameter key: The person's; nil where they have none.
    /// - Throws: ``EncryptionError/unreadable`` for one of another row, and when the key is destroyed.
    package func open(_ sealed: [UInt8], row: [String], with key: DataKey?) throws -> [UInt8] {
        guard let key else { throw EncryptionError.unreadable }
        return try key.open(sealed, context: context(row))
    }

    /// The text in a row of a result, whether it is encrypted yet or not; nil for none.
    /// - Parameters:
    ///   - result: Has the columns of ``selection(of:)``.
    ///   - row: The values of the primary key's columns, as text.
    ///   - key: The person's; nil where they have none.
    /// - Throws: As ``open(_:row:with:)``.
    package func text(in result: Row, row: [String], with key: DataKey?) throws -> String? {
        guard let sealed: [UInt8] = try result[sealedName] else { return hasFormer ? try result[name] : nil }
        guard let text = String(validating: try open(sealed, row: row, with: key), as: UTF8.self) else {
            throw EncryptionError.unreadable
        }
        return text
    }

    /// The texts in a row of a result, as ``text(in:row:with:)``.
    package func texts(in result: Row, row: [String], with key: DataKey?) throws -> [String]? {
        guard let sealed: [UInt8] = try result[sealedName] else { return hasFormer ? try result[name] : nil }
        return try JSONDecoder().decode([String].self, from: Data(try open(sealed, row: row, with: key)))
    }

    /// The bytes in a row of a result, as ``text(in:row:with:)``.
    package func bytes(in result: Row, row: [String], with key: DataKey?) throws -> [UInt8]? {
        guard let sealed: [UInt8] = try result[sealedName] else { return hasFormer ? try result[name] : nil }
        return try open(sealed, row: row, with: key)
    }

    /// What a person's rows with a text are found by: the value of `<name>_hash`.
    ///
    /// It follows from the person's key: nobody else's rows have the same, and it says nothing once the key is destroyed.
    package func lookupHash(of text: String, with key: DataKey) -> [UInt8] {
        precondition(lookup != nil, "rows of \(table) are not found by \(name)")
        return key.lookupHash(of: lookup?.normalise(text) ?? text, purpose: "\(table).\(name)")
    }

    private func context(_ row: [String]) -> String {
        precondition(row.count == key.count, "a row of \(table) is named by \(key)")
        return ([home + "." + name] + row).joined(separator: " ")
    }
}

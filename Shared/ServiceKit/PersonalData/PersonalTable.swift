package import Foundation
package import MessageCoding
import NIOCore
package import Postgres
package import Texts

/// A table whose rows belong to users: what an export shows of it, and whether erasure empties it.
package struct PersonalTable: Sendable {
    /// What an export shows of a table.
    package enum Export: Sendable {
        /// Each row as a record of the category that has the table's name.
        case records(title: LocalizedText, hiding: Set<String>, reading: [String: PersonalColumn])
        /// The bytes of each row as a file, named after the values of these columns.
        case files(title: LocalizedText, bytes: String, named: [String], reading: PersonalFile?)
        /// Nothing, and why; the review reads columns nevertheless.
        case nothing(reason: String, reviewing: [String: PersonalColumn])
    }

    /// Its name.
    package let name: String
    /// The column with the user's id.
    package let owner: String
    /// What an export shows of it.
    package let export: Export
    /// Why erasure leaves the rows; nil where it deletes them.
    package let keptBecause: String?

    /// A table of which an export shows each row as a JSON object.
    /// - Parameters:
    ///   - title: What people call the rows.
    ///   - hidden: The columns that aren't shown: secrets, and what only serves the service's own work.
    ///   - readers: How columns of bytes are read.
    ///   - reason: Why erasure leaves the rows, which then hold nothing that names the person; nil to delete them.
    package static func exported(
        _ name: String,
        _ title: LocalizedText,
        owner: String = "user_id",
        hiding hidden: Set<String> = [],
        reading readers: [String: PersonalColumn] = [:],
        keptBecause reason: String? = nil
    ) -> PersonalTable {
        PersonalTable(
            name: name,
            owner: owner,
            export: .records(title: title, hiding: hidden, reading: readers),
            keptBecause: reason
        )
    }

    /// A table of which an export has a file for each row.
    /// - Parameters:
    ///   - title: What people call the files.
    ///   - bytes: The column with the contents, null or empty where there are none.
    ///   - columns: The columns whose values make the file's name.
    ///   - reader: How the contents are read; nil to send them as they are.
    package static func files(
        _ name: String,
        _ title: LocalizedText,
        owner: String = "user_id",
        bytes: String,
        named columns: [String],
        reading reader: PersonalFile? = nil
    ) -> PersonalTable {
        PersonalTable(
            name: name,
            owner: owner,
            export: .files(title: title, bytes: bytes, named: columns, reading: reader),
            keptBecause: nil
        )
    }

    /// A table that an export leaves out.
    /// - Parameters:
    ///   - reason: Why nobody misses it.
    ///   - readers: How the review reads encrypted columns.
    ///   - kept: Why erasure leaves the rows; nil to delete them.
    package static func withheld(
        _ name: String,
        owner: String = "user_id",
        _ reason: String,
        reviewing readers: [String: PersonalColumn] = [:],
        keptBecause kept: String? = nil
    ) -> PersonalTable {
        PersonalTable(
            name: name,
            owner: owner,
            export: .nothing(reason: reason, reviewing: readers),
            keptBecause: kept
        )
    }
}

/// How the contents of a file are read in an export, from what the table has.
package struct PersonalFile: Sendable {
    /// Further columns that reading needs, as a query of rows called `t` selects them.
    let columns: [Statement]
    /// The contents of a row's file, with the user's key where the service has one; nil for none.
    let read: @Sendable (_ row: Row, _ user: UUID, _ key: DataKey?) async throws -> [UInt8]?

    /// A reader.
    /// - Parameters:
    ///   - columns: What it needs beside the bytes, as a query of rows called `t` selects it.
    ///   - read: Gives the contents of a row's file; nil for none.
    package init(columns: [Statement], _ read: @escaping @Sendable (_ row: Row, _ user: UUID) async throws -> [UInt8]?)
    {
        self.columns = columns
        self.read = { row, user, _ in try await read(row, user) }
    }

    private init(_ read: @escaping @Sendable (_ row: Row, _ user: UUID, _ key: DataKey?) async throws -> [UInt8]?) {
        columns = []
        self.read = read
    }

    /// A file that is encrypted under the user's key.
    /// - Parameter column: The one with the bytes.
    package static func sealed(_ column: String, context: String) -> PersonalFile {
        PersonalFile { row, _, key in
            guard let bytes: [UInt8] = try row[column] else { return nil }
            guard let key else { throw EncryptionError.unreadable }
            return try await offLoop { try key.open(bytes, context: context) }
        }
    }
}

/// How an export shows a value that is stored as bytes.
package struct PersonalColumn: Sendable {
    /// The columns that it is read from; empty for the one that has its name.
    let stored: [String]
    /// What a query of rows called `t` selects to read it; nil for the column that has its name.
    let selection: Statement?
    /// Further columns that reading needs, as text.
    let named: [String]
    /// The JSON of the value in a row of a result, with the user's key where the service has one.
    let json: @Sendable (_ column: String, _ row: Row, _ key: DataKey?) throws -> String?

    /// The columns that it is read from, where the export calls it by a name.
    package func columns(_ name: String) -> [String] { stored.isEmpty ? [name] : stored }

    private init(_ json: @escaping @Sendable (_ bytes: [UInt8], _ key: DataKey?) throws -> String) {
        stored = []
        selection = nil
        named = []
        self.json = { column, row, key in
            guard let bytes: [UInt8] = try row[column] else { return nil }
            return try json(bytes, key)
        }
    }

    private init(_ column: SealedColumn, _ json: @escaping @Sendable (Row, [String], DataKey?) throws -> String?) {
        stored = column.storedColumns
        selection = column.selection(of: "t")
        named = column.key
        self.json = { _, row, key in
            try json(row, try column.key.map { try row[PersonalColumn.textName($0)] }, key)
        }
    }

    /// Bytes that may be encrypted, which only the review reads.
    /// - Parameters:
    ///   - columns: The columns that it is read from, of which reading needs `named` as text besides.
    ///   - open: Decrypts the bytes of a row, with the values of `named`.
    init(
        reviewing columns: [String],
        named: [String],
        _ open: @escaping @Sendable (_ row: Row, _ named: [String], _ key: DataKey?) throws -> Void
    ) {
        stored = columns
        selection = Statement(unsafe: columns.map { "t.\(SQLText.identifier($0))" }.joined(separator: ", "))
        self.named = named
        json = { _, row, key in
            try open(row, try named.map { try row[PersonalColumn.textName($0)] }, key)
            return nil
        }
    }

    /// What a further column is called in the result.
    static func textName(_ column: String) -> String { "\(column) as text" }

    /// A packed message.
    package static func message<Value: Message>(_ type: Value.Type) -> PersonalColumn {
        PersonalColumn { bytes, _ in try json(of: bytes, as: Value.descriptor) }
    }

    /// A packed message that is encrypted under the user's key.
    /// - Parameter types: What it may be, by the context of its encryption.
    package static func sealedMessage(_ types: [String: MessageDescriptor]) -> PersonalColumn {
        PersonalColumn { bytes, key in
            guard let key else { throw EncryptionError.unreadable }
            for (context, type) in types {
                // In another context it can't be opened.
                guard let content = try? key.open(bytes, context: context) else { continue }
                return try json(of: content, as: type)
            }
            throw EncryptionError.unreadable
        }
    }

    /// Text that is encrypted under the user's key.
    package static func sealedText(context: String) -> PersonalColumn {
        PersonalColumn { bytes, key in
            guard let key else { throw EncryptionError.unreadable }
            return try json(of: try key.openText(bytes, context: context))
        }
    }

    /// The text, or the texts, of a column that is bound to its row.
    package static func text(_ column: SealedColumn) -> PersonalColumn {
        PersonalColumn(column) { result, row, key in
            switch column.kind {
            case .texts: try column.texts(in: result, row: row, with: key).map(json(of:))
            case .text, .bytes: try column.text(in: result, row: row, with: key).map(json(of:))
            }
        }
    }

    /// The packed message of a column that is bound to its row.
    package static func message<Value: Message>(_ type: Value.Type, in column: SealedColumn) -> PersonalColumn {
        PersonalColumn(column) { result, row, key in
            try column.bytes(in: result, row: row, with: key).map { try json(of: $0, as: Value.descriptor) }
        }
    }

    /// The bytes of a column that is bound to its row, of which only the review reads that they can be decrypted.
    package static func bytes(_ column: SealedColumn) -> PersonalColumn {
        PersonalColumn(column) { result, row, key in
            try column.bytes(in: result, row: row, with: key).map { String($0.count) }
        }
    }

    private static func json(of bytes: [UInt8], as type: MessageDescriptor) throws -> String {
        String(buffer: try MessageJSON.encode(ByteBuffer(bytes: bytes), as: type))
    }

    private static func json(of value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}

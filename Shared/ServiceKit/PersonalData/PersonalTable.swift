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
        /// Nothing, and why.
        case nothing(reason: String)
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
    ///   - kept: Why erasure leaves the rows; nil to delete them.
    package static func withheld(
        _ name: String,
        owner: String = "user_id",
        _ reason: String,
        keptBecause kept: String? = nil
    ) -> PersonalTable {
        PersonalTable(name: name, owner: owner, export: .nothing(reason: reason), keptBecause: kept)
    }
}

/// How the contents of a file are read in an export, from what the table has.
package struct PersonalFile: Sendable {
    /// Further columns that reading needs.
    let columns: [String]
    /// The contents of a row's file; nil for none.
    let read: @Sendable (_ row: Row, _ user: UUID) async throws -> [UInt8]?

    /// A reader.
    /// - Parameters:
    ///   - columns: The columns that it needs beside the one with the bytes.
    ///   - read: Gives the contents of a row's file; nil for none.
    package init(columns: [String], _ read: @escaping @Sendable (_ row: Row, _ user: UUID) async throws -> [UInt8]?) {
        self.columns = columns
        self.read = read
    }
}

/// How a column of bytes is shown in an export.
package struct PersonalColumn: Sendable {
    /// The JSON of a value, with the user's key where the service has one.
    let json: @Sendable (_ bytes: [UInt8], _ key: DataKey?) throws -> String

    /// A packed message.
    package static func message<Value: Message>(_ type: Value.Type) -> PersonalColumn {
        PersonalColumn { bytes, _ in
            String(buffer: try MessageJSON.encode(ByteBuffer(bytes: bytes), as: Value.descriptor))
        }
    }

    /// A packed message that is encrypted under the user's key.
    /// - Parameter types: What it may be, by the context of its encryption.
    package static func sealedMessage(_ types: [String: MessageDescriptor]) -> PersonalColumn {
        PersonalColumn { bytes, key in
            guard let key else { throw EncryptionError.unreadable }
            for (context, type) in types {
                // In another context it can't be opened.
                guard let content = try? key.open(bytes, context: context) else { continue }
                return String(buffer: try MessageJSON.encode(ByteBuffer(bytes: content), as: type))
            }
            throw EncryptionError.unreadable
        }
    }

    /// Text that is encrypted under the user's key.
    package static func sealedText(context: String) -> PersonalColumn {
        PersonalColumn { bytes, key in
            guard let key else { throw EncryptionError.unreadable }
            return String(decoding: try JSONEncoder().encode(try key.openText(bytes, context: context)), as: UTF8.self)
        }
    }
}

/// A value that can be bound to a statement.
package protocol PostgresEncodable: Sendable {
    /// The type that the parameter is declared with.
    static var postgresType: PostgresType { get }
    /// The value as it goes to the server.
    var postgresValue: PostgresParameter.Value { get }
}

/// A value that can be read from a column.
package protocol PostgresDecodable {
    /// Reads `cell`, whose bytes are valid during the call only.
    /// - Throws: `PostgresDecodingFailure` with what doesn't fit.
    init(postgres cell: PostgresCell) throws(PostgresDecodingFailure)
}

/// A value that goes both ways.
package typealias PostgresCodable = PostgresDecodable & PostgresEncodable

/// A bind parameter: a type and a value.
package struct PostgresParameter: Sendable, Equatable {
    /// What is sent for a parameter.
    package enum Value: Sendable, Equatable {
        /// SQL NULL.
        case null
        /// The type's binary representation.
        case binary([UInt8])
        /// The type's text representation.
        case text(String)
        /// A value that PostgreSQL can't hold; the statement fails with this reason before it is sent.
        case invalid(String)
    }

    /// The type that the parameter is declared with.
    package let type: PostgresType
    /// What is sent.
    package let value: Value

    /// A parameter of `type`.
    package init(type: PostgresType, value: Value) {
        self.type = type
        self.value = value
    }
}

/// One column of one row in PostgreSQL's binary representation.
package struct PostgresCell {
    /// The column's type.
    package let type: PostgresType
    /// The bytes, nil for NULL; valid as long as the row is.
    package let bytes: UnsafeRawBufferPointer?

    /// The bytes of a cell that isn't NULL and has one of `types`.
    func value(of types: PostgresType..., for wanted: Any.Type) throws(PostgresDecodingFailure) -> UnsafeRawBufferPointer {
        guard let bytes else { throw .null(wanted) }
        guard types.contains(type) else { throw .mismatch(type, wanted) }
        return bytes
    }
}

/// Why a cell doesn't fit the Swift type that was asked for. Holds no value of the cell.
package struct PostgresDecodingFailure: Error {
    /// A phrase such as "is NULL, but String was asked for".
    package let reason: String

    /// A failure described by `reason`, which must not quote the value.
    package init(_ reason: String) { self.reason = reason }

    static func null(_ wanted: Any.Type) -> Self { Self("is NULL, but \(wanted) was asked for") }

    static func mismatch(_ type: PostgresType, _ wanted: Any.Type) -> Self {
        Self("is \(type), which can't be read as \(wanted)")
    }

    static func malformed(_ type: PostgresType) -> Self { Self("holds a \(type) of unexpected shape") }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    /// The wrapped type's type.
    package static var postgresType: PostgresType { Wrapped.postgresType }
    /// NULL for nil.
    package var postgresValue: PostgresParameter.Value { self?.postgresValue ?? .null }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    /// nil for NULL.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        self = cell.bytes == nil ? nil : try Wrapped(postgres: cell)
    }
}

/// An enumeration or wrapper over a codable raw value conforms by declaring `PostgresCodable`.
extension RawRepresentable where Self: PostgresEncodable, RawValue: PostgresEncodable {
    /// The raw value's type.
    package static var postgresType: PostgresType { RawValue.postgresType }
    /// The raw value.
    package var postgresValue: PostgresParameter.Value { rawValue.postgresValue }
}

extension RawRepresentable where Self: PostgresDecodable, RawValue: PostgresDecodable {
    /// Reads the raw value.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        guard let value = Self(rawValue: try RawValue(postgres: cell)) else {
            throw PostgresDecodingFailure("holds a value that \(Self.self) doesn't know")
        }
        self = value
    }
}

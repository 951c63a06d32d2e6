package import FoundationEssentials

/// An element of an array parameter or column.
package protocol PostgresArrayElement: PostgresCodable {
    /// The array's type.
    static var postgresArrayType: PostgresType { get }
    /// The whole array as it goes to the server.
    static func postgresArrayValue(_ elements: [Self]) -> PostgresParameter.Value
    /// Reads a whole array.
    static func postgresArray(_ cell: PostgresCell) throws(PostgresDecodingFailure) -> [Self]
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
    /// The element's array type; `bytea` for bytes.
    package static var postgresType: PostgresType { Element.postgresArrayType }
    /// The array in its binary form.
    package var postgresValue: PostgresParameter.Value { Element.postgresArrayValue(self) }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
    /// Reads a one-dimensional array without NULL elements, or the bytes of a `bytea`.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) { self = try Element.postgresArray(cell) }
}

extension UInt8: PostgresArrayElement {
    /// `bytea`.
    package static var postgresArrayType: PostgresType { .bytea }
    /// The bytes themselves.
    package static func postgresArrayValue(_ elements: [UInt8]) -> PostgresParameter.Value { .binary(elements) }
    /// Reads a `bytea`.
    package static func postgresArray(_ cell: PostgresCell) throws(PostgresDecodingFailure) -> [UInt8] {
        Array(try cell.value(of: .bytea, for: [UInt8].self))
    }

    /// `smallint`, the smallest integer that PostgreSQL has.
    package static var postgresType: PostgresType { .int2 }
    /// Two bytes.
    package var postgresValue: PostgresParameter.Value { Int16(self).postgresValue }
    /// Reads an integer column whose value fits.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        guard let value = UInt8(exactly: try Int64(postgres: cell)) else {
            throw PostgresDecodingFailure("holds a number that doesn't fit UInt8")
        }
        self = value
    }
}

extension String: PostgresArrayElement {
    /// `text[]`.
    package static var postgresArrayType: PostgresType { .textArray }
}

extension Int32: PostgresArrayElement {
    /// `integer[]`.
    package static var postgresArrayType: PostgresType { .int4Array }
}

extension Int64: PostgresArrayElement {
    /// `bigint[]`.
    package static var postgresArrayType: PostgresType { .int8Array }
}

extension Int: PostgresArrayElement {
    /// `bigint[]`.
    package static var postgresArrayType: PostgresType { .int8Array }
}

extension UUID: PostgresArrayElement {
    /// `uuid[]`.
    package static var postgresArrayType: PostgresType { .uuidArray }
}

// The binary form is the number of dimensions, a flag for NULLs and the element type; for each dimension its length and
// lower bound; then each element's length and bytes. See `array_send` in PostgreSQL's arrayfuncs.c.
extension PostgresArrayElement {
    private static var elementType: PostgresType { postgresType == .inferred ? .text : postgresType }

    /// The array in its binary form, with one dimension.
    package static func postgresArrayValue(_ elements: [Self]) -> PostgresParameter.Value {
        var bytes: [UInt8] = []
        bytes += Int32(elements.isEmpty ? 0 : 1).bigEndianBytes + Int32(0).bigEndianBytes
        bytes += elementType.rawValue.bigEndianBytes
        if !elements.isEmpty { bytes += Int32(elements.count).bigEndianBytes + Int32(1).bigEndianBytes }
        for element in elements {
            switch element.postgresValue {
            case .binary(let value): bytes += Int32(value.count).bigEndianBytes + value
            case .text(let value): bytes += Int32(value.utf8.count).bigEndianBytes + Array(value.utf8)
            case .null: bytes += Int32(-1).bigEndianBytes
            case .invalid(let reason): return .invalid(reason)
            }
        }
        return .binary(bytes)
    }

    /// Reads an array of one dimension.
    package static func postgresArray(_ cell: PostgresCell) throws(PostgresDecodingFailure) -> [Self] {
        guard let bytes = cell.bytes else { throw .null([Self].self) }
        guard PostgresType.arrays.contains(cell.type) else { throw .mismatch(cell.type, [Self].self) }
        guard let dimensions = bytes.bigEndian(Int32.self), let elementType = bytes.bigEndian(UInt32.self, at: 8) else {
            throw .malformed(cell.type)
        }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = bytes.bigEndian(Int32.self, at: 12), count >= 0 else {
            throw PostgresDecodingFailure("holds an array of several dimensions, which can't be read as \([Self].self)")
        }
        var result: [Self] = []
        var offset = 20
        for _ in 0..<count {
            guard let length = bytes.bigEndian(Int32.self, at: offset).map(Int.init) else {
                throw .malformed(cell.type)
            }
            offset += 4
            guard length >= 0 else { throw PostgresDecodingFailure("holds an array with a NULL element") }
            guard bytes.count - offset >= length else { throw .malformed(cell.type) }
            let element = UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)])
            result.append(try Self(postgres: PostgresCell(type: PostgresType(rawValue: elementType), bytes: element)))
            offset += length
        }
        return result
    }
}

extension PostgresType {
    fileprivate static let arrays: Set<PostgresType> = [
        .int2Array, .int4Array, .int8Array, .textArray, .varcharArray, .dateArray, .uuidArray,
    ]
}

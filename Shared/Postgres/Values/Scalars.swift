package import FoundationEssentials

extension Bool: PostgresCodable {
    /// `boolean`.
    package static var postgresType: PostgresType { .bool }
    /// One byte.
    package var postgresValue: PostgresParameter.Value { .binary([self ? 1 : 0]) }

    /// Reads a `boolean`.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        guard let byte = try cell.value(of: .bool, for: Bool.self).first else { throw .malformed(cell.type) }
        self = byte != 0
    }
}

extension Int16: PostgresCodable {
    /// `smallint`.
    package static var postgresType: PostgresType { .int2 }
    /// Two bytes.
    package var postgresValue: PostgresParameter.Value { .binary(bigEndianBytes) }

    /// Reads an integer column whose value fits.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) { self = try cell.integer() }
}

extension Int32: PostgresCodable {
    /// `integer`.
    package static var postgresType: PostgresType { .int4 }
    /// Four bytes.
    package var postgresValue: PostgresParameter.Value { .binary(bigEndianBytes) }

    /// Reads an integer column whose value fits.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) { self = try cell.integer() }
}

extension Int64: PostgresCodable {
    /// `bigint`.
    package static var postgresType: PostgresType { .int8 }
    /// Eight bytes.
    package var postgresValue: PostgresParameter.Value { .binary(bigEndianBytes) }

    /// Reads an integer column, or a `numeric` without fraction as `sum(bigint)` returns it.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) { self = try cell.integer() }
}

extension Int: PostgresCodable {
    /// `bigint`.
    package static var postgresType: PostgresType { .int8 }
    /// Eight bytes.
    package var postgresValue: PostgresParameter.Value { .binary(Int64(self).bigEndianBytes) }

    /// Reads an integer column, or a `numeric` without fraction as `sum(bigint)` returns it.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) { self = try cell.integer() }
}

extension Double: PostgresCodable {
    /// `double precision`.
    package static var postgresType: PostgresType { .float8 }
    /// Eight bytes.
    package var postgresValue: PostgresParameter.Value { .binary(bitPattern.bigEndianBytes) }

    /// Reads `double precision` or `real`. Not for money.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        let bytes = try cell.value(of: .float8, .float4, for: Double.self)
        if cell.type == .float8, let bits = bytes.bigEndian(UInt64.self) {
            self.init(bitPattern: bits)
        } else if let bits = bytes.bigEndian(UInt32.self) {
            self.init(Float(bitPattern: bits))
        } else {
            throw .malformed(cell.type)
        }
    }
}

extension UUID: PostgresCodable {
    /// `uuid`.
    package static var postgresType: PostgresType { .uuid }
    /// Sixteen bytes.
    package var postgresValue: PostgresParameter.Value { .binary(withUnsafeBytes(of: uuid) { Array($0) }) }

    /// Reads a `uuid`.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        let bytes = try cell.value(of: .uuid, for: UUID.self)
        guard bytes.count == 16 else { throw .malformed(cell.type) }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

extension PostgresCell {
    fileprivate func integer<Integer: FixedWidthInteger>() throws(PostgresDecodingFailure) -> Integer {
        let bytes = try value(of: .int8, .int4, .int2, .numeric, .oid, for: Integer.self)
        let wide: Int64? =
            switch type {
            case .int8: bytes.bigEndian(Int64.self)
            case .int4: bytes.bigEndian(Int32.self).map(Int64.init)
            case .int2: bytes.bigEndian(Int16.self).map(Int64.init)
            case .oid: bytes.bigEndian(UInt32.self).map(Int64.init)
            default: try wholeNumeric(bytes)
            }
        guard let wide else { throw .malformed(type) }
        guard let value = Integer(exactly: wide) else {
            throw PostgresDecodingFailure("holds a number that doesn't fit \(Integer.self)")
        }
        return value
    }

    // The binary form of `numeric` is four 16-bit words (digit count, weight of the first digit, sign, scale) and then
    // digits of base 10,000; see `numeric_send` in PostgreSQL's numeric.c.
    private func wholeNumeric(_ bytes: UnsafeRawBufferPointer) throws(PostgresDecodingFailure) -> Int64? {
        guard let count = bytes.bigEndian(UInt16.self, at: 0), let weight = bytes.bigEndian(Int16.self, at: 2),
            let sign = bytes.bigEndian(UInt16.self, at: 4), bytes.count == 8 + 2 * Int(count)
        else { return nil }
        let notWhole = PostgresDecodingFailure("holds a numeric that isn't a whole number of 64 bits")
        guard sign == 0 || sign == 0x4000, Int(count) <= Int(weight) + 1 || count == 0, weight <= 4 else { throw notWhole }
        var value: Int64 = 0
        for position in 0..<(count == 0 ? 0 : Int(weight) + 1) {
            let digit = position < Int(count) ? bytes.bigEndian(UInt16.self, at: 8 + 2 * position) ?? 0 : 0
            let (scaled, overflowed) = value.multipliedReportingOverflow(by: 10_000)
            // Counting downwards for negative numbers reaches Int64.min.
            let step = sign == 0 ? Int64(digit) : -Int64(digit)
            let (sum, overflowedAgain) = scaled.addingReportingOverflow(step)
            guard !overflowed, !overflowedAgain else { throw notWhole }
            value = sum
        }
        return value
    }
}

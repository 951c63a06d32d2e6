/// Encodes the message that a JSON value describes, field by field in the order of their numbers.
struct JSONDecoding {
    private struct FieldTable {
        var fields: [FieldDescriptor]
        /// Indexes into `fields` by both names.
        var indexes: [String: Int] = [:]
    }

    private var tables: [MessageDescriptor: FieldTable] = [:]

    mutating func message(
        _ value: JSONValue,
        as descriptor: MessageDescriptor
    ) throws(MessageJSONError) -> [UInt8] {
        if descriptor.isTimestamp, !value.isObject { return try timestamp(value) }
        guard case .object(let members) = value else { throw wrongType("an object") }
        let table = table(of: descriptor)
        var values = [JSONValue?](repeating: nil, count: table.fields.count)
        var oneofs: Set<Int> = []
        for member in members {
            guard let index = table.indexes[member.name] else {
                throw unknownField(member.name, of: descriptor)
            }
            guard values[index] == nil else {
                throw MessageJSONError(.duplicateField, "The field is there twice.", path: member.name)
            }
            values[index] = member.value
            let field = table.fields[index]
            if field.isOneofMember, member.value != .null, !oneofs.insert(field.quantifierOffset).inserted {
                let explanation = "Another field that can't be set together with it is set."
                throw MessageJSONError(.duplicateField, explanation, path: member.name)
            }
        }
        var wire = WireWriter()
        for (field, value) in zip(table.fields, values) {
            guard let value, value != .null else { continue }
            try write(value, of: field, to: &wire)
        }
        return wire.bytes
    }

    private mutating func table(of descriptor: MessageDescriptor) -> FieldTable {
        if let known = tables[descriptor] { return known }
        var table = FieldTable(fields: descriptor.fields)
        for (index, field) in table.fields.enumerated() {
            table.indexes[field.name] = index
            table.indexes[field.jsonName] = index
        }
        tables[descriptor] = table
        return table
    }

    private func timestamp(_ value: JSONValue) throws(MessageJSONError) -> [UInt8] {
        guard case .string(let text) = value else { throw wrongType("a time such as \"2025-03-01T09:30:00Z\"") }
        guard let time = JSONTimestamp(text) else {
            throw MessageJSONError(.outOfRange, "The text is not a time such as \"2025-03-01T09:30:00Z\".")
        }
        var wire = WireWriter()
        if time.seconds != 0 {
            wire.tag(1, .varint)
            wire.varint(UInt64(bitPattern: time.seconds))
        }
        if time.nanos != 0 {
            wire.tag(2, .varint)
            wire.varint(UInt64(time.nanos))
        }
        return wire.bytes
    }

    private mutating func write(
        _ value: JSONValue,
        of field: FieldDescriptor,
        to wire: inout WireWriter
    ) throws(MessageJSONError) {
        guard field.label == .repeated else {
            do {
                if field.isOneofMember || !isDefault(value, of: field) { try element(value, of: field, to: &wire) }
            } catch {
                throw error.inside(field.jsonName)
            }
            return
        }
        guard case .array(let elements) = value else { throw wrongType("an array").inside(field.jsonName) }
        for (index, value) in elements.enumerated() {
            do {
                try element(value, of: field, to: &wire)
            } catch {
                throw error.inside(field.jsonName, at: index)
            }
        }
    }

    /// Whether the wire leaves the value out. Only an economy: a default that is sent means the same.
    private func isDefault(_ value: JSONValue, of field: FieldDescriptor) -> Bool {
        switch (value, field.type) {
        case (.string(""), .string), (.bool(false), .bool), (.string(""), .bytes): true
        default: false
        }
    }

    private mutating func element(
        _ value: JSONValue,
        of field: FieldDescriptor,
        to wire: inout WireWriter
    ) throws(MessageJSONError) {
        switch field.type {
        case .string:
            guard case .string(let text) = value else { throw wrongType("a string") }
            guard !text.utf8.contains(0) else {
                throw MessageJSONError(.outOfRange, "The text contains a NUL character.")
            }
            wire.lengthPrefixed(Array(text.utf8), field.number)
        case .bytes:
            guard case .string(let text) = value else { throw wrongType("a base64 string") }
            guard let bytes = Base64.decode(text) else {
                throw MessageJSONError(.outOfRange, "The text is not base64.")
            }
            wire.lengthPrefixed(bytes, field.number)
        case .message:
            guard let descriptor = field.message else { return }
            wire.lengthPrefixed(try message(value, as: descriptor), field.number)
        case .enumeration:
            wire.tag(field.number, .varint)
            wire.varint(UInt64(bitPattern: Int64(try enumeration(value, of: field))))
        case .bool:
            guard case .bool(let value) = value else { throw wrongType("true or false") }
            wire.tag(field.number, .varint)
            wire.varint(value ? 1 : 0)
        default:
            try number(value, of: field, to: &wire)
        }
    }

    private func enumeration(_ value: JSONValue, of field: FieldDescriptor) throws(MessageJSONError) -> Int32 {
        let number: Int32? =
            switch value {
            case .string(let name): field.enumeration?.number(of: name)
            case .number(let text): Int32(text).flatMap { field.enumeration?.name(of: $0) == nil ? nil : $0 }
            default: throw wrongType("the name of an enumeration's value")
            }
        guard let number else {
            let names = field.enumeration?.values.map(\.name) ?? []
            throw MessageJSONError(
                .unknownEnumerationValue,
                "There is no such value of the enumeration. It has: \(names.joined(separator: ", "))."
            )
        }
        return number
    }

    private func unknownField(_ name: String, of descriptor: MessageDescriptor) -> MessageJSONError {
        let names = descriptor.fields.map(\.jsonName)
        let nearest = NearestNames.of(name, among: names, limit: 1).first.map { " Do you mean \"\($0)\"?" } ?? ""
        let all = names.isEmpty ? "no fields" : names.joined(separator: ", ")
        return MessageJSONError(
            .unknownField,
            "There is no such field.\(nearest) \(descriptor.fullName) has: \(all).",
            path: name
        )
    }

    private func number(
        _ value: JSONValue,
        of field: FieldDescriptor,
        to wire: inout WireWriter
    ) throws(MessageJSONError) {
        switch field.type {
        case .int32, .int64:
            let number = field.type == .int32 ? Int64(try integer(value) as Int32) : try integer(value)
            wire.tag(field.number, .varint)
            wire.varint(UInt64(bitPattern: number))
        case .uint32, .uint64:
            let number = field.type == .uint32 ? UInt64(try integer(value) as UInt32) : try integer(value)
            wire.tag(field.number, .varint)
            wire.varint(number)
        case .sint32, .sint64:
            let number = field.type == .sint32 ? Int64(try integer(value) as Int32) : try integer(value)
            wire.tag(field.number, .varint)
            wire.varint(UInt64(bitPattern: number << 1 ^ number >> 63))
        case .sfixed32:
            wire.tag(field.number, .fixed32)
            wire.fixed(UInt32(bitPattern: try integer(value)))
        case .fixed32:
            wire.tag(field.number, .fixed32)
            wire.fixed(try integer(value) as UInt32)
        case .sfixed64:
            wire.tag(field.number, .fixed64)
            wire.fixed(UInt64(bitPattern: try integer(value)))
        case .fixed64:
            wire.tag(field.number, .fixed64)
            wire.fixed(try integer(value) as UInt64)
        case .float:
            let double = try double(value)
            let number = Float(double)
            guard number.isFinite || !double.isFinite else {
                throw MessageJSONError(.outOfRange, "The number is too large.")
            }
            wire.tag(field.number, .fixed32)
            wire.fixed(number.bitPattern)
        default:
            wire.tag(field.number, .fixed64)
            wire.fixed(try double(value).bitPattern)
        }
    }

    /// An integer given as a number or, as JSON's own numbers lose digits, as a string.
    private func integer<Integer: FixedWidthInteger>(_ value: JSONValue) throws(MessageJSONError) -> Integer {
        let text: String
        switch value {
        case .number(let number), .string(let number): text = number
        default: throw wrongType("an integer")
        }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            digits == "0" || !digits.hasPrefix("0")
        else { throw wrongType("an integer") }
        guard let integer = Integer(text) else {
            throw MessageJSONError(.outOfRange, "The number is outside of \(Integer.min) to \(Integer.max).")
        }
        return integer
    }

    private func double(_ value: JSONValue) throws(MessageJSONError) -> Double {
        switch value {
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        case .number(let text):
            guard let number = Double(text), number.isFinite else {
                throw MessageJSONError(.outOfRange, "The number is too large.")
            }
            return number
        default: throw wrongType("a number")
        }
    }

    private func wrongType(_ expected: String) -> MessageJSONError {
        MessageJSONError(.wrongType, "The value must be \(expected).")
    }
}

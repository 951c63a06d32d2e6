internal import CProtobuf

/// Writes unpacked C structures as JSON.
struct JSONEncoding {
    let includesDefaults: Bool
    let writesTimesAsText: Bool
    var writer = JSONWriter()
    private var fields: [MessageDescriptor: [(field: FieldDescriptor, jsonName: String)]] = [:]

    init(includesDefaults: Bool, writesTimesAsText: Bool) {
        self.includesDefaults = includesDefaults
        self.writesTimesAsText = writesTimesAsText
    }

    mutating func write(
        _ structure: UnsafeRawPointer,
        as descriptor: MessageDescriptor
    ) throws(MessageJSONError) {
        if writesTimesAsText, descriptor.isTimestamp {
            writer.string(try Self.timestamp(structure, descriptor).text())
            return
        }
        writer.open("{")
        for (field, name) in fields(of: descriptor) {
            do {
                if field.label == .repeated {
                    try writeRepeated(field, named: name, of: structure)
                } else if isWritten(field, of: structure) {
                    writer.key(name)
                    try writeValue(at: structure + field.offset, of: field)
                }
            } catch {
                // An error inside an array has the field's name already.
                throw field.label == .repeated ? error : error.inside(name)
            }
        }
        writer.close("}")
    }

    private mutating func fields(of descriptor: MessageDescriptor) -> [(field: FieldDescriptor, jsonName: String)] {
        if let known = fields[descriptor] { return known }
        let found = descriptor.fields.map { (field: $0, jsonName: $0.jsonName) }
        fields[descriptor] = found
        return found
    }

    private static func timestamp(_ structure: UnsafeRawPointer, _ descriptor: MessageDescriptor) -> JSONTimestamp {
        JSONTimestamp(
            seconds: descriptor.field(number: 1).map { (structure + $0.offset).load(as: Int64.self) } ?? 0,
            nanos: descriptor.field(number: 2).map { (structure + $0.offset).load(as: Int32.self) } ?? 0
        )
    }

    private func isWritten(_ field: FieldDescriptor, of structure: UnsafeRawPointer) -> Bool {
        let value = structure + field.offset
        if field.isOneofMember {
            return (structure + field.quantifierOffset).load(as: UInt32.self) == UInt32(field.number)
        }
        if field.type == .message { return value.load(as: UnsafeRawPointer?.self) != nil }
        return includesDefaults || !isDefault(value, of: field.type)
    }

    private func isDefault(_ value: UnsafeRawPointer, of type: FieldType) -> Bool {
        switch type {
        case .int32, .sint32, .sfixed32, .uint32, .fixed32, .enumeration, .bool, .float:
            value.load(as: UInt32.self) == 0
        case .int64, .sint64, .sfixed64, .uint64, .fixed64, .double: value.load(as: UInt64.self) == 0
        case .string: value.load(as: UnsafePointer<CChar>?.self).map { larder_unpacked_string_length($0) == 0 } ?? true
        case .bytes: value.load(as: ProtobufCBinaryData.self).len == 0
        case .message: value.load(as: UnsafeRawPointer?.self) == nil
        }
    }

    private mutating func writeRepeated(
        _ field: FieldDescriptor,
        named name: String,
        of structure: UnsafeRawPointer
    ) throws(MessageJSONError) {
        let count = (structure + field.quantifierOffset).load(as: Int.self)
        guard count > 0 || includesDefaults else { return }
        writer.key(name)
        writer.open("[")
        if count > 0, let array = (structure + field.offset).load(as: UnsafeRawPointer?.self) {
            for index in 0..<count {
                do {
                    try writeValue(at: array + index * field.type.elementSize, of: field)
                } catch {
                    throw error.inside(name, at: index)
                }
            }
        }
        writer.close("]")
    }

    private mutating func writeValue(
        at value: UnsafeRawPointer,
        of field: FieldDescriptor
    ) throws(MessageJSONError) {
        switch field.type {
        case .int32, .sint32, .sfixed32: writer.literal(String(value.load(as: Int32.self)))
        case .uint32, .fixed32: writer.literal(String(value.load(as: UInt32.self)))
        case .int64, .sint64, .sfixed64: writer.string(String(value.load(as: Int64.self)))
        case .uint64, .fixed64: writer.string(String(value.load(as: UInt64.self)))
        case .float: write(Double(value.load(as: Float.self)), as: "\(value.load(as: Float.self))")
        case .double: write(value.load(as: Double.self), as: "\(value.load(as: Double.self))")
        case .bool: writer.literal(value.load(as: Int32.self) != 0 ? "true" : "false")
        case .enumeration:
            let number = value.load(as: Int32.self)
            if let name = field.enumeration?.name(of: number) {
                writer.string(name)
            } else {
                writer.literal(String(number))
            }
        case .string:
            do {
                writer.string(try MessageField.string(value.load(as: UnsafePointer<CChar>?.self)))
            } catch {
                throw MessageJSONError(.outOfRange, "The text is not valid UTF-8 or contains a NUL character.")
            }
        case .bytes:
            let data = value.load(as: ProtobufCBinaryData.self)
            writer.string(Base64.encode(UnsafeBufferPointer(start: data.data, count: data.len)))
        case .message:
            guard let message = field.message, let structure = value.load(as: UnsafeRawPointer?.self) else { return }
            try write(structure, as: message)
        }
    }

    private mutating func write(_ number: Double, as text: String) {
        if number.isFinite {
            writer.literal(text)
        } else {
            writer.string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
        }
    }
}

extension MessageDescriptor {
    /// Whether JSON writes the message as a time. A type described at run time may have this name and other fields.
    var isTimestamp: Bool {
        guard fullName == "larder.common.v1.Timestamp", let seconds = field(number: 1), let nanos = field(number: 2)
        else {
            return false
        }
        return seconds.type == .int64 && seconds.label == .single && nanos.type == .int32 && nanos.label == .single
    }
}

extension FieldType {
    /// The size of one element in a C array, in bytes.
    fileprivate var elementSize: Int {
        switch self {
        case .int32, .sint32, .sfixed32, .uint32, .fixed32, .float, .enumeration, .bool: 4
        case .int64, .sint64, .sfixed64, .uint64, .fixed64, .double: 8
        case .string, .message: MemoryLayout<UnsafeRawPointer>.stride
        case .bytes: MemoryLayout<ProtobufCBinaryData>.stride
        }
    }
}

internal import CProtobuf

/// How a field's value is written in a `.proto` file.
public enum FieldType: Sendable, Hashable {
    case int32, sint32, sfixed32, uint32, fixed32
    case int64, sint64, sfixed64, uint64, fixed64
    case float, double, bool, enumeration, string, bytes, message
}

/// Whether a field may, must or can repeatedly be there.
public enum FieldLabel: Sendable, Hashable {
    /// A plain field of proto3, or a member of a `oneof`.
    case single
    case repeated
    /// Only in proto2, such as in the compiler's own descriptors.
    case required
    /// Only in proto2, with a flag that says whether the field is set.
    case optional
}

/// One field of a message at run time.
// Unchecked, as it points to a constant of the program that nothing ever writes to.
public struct FieldDescriptor: @unchecked Sendable {
    let pointer: UnsafePointer<ProtobufCFieldDescriptor>

    /// The name as in the `.proto` file, such as `purchased_at`.
    public var name: String {
        String(cString: pointer.pointee.name)
    }

    /// The name in JSON, such as `purchasedAt`.
    public var jsonName: String {
        var name = ""
        var capitalizesNext = false
        for character in self.name {
            if character == "_" {
                capitalizesNext = true
            } else {
                name += capitalizesNext ? character.uppercased() : String(character)
                capitalizesNext = false
            }
        }
        return name
    }

    /// The number on the wire, 1 to 536,870,911.
    public var number: Int {
        Int(pointer.pointee.id)
    }

    /// Where the value is in the C structure, in bytes.
    public var offset: Int {
        Int(pointer.pointee.offset)
    }

    /// Where the count, the flag or the case of the `oneof` is in the C structure, in bytes; 0 when there is none.
    public var quantifierOffset: Int {
        Int(pointer.pointee.quantifier_offset)
    }

    /// Whether the field is a member of a `oneof`. Members of one share their `quantifierOffset`.
    public var isOneofMember: Bool {
        pointer.pointee.flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0
    }

    /// Whether repeated numbers are sent packed.
    public var isPacked: Bool {
        pointer.pointee.flags & PROTOBUF_C_FIELD_FLAG_PACKED.rawValue != 0
    }

    /// Whether the field may, must or can repeatedly be there.
    public var label: FieldLabel {
        switch pointer.pointee.label {
        case PROTOBUF_C_LABEL_REPEATED: .repeated
        case PROTOBUF_C_LABEL_REQUIRED: .required
        case PROTOBUF_C_LABEL_OPTIONAL: .optional
        default: .single
        }
    }

    /// The type of the value, or of one element.
    public var type: FieldType {
        switch pointer.pointee.type {
        case PROTOBUF_C_TYPE_INT32: .int32
        case PROTOBUF_C_TYPE_SINT32: .sint32
        case PROTOBUF_C_TYPE_SFIXED32: .sfixed32
        case PROTOBUF_C_TYPE_UINT32: .uint32
        case PROTOBUF_C_TYPE_FIXED32: .fixed32
        case PROTOBUF_C_TYPE_INT64: .int64
        case PROTOBUF_C_TYPE_SINT64: .sint64
        case PROTOBUF_C_TYPE_SFIXED64: .sfixed64
        case PROTOBUF_C_TYPE_UINT64: .uint64
        case PROTOBUF_C_TYPE_FIXED64: .fixed64
        case PROTOBUF_C_TYPE_FLOAT: .float
        case PROTOBUF_C_TYPE_DOUBLE: .double
        case PROTOBUF_C_TYPE_BOOL: .bool
        case PROTOBUF_C_TYPE_ENUM: .enumeration
        case PROTOBUF_C_TYPE_STRING: .string
        case PROTOBUF_C_TYPE_BYTES: .bytes
        default: .message
        }
    }

    /// The message type of a message field.
    public var message: MessageDescriptor? {
        type == .message ? MessageDescriptor(pointer.pointee.descriptor) : nil
    }

    /// The enumeration of an enumeration field.
    public var enumeration: EnumerationDescriptor? {
        guard type == .enumeration, let descriptor = pointer.pointee.descriptor else { return nil }
        return EnumerationDescriptor(pointer: descriptor.assumingMemoryBound(to: ProtobufCEnumDescriptor.self))
    }
}

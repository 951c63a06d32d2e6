internal import CProtobuf

/// Message types made from schemas at run time, for tools without generated code.
///
/// ``MessageJSON`` works with them as with generated ones. Their memory is never freed, since a ``MessageDescriptor`` is
/// valid as long as the program runs: they are for programs that need a handful of types and end.
public struct DynamicMessages: Sendable {
    private let descriptors: [String: MessageDescriptor]

    /// Makes message types.
    /// - Throws: ``SchemaError`` when a type that a field names is missing, a number or name is there twice or out of
    ///   range, or a message contains itself.
    public init(messages: [MessageSchema], enumerations: [EnumerationSchema]) throws(SchemaError) {
        try SchemaCheck(messages: messages, enumerations: enumerations).run()
        let enumerationPointers = Dictionary(
            uniqueKeysWithValues: enumerations.map { ($0.name, DescriptorMemory.enumeration($0)) }
        )
        // All exist before any is filled, as fields point to them.
        let pointers = Dictionary(
            uniqueKeysWithValues: messages.map {
                ($0.name, UnsafeMutablePointer<ProtobufCMessageDescriptor>.allocate(capacity: 1))
            }
        )
        for message in messages {
            pointers[message.name]?.initialize(
                to: DescriptorMemory.message(message) { name in
                    pointers[name].map { UnsafeRawPointer($0) } ?? enumerationPointers[name]
                }
            )
        }
        descriptors = pointers.mapValues { MessageDescriptor(UnsafeRawPointer($0)) }
    }

    /// The message type with a full name.
    public subscript(name: String) -> MessageDescriptor? { descriptors[name] }
}

/// Lays descriptors out in memory as protoc-c would.
private enum DescriptorMemory {
    static func text(_ text: String) -> UnsafePointer<CChar> {
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
        for (index, byte) in text.utf8.enumerated() { bytes[index] = CChar(bitPattern: byte) }
        bytes[text.utf8.count] = 0
        return UnsafePointer(bytes)
    }

    static func array<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        memory.initialize(from: elements, count: elements.count)
        return UnsafePointer(memory)
    }

    /// Indexes in the order of the C library's binary search, which compares bytes.
    static func sortedByName(_ names: [String]) -> [UInt32] {
        names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }.map(UInt32.init)
    }

    /// Runs of consecutive numbers, ended by one that holds the count.
    static func ranges(_ numbers: [Int32]) -> [ProtobufCIntRange] {
        var ranges: [ProtobufCIntRange] = []
        for (index, number) in numbers.enumerated() where index == 0 || number != numbers[index - 1] + 1 {
            ranges.append(ProtobufCIntRange(start_value: number, orig_index: UInt32(index)))
        }
        return ranges + [ProtobufCIntRange(start_value: 0, orig_index: UInt32(numbers.count))]
    }

    static func enumeration(_ schema: EnumerationSchema) -> UnsafeRawPointer {
        let values = schema.values.sorted { $0.number < $1.number }
        let names = values.map { text($0.name) }
        let ranges = ranges(values.map(\.number))
        var descriptor = ProtobufCEnumDescriptor()
        descriptor.magic = UInt32(PROTOBUF_C__ENUM_DESCRIPTOR_MAGIC)
        descriptor.name = text(schema.name)
        descriptor.short_name = descriptor.name
        descriptor.c_name = descriptor.name
        descriptor.package_name = text("")
        descriptor.n_values = UInt32(values.count)
        descriptor.values = array(
            values.indices.map { ProtobufCEnumValue(name: names[$0], c_name: names[$0], value: values[$0].number) }
        )
        descriptor.n_value_names = UInt32(values.count)
        descriptor.values_by_name = array(
            sortedByName(values.map(\.name)).map { ProtobufCEnumValueIndex(name: names[Int($0)], index: $0) }
        )
        descriptor.n_value_ranges = UInt32(ranges.count - 1)
        descriptor.value_ranges = array(ranges)
        return UnsafeRawPointer(array([descriptor]))
    }

    static func message(
        _ schema: MessageSchema,
        type: (String) -> UnsafeRawPointer?
    ) -> ProtobufCMessageDescriptor {
        let fields = schema.fields.sorted { $0.number < $1.number }
        var layout = StructureLayout()
        let ranges = ranges(fields.map { Int32($0.number) })
        var descriptor = ProtobufCMessageDescriptor()
        descriptor.magic = UInt32(PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC)
        descriptor.name = text(schema.name)
        descriptor.short_name = descriptor.name
        descriptor.c_name = descriptor.name
        descriptor.package_name = text("")
        descriptor.fields = array(fields.map { field($0, type, &layout) })
        descriptor.n_fields = UInt32(fields.count)
        descriptor.sizeof_message = layout.size
        descriptor.fields_sorted_by_name = array(sortedByName(fields.map(\.name)))
        descriptor.n_field_ranges = UInt32(ranges.count - 1)
        descriptor.field_ranges = array(ranges)
        // Without a function of its own the library initializes a structure by the descriptor.
        descriptor.message_init = nil
        return descriptor
    }

    private static func field(
        _ field: MessageSchema.Field,
        _ type: (String) -> UnsafeRawPointer?,
        _ layout: inout StructureLayout
    ) -> ProtobufCFieldDescriptor {
        let place = layout.place(field)
        var descriptor = ProtobufCFieldDescriptor()
        descriptor.name = text(field.name)
        descriptor.id = UInt32(field.number)
        descriptor.label = field.isRepeated ? PROTOBUF_C_LABEL_REPEATED : PROTOBUF_C_LABEL_NONE
        descriptor.type = field.type.libraryType
        descriptor.quantifier_offset = UInt32(place.quantifier)
        descriptor.offset = UInt32(place.value)
        descriptor.descriptor = type(field.typeName)
        if field.isPacked { descriptor.flags |= PROTOBUF_C_FIELD_FLAG_PACKED.rawValue }
        if field.oneof != 0 { descriptor.flags |= PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue }
        return descriptor
    }
}

/// Where fields are in a structure. Every part is aligned to 8 bytes, which suits all types.
private struct StructureLayout {
    private(set) var size = MemoryLayout<ProtobufCMessage>.stride
    private var oneofs: [Int: (quantifier: Int, value: Int)] = [:]

    mutating func place(_ field: MessageSchema.Field) -> (quantifier: Int, value: Int) {
        if field.isRepeated { return (take(8), take(8)) }
        guard field.oneof != 0 else { return (0, take(16)) }
        if let shared = oneofs[field.oneof] { return shared }
        let place = (take(8), take(16))
        oneofs[field.oneof] = place
        return place
    }

    private mutating func take(_ bytes: Int) -> Int {
        defer { size += bytes }
        return size
    }
}

extension FieldType {
    fileprivate var libraryType: ProtobufCType {
        switch self {
        case .int32: PROTOBUF_C_TYPE_INT32
        case .sint32: PROTOBUF_C_TYPE_SINT32
        case .sfixed32: PROTOBUF_C_TYPE_SFIXED32
        case .uint32: PROTOBUF_C_TYPE_UINT32
        case .fixed32: PROTOBUF_C_TYPE_FIXED32
        case .int64: PROTOBUF_C_TYPE_INT64
        case .sint64: PROTOBUF_C_TYPE_SINT64
        case .sfixed64: PROTOBUF_C_TYPE_SFIXED64
        case .uint64: PROTOBUF_C_TYPE_UINT64
        case .fixed64: PROTOBUF_C_TYPE_FIXED64
        case .float: PROTOBUF_C_TYPE_FLOAT
        case .double: PROTOBUF_C_TYPE_DOUBLE
        case .bool: PROTOBUF_C_TYPE_BOOL
        case .enumeration: PROTOBUF_C_TYPE_ENUM
        case .string: PROTOBUF_C_TYPE_STRING
        case .bytes: PROTOBUF_C_TYPE_BYTES
        case .message: PROTOBUF_C_TYPE_MESSAGE
        }
    }
}

internal import CProtobuf

/// The names, numbers and types of a message's fields at run time.
// Unchecked, as it points to a constant of the program that nothing ever writes to.
public struct MessageDescriptor: @unchecked Sendable {
    let pointer: UnsafePointer<ProtobufCMessageDescriptor>

    /// Wraps a `ProtobufCMessageDescriptor` that lives as long as the program.
    public init(_ descriptor: UnsafeRawPointer) {
        pointer = descriptor.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
    }

    /// The `ProtobufCMessageDescriptor` that was wrapped.
    package var address: UnsafeRawPointer { UnsafeRawPointer(pointer) }

    /// The name with its package, such as `larder.budget.v1.Purchase`.
    public var fullName: String {
        String(cString: pointer.pointee.name)
    }

    /// All fields by rising number.
    public var fields: [FieldDescriptor] {
        (0..<Int(pointer.pointee.n_fields)).map { FieldDescriptor(pointer: pointer.pointee.fields + $0) }
    }

    /// The field with this number.
    public func field(number: Int) -> FieldDescriptor? {
        guard let number = UInt32(exactly: number) else { return nil }
        return protobuf_c_message_descriptor_get_field(pointer, number).map { FieldDescriptor(pointer: $0) }
    }

    /// The field with this name as in the `.proto` file.
    public func field(named name: String) -> FieldDescriptor? {
        protobuf_c_message_descriptor_get_field_by_name(pointer, name).map { FieldDescriptor(pointer: $0) }
    }
}

extension MessageDescriptor: Hashable {
    /// Whether both describe the same message type.
    public static func == (left: MessageDescriptor, right: MessageDescriptor) -> Bool {
        left.pointer == right.pointer
    }

    /// Hashes the identity of the message type.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pointer)
    }
}

/// An enumeration's names and numbers at run time.
// Unchecked, as it points to a constant of the program that nothing ever writes to.
public struct EnumerationDescriptor: @unchecked Sendable {
    let pointer: UnsafePointer<ProtobufCEnumDescriptor>

    /// The name with its package, such as `larder.budget.v1.PurchaseState`.
    public var fullName: String {
        String(cString: pointer.pointee.name)
    }

    /// All values by rising number.
    public var values: [(name: String, number: Int32)] {
        (0..<Int(pointer.pointee.n_values)).map { index in
            let value = pointer.pointee.values[index]
            return (String(cString: value.name), value.value)
        }
    }

    /// The name of a value, or `nil` when this version doesn't know the number.
    public func name(of number: Int32) -> String? {
        protobuf_c_enum_descriptor_get_value(pointer, number).map { String(cString: $0.pointee.name) }
    }

    /// The number of a name, or `nil` when there is no such name.
    public func number(of name: String) -> Int32? {
        protobuf_c_enum_descriptor_get_value_by_name(pointer, name)?.pointee.value
    }
}

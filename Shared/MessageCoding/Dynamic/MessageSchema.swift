/// A message type that is described at run time.
public struct MessageSchema: Sendable, Hashable {
    /// One of its fields.
    public struct Field: Sendable, Hashable {
        /// As in a `.proto` file, such as `purchased_at`.
        public var name: String
        /// The number on the wire, 1 to 536,870,911.
        public var number: Int
        /// The type of the value, or of one element.
        public var type: FieldType
        /// Whether the field is a list.
        public var isRepeated: Bool
        /// Of a repeated number: whether it is sent packed.
        public var isPacked: Bool
        /// Full name of the message or enumeration; empty for other types.
        public var typeName: String
        /// The same for the members of one `oneof`, from 1; 0 for fields that are in none.
        public var oneof: Int

        /// Describes a field.
        public init(
            name: String,
            number: Int,
            type: FieldType,
            isRepeated: Bool = false,
            isPacked: Bool = false,
            typeName: String = "",
            oneof: Int = 0
        ) {
            self.name = name
            self.number = number
            self.type = type
            self.isRepeated = isRepeated
            self.isPacked = isPacked
            self.typeName = typeName
            self.oneof = oneof
        }
    }

    /// Full name, such as `larder.budget.v1.Purchase`.
    public var name: String
    /// The fields, in any order.
    public var fields: [Field]

    /// Describes a message.
    public init(name: String, fields: [Field]) {
        self.name = name
        self.fields = fields
    }
}

/// An enumeration that is described at run time.
public struct EnumerationSchema: Sendable, Hashable {
    /// One of its values.
    public struct Value: Sendable, Hashable {
        /// As in a `.proto` file, such as `PURCHASE_STATE_CONFIRMED`.
        public var name: String
        /// The number on the wire.
        public var number: Int32

        /// Names a value.
        public init(name: String, number: Int32) {
            self.name = name
            self.number = number
        }
    }

    /// Full name, such as `larder.budget.v1.PurchaseState`.
    public var name: String
    /// The values, in any order.
    public var values: [Value]

    /// Describes an enumeration.
    public init(name: String, values: [Value]) {
        self.name = name
        self.values = values
    }
}

/// The reason why a schema is invalid.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence that names what is wrong.
    public let description: String

    /// Makes an error from its sentence.
    public init(_ description: String) { self.description = description }
}

import MessageCoding
import NIOCore

/// Message types with fields of one's choice, described at run time.
enum TestSchema {
    static let enumeration = EnumerationSchema(
        name: "test.Grade",
        values: [
            .init(name: "GRADE_NONE", number: 0), .init(name: "GRADE_TWO", number: 2),
            .init(name: "GRADE_LOW", number: -1),
        ]
    )

    static let part = MessageSchema(
        name: "test.Part",
        fields: [.init(name: "count", number: 1, type: .int32), .init(name: "long_name", number: 2, type: .string)]
    )

    /// `test.Whole` with these fields; those of type enumeration or message have the types above.
    static func message(_ fields: [MessageSchema.Field]) throws(SchemaError) -> MessageDescriptor {
        let fields = fields.map { field in
            var field = field
            if field.type == .enumeration { field.typeName = enumeration.name }
            if field.type == .message { field.typeName = part.name }
            return field
        }
        let types = try DynamicMessages(
            messages: [MessageSchema(name: "test.Whole", fields: fields), part],
            enumerations: [enumeration]
        )
        guard let whole = types["test.Whole"] else { throw SchemaError("test.Whole is missing") }
        return whole
    }

    /// A message with the one field `value`, number 1.
    static func message(of type: FieldType, isRepeated: Bool = false, isPacked: Bool = false) throws(SchemaError)
        -> MessageDescriptor
    {
        try message([.init(name: "value", number: 1, type: type, isRepeated: isRepeated, isPacked: isPacked)])
    }

    static func json(_ bytes: ByteBuffer, as type: MessageDescriptor, includesDefaults: Bool = false) throws -> String {
        String(buffer: try MessageJSON.encode(bytes, as: type, includesDefaults: includesDefaults))
    }

    static func bytes(_ json: String, as type: MessageDescriptor) throws(MessageJSONError) -> ByteBuffer {
        try MessageJSON.decode(ByteBuffer(string: json), as: type)
    }

    /// Why a text is rejected; nil when it isn't.
    static func error(_ json: String, as type: MessageDescriptor) -> MessageJSONError? {
        do {
            _ = try bytes(json, as: type)
            return nil
        } catch {
            return error
        }
    }
}

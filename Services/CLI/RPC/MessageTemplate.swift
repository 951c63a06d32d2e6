import MessageCoding

/// A sample request with a value for every field; of a `oneof`, the first member.
enum MessageTemplate {
    /// JSON on several lines.
    static func text(of message: MessageDescriptor) -> String { JSONText.pretty(json(of: message)) }

    private static func json(of message: MessageDescriptor) -> String {
        if message.fullName == "larder.common.v1.Timestamp" { return "\"1970-01-01T00:00:00Z\"" }
        var oneofs: Set<Int> = []
        let fields = message.fields.compactMap { field -> String? in
            if field.isOneofMember, !oneofs.insert(field.quantifierOffset).inserted { return nil }
            let value = value(of: field)
            return "\"\(field.jsonName)\":" + (field.label == .repeated ? "[\(value)]" : value)
        }
        return "{\(fields.joined(separator: ","))}"
    }

    private static func value(of field: FieldDescriptor) -> String {
        switch field.type {
        case .int32, .sint32, .sfixed32, .uint32, .fixed32, .float, .double: "0"
        case .int64, .sint64, .sfixed64, .uint64, .fixed64: "\"0\""
        case .bool: "false"
        case .string, .bytes: "\"\""
        case .enumeration: field.enumeration?.values.first.map { "\"\($0.name)\"" } ?? "0"
        case .message: field.message.map(json) ?? "{}"
        }
    }
}

/// Formats JSON for users.
enum JSONText {
    /// The JSON with one value a line. The text must be valid JSON without white space between its parts.
    static func pretty(_ json: String) -> String {
        var text: [UInt8] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        func startLine() {
            text.append(UInt8(ascii: "\n"))
            text += repeatElement(UInt8(ascii: " "), count: depth * 2)
        }
        for byte in json.utf8 {
            if isInString {
                text.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                text.append(byte)
                depth += 1
                startLine()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                // An empty container: the line begun for its content is removed.
                if let last = text.last(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }),
                    last == byte - 2
                {
                    while text.last != last { text.removeLast() }
                } else {
                    startLine()
                }
                text.append(byte)
            case UInt8(ascii: ","):
                text.append(byte)
                startLine()
            case UInt8(ascii: ":"): text += [byte, UInt8(ascii: " ")]
            default:
                isInString = byte == UInt8(ascii: "\"")
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

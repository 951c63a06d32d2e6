/// A JSON value. Numbers keep their text, so that 64-bit integers stay exact.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Equatable {
        var name: String
        var value: JSONValue
    }

    var isObject: Bool {
        if case .object = self { return true }
        return false
    }
}

/// Parses JSON as RFC 8259 has it and nothing beyond.
struct JSONParser {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private let maximumValues: Int
    private var position = 0
    private var depth = 0
    /// The values that have begun so far.
    private var values = 0

    /// `maximumBytes` of the limits is the caller's to check.
    init(_ bytes: [UInt8], limits: MessageJSON.Limits) {
        self.bytes = bytes
        maximumDepth = limits.maximumDepth
        maximumValues = limits.maximumValues
    }

    /// The one value of the text.
    mutating func parse() throws(MessageJSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw syntaxError("more follows after the value") }
        return value
    }

    private func syntaxError(_ what: String) -> MessageJSONError {
        let before = bytes[..<min(position, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Bytes that continue a character are no columns.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return MessageJSONError(
            .syntax,
            "The JSON text is wrong at line \(line), column \(column): \(what).",
            position: position
        )
    }

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(MessageJSONError) -> JSONValue {
        skipSpace()
        try count()
        switch next {
        case UInt8(ascii: "{"): return try nested { parser throws(MessageJSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(MessageJSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case nil: throw syntaxError("it ends where a value is expected")
        default: return .number(try number())
        }
    }

    /// Counts a value before it is read, so that none beyond the limit takes memory.
    private mutating func count() throws(MessageJSONError) {
        guard values < maximumValues else {
            throw MessageJSONError(.tooLarge, "The JSON text has more than \(maximumValues) values.")
        }
        values += 1
    }

    private mutating func nested(
        _ parse: (inout JSONParser) throws(MessageJSONError) -> JSONValue
    ) throws(MessageJSONError) -> JSONValue {
        guard depth < maximumDepth else {
            throw MessageJSONError(.tooLarge, "The JSON text is nested deeper than \(maximumDepth) levels.")
        }
        depth += 1
        defer { depth -= 1 }
        position += 1
        return try parse(&self)
    }

    private mutating func object() throws(MessageJSONError) -> JSONValue {
        var members: [JSONValue.Member] = []
        if skip("}") { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw syntaxError("a name in quotes is expected") }
            let name = try string()
            guard skip(":") else { throw syntaxError("a colon is expected") }
            members.append(JSONValue.Member(name: name, value: try value()))
        } while skip(",")
        guard skip("}") else { throw syntaxError("a comma or the end of the object is expected") }
        return .object(members)
    }

    private mutating func array() throws(MessageJSONError) -> JSONValue {
        var elements: [JSONValue] = []
        if skip("]") { return .array(elements) }
        repeat {
            elements.append(try value())
        } while skip(",")
        guard skip("]") else { throw syntaxError("a comma or the end of the array is expected") }
        return .array(elements)
    }

    private mutating func literal(_ text: String, _ value: JSONValue) throws(MessageJSONError) -> JSONValue {
        guard bytes[position...].starts(with: text.utf8) else { throw syntaxError("a value is expected") }
        position += text.utf8.count
        return value
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func number() throws(MessageJSONError) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let startsWithZero = next == UInt8(ascii: "0")
        let count = digits()
        guard count > 0 else { throw syntaxError("a value is expected") }
        guard !startsWithZero || count == 1 else { throw syntaxError("a number starts with a needless 0") }
        if next == UInt8(ascii: ".") {
            position += 1
            guard digits() > 0 else { throw syntaxError("a digit is expected") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { throw syntaxError("a digit is expected") }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}

// MARK: - Strings

extension JSONParser {
    private mutating func string() throws(MessageJSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw syntaxError("a string is not valid UTF-8")
                }
                return string
            case UInt8(ascii: "\\"):
                position += 1
                text += try escape().utf8
            case 0..<0x20: throw syntaxError("a control character stands in a string")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw syntaxError("a string doesn't end")
    }

    private mutating func escape() throws(MessageJSONError) -> String {
        let byte = next
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw syntaxError("an unknown escape stands in a string")
        }
    }

    private mutating func unicodeEscape() throws(MessageJSONError) -> String {
        var code = try codeUnit()
        if (0xD800..<0xDC00).contains(code) {
            guard bytes[min(position, bytes.count)...].starts(with: "\\u".utf8) else {
                throw syntaxError("half of a character stands in a string")
            }
            position += 2
            let low = try codeUnit()
            guard (0xDC00..<0xE000).contains(low) else { throw syntaxError("half of a character stands in a string") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw syntaxError("half of a character stands in a string") }
        return String(scalar)
    }

    private mutating func codeUnit() throws(MessageJSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw syntaxError("four hexadecimal digits are expected")
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}

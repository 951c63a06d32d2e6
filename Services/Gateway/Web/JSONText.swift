import Foundation
import NIOCore

/// Reads and writes the JSON of requests that no message of the platform describes.
enum JSONText {
    /// The JSON of a value whose coding cannot fail.
    static func encode(_ value: some Encodable) -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(bytes: (try? encoder.encode(value)) ?? Data())
    }

    /// The value of a JSON text; nil when it is not one of the type.
    static func decode<Value: Decodable>(_ type: Value.Type, _ text: ByteBuffer) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.readableBytesView))
    }
}

/// Any JSON value, taken as it is.
enum RawJSON: Codable, Sendable {
    case null
    case bool(Bool)
    case number(Decimal)
    case string(String)
    case array([RawJSON])
    case object([String: RawJSON])

    /// A JSON text that is known to be one.
    init(_ text: ByteBuffer) { self = JSONText.decode(RawJSON.self, text) ?? .null }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Decimal.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([RawJSON].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: RawJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .number(let number): try value.encode(number)
        case .string(let string): try value.encode(string)
        case .array(let array): try value.encode(array)
        case .object(let object): try value.encode(object)
        }
    }
}

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

    /// An object of members whose values are JSON already.
    static func object(_ members: KeyValuePairs<String, ByteBuffer>) -> ByteBuffer {
        var text = ByteBuffer(string: "{")
        for (index, (name, value)) in members.enumerated() {
            if index > 0 { text.writeString(",") }
            text.writeImmutableBuffer(encode(name))
            text.writeString(":")
            text.writeImmutableBuffer(value)
        }
        text.writeString("}")
        return text
    }
}

import Foundation

/// Reads the metadata of an ONNX file, not its network.
enum ONNXMetadata {
    /// The value of a metadata property; `nil` when it is missing or the file is not an ONNX file.
    ///
    /// An ONNX file is a protobuf message `ModelProto`; its field 14 holds the properties as `key` (1) and `value` (2).
    static func value(_ key: String, ofFileAt path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return value(key, in: Array(data))
    }

    static func value(_ key: String, in bytes: [UInt8]) -> String? {
        for field in Fields(bytes[...]) where field.number == 14 {
            let entry = Array(Fields(field.content))
            let name = entry.first { $0.number == 1 }.map { String(decoding: $0.content, as: UTF8.self) }
            guard name == key else { continue }
            return entry.first { $0.number == 2 }.map { String(decoding: $0.content, as: UTF8.self) } ?? ""
        }
        return nil
    }

    private struct Field {
        var number: UInt64
        var content: ArraySlice<UInt8>
    }

    /// Iterates over a message's length-delimited fields; ends at malformed data.
    private struct Fields: Sequence, IteratorProtocol {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        mutating func next() -> Field? {
            while let tag = variableNumber() {
                switch tag & 7 {
                case 0: guard variableNumber() != nil else { return nil }
                case 1: guard skip(8) else { return nil }
                case 2:
                    guard let length = variableNumber(), length <= UInt64(rest.count) else { return nil }
                    let content = rest.prefix(Int(length))
                    rest = rest.dropFirst(Int(length))
                    return Field(number: tag >> 3, content: content)
                case 5: guard skip(4) else { return nil }
                default: return nil
                }
            }
            return nil
        }

        private mutating func skip(_ count: Int) -> Bool {
            guard rest.count >= count else { return false }
            rest = rest.dropFirst(count)
            return true
        }

        private mutating func variableNumber() -> UInt64? {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard let byte = rest.popFirst() else { return nil }
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
            }
            return nil
        }
    }
}

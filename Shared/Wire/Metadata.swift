import NIOCore

/// Named values that go with a call beside its messages, in order, repeats allowed.
///
/// A name has lower-case letters, digits, `-`, `_` and `.`. Names that end in `-bin` carry bytes, all others text without
/// control characters.
public struct Metadata: Sendable, Hashable {
    /// A value of a metadata entry.
    public enum Value: Sendable, Hashable {
        case text(String)
        case binary([UInt8])

        var byteCount: Int {
            switch self {
            case .text(let text): text.utf8.count
            case .binary(let bytes): bytes.count
            }
        }
    }

    /// A name and its value.
    public struct Entry: Sendable, Hashable {
        public var name: String
        public var value: Value
    }

    /// All entries in order.
    public private(set) var entries: [Entry]

    /// No entries.
    public init() { entries = [] }

    /// Whether there is no entry.
    public var isEmpty: Bool { entries.isEmpty }

    /// The first text under a name, or nil.
    public subscript(text name: String) -> String? {
        for entry in entries where entry.name == name {
            if case .text(let text) = entry.value { return text }
        }
        return nil
    }

    /// The first bytes under a name ending in `-bin`, or nil.
    public subscript(binary name: String) -> [UInt8]? {
        for entry in entries where entry.name == name {
            if case .binary(let bytes) = entry.value { return bytes }
        }
        return nil
    }

    /// Adds text.
    /// - Precondition: The name is valid and does not end in `-bin`, and the text has no control characters.
    public mutating func add(_ name: String, _ text: String) {
        precondition(Metadata.isValid(name: name) && !name.hasSuffix("-bin"), "invalid metadata name \(name)")
        precondition(Metadata.isValid(text: text), "control character in metadata \(name)")
        entries.append(Entry(name: name, value: .text(text)))
    }

    /// Adds bytes.
    /// - Precondition: The name is valid and ends in `-bin`.
    public mutating func add(_ name: String, _ bytes: [UInt8]) {
        precondition(Metadata.isValid(name: name) && name.hasSuffix("-bin"), "invalid binary metadata name \(name)")
        entries.append(Entry(name: name, value: .binary(bytes)))
    }

    /// Adds all entries of another list behind its own.
    public mutating func append(_ other: Metadata) {
        entries.append(contentsOf: other.entries)
    }

    /// Removes all entries of a name.
    public mutating func remove(_ name: String) {
        entries.removeAll { $0.name == name }
    }

    /// Whether a text may be a metadata value: no control characters, so that it can never split a log line.
    public static func isValid(text: String) -> Bool {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            // 0xC2 with a byte below 0xA0 is one of the control characters U+0080 to U+009F.
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return false }
            previous = byte
        }
        return true
    }

    /// Whether a text may be the name of an entry: lower-case letters, digits, `-`, `_` and `.`, up to 128 of them.
    public static func isValid(name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 128
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
    }

    /// Names and values plus 4 bytes an entry; what the limit on metadata is measured in.
    public var byteCount: Int {
        entries.reduce(0) { $0 + $1.name.utf8.count + $1.value.byteCount + 4 }
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeVarint(UInt64(entries.count))
        for entry in entries {
            buffer.writeLengthPrefixed(entry.name)
            switch entry.value {
            case .text(let text): buffer.writeLengthPrefixed(text)
            case .binary(let bytes): buffer.writeLengthPrefixed(bytes)
            }
        }
    }

    init(from buffer: inout ByteBuffer) throws(WireViolation) {
        // Every entry has at least three bytes, so a count above that is a lie that must not reserve memory.
        guard let count = buffer.readLength(limit: buffer.readableBytes / 3) else {
            throw WireViolation(.protocolError, "metadata is cut off")
        }
        entries = []
        entries.reserveCapacity(min(count, 32))
        for _ in 0..<count {
            guard let name = buffer.readLengthPrefixedString(), Metadata.isValid(name: name) else {
                throw WireViolation(.protocolError, "a metadata name is invalid")
            }
            entries.append(
                Entry(name: name, value: try Metadata.readValue(binary: name.hasSuffix("-bin"), from: &buffer))
            )
        }
    }

    private static func readValue(binary: Bool, from buffer: inout ByteBuffer) throws(WireViolation) -> Value {
        if binary {
            guard let bytes = buffer.readLengthPrefixedBytes() else {
                throw WireViolation(.protocolError, "a metadata value is cut off")
            }
            return .binary(bytes)
        }
        guard let text = buffer.readLengthPrefixedString(), isValid(text: text) else {
            throw WireViolation(.protocolError, "a metadata value is not text")
        }
        return .text(text)
    }
}

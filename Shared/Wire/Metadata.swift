import NIOCore

/// Named values that go with a call beside its messages, in order, repeats allowed.
///
/// A name has lower-case letters, digits, `-`, `_` and `.`. Names that end in `-bin` carry bytes, all others text without
/// control characters. Kept in the form in which it travels, so that passing it on costs a copy and what nobody asks for
/// is never taken apart.
public struct Metadata: Sendable {
    /// A value of a metadata entry.
    public enum Value: Sendable, Hashable {
        case text(String)
        case binary([UInt8])
    }

    /// A name and its value.
    public struct Entry: Sendable, Hashable {
        public var name: String
        public var value: Value
    }

    /// Valid entries, one behind the other.
    private var encoded = ByteBuffer()
    /// How many entries there are.
    public private(set) var count = 0
    /// Names and values plus 4 bytes an entry; what the limit on metadata is measured in.
    public private(set) var byteCount = 0

    /// No entries.
    public init() {}

    /// Whether there is no entry.
    public var isEmpty: Bool { count == 0 }

    /// All entries in order.
    public var entries: [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        forEachEntry { name, value in
            entries.append(Entry(name: String(decoding: name, as: UTF8.self), value: Metadata.value(value, of: name)))
            return true
        }
        return entries
    }

    /// The first text under a name, or nil.
    public subscript(text name: String) -> String? {
        guard !Metadata.isBinary(name.utf8) else { return nil }
        return first(name) { String(decoding: $0, as: UTF8.self) }
    }

    /// The first bytes under a name ending in `-bin`, or nil.
    public subscript(binary name: String) -> [UInt8]? {
        guard Metadata.isBinary(name.utf8) else { return nil }
        return first(name) { Array($0) }
    }

    /// The first text under a name and how many entries have it.
    package func occurrences(of name: String) -> (first: String?, count: Int) {
        var (first, number): (String?, Int) = (nil, 0)
        guard count > 0, !Metadata.isBinary(name.utf8) else { return (nil, 0) }
        forEachEntry { found, value in
            guard found.count == name.utf8.count, found.elementsEqual(name.utf8) else { return true }
            if first == nil { first = String(decoding: value, as: UTF8.self) }
            number += 1
            return true
        }
        return (first, number)
    }

    private func first<Result>(_ name: String, _ take: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard count > 0 else { return nil }
        var result: Result?
        forEachEntry { found, value in
            guard found.count == name.utf8.count, found.elementsEqual(name.utf8) else { return true }
            result = take(value)
            return false
        }
        return result
    }

    /// Gives the bytes of each name and value until `body` returns false.
    private func forEachEntry(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool) {
        encoded.withUnsafeReadableBytes { bytes in
            var cursor = ByteCursor(bytes)
            while let name = cursor.lengthPrefixed(), let value = cursor.lengthPrefixed() {
                guard body(name, value) else { return }
            }
        }
    }

    private static func value(_ value: UnsafeRawBufferPointer, of name: UnsafeRawBufferPointer) -> Value {
        isBinary(name) ? .binary(Array(value)) : .text(String(decoding: value, as: UTF8.self))
    }

    /// Adds text.
    /// - Precondition: The name is valid and does not end in `-bin`, and the text has no control characters.
    public mutating func add(_ name: String, _ text: String) {
        precondition(
            Metadata.isValid(name: name) && !Metadata.isBinary(name.utf8),
            "invalid metadata name \(name)"
        )
        precondition(Metadata.isValid(text: text), "control character in metadata \(name)")
        append(name, text.utf8)
    }

    /// Adds bytes.
    /// - Precondition: The name is valid and ends in `-bin`.
    public mutating func add(_ name: String, _ bytes: [UInt8]) {
        precondition(
            Metadata.isValid(name: name) && Metadata.isBinary(name.utf8),
            "invalid binary metadata name \(name)"
        )
        append(name, bytes)
    }

    private mutating func append(_ name: String, _ value: some Collection<UInt8>) {
        encoded.writeLengthPrefixed(name)
        encoded.writeLengthPrefixed(value)
        count += 1
        byteCount += name.utf8.count + value.count + 4
    }

    /// Adds all entries of another list behind its own.
    public mutating func append(_ other: Metadata) {
        encoded.writeImmutableBuffer(other.encoded)
        count += other.count
        byteCount += other.byteCount
    }

    /// Removes all entries of a name.
    public mutating func remove(_ name: String) {
        var rest = Metadata()
        for entry in entries where entry.name != name {
            switch entry.value {
            case .text(let text): rest.append(entry.name, text.utf8)
            case .binary(let bytes): rest.append(entry.name, bytes)
            }
        }
        self = rest
    }

    /// Whether a text may be a metadata value: no control characters, so that it can never split a log line.
    public static func isValid(text: String) -> Bool {
        var text = text
        return text.withUTF8 { hasNoControlCharacters(UnsafeRawBufferPointer($0)) }
    }

    private static func hasNoControlCharacters(_ text: UnsafeRawBufferPointer) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            // 0xC2 with a byte below 0xA0 is one of the control characters U+0080 to U+009F.
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return false }
            previous = byte
        }
        return true
    }

    /// Whether a text may be the name of an entry: lower-case letters, digits, `-`, `_` and `.`, up to 128 of them.
    public static func isValid(name: String) -> Bool { isValid(name: name.utf8) }

    private static func isValid(name: some Collection<UInt8>) -> Bool {
        (1...128).contains(name.count)
            && name.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
    }

    private static func isBinary(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.suffix(4).elementsEqual("-bin".utf8)
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeVarint(UInt64(count))
        buffer.writeImmutableBuffer(encoded)
    }

    /// The same in memory of its own, for keeping it longer than the bytes that it came with.
    func detached() -> Metadata {
        guard count > 0 else { return self }
        var copy = self
        copy.encoded = ByteBuffer(bytes: encoded.readableBytesView)
        return copy
    }

    init(from buffer: inout ByteBuffer) throws(WireViolation) {
        // Every entry has at least three bytes, so a count above that is a lie.
        guard let count = buffer.readLength(limit: buffer.readableBytes / 3) else {
            throw WireViolation(.protocolError, "metadata is cut off")
        }
        guard count > 0 else { return }
        self.count = count
        let checked = buffer.withUnsafeReadableBytes { Metadata.check($0, count: count) }
        switch checked {
        case .success(let size):
            byteCount = size.measured
            encoded = buffer.readSlice(length: size.encoded)!
        case .failure(let violation): throw violation
        }
    }

    private static func check(
        _ bytes: UnsafeRawBufferPointer,
        count: Int
    ) -> Result<(encoded: Int, measured: Int), WireViolation> {
        var cursor = ByteCursor(bytes)
        var measured = 0
        for _ in 0..<count {
            guard let name = cursor.lengthPrefixed(), isValid(name: name) else {
                return .failure(WireViolation(.protocolError, "a metadata name is invalid"))
            }
            guard let value = cursor.lengthPrefixed() else {
                return .failure(WireViolation(.protocolError, "a metadata value is cut off"))
            }
            guard isBinary(name) || isText(value) else {
                return .failure(WireViolation(.protocolError, "a metadata value is not text"))
            }
            measured += name.count + value.count + 4
        }
        return .success((cursor.offset, measured))
    }

    private static func isText(_ value: UnsafeRawBufferPointer) -> Bool {
        guard hasNoControlCharacters(value) else { return false }
        return value.allSatisfy { $0 < 0x80 } || String(validating: value, as: UTF8.self) != nil
    }
}

extension Metadata: Hashable {
    public static func == (left: Metadata, right: Metadata) -> Bool {
        // A length may have been written in a longer form than needed.
        left.count == right.count && left.byteCount == right.byteCount && left.entries == right.entries
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

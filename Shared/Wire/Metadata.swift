import Glibc
import NIOCore

/// Named values that go with a call beside its messages, in order, repeats allowed.
///
/// A name has lower-case letters, digits, `-`, `_` and `.`. Names that end in `-bin` carry bytes, all others text without
/// control characters. It is kept in its encoded form, so that forwarding it costs a copy, and entries that are not used
/// are never decoded.
public struct Metadata: Sendable {
    /// A value of a metadata entry.
    public enum Value: Sendable, Hashable {
        case text(String)
        case binary([UInt8])
    }

    /// A name and its value.
    public struct Entry: Sendable, Hashable {
        /// The name; in lower case.
        public var name: String
        /// The value; bytes under a name that ends in `-bin`, else text.
        public var value: Value
    }

    /// Valid entries, one behind the other.
    private var encoded = ByteBuffer()
    // Small, as metadata is handed on with every call.
    private var entryCount: UInt32 = 0
    private var measured: UInt32 = 0

    /// How many entries there are.
    public private(set) var count: Int {
        get { Int(entryCount) }
        set { entryCount = UInt32(newValue) }
    }

    /// Names and values plus 4 bytes an entry; what the limit on metadata is measured in.
    public private(set) var byteCount: Int {
        get { Int(measured) }
        set { measured = UInt32(newValue) }
    }

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

    /// The first text under a name that does not end in `-bin`, or nil.
    package func text(of name: StaticString) -> String? {
        var text: String?
        _ = first(of: name) { text = String(decoding: $0, as: UTF8.self) }
        return text
    }

    /// Gives `take` the value of the first entry of a name.
    /// - Returns: How many entries have that name.
    package func first(of name: StaticString, _ take: (UnsafeRawBufferPointer) -> Void) -> Int {
        var number = 0
        guard count > 0 else { return 0 }
        forEachEntry { found, value in
            guard found.count == name.utf8CodeUnitCount,
                memcmp(found.baseAddress!, name.utf8Start, found.count) == 0
            else { return true }
            if number == 0 { take(value) }
            number += 1
            return true
        }
        return number
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

    /// Adds text that is written where it stays.
    /// - Precondition: The name is valid and does not end in `-bin`.
    /// - Parameter write: Fills all of the memory with printable ASCII.
    package mutating func add(_ name: StaticString, length: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        let nameLength = name.utf8CodeUnitCount
        encoded.writeBytes(atMost: 2 * ByteWriter.longestVarint + nameLength + length) { writer in
            writer.writeVarint(UInt64(nameLength))
            writer.writeBytes(UnsafeRawBufferPointer(start: name.utf8Start, count: nameLength))
            writer.writeVarint(UInt64(length))
            writer.writeBytes(count: length, write)
        }
        count += 1
        byteCount += nameLength + length + 4
    }

    /// Adds text under a name that is known to be valid and not to end in `-bin`.
    /// - Precondition: The text has no control characters.
    package mutating func add(_ name: StaticString, text: String) {
        precondition(Metadata.isValid(text: text), "control character in metadata \(name)")
        var text = text
        text.withUTF8 { value in add(name, length: value.count) { $0.copyMemory(from: UnsafeRawBufferPointer(value)) } }
    }

    /// Adds the first entry of a name in another list.
    /// - Returns: Whether there is one.
    package mutating func add(firstOf name: StaticString, in other: Metadata) -> Bool {
        other.first(of: name) { value in add(name, length: value.count) { $0.copyMemory(from: value) } } > 0
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
        let plain = countOfPlainBytes(text)
        guard plain < text.count else { return true }
        var previous: UInt8 = 0
        for byte in text[plain...] {
            // 0xC2 with a byte below 0xA0 is one of the control characters U+0080 to U+009F.
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return false }
            previous = byte
        }
        return true
    }

    /// How many bytes at the front are printable ASCII, checked eight at a time; the last ones may be left out.
    ///
    /// "Determine if a word has a byte less than n" of Anderson, "Bit Twiddling Hacks".
    private static func countOfPlainBytes(_ text: UnsafeRawBufferPointer) -> Int {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var offset = 0
        while offset + 8 <= text.count {
            let word = text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let deletes = word ^ (ones &* 0x7F)
            let special = (word &- ones &* 0x20) & ~word | (deletes &- ones) & ~deletes | word
            guard special & highs == 0 else { break }
            offset += 8
        }
        return offset
    }

    /// Whether a text may be the name of an entry: lower-case letters, digits, `-`, `_` and `.`, up to 128 of them.
    public static func isValid(name: String) -> Bool { isValid(name: name.utf8) }

    private static func isValid(name: some Collection<UInt8>) -> Bool {
        (1...128).contains(name.count) && name.allSatisfy(isValidInName)
    }

    /// Lower-case letters, digits, `-`, `_` and `.`, as one bit each of the 128 characters of ASCII.
    private static func isValidInName(_ byte: UInt8) -> Bool {
        let characters: UInt64 = byte < 64 ? 0x03FF_6000_0000_0000 : 0x07FF_FFFE_8000_0000
        return byte < 128 && characters >> UInt64(byte & 63) & 1 == 1
    }

    private static func isBinary(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.suffix(4).elementsEqual("-bin".utf8)
    }

    private static func isBinary(_ name: UnsafeRawBufferPointer) -> Bool {
        guard name.count >= 4 else { return false }
        let last = name.loadUnaligned(fromByteOffset: name.count - 4, as: UInt32.self)
        return UInt32(littleEndian: last) == 0x6E69_622D
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeVarint(UInt64(count))
        buffer.writeImmutableBuffer(encoded)
    }

    /// Bytes of the entries as they are sent, without their number.
    var encodedSize: Int { encoded.readableBytes }

    func write(to writer: inout ByteWriter) {
        writer.writeVarint(UInt64(count))
        encoded.withUnsafeReadableBytes { writer.writeBytes($0) }
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
        switch buffer.withUnsafeReadableBytes({ Metadata.check($0, count: count) }) {
        case .valid(let encoded, let measured):
            self.count = count
            byteCount = measured
            self.encoded = buffer.readSlice(length: encoded)!
        case .invalidName: throw WireViolation(.protocolError, "a metadata name is invalid")
        case .cutOff: throw WireViolation(.protocolError, "a metadata value is cut off")
        case .notText: throw WireViolation(.protocolError, "a metadata value is not text")
        }
    }

    /// Reads what a cursor over the readable bytes of a buffer comes to; nil when that is not valid.
    init?(from cursor: ByteCursor, of buffer: ByteBuffer) {
        var cursor = cursor
        guard let count = cursor.varint(), count <= UInt64(cursor.rest.count / 3) else { return nil }
        guard count > 0 else { return }
        guard case .valid(let size, let measured) = Metadata.check(cursor.rest, count: Int(count)) else { return nil }
        self.count = Int(count)
        byteCount = measured
        encoded = buffer.getSlice(at: buffer.readerIndex + cursor.offset, length: size)!
    }

    private enum Check {
        case valid(encoded: Int, measured: Int)
        case invalidName, cutOff, notText
    }

    private static func check(_ bytes: UnsafeRawBufferPointer, count: Int) -> Check {
        var cursor = ByteCursor(bytes)
        var measured = 0
        for _ in 0..<count {
            guard let name = cursor.lengthPrefixed(), isValid(name: name) else { return .invalidName }
            guard let value = cursor.lengthPrefixed() else { return .cutOff }
            guard isBinary(name) || isText(value) else { return .notText }
            measured += name.count + value.count + 4
        }
        return .valid(encoded: cursor.offset, measured: measured)
    }

    private static func isText(_ value: UnsafeRawBufferPointer) -> Bool {
        guard hasNoControlCharacters(value) else { return false }
        let plain = countOfPlainBytes(value)
        return value[plain...].allSatisfy { $0 < 0x80 } || String(validating: value, as: UTF8.self) != nil
    }
}

extension Metadata: Hashable {
    /// Whether both have equal entries in the same order.
    public static func == (left: Metadata, right: Metadata) -> Bool {
        // A length may have been written in a longer form than needed.
        left.count == right.count && left.byteCount == right.byteCount && left.entries == right.entries
    }

    /// Hashes the entries.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

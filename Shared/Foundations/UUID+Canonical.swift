package import FoundationEssentials

extension UUID {
    /// Reads a UUID in its canonical form, 36 characters in lower case; nil for any other text.
    package init?(canonical text: String) {
        var text = text
        let bytes = text.withUTF8 { text -> uuid_t? in
            guard text.count == 36 else { return nil }
            var bytes = UUID.zero
            return withUnsafeMutableBytes(of: &bytes) { CanonicalUUID.read(text, into: $0) } ? bytes : nil
        }
        guard let bytes else { return nil }
        self.init(uuid: bytes)
    }

    /// The UUID's 36 characters in lower case, the form in which it is written (RFC 9562, section 4).
    package var canonical: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                CanonicalUUID.write(bytes, to: text)
                return 36
            }
        }
    }

    private static let zero: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}

/// The canonical form's digits: every message has some UUIDs, which Foundation writes by way of printf.
private enum CanonicalUUID {
    private static let digits: StaticString = "0123456789abcdef"
    private static let hyphen = UInt8(ascii: "-")

    /// Whether a hyphen is ahead of the byte at a place.
    private static func hasHyphen(before index: Int) -> Bool { index == 4 || index == 6 || index == 8 || index == 10 }

    static func write(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableBufferPointer<UInt8>) {
        var position = 0
        func append(_ character: UInt8) {
            text[position] = character
            position += 1
        }
        for (index, byte) in bytes.enumerated() {
            if hasHyphen(before: index) { append(hyphen) }
            append(digits.utf8Start[Int(byte >> 4)])
            append(digits.utf8Start[Int(byte & 15)])
        }
    }

    /// - Returns: Whether the text is one.
    static func read(_ text: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var position = 0
        for index in bytes.indices {
            if hasHyphen(before: index) {
                guard text[position] == hyphen else { return false }
                position += 1
            }
            guard let high = value(text[position]), let low = value(text[position + 1]) else { return false }
            bytes[index] = high << 4 | low
            position += 2
        }
        return true
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

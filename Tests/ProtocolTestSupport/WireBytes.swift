/// Bytes as the page writes them: hexadecimal digits, and `(…)*n` for what is repeated.
package enum WireBytes {
    /// The bytes that a text stands for.
    package static func expand(_ text: String) -> [UInt8] {
        var rest = Array(text.utf8)[...]
        return group(&rest)
    }

    private static func group(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        while let first = rest.first, first != UInt8(ascii: ")") {
            if first == UInt8(ascii: "(") {
                rest = rest.dropFirst()
                let repeated = group(&rest)
                // ")*" and the count.
                rest = rest.dropFirst(2)
                var count = 0
                while let digit = rest.first.flatMap(value), digit < 10 {
                    count = count * 10 + Int(digit)
                    rest = rest.dropFirst()
                }
                bytes += repeatElement(repeated, count: count).joined()
            } else if let high = value(first), let low = rest.dropFirst().first.flatMap(value) {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                rest = rest.dropFirst()
            }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// A frame, taken apart without use of the implementation.
    package struct Frame: Sendable, Hashable {
        package let type: UInt8
        package let flags: UInt8
        package let stream: UInt32
        package let payload: [UInt8]

        /// Names a frame to compare with.
        package init(type: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8]) {
            self.type = type
            self.flags = flags
            self.stream = stream
            self.payload = payload
        }
    }

    /// The whole frames at the beginning of bytes.
    package static func frames(in bytes: [UInt8]) -> [Frame] {
        var found: [Frame] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard rest.count >= 9 + length else { break }
            let stream = head[5...8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let payload = Array(rest.dropFirst(9).prefix(length))
            found.append(Frame(type: head[3], flags: head[4], stream: stream, payload: payload))
            rest = rest.dropFirst(9 + length)
        }
        return found
    }
}

/// Bytes as the page writes them: hexadecimal digits, and `(…)*n` for what is repeated.
package enum WireBytes {
    /// The bytes that a text stands for.
    package static func expand(_ text: String) -> [UInt8] {
        var rest = Substring(text)
        return group(&rest)
    }

    private static func group(_ rest: inout Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        while let first = rest.first, first != ")" {
            if first == "(" {
                rest.removeFirst()
                let repeated = group(&rest)
                let count = rest.dropFirst(2).prefix(while: \.isNumber)
                rest = rest.dropFirst(2 + count.count)
                for _ in 0..<(Int(count) ?? 0) { bytes += repeated }
            } else if first.isHexDigit {
                bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            } else {
                rest.removeFirst()
            }
        }
        return bytes
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

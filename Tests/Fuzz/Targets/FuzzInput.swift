/// Reads an input as a program: numbers, sizes and bytes. Past its end everything is 0.
struct FuzzInput {
    private let content: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { content = bytes }

    var isEmpty: Bool { position == content.count }

    mutating func byte() -> UInt8 {
        guard position < content.count else { return 0 }
        defer { position += 1 }
        return content[position]
    }

    mutating func chance() -> Bool { byte() & 1 == 1 }

    /// A number below `limit`, which is at most 256.
    mutating func index(below limit: Int) -> Int { Int(byte()) % limit }

    mutating func uint32() -> UInt32 {
        (0..<4).reduce(UInt32(0)) { word, _ in word << 8 | UInt32(byte()) }
    }

    /// Up to `count` of the next bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let end = min(position + count, content.count)
        defer { position = end }
        return Array(content[position..<end])
    }

    /// All that is left.
    mutating func rest() -> [UInt8] { bytes(content.count - position) }

    /// A size of which two bytes decide: many small ones, some at the edges of the protocol's limits, few large ones.
    mutating func size(upTo limit: Int) -> Int {
        let kind = byte()
        let detail = Int(byte())
        let size =
            switch kind % 8 {
            case 0...3: detail
            case 4: detail * 64
            case 5: 16_384 - 128 + detail
            case 6: 65_536 - 128 + detail
            default: detail * 2_048
            }
        return min(size, limit)
    }
}

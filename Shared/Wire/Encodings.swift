/// The compressions that a side can read, as in its settings: bit `n - 1` stands for encoding `n`.
public struct Encodings: OptionSet, Sendable, Hashable {
    /// The number on the wire.
    public let rawValue: UInt32

    /// Makes a set from the number on the wire.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Encoding 1, RFC 1950.
    public static let zlib = Encodings(rawValue: 1)

    /// The encoding that the first byte of a compressed message names; nil for numbers that none can have.
    public init?(number: UInt8) {
        guard (1...32).contains(number) else { return nil }
        rawValue = 1 << (UInt32(number) - 1)
    }
}

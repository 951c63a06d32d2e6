/// The memory that one message may take while it is encoded or decoded.
public enum MessageLimits {
    /// The hard limit in bytes, whatever the size of the encoded message: 64 MiB.
    public static let largestBudget = 64 << 20

    /// The bytes that decoding `encodedSize` bytes may allocate: 32 times the size and 64 KiB, up to `largestBudget`.
    ///
    /// Two bytes on the wire can become more than a hundred in memory; a regular message stays far below 32 a byte.
    public static func budget(forEncodedSize encodedSize: Int) -> Int {
        encodedSize < largestBudget / 32 ? min(encodedSize * 32 + 65_536, largestBudget) : largestBudget
    }
}

/// What an idempotency key may be, wherever one is taken.
public enum IdempotencyKeyRule {
    /// How many characters.
    public static let lengths = 1...128

    /// The rule as people read it.
    public static let sentence = "An idempotency key has 1 to 128 visible ASCII characters, such as a UUID."

    /// Whether a text may be a key.
    public static func admits(_ key: String) -> Bool {
        lengths.contains(key.utf8.count) && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// How a password is hashed, and what that costs.
enum PasswordCost: Sendable, Hashable {
    /// Argon2id (RFC 9106), version 1.3, one lane: memory in KiB, and how often it is passed over.
    case argon2id(memory: Int, passes: Int)
    /// scrypt (RFC 7914): 128 · 2^logN · r bytes of memory, and time proportional to 2^logN · r · p. Hashes of former releases.
    case scrypt(logN: Int, blockSize: Int, parallelism: Int)

    /// The memory of new hashes, in KiB.
    static let memory = 47_104

    /// The default: OWASP's "Password Storage Cheat Sheet" asks for Argon2id before all others, with a single pass of so much
    /// memory at the least.
    static let standard = PasswordCost.argon2id(memory: memory, passes: 2)

    /// Whether the cost is within this program's limits: up to 256 MiB.
    var isAllowed: Bool {
        switch self {
        case .argon2id(let memory, let passes): (8...262_144).contains(memory) && (1...16).contains(passes)
        case .scrypt(let logN, let blockSize, let parallelism):
            (4...18).contains(logN) && (1...16).contains(blockSize) && (1...8).contains(parallelism)
                && (blockSize << logN) <= (8 << 18)
        }
    }

    /// What a stored hash says of it, between dollar signs: the method and its parameters.
    var text: String {
        switch self {
        case .argon2id(let memory, let passes): "argon2id$v=19$m=\(memory),t=\(passes),p=1"
        case .scrypt(let logN, let blockSize, let parallelism): "scrypt$ln=\(logN),r=\(blockSize),p=\(parallelism)"
        }
    }

    /// Parses ``text``; nil for an unknown form, and for a cost that is not allowed.
    init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        switch parts.first {
        case "argon2id":
            guard parts.count == 3, parts[1] == "v=19", let values = Self.values(of: ["m", "t", "p"], in: parts[2]),
                values[2] == 1
            else { return nil }
            self = .argon2id(memory: values[0], passes: values[1])
        case "scrypt":
            guard parts.count == 2, let values = Self.values(of: ["ln", "r", "p"], in: parts[1]) else { return nil }
            self = .scrypt(logN: values[0], blockSize: values[1], parallelism: values[2])
        default: return nil
        }
        guard isAllowed else { return nil }
    }

    private static func values(of names: [String], in text: String) -> [Int]? {
        let fields = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard fields.allSatisfy({ $0.count == 2 }), fields.map({ $0[0] }) == names else { return nil }
        let values = fields.compactMap { Int($0[1]) }
        return values.count == names.count ? values : nil
    }
}

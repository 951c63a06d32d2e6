/// The option `larder.rpc.v1.access` of a method as it stands in the file, valid or not.
///
/// The compiler's own descriptors don't know the option, so it is decoded by hand from the unknown fields of
/// `MethodOptions`.
struct AccessOption: Equatable {
    /// The extension's number in `MethodOptions`.
    static let fieldNumber: UInt32 = 50101
    /// The file that declares it; importing it for the option makes no use of its messages.
    static let fileName = "larder/rpc/v1/access.proto"

    enum Caller: UInt64 {
        case unspecified = 0
        case anyone = 1
        case user = 2
        case service = 3
        case userOrService = 4
    }

    /// `nil` when the number is none that this generator knows.
    var caller: Caller? = .unspecified
    var services: [String] = []
    /// The largest request in bytes; `nil` when the option leaves it out.
    var maximumRequest: UInt64?
    /// What a user needs beyond a token.
    var roles: [String] = []
    var consents: [String] = []
    var plan = ""
    var isBeforeTerms = false
    /// Whether what the caller's tokens say changes.
    var changesClaims = false
    var needsSecondFactor = false

    /// Whether it requires more of users than a token, or less than of others.
    var hasRequirements: Bool {
        !roles.isEmpty || !consents.isEmpty || !plan.isEmpty || isBeforeTerms || needsSecondFactor
    }

    /// Merges the occurrences of the option, each a length-prefixed `Access` message; `nil` when one is malformed.
    init?(occurrences: [[UInt8]]) {
        for occurrence in occurrences {
            var outer = WireReader(bytes: occurrence[...])
            guard let message = outer.lengthPrefixed(), merge(message) else { return nil }
        }
    }

    private mutating func merge(_ message: ArraySlice<UInt8>) -> Bool {
        var reader = WireReader(bytes: message)
        while !reader.bytes.isEmpty {
            guard let tag = reader.varint() else { return false }
            switch tag {
            case 1 << 3:
                guard let value = reader.varint() else { return false }
                caller = Caller(rawValue: value)
            case 2 << 3 | 2:
                guard let name = reader.text() else { return false }
                services.append(name)
            case 3 << 3:
                guard let value = reader.varint() else { return false }
                maximumRequest = value
            case 4 << 3 | 2:
                guard let name = reader.text() else { return false }
                roles.append(name)
            case 5 << 3 | 2:
                guard let name = reader.text() else { return false }
                consents.append(name)
            case 6 << 3 | 2:
                guard let name = reader.text() else { return false }
                plan = name
            case 7 << 3:
                guard let value = reader.varint() else { return false }
                isBeforeTerms = value != 0
            case 8 << 3:
                guard let value = reader.varint() else { return false }
                changesClaims = value != 0
            case 9 << 3:
                guard let value = reader.varint() else { return false }
                needsSecondFactor = value != 0
            default:
                return false
            }
        }
        return true
    }
}

private struct WireReader {
    var bytes: ArraySlice<UInt8>

    mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    mutating func lengthPrefixed() -> ArraySlice<UInt8>? {
        guard let length = varint().flatMap(Int.init(exactly:)), length <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return bytes.prefix(length)
    }

    mutating func text() -> String? { lengthPrefixed().map { String(decoding: $0, as: UTF8.self) } }
}

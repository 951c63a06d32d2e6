import Wire

/// The W3C `tracestate`: at most 32 keys with values of tracing systems.
///
/// Larder adds nothing of its own and forwards it unchanged. One that breaks the recommendation's rules is left out.
enum TraceState {
    /// Members of a list at the most.
    private static let maximumMembers = 32
    /// Characters that are forwarded in any case. Beyond them members are left out, long ones first.
    private static let guaranteedLength = 512
    /// Members longer than this are the first to be left out.
    private static let longMember = 128

    /// The list in a call's metadata; nil when there is none or no valid one.
    static func value(in metadata: Metadata) -> String? {
        var lists: [String] = []
        for entry in metadata.entries where entry.name == MetadataName.tracestate {
            guard case .text(let text) = entry.value else { return nil }
            lists.append(text)
        }
        return lists.isEmpty ? nil : forwarded(lists.joined(separator: ","))
    }

    /// What is forwarded of a list; nil for nothing.
    static func forwarded(_ list: String) -> String? {
        var members: [Substring] = []
        var keys: Set<Substring> = []
        for part in list.split(separator: ",") {
            let member = trimmed(part)
            guard !member.isEmpty else { continue }
            guard members.count < maximumMembers, let key = key(of: member), keys.insert(key).inserted else {
                return nil
            }
            members.append(member)
        }
        guard !members.isEmpty else { return nil }
        guard list.utf8.count > guaranteedLength else { return list }
        while length(of: members) > guaranteedLength,
            let long = members.lastIndex(where: { $0.utf8.count > longMember })
        {
            members.remove(at: long)
        }
        while length(of: members) > guaranteedLength { members.removeLast() }
        return members.isEmpty ? nil : members.joined(separator: ",")
    }

    private static func length(of members: [Substring]) -> Int {
        members.reduce(members.count - 1) { $0 + $1.utf8.count }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return text[first...last]
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// The key of a valid member.
    private static func key(of member: Substring) -> Substring? {
        guard let separator = member.firstIndex(of: "=") else { return nil }
        let (key, value) = (member[..<separator], member[member.index(after: separator)...])
        return isKey(key) && isValue(value) ? key : nil
    }

    /// `vendor`, or `tenant@vendor` with at most 241 and 14 characters.
    private static func isKey(_ key: Substring) -> Bool {
        let parts = key.split(separator: "@", omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return isName(parts[0], limit: 256)
        case 2: return isName(parts[0], limit: 241) && isName(parts[1], limit: 14)
        default: return false
        }
    }

    private static func isName(_ name: Substring, limit: Int) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= limit else { return false }
        return isLetterOrDigit(first) && name.utf8.allSatisfy { isLetterOrDigit($0) || "_-*/".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Up to 256 printable ASCII characters without comma and equals sign. Members are without blanks at their ends.
    private static func isValue(_ value: Substring) -> Bool {
        (1...256).contains(value.utf8.count)
            && value.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=")
            }
    }
}

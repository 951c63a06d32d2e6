/// The TypeScript types of the messages that browsers send and receive, in their JSON.
///
/// One namespace a package, with an interface for each message that a method for users needs, and a union of strings for
/// each enumeration. Every field may be absent: JSON leaves out what is at its default.
struct WebTypes {
    let files: [ProtoFile]
    let types: TypeTable

    /// What errors carry, whichever method fails.
    private static let errorDetails = ".larder.rpc.v1.StatusDetails"

    func generatedFile() -> GeneratedFile {
        var text = SourceText(scriptGeneratedFrom: "all .proto files")
        let wanted = reachable()
        for package in Set(files.map(\.package)).sorted() {
            write(files.filter { $0.package == package }, of: package, wanted, to: &text)
        }
        return GeneratedFile(name: "types.d.ts", content: text.text)
    }

    /// The full names of the types that methods for users refer to, directly or within others.
    private func reachable() -> Set<String> {
        let messages = Dictionary(
            files.flatMap(\.allMessages).map { ($0.fullName, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var found: Set<String> = []
        var open = files.flatMap(\.services).flatMap(\.methods).filter(\.isForUsers).flatMap { [$0.input, $0.output] }
        open.append(WebTypes.errorDetails)
        while let name = open.popLast() {
            guard found.insert(name).inserted else { continue }
            for field in messages[name]?.fields ?? [] {
                if case .message(let type) = field.type { open.append(type) }
                if case .enumeration(let type) = field.type { open.append(type) }
            }
        }
        return found
    }

    private func write(_ files: [ProtoFile], of package: String, _ wanted: Set<String>, to text: inout SourceText) {
        let enumerations = files.flatMap(\.enumerations).filter { wanted.contains($0.fullName) }
        let messages = files.flatMap(\.messages).filter { holdsAny(of: wanted, $0) }
        guard let namespace = SwiftName.namespace(ofPackage: package), !enumerations.isEmpty || !messages.isEmpty else {
            return
        }
        text.scriptDocumentation(" `\(package)`")
        text.block("export namespace \(namespace) {") { text in
            for enumeration in enumerations { write(enumeration, to: &text) }
            for message in messages { write(message, wanted, to: &text) }
        }
    }

    private func holdsAny(of wanted: Set<String>, _ message: ProtoMessage) -> Bool {
        wanted.contains(message.fullName) || message.messages.contains { holdsAny(of: wanted, $0) }
            || message.enumerations.contains { wanted.contains($0.fullName) }
    }

    private func write(_ enumeration: ProtoEnumeration, to text: inout SourceText) {
        text.scriptDocumentation(enumeration.comment)
        text.block("export type \(SwiftName.type(enumeration.name)) =", closing: nil) { text in
            for value in enumeration.values {
                text.scriptDocumentation(value.comment)
                text.line("| \(literal(value.name))" + (value.name == enumeration.values.last?.name ? ";" : ""))
            }
        }
    }

    private func write(_ message: ProtoMessage, _ wanted: Set<String>, to text: inout SourceText) {
        let name = SwiftName.type(message.name)
        if wanted.contains(message.fullName) {
            text.scriptDocumentation(message.comment + choices(of: message))
            text.block("export interface \(name) {") { text in
                for field in message.fields { write(field, to: &text) }
            }
        }
        let enumerations = message.enumerations.filter { wanted.contains($0.fullName) }
        let nested = message.messages.filter { holdsAny(of: wanted, $0) }
        guard !enumerations.isEmpty || !nested.isEmpty else { return }
        text.block("export namespace \(name) {") { text in
            for enumeration in enumerations { write(enumeration, to: &text) }
            for message in nested { write(message, wanted, to: &text) }
        }
    }

    /// A line of documentation for each `oneof`.
    private func choices(of message: ProtoMessage) -> String {
        message.members.map { member in
            guard case .oneof(_, let fields) = member, fields.count > 1 else { return "" }
            return "\n At most one of these is there: " + fields.map(\.jsonName).joined(separator: ", ") + "."
        }.joined()
    }

    private func write(_ field: ProtoField, to text: inout SourceText) {
        text.scriptDocumentation(field.comment)
        text.line("\(field.jsonName)?: \(type(of: field))\(field.isRepeated ? "[]" : "");")
    }

    private func type(of field: ProtoField) -> String {
        switch field.type {
        case .bool: "boolean"
        case .int32, .uint32, .float, .double: "number"
        // Numbers of script lose digits of 64 bits; bytes are base64.
        case .int64, .uint64, .string, .bytes: "string"
        case .enumeration(let name), .message(let name): types[name]
        // Rejected by the validation.
        case .group: "never"
        }
    }
}

extension ProtoMethod {
    /// Whether browsers can call it through the gateway.
    var isForUsers: Bool {
        [.anyone, .user, .userOrService].contains(access?.caller)
    }
}

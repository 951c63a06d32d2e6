/// The Swift value type of one message.
struct MessageCode {
    let message: ProtoMessage
    let types: TypeTable

    private var structure: String { CName.structure(message.fullName) }

    func write(to text: inout SourceText) {
        let members = message.members
        text.documentation(message.comment.isEmpty ? "`\(message.fullName.dropFirst())`" : message.comment)
        text.block("public struct \(SwiftName.type(message.name)): Message {") { text in
            for member in members { declare(member, to: &text) }
            if !members.isEmpty { text.line() }
            writeInitializers(members, to: &text)
            for enumeration in message.enumerations {
                text.line()
                EnumerationCode(enumeration: enumeration).write(to: &text)
            }
            for case .oneof(let oneof, let fields) in members {
                text.line()
                declare(oneof, fields, to: &text)
            }
            for nested in message.messages where !nested.isMapEntry {
                text.line()
                MessageCode(message: nested, types: types).write(to: &text)
            }
            text.line()
            writeConversions(members, to: &text)
        }
    }

    private func declare(_ member: ProtoMember, to text: inout SourceText) {
        switch member {
        case .field(let field):
            let code = FieldCode(field: field, types: types)
            text.documentation(field.comment)
            text.line("public var \(code.name): \(code.type) = \(code.defaultValue)")
        case .oneof(let oneof, _):
            text.documentation(oneof.comment)
            text.line("public var \(SwiftName.member(oneof.name)): \(SwiftName.type(oneof.name))?")
        }
    }

    private func declare(_ oneof: ProtoOneof, _ fields: [ProtoField], to text: inout SourceText) {
        text.documentation(" One of the fields that can't be set together.")
        text.block("public enum \(SwiftName.type(oneof.name)): Sendable, Equatable {") { text in
            for field in fields {
                let code = FieldCode(field: field, types: types)
                text.documentation(field.comment)
                text.line("case \(code.name)(\(code.elementType))")
            }
        }
    }

    private func writeInitializers(_ members: [ProtoMember], to text: inout SourceText) {
        text.documentation(" A message with every field at its default.")
        text.line("public init() {}")
        guard !members.isEmpty else { return }
        let parameters = members.map { member in
            switch member {
            case .field(let field):
                let code = FieldCode(field: field, types: types)
                return (name: code.name, type: code.type, defaultValue: code.defaultValue)
            case .oneof(let oneof, _):
                return (SwiftName.member(oneof.name), "\(SwiftName.type(oneof.name))?", "nil")
            }
        }
        text.line()
        text.documentation(" A message with these fields; what isn't given is at its default.")
        text.block("public init(", closing: ") {") { text in
            for (index, parameter) in parameters.enumerated() {
                let comma = index == parameters.count - 1 ? "" : ","
                text.line("\(parameter.name): \(parameter.type) = \(parameter.defaultValue)\(comma)")
            }
        }
        for parameter in parameters { text.line("    self.\(parameter.name) = \(parameter.name)") }
        text.line("}")
    }

    private func writeConversions(_ members: [ProtoMember], to text: inout SourceText) {
        text.block("public static let descriptor: MessageDescriptor = {", closing: "}()") { text in
            text.line("var structure = \(structure)()")
            text.line("\(CName.function(message.fullName))__init(&structure)")
            text.line("return MessageDescriptor(structure.base.descriptor)")
        }
        text.line()
        text.block("public init(structure: UnsafeRawPointer) throws(MessageError) {") { text in
            guard !members.isEmpty else { return }
            text.line("let c = structure.assumingMemoryBound(to: \(structure).self)")
            for member in members { read(member, to: &text) }
        }
        text.line()
        let parameters = "(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena)"
        text.block("public func write\(parameters) throws(MessageError) {") { text in
            guard !members.isEmpty else { return }
            text.line("let c = structure.assumingMemoryBound(to: \(structure).self)")
            for member in members { write(member, to: &text) }
        }
    }

    private func read(_ member: ProtoMember, to text: inout SourceText) {
        switch member {
        case .field(let field):
            let code = FieldCode(field: field, types: types)
            text.line("self.\(code.name) = \(code.reading)")
        case .oneof(let oneof, let fields):
            text.line("switch c.pointee.\(oneof.name.lowercased())_case.rawValue {")
            for field in fields {
                FieldCode(field: field, types: types).readOneof(SwiftName.member(oneof.name), to: &text)
            }
            text.line("default: break")
            text.line("}")
        }
    }

    private func write(_ member: ProtoMember, to text: inout SourceText) {
        switch member {
        case .field(let field):
            FieldCode(field: field, types: types).write(to: &text)
        case .oneof(let oneof, let fields):
            text.line("switch self.\(SwiftName.member(oneof.name)) {")
            for field in fields {
                FieldCode(field: field, types: types).writeOneof("\(oneof.name.lowercased())_case", to: &text)
            }
            text.line("case nil: break")
            text.line("}")
        }
    }
}

/// The Swift enumeration of a `.proto` enumeration.
struct EnumerationCode {
    let enumeration: ProtoEnumeration

    /// Name and value, without aliases of a number that came before.
    private var cases: [(name: String, value: ProtoEnumerationValue)] {
        var numbers: Set<Int32> = []
        return enumeration.values.filter { numbers.insert($0.number).inserted }
            .map { (SwiftName.enumerationCase($0.name, in: enumeration), $0) }
    }

    func write(to text: inout SourceText) {
        text.documentation(enumeration.comment.isEmpty ? "`\(enumeration.fullName.dropFirst())`" : enumeration.comment)
        text.block("public enum \(SwiftName.type(enumeration.name)): MessageEnumeration {") { text in
            for each in cases {
                text.documentation(each.value.comment)
                text.line("case \(each.name)")
            }
            text.documentation(" A value that this version doesn't know.")
            text.line("case unrecognized(Int32)")
            text.line()
            text.block("public init(rawValue: Int32) {") { text in
                text.line("switch rawValue {")
                for each in cases { text.line("case \(each.value.number): self = .\(each.name)") }
                text.line("default: self = .unrecognized(rawValue)")
                text.line("}")
            }
            text.line()
            text.block("public var rawValue: Int32 {") { text in
                text.line("switch self {")
                for each in cases { text.line("case .\(each.name): \(each.value.number)") }
                text.line("case .unrecognized(let rawValue): rawValue")
                text.line("}")
            }
            text.line()
            text.documentation(" The values that this version knows.")
            let list = cases.map { ".\($0.name)" }.joined(separator: ", ")
            text.line("public static let allCases: [Self] = [\(list)]")
        }
    }
}

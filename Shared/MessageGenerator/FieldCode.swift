/// The Swift that declares one field and copies it from and to the C structure `c`.
struct FieldCode {
    let field: ProtoField
    let types: TypeTable

    var name: String { SwiftName.member(field.name) }
    private var source: String { "c.pointee.\(CName.member(field.name))" }
    private var count: String { "c.pointee.n_\(field.name.lowercased())" }
    private var label: String { literal(field.name) }

    /// The type of one element.
    var elementType: String {
        switch field.type {
        case .int32: "Int32"
        case .int64: "Int64"
        case .uint32: "UInt32"
        case .uint64: "UInt64"
        case .float: "Float"
        case .double: "Double"
        case .bool: "Bool"
        case .string: "String"
        case .bytes, .group: "[UInt8]"
        case .enumeration(let type), .message(let type): types[type]
        }
    }

    /// The type of the property.
    var type: String {
        if field.isRepeated { return "[\(elementType)]" }
        if case .message = field.type { return "\(elementType)?" }
        return elementType
    }

    /// The property's default.
    var defaultValue: String {
        if field.isRepeated { return "[]" }
        return switch field.type {
        case .int32, .int64, .uint32, .uint64, .float, .double: "0"
        case .bool: "false"
        case .string: "\"\""
        case .bytes, .group: "[]"
        case .enumeration(let type): types.zeroValue(of: type)
        case .message: "nil"
        }
    }

    /// An expression for the field's value in the C structure.
    var reading: String {
        field.isRepeated ? readingRepeated : readingSingle
    }

    private var readingSingle: String {
        switch field.type {
        case .int32, .int64, .uint32, .uint64, .float, .double: source
        case .bool: "\(source) != 0"
        case .string: "try MessageField.string(\(source), \(label))"
        case .bytes, .group: "MessageField.values(\(source).len, \(source).data)"
        case .enumeration: "\(elementType)(rawValue: Int32(truncatingIfNeeded: \(source).rawValue))"
        case .message: "try MessageField.message(\(source), \(label))"
        }
    }

    private var readingRepeated: String {
        switch field.type {
        case .int32, .int64, .uint32, .uint64, .float, .double: "MessageField.values(\(count), \(source))"
        case .bool: "MessageField.values(\(count), \(source)).map { $0 != 0 }"
        case .string: "try MessageField.strings(\(count), \(source), \(label))"
        case .bytes, .group: "MessageField.binaries(\(count), \(source))"
        case .enumeration:
            "MessageField.values(\(count), \(source)).map { "
                + "\(elementType)(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }"
        case .message: "try MessageField.messages(\(count), \(source), \(label))"
        }
    }

    /// Statements that set the C structure's field from the property.
    func write(to text: inout SourceText) {
        if field.isRepeated {
            text.block("if !self.\(name).isEmpty {") { text in
                text.line("\(count) = self.\(name).count")
                text.line("\(source) = \(repeatedWriting)")
            }
            return
        }
        switch field.type {
        case .string, .bytes, .group:
            text.block("if !self.\(name).isEmpty {") { $0.line("\(source) = \(writing("self.\(name)"))") }
        case .message:
            text.block("if let value = self.\(name) {") { $0.line("\(source) = \(writing("value"))") }
        default:
            text.line("\(source) = \(writing("self.\(name)"))")
        }
    }

    /// An expression that puts a value, which isn't repeated, into C's form.
    private func writing(_ value: String) -> String {
        switch field.type {
        case .int32, .int64, .uint32, .uint64, .float, .double: value
        case .bool: "\(value) ? 1 : 0"
        case .string: "try arena.string(\(value), \(label))"
        case .bytes, .group: "ProtobufCBinaryData(len: \(value).count, data: try arena.values(\(value)))"
        case .enumeration: ".init(rawValue: .init(truncatingIfNeeded: \(value).rawValue))"
        case .message(let type):
            "try arena.message(\(value), \(label)).assumingMemoryBound(to: \(CName.structure(type)).self)"
        }
    }

    private var repeatedWriting: String {
        let value = "self.\(name)"
        return switch field.type {
        case .int32, .int64, .uint32, .uint64, .float, .double: "try arena.values(\(value))"
        case .bool: "try arena.values(\(value).map { $0 ? 1 : 0 })"
        case .string: "try arena.strings(\(value), \(label))"
        case .bytes, .group:
            "try arena.binaries(\(value)).assumingMemoryBound(to: ProtobufCBinaryData.self)"
        case .enumeration(let type):
            "try arena.values(\(value).map { "
                + "\(CName.structure(type))(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })"
        case .message(let type):
            "try arena.messages(\(value), \(label))"
                + ".assumingMemoryBound(to: UnsafeMutablePointer<\(CName.structure(type))>?.self)"
        }
    }

    /// The case of a `switch` over the C structure's `oneof` that sets `property`.
    func readOneof(_ property: String, to text: inout SourceText) {
        text.block("case \(field.number):", closing: nil) { text in
            if case .message = field.type {
                text.line("let value: \(elementType)? = \(readingSingle)")
                text.line("self.\(property) = value.map { .\(name)($0) }")
            } else {
                text.line("self.\(property) = .\(name)(\(readingSingle))")
            }
        }
    }

    /// The case of a `switch` over the Swift `oneof` that sets the C structure's.
    func writeOneof(_ caseMember: String, to text: inout SourceText) {
        text.block("case .\(name)(let value):", closing: nil) { text in
            text.line("c.pointee.\(caseMember) = .init(rawValue: \(field.number))")
            text.line("\(source) = \(writing("value"))")
        }
    }
}

/// The Swift names of all message types and enumerations by their full names.
struct TypeTable {
    private var names: [String: String] = [:]
    private var zeroValues: [String: String] = [:]

    init(_ files: [ProtoFile]) {
        for file in files {
            guard let namespace = SwiftName.namespace(ofPackage: file.package) else { continue }
            for enumeration in file.enumerations { add(enumeration, in: namespace) }
            for message in file.messages { add(message, in: namespace) }
        }
    }

    private mutating func add(_ message: ProtoMessage, in scope: String) {
        let name = "\(scope).\(SwiftName.type(message.name))"
        names[message.fullName] = name
        for enumeration in message.enumerations { add(enumeration, in: name) }
        for nested in message.messages { add(nested, in: name) }
    }

    private mutating func add(_ enumeration: ProtoEnumeration, in scope: String) {
        names[enumeration.fullName] = "\(scope).\(SwiftName.type(enumeration.name))"
        if let zero = enumeration.values.first(where: { $0.number == 0 }) {
            zeroValues[enumeration.fullName] = "." + SwiftName.enumerationCase(zero.name, in: enumeration)
        }
    }

    /// An expression for the value 0 of an enumeration, which every one has in proto3.
    func zeroValue(of enumeration: String) -> String {
        zeroValues[enumeration] ?? ".unrecognized(0)"
    }

    /// The Swift name with its namespace, such as `Budget.Purchase`.
    subscript(fullName: String) -> String {
        names[fullName] ?? SwiftName.type(String(fullName.split(separator: ".").last ?? ""))
    }
}

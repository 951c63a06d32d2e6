/// The Swift names and packages of all message types and enumerations, by their full names.
struct TypeTable {
    private var names: [String: String] = [:]
    private var zeroValues: [String: String] = [:]
    private var packages: [String: String] = [:]

    init(_ files: [ProtoFile]) {
        for file in files {
            guard let namespace = SwiftName.namespace(ofPackage: file.package) else { continue }
            for enumeration in file.enumerations { add(enumeration, of: file.package, in: namespace) }
            for message in file.messages { add(message, of: file.package, in: namespace) }
        }
    }

    private mutating func add(_ message: ProtoMessage, of package: String, in scope: String) {
        let name = "\(scope).\(SwiftName.type(message.name))"
        names[message.fullName] = name
        packages[message.fullName] = package
        for enumeration in message.enumerations { add(enumeration, of: package, in: name) }
        for nested in message.messages { add(nested, of: package, in: name) }
    }

    private mutating func add(_ enumeration: ProtoEnumeration, of package: String, in scope: String) {
        packages[enumeration.fullName] = package
        names[enumeration.fullName] = "\(scope).\(SwiftName.type(enumeration.name))"
        if let zero = enumeration.values.first(where: { $0.number == 0 }) {
            zeroValues[enumeration.fullName] = "." + SwiftName.enumerationCase(zero.name, in: enumeration)
        }
    }

    /// An expression for the value 0 of an enumeration, which every one has in proto3.
    func zeroValue(of enumeration: String) -> String {
        zeroValues[enumeration] ?? ".unrecognized(0)"
    }

    /// The package that declares a type; `nil` for a type that no file declares.
    func package(of fullName: String) -> String? {
        packages[fullName]
    }

    /// The Swift name with its namespace, such as `Budget.Purchase`.
    subscript(fullName: String) -> String {
        names[fullName] ?? SwiftName.type(String(fullName.split(separator: ".").last ?? ""))
    }
}

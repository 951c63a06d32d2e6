/// Finds names that differ in `.proto` files and would be one name in Swift, which does not compile.
struct NameCheck {
    private typealias Name = (proto: String, swift: String)

    /// What is wrong, by the file that it is in: sentences without the file's name.
    private(set) var faults: [(file: ProtoFile, fault: String)] = []

    init(_ files: [ProtoFile]) {
        for file in files {
            for enumeration in file.enumerations { check(enumeration, in: file) }
            for message in file.allMessages where !message.isMapEntry { check(message, in: file) }
        }
        for (_, files) in Dictionary(grouping: files, by: \.package).sorted(by: { $0.key < $1.key }) {
            checkTypes(of: files)
        }
    }

    private mutating func check(_ message: ProtoMessage, in file: ProtoFile) {
        let place = "message \(message.name)"
        let members: [Name] = message.members.map { member in
            switch member {
            case .field(let field): (field.name, SwiftName.member(field.name))
            case .oneof(let oneof, _): (oneof.name, SwiftName.member(oneof.name))
            }
        }
        report(members, "properties", of: place, in: file)
        var types: [Name] = message.messages.filter { !$0.isMapEntry }.map { ($0.name, SwiftName.type($0.name)) }
        types += message.enumerations.map { ($0.name, SwiftName.type($0.name)) }
        types += message.oneofs.map { ($0.name, SwiftName.type($0.name)) }
        report(types, "types", of: place, in: file)
        for case .oneof(let oneof, let fields) in message.members {
            let cases: [Name] = fields.map { ($0.name, SwiftName.member($0.name)) }
            report(cases, "cases", of: "\(place).\(oneof.name)", in: file)
        }
        for enumeration in message.enumerations { check(enumeration, in: file) }
    }

    private mutating func check(_ enumeration: ProtoEnumeration, in file: ProtoFile) {
        var numbers: Set<Int32> = []
        let values = enumeration.values.filter { numbers.insert($0.number).inserted }
        var cases: [Name] = values.map { ($0.name, SwiftName.enumerationCase($0.name, in: enumeration)) }
        // The case that holds unknown values.
        cases.append(("unrecognized", "unrecognized"))
        report(cases, "cases", of: "enum \(enumeration.name)", in: file)
    }

    /// Types and services of one package share a namespace, whatever files they are in.
    private mutating func checkTypes(of files: [ProtoFile]) {
        guard let last = files.last else { return }
        var types: [Name] = []
        for file in files {
            types += file.messages.map { ($0.name, SwiftName.type($0.name)) }
            types += file.enumerations.map { ($0.name, SwiftName.type($0.name)) }
            for service in file.services {
                types += ["Service", "Provider", "Client"].map { ("service \(service.name)", service.name + $0) }
            }
        }
        report(types, "types", of: "package \(last.package)", in: last)
    }

    private mutating func report(_ names: [Name], _ kind: String, of place: String, in file: ProtoFile) {
        for (swift, same) in Dictionary(grouping: names, by: \.swift).sorted(by: { $0.key < $1.key })
        where same.count > 1 {
            let list = same.map(\.proto).joined(separator: ", ")
            faults.append(
                (file, "\(place) has several \(kind) that Swift would call \(swift): \(list); rename all but one.")
            )
        }
    }
}

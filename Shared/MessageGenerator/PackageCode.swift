/// The modules of one package: its values, its service stubs, and the module map of its C structures.
struct PackageCode {
    private let package: String
    private let files: [ProtoFile]
    /// Every file that is known, those of other packages too.
    private let all: [ProtoFile]
    private let types: TypeTable
    private let modules: ModuleNames
    private let namespace: String

    init(package: String, files: [ProtoFile], all: [ProtoFile], types: TypeTable) {
        self.package = package
        self.files = files
        self.all = all
        self.types = types
        modules = ModuleNames(package: package)
        // Validation has rejected packages without one.
        namespace = SwiftName.namespace(ofPackage: package) ?? package
    }

    var generatedFiles: [GeneratedFile] {
        var generated = [namespaceDeclaration(), umbrellaHeader(), moduleMap()]
        for file in files {
            let base = file.name.split(separator: "/").last ?? ""
            let stem = base.split(separator: ".").first ?? base
            if !file.messages.isEmpty || !file.enumerations.isEmpty {
                generated.append(output("Values/\(stem).pb.swift", values(of: file)))
            }
            if !file.services.isEmpty {
                generated.append(output("Stubs/\(stem).rpc.swift", stubs(of: file)))
            }
        }
        return generated
    }

    private func output(_ path: String, _ content: String) -> GeneratedFile {
        GeneratedFile(name: "\(modules.folder)/\(path)", content: content)
    }

    private func namespaceDeclaration() -> GeneratedFile {
        var text = SourceText(generatedFrom: "the .proto files of \(package)")
        text.documentation(" Messages and services of `\(package)`.")
        text.line("public enum \(namespace) {}")
        return output("Values/Namespace.swift", text.text)
    }

    private func values(of file: ProtoFile) -> String {
        var text = SourceText(generatedFrom: file.name)
        var imports = Imports()
        imports.add("internal", modules.structures)
        imports.add("internal", "CProtobuf")
        imports.add("public", "MessageCoding")
        let fields = file.allMessages.flatMap(\.fields)
        for package in packages(of: fields.compactMap(\.type.name)) where package != self.package {
            imports.add("public", ModuleNames(package: package).values)
        }
        imports.write(to: &text)
        text.line()
        text.block("extension \(namespace) {") { text in
            for (index, enumeration) in file.enumerations.enumerated() {
                if index > 0 { text.line() }
                EnumerationCode(enumeration: enumeration).write(to: &text)
            }
            for (index, message) in file.messages.enumerated() {
                if index > 0 || !file.enumerations.isEmpty { text.line() }
                MessageCode(message: message, types: types).write(to: &text)
            }
        }
        return text.text
    }

    private func stubs(of file: ProtoFile) -> String {
        var text = SourceText(generatedFrom: file.name)
        var imports = Imports()
        imports.add("public", "RPC")
        if modules.values != modules.stubs { imports.add("public", modules.values) }
        let methods = file.services.flatMap(\.methods)
        for package in packages(of: methods.flatMap { [$0.input, $0.output] }) where package != self.package {
            imports.add("public", ModuleNames(package: package).values)
        }
        imports.write(to: &text)
        for service in file.services {
            text.line()
            ServiceCode(service: service, namespace: namespace, types: types).write(to: &text)
        }
        return text.text
    }

    private func packages(of typeNames: [String]) -> Set<String> {
        Set(typeNames.compactMap { types.package(of: $0) })
    }

    /// The header of the C module, which includes the modules of imported packages before the package's own headers.
    private func umbrellaHeader() -> GeneratedFile {
        var text = "// Generated from the .proto files of \(package) by protoc-gen-larder. Do not edit.\n"
        for module in ["CProtobuf"] + importedStructures { text += "#include <\(module).h>\n" }
        for file in files {
            let base = file.name.hasSuffix(".proto") ? String(file.name.dropLast(6)) : file.name
            text += "#include \"\(base).pb-c.h\"\n"
        }
        return output("C/include/\(modules.structures).h", text)
    }

    private func moduleMap() -> GeneratedFile {
        output(
            "C/include/module.modulemap",
            """
            // Generated from the .proto files of \(package) by protoc-gen-larder. Do not edit.
            module \(modules.structures) {
                header "\(modules.structures).h"
                export *
            }

            """
        )
    }

    /// The C modules that the headers of this package include.
    private var importedStructures: [String] {
        let fields = files.flatMap(\.allMessages).flatMap(\.fields)
        var imported = packages(of: fields.compactMap(\.type.name))
        for name in files.flatMap(\.imports) where name != AccessOption.fileName {
            imported.formUnion(all.filter { $0.name == name }.map(\.package))
        }
        return imported.subtracting([package]).sorted().map { package in
            package == "google.protobuf"
                ? ModuleNames.descriptorStructures : ModuleNames(package: package).structures
        }
    }
}

/// The import lines of a generated file, in the order of the modules' names.
struct Imports {
    private var levels: [String: String] = [:]

    /// Adds a module with the access level of its import.
    mutating func add(_ level: String, _ module: String) {
        levels[module] = level
    }

    func write(to text: inout SourceText) {
        for (module, level) in levels.sorted(by: { $0.key < $1.key }) { text.line("\(level) import \(module)") }
    }
}

extension ProtoFieldType {
    /// The full name of a message or enumeration; `nil` for scalars.
    fileprivate var name: String? {
        switch self {
        case .enumeration(let name), .message(let name): name
        default: nil
        }
    }
}

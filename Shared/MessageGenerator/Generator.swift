/// A file of the compiler plugin's output.
struct GeneratedFile {
    var name: String
    var content: String
}

/// What the compiler plugin answers.
enum GeneratorOutput {
    case files([GeneratedFile])
    /// Why nothing is generated: one fault a line.
    case refusal(String)
}

/// Makes the Swift of a set of `.proto` files.
struct Generator {
    private let files: [ProtoFile]
    private let types: TypeTable

    /// - Parameters:
    ///   - names: the files to generate for.
    ///   - allFiles: these and everything they import.
    static func run(_ names: [String], allFiles: [ProtoFile]) -> GeneratorOutput {
        let files = allFiles.filter { names.contains($0.name) }.sorted { $0.name < $1.name }
        let faults = Validation(files, allFiles: allFiles).faults
        guard faults.isEmpty else { return .refusal(faults.joined(separator: "\n")) }
        return .files(Generator(files: files, types: TypeTable(allFiles)).generatedFiles())
    }

    private func generatedFiles() -> [GeneratedFile] {
        var generated = [namespaces(), messageCatalogue(), serviceCatalogue()]
        for file in files {
            let base = file.name.split(separator: "/").last ?? ""
            let stem = base.split(separator: ".").first ?? base
            let name = "\(SwiftName.filePrefix(ofPackage: file.package))_\(stem)"
            if !file.messages.isEmpty || !file.enumerations.isEmpty {
                generated.append(GeneratedFile(name: "Values/\(name).pb.swift", content: values(of: file)))
            }
            if !file.services.isEmpty {
                generated.append(GeneratedFile(name: "Stubs/\(name).rpc.swift", content: stubs(of: file)))
            }
        }
        return generated
    }

    private func namespace(of file: ProtoFile) -> String {
        // Validation has refused packages without one.
        SwiftName.namespace(ofPackage: file.package) ?? file.package
    }

    private func values(of file: ProtoFile) -> String {
        var text = SourceText(generatedFrom: file.name)
        text.line("internal import CMessages")
        text.line("internal import CProtobuf")
        text.line("public import MessageCoding")
        text.line()
        text.block("extension \(namespace(of: file)) {") { text in
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
        text.line("public import Messages")
        text.line("public import RPC")
        for service in file.services {
            text.line()
            ServiceCode(service: service, namespace: namespace(of: file), types: types).write(to: &text)
        }
        return text.text
    }

    private func namespaces() -> GeneratedFile {
        var text = SourceText(generatedFrom: "all .proto files")
        for package in Set(files.map(\.package)).sorted() {
            text.documentation(" Messages and services of `\(package)`.")
            text.line("public enum \(SwiftName.namespace(ofPackage: package) ?? package) {}")
        }
        return GeneratedFile(name: "Values/Namespaces.swift", content: text.text)
    }

    private func messageCatalogue() -> GeneratedFile {
        var text = SourceText(generatedFrom: "all .proto files")
        text.line("public import MessageCoding")
        text.line()
        text.documentation(" Every message type, for tools that work on messages they learn of at run time.")
        text.block("public enum MessageCatalogue {") { text in
            text.documentation(" Every message type, by the name of its file.")
            text.block("public static let all: [any Message.Type] = [", closing: "]") { text in
                for message in files.flatMap(\.allMessages) { text.line("\(types[message.fullName]).self,") }
            }
        }
        return GeneratedFile(name: "Values/AllMessages.swift", content: text.text)
    }

    private func serviceCatalogue() -> GeneratedFile {
        var text = SourceText(generatedFrom: "all .proto files")
        text.line("internal import Messages")
        text.line("public import RPC")
        text.line()
        text.documentation(" Every service, for routing by name and for access rules.")
        text.block("public enum ServiceCatalogue {") { text in
            text.documentation(" Every service, by the name of its file.")
            text.block("public static let all: [ServiceDescriptor] = [", closing: "]") { text in
                for file in files {
                    for service in file.services {
                        text.line("\(namespace(of: file)).\(service.name)Service.descriptor,")
                    }
                }
            }
        }
        return GeneratedFile(name: "Stubs/AllServices.swift", content: text.text)
    }
}

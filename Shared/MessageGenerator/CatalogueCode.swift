/// The lists of all message types and all services, a module on top of those of the packages.
struct CatalogueCode {
    let files: [ProtoFile]
    let types: TypeTable

    private let folder = "AllServices"

    var generatedFiles: [GeneratedFile] { [messageCatalogue(), serviceCatalogue()] }

    private func messageCatalogue() -> GeneratedFile {
        var text = SourceText(generatedFrom: "all .proto files")
        var imports = Imports()
        imports.add("public", "MessageCoding")
        for file in files where !file.messages.isEmpty {
            imports.add("internal", ModuleNames(package: file.package).values)
        }
        imports.write(to: &text)
        text.line()
        text.documentation(" Every message type, for tools that work on messages they learn of at run time.")
        text.block("public enum MessageCatalogue {") { text in
            text.documentation(" Every message type, by the name of its file.")
            text.block("public static let all: [any Message.Type] = [", closing: "]") { text in
                for message in files.flatMap(\.allMessages) { text.line("\(types[message.fullName]).self,") }
            }
        }
        return GeneratedFile(name: "\(folder)/MessageCatalogue.swift", content: text.text)
    }

    private func serviceCatalogue() -> GeneratedFile {
        var text = SourceText(generatedFrom: "all .proto files")
        var imports = Imports()
        imports.add("public", "RPC")
        for file in files where !file.services.isEmpty {
            let modules = ModuleNames(package: file.package)
            imports.add("internal", modules.stubs)
            // The namespace is declared beside the values.
            imports.add("internal", modules.values)
        }
        imports.write(to: &text)
        text.line()
        text.documentation(" Every service, for routing by name and for access rules.")
        text.block("public enum ServiceCatalogue {") { text in
            text.documentation(" Every service, by the name of its file.")
            text.block("public static let all: [ServiceDescriptor] = [", closing: "]") { text in
                for file in files {
                    let namespace = SwiftName.namespace(ofPackage: file.package) ?? file.package
                    for service in file.services { text.line("\(namespace).\(service.name)Service.descriptor,") }
                }
            }
        }
        return GeneratedFile(name: "\(folder)/ServiceCatalogue.swift", content: text.text)
    }
}

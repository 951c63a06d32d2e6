/// A file of the compiler plugin's output.
struct GeneratedFile {
    var name: String
    var content: String
}

/// What the compiler plugin answers.
enum GeneratorOutput {
    case files([GeneratedFile])
    /// Why nothing is generated: one fault a line.
    case rejected(String)
}

/// Makes the Swift of a set of `.proto` files, and the module maps of the C that protoc-c makes of them; or what the web app
/// needs.
enum Generator {
    /// - Parameters:
    ///   - names: the files to generate for.
    ///   - allFiles: these and everything they import.
    ///   - parameter: what protoc was given as `--larder_opt`: `web` for what the web app needs in place of Swift.
    static func run(_ names: [String], allFiles: [ProtoFile], parameter: String) -> GeneratorOutput {
        guard ["", "web"].contains(parameter) else { return .rejected("There is no option \(parameter), only web.") }
        let files = allFiles.filter { names.contains($0.name) }.sorted { $0.name < $1.name }
        let faults = Validation(files, allFiles: allFiles).faults
        guard faults.isEmpty else { return .rejected(faults.joined(separator: "\n")) }
        let types = TypeTable(allFiles)
        if parameter == "web" {
            let methods = WebMethods(files: files, types: types)
            return .files([WebTypes(files: files, types: types).generatedFile()] + methods.generatedFiles)
        }
        let packages = Set(files.map(\.package)).sorted().map { package in
            PackageCode(package: package, files: files.filter { $0.package == package }, all: allFiles, types: types)
        }
        let catalogue = CatalogueCode(files: files, types: types)
        return .files(packages.flatMap(\.generatedFiles) + catalogue.generatedFiles)
    }
}

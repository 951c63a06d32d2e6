import Foundation

/// Runs protoc with the plugin that was built beside the tests.
enum Compiler {
    struct Output {
        var status: Int32
        /// What protoc wrote to standard error.
        var faults: String
        /// The generated files by name.
        var files: [String: String]
    }

    private static let protoc = executable("protoc")
    private static let protocC = executable("protoc-c")

    static var isInstalled: Bool { protoc != nil }
    static var hasProtocC: Bool { protocC != nil }

    private static func executable(_ name: String) -> URL? {
        ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
            .map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private static let plugin = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "protoc-gen-larder")

    private static let protos = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "proto")

    /// Generates for one file, `larder/trial/v1/trial.proto`, with this text, and with the plugin's option if there is one.
    static func run(_ proto: String, option: String? = nil) throws -> Output {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "larder-generator-\(UUID().uuidString)")
        let source = folder.appending(path: "larder/trial/v1/trial.proto")
        let output = folder.appending(path: "output")
        try files.createDirectory(at: source.deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        try proto.write(to: source, atomically: true, encoding: .utf8)

        let process = Process()
        process.executableURL = protoc
        process.arguments = [
            "-I", folder.path, "-I", protos.path, "--plugin=protoc-gen-larder=\(plugin.path)",
            "--larder_out=\(output.path)", "larder/trial/v1/trial.proto",
        ]
        if let option { process.arguments?.append("--larder_opt=\(option)") }
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let faults = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Output(
            status: process.terminationStatus,
            faults: String(decoding: faults, as: UTF8.self),
            files: try generatedFiles(in: output)
        )
    }

    /// Runs the plugin alone with these bytes as its input.
    static func runPlugin(_ input: Data) throws -> (status: Int32, faults: String, output: Data) {
        let process = Process()
        let (source, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = plugin
        process.standardInput = source
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: input)
        try source.fileHandleForWriting.close()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        let faults = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: faults, as: UTF8.self), answer)
    }

    /// The header that protoc-c makes of a file with this text.
    static func cHeader(_ proto: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "larder-names-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try proto.write(to: folder.appending(path: "names.proto"), atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = protocC
        process.arguments = ["-I", folder.path, "--c_out=\(folder.path)", "names.proto"]
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: folder.appending(path: "names.pb-c.h"), encoding: .utf8)
    }

    private static func generatedFiles(in folder: URL) throws -> [String: String] {
        var generated: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where !URL(filePath: name).pathExtension.isEmpty {
            generated[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        return generated
    }
}

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

    private static let protoc: URL? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .map { URL(filePath: String($0)).appending(path: "protoc") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    static var isInstalled: Bool {
        protoc != nil
    }

    private static let plugin = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "protoc-gen-larder")

    private static let protos = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "proto")

    /// Generates for one file, `larder/trial/v1/trial.proto`, with this text.
    static func run(_ proto: String) throws -> Output {
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

    private static func generatedFiles(in folder: URL) throws -> [String: String] {
        var generated: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
            generated[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        return generated
    }
}

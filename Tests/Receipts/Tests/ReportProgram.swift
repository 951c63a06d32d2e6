import Foundation

/// The report program, run as by `make receipts-report`.
enum ReportProgram {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The models from `make deps`, if any, or the folder that LARDER_MODELS names.
    static let models =
        ProcessInfo.processInfo.environment["LARDER_MODELS"].map { URL(filePath: $0) }
        ?? folder.appending(path: "../../.larder/models").standardized

    static var hasModels: Bool {
        FileManager.default.fileExists(atPath: models.appending(path: "pp-ocr/recognition.onnx").path)
    }

    struct Outcome {
        var status: Int32
        /// Both outputs.
        var text: String
    }

    /// The collections of drawn receipts: those of `Generated`, and those of other layouts.
    static let drawn = ["generated", "layouts"]

    /// Scores the receipts of one collection and nothing else.
    static func score(_ collection: String, _ readers: String) throws -> Outcome {
        let out = URL.temporaryDirectory.appending(path: "larder-report-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: out) }
        return try run([
            "report", "--only", collection, "--readers", readers, "--program", batchProgram, "--models", models.path,
            "--out", out.path,
        ])
    }

    /// Runs Python in the folder of receipts.
    static func run(_ arguments: [String]) throws -> Outcome {
        // Keeps Python from writing into the sources.
        try run("/usr/bin/python3", ["-B"] + arguments, in: folder)
    }

    /// Runs a program in a folder, with an input that is empty unless given.
    static func run(_ program: String, _ arguments: [String], in folder: URL, input: String? = nil) throws -> Outcome {
        // Through files, since a pipe could leak into another process that is started at the same moment.
        let file = URL.temporaryDirectory.appending(path: "larder-report-\(UUID().uuidString).txt")
        let inputFile = file.appendingPathExtension("in")
        try Data().write(to: file)
        try Data((input ?? "").utf8).write(to: inputFile)
        defer { for each in [file, inputFile] { try? FileManager.default.removeItem(at: each) } }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = try FileHandle(forWritingTo: file)
        process.standardOutput = output
        process.standardError = output
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        try process.run()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, text: try String(contentsOf: file, encoding: .utf8))
    }

    /// The path of `larder-receipts`.
    static var batchProgram: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "larder-receipts").path
    }
}

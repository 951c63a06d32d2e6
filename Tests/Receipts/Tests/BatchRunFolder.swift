import Foundation

/// A folder in which the batch program is run.
final class BatchRunFolder {
    let path: String

    init() throws {
        path = URL.temporaryDirectory.appending(path: "larder-batch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders above it.
    func write(_ text: String, to file: String) throws { try write(Data(text.utf8), to: file) }

    /// Writes a file, with the folders above it.
    func write(_ content: Data, to file: String) throws {
        let url = URL(filePath: "\(path)/\(file)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: url)
    }

    func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(file)") }

    /// The content of a JSON file that is an object.
    func object(_ file: String) throws -> [String: Any]? {
        let content = try Data(contentsOf: URL(filePath: "\(path)/\(file)"))
        return try JSONSerialization.jsonObject(with: content) as? [String: Any]
    }

    /// Runs the batch program here.
    func run(_ arguments: [String], input: String? = nil) throws -> ReportProgram.Outcome {
        try ReportProgram.run(ReportProgram.batchProgram, arguments, in: URL(filePath: path), input: input)
    }
}

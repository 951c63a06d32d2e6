import Foundation
import FuzzTargets
import Testing

/// Inputs that a fuzzer kept, by their files.
enum KeptInputs {
    /// The files of a target below `Corpus` or `Crashes`, in the order of their names.
    static func files(in folder: String, of target: FuzzTarget) throws -> [URL] {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let place = fuzz.appending(path: "\(folder)/\(target.rawValue)")
        guard FileManager.default.fileExists(atPath: place.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}

@Suite("Fuzz targets hold on")
struct ReplayTests {
    @Test("every input of the corpus", arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) throws {
        let files = try KeptInputs.files(in: "Corpus", of: target)
        #expect(!files.isEmpty, "the target has a corpus")
        for file in files { try replay(file, target) }
    }

    @Test("every input that once broke a promise", arguments: FuzzTarget.allCases)
    func crashes(target: FuzzTarget) throws {
        for file in try KeptInputs.files(in: "Crashes", of: target) { try replay(file, target) }
    }

    private func replay(_ file: URL, _ target: FuzzTarget) throws {
        let input = try [UInt8](Data(contentsOf: file))
        do {
            try target.run(input)
        } catch {
            Issue.record("\(target.rawValue)/\(file.lastPathComponent): \(error)")
        }
    }
}

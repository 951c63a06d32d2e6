import ArgumentParser
import Foundation
import ReceiptReaders
import ReceiptRecognition
import ReceiptUnderstanding

/// Reads a folder of receipts offline, with the same code as the ocr service.
@main
struct BatchProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "larder-receipts",
        abstract: "Reads photos of receipts and writes their content, one JSON file each.",
        discussion: """
            NAME.json holds store, date, time, currency, items and sums as printed, with confidences and boxes; \
            timings.json the processor and clock seconds that each image took; weights.json the weights of the evidence.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Folder with the photos: NAME.jpg, .jpeg, .png or .webp, in upper or lower case.",
            valueName: "folder"
        )
    )
    var images: String?

    @Option(
        help: ArgumentHelp(
            "File whose lines begin with a photo's name without extension; only these photos are read.",
            valueName: "file"
        )
    )
    var list: String

    @Option(
        help: ArgumentHelp(
            "Output folder; created if missing. What an earlier run wrote for the listed names is removed first.",
            valueName: "folder"
        )
    )
    var out: String

    @Option(help: "Readers to use: tesseract, pp-ocr, or all that can be loaded. (default: all)")
    var reader: ReaderChoice?

    @Option(
        help: ArgumentHelp(
            "Folder with the models from `make deps`, relative to the current folder. (default: \(Self.usualModels))",
            valueName: "folder"
        )
    )
    var models: String?

    @Option(help: ArgumentHelp("Also writes the recognized words, as NAME.json.", valueName: "folder"))
    var words: String?

    @Option(
        help: ArgumentHelp(
            """
            Interprets the words in this folder instead of reading photos; repeat it to combine several readings, the most \
            trusted first.
            """,
            valueName: "folder"
        )
    )
    var fromWords: [String] = []

    @Option(
        help: ArgumentHelp(
            "Interprets with the weights in this JSON file, in the form of weights.json, instead of the built-in ones.",
            valueName: "file"
        )
    )
    var weights: String?

    @Flag(help: "Also writes what was considered as total and store's name, with the evidence for each.")
    var candidates = false

    @Flag(help: "Reads in a worker process, as the ocr service does, and writes its memory use to memory.json.")
    var inWorker = false

    @Option(help: "How often the list is read, to measure memory growth. (default: 1)")
    var rounds: Int?

    @Option(
        help: ArgumentHelp("Interprets typed receipts, NAME.txt, one printed row a line.", valueName: "folder")
    )
    var fromText: String?

    private static let usualModels = ".larder/models"

    func validate() throws {
        guard (rounds ?? 1) > 0 else { throw ValidationError("--rounds must be at least 1.") }
        guard [images != nil, !fromWords.isEmpty, fromText != nil].count(where: { $0 }) == 1 else {
            throw ValidationError("Specify exactly one of --images, --from-words and --from-text.")
        }
        try checkEffects()
        try checkFolders()
    }

    /// Refuses options that would do nothing.
    private func checkEffects() throws {
        if inWorker, reader != nil {
            throw ValidationError("--reader cannot be used with --in-worker: a worker uses all readers.")
        }
        guard images == nil else { return }
        let used = [
            "--in-worker": inWorker, "--models": models != nil, "--reader": reader != nil, "--rounds": rounds != nil,
            "--words": words != nil,
        ]
        let idle = used.filter(\.value).keys.sorted()
        guard idle.isEmpty else {
            throw ValidationError(
                "Only with --images, since nothing is read otherwise: \(idle.joined(separator: ", "))."
            )
        }
    }

    /// Refuses folders in which results would replace words.
    private func checkFolders() throws {
        let results = Self.place(of: out)
        for (option, folders) in [("--words", [words].compactMap { $0 }), ("--from-words", fromWords)]
        where folders.contains(where: { Self.place(of: $0) == results }) {
            throw ValidationError("--out and \(option) cannot be the same folder, since both contain NAME.json.")
        }
    }

    private static func place(of folder: String) -> String {
        URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL.resolvingSymlinksInPath().path
    }

    func run() throws {
        let names = try option("--list", list, ReceiptList.names(at:))
        let weights = try self.weights.map { try option("--weights", $0, WeightsFile.read) } ?? .fitted
        let source = try source()
        var run = BatchRun(
            source: source,
            weights: weights,
            candidates: candidates,
            results: try option("--out", out, ResultFolder.init),
            words: try words.map { try option("--words", $0, ResultFolder.init) },
            report: report
        )
        do {
            let readAll = try run.read(names, rounds: rounds ?? 1)
            try writeMemory(of: source, run.results)
            guard readAll else { throw ExitCode(1) }
        } catch let failure as BatchFailure {
            report(failure.description)
            throw ExitCode(EX_IOERR)
        }
    }

    private func writeMemory(of source: any PageSource, _ results: ResultFolder) throws {
        guard let worker = (source as? ImageFolder)?.reader as? WorkerReader else { return }
        let memory = worker.measured
        try results.write(memory, "memory")
        report("\(memory.images) images: \(memory.resident >> 20) MB resident, \(memory.peak >> 20) MB peak")
    }

    /// Uses the file or folder that an option names; a failure is one of usage.
    private func option<Result>(
        _ name: String,
        _ path: String,
        _ use: (String) throws(BatchFailure) -> Result
    ) throws -> Result {
        do {
            return try use(path)
        } catch {
            throw ValidationError("\(name): \(error.description)")
        }
    }

    private func source() throws -> any PageSource {
        if let fromText { return try option("--from-text", fromText, TextFolder.init) }
        guard let images else {
            for folder in fromWords { try option("--from-words", folder, NamedFile.checkFolder) }
            return WordFolders(folders: fromWords)
        }
        try option("--images", images, NamedFile.checkFolder)
        let reader = try imageReader()
        return try option("--images", images) { path throws(BatchFailure) in try ImageFolder(path, reader: reader) }
    }

    private func imageReader() throws -> any Reader {
        let models = models ?? Self.usualModels
        if inWorker { return WorkerReader(models: models) }
        do {
            let readers = try ReceiptReaders(reader ?? .all, models: ModelFolder(models))
            for note in readers.missing { report("Not there: \(note)") }
            return readers
        } catch {
            throw ValidationError("--reader \((reader ?? .all).rawValue): \(error.reason)")
        }
    }

    private func report(_ message: String) { FileHandle.standardError.write(Data("\(message)\n".utf8)) }
}

extension ReaderChoice: ExpressibleByArgument {}

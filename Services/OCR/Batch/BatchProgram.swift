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

    @Option(help: ArgumentHelp("Folder with the photos: NAME.jpg, .jpeg, .png or .webp.", valueName: "folder"))
    var images: String?

    @Option(
        help: ArgumentHelp(
            "File whose lines begin with a photo's name without extension; only these photos are read.",
            valueName: "file"
        )
    )
    var list: String

    @Option(help: ArgumentHelp("Output folder; created if missing.", valueName: "folder"))
    var out: String

    @Option(help: "Readers to use: tesseract, pp-ocr, or all installed ones.")
    var reader = ReaderChoice.all

    @Option(help: ArgumentHelp("Folder with the models from `make deps`.", valueName: "folder"))
    var models = ".larder/models"

    @Option(help: ArgumentHelp("Also writes the recognized words, as NAME.json.", valueName: "folder"))
    var words: String?

    @Option(
        help: ArgumentHelp(
            "Interprets the words in this folder instead of reading photos; repeat it to combine several readings.",
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

    @Option(help: "How often the list is read, to measure memory growth.")
    var rounds = 1

    @Option(
        help: ArgumentHelp("Interprets typed receipts, NAME.txt, one printed row a line.", valueName: "folder")
    )
    var fromText: String?

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1.") }
        guard [images != nil, !fromWords.isEmpty, fromText != nil].count(where: { $0 }) == 1 else {
            throw ValidationError("Specify exactly one of --images, --from-words and --from-text.")
        }
    }

    func run() throws {
        let names = try ImageList.names(in: String(contentsOfFile: list, encoding: .utf8))
        let source = try source()
        let weights = try self.weights.map { try loadWeights($0) } ?? .fitted
        let results = try ResultFolder(out)
        let wordFolder = try words.map { try ResultFolder($0) }
        var timings: [String: Timing] = [:]
        for name in repeatElement(names, count: rounds).joined() {
            do {
                let (read, timing) = try Timing.measure { () throws -> (RecognizedPage, ReceiptDraft) in
                    let page = try source.page(name)
                    return (page, ReadingCombination.draft(of: page, weights: weights))
                }
                timings[name] = timing
                var printed = PrintedReceipt(read.1, of: read.0)
                if candidates {
                    let considered = ReceiptInterpreter(weights: weights).candidates(on: read.0)
                    printed.candidates = PrintedCandidates(considered)
                }
                try results.write(printed, name)
                try wordFolder?.write(WordFile(read.0, timing), name)
            } catch let problem as UnreadImage {
                // A photo that cannot be read does not stop the run.
                report("\(name): \(problem.message)")
            }
        }
        try results.write(timings, "timings")
        try results.write(weights, "weights")
        if let worker = (source as? ImageFolder)?.reader as? WorkerReader {
            let memory = worker.measured
            try results.write(memory, "memory")
            report("\(memory.images) images: \(memory.resident >> 20) MB resident, \(memory.peak >> 20) MB peak")
        }
        guard timings.count == Set(names).count else { throw ExitCode(1) }
    }

    private func source() throws -> any PageSource {
        if !fromWords.isEmpty { return WordFolders(folders: fromWords) }
        if inWorker { return ImageFolder(folder: images ?? ".", reader: WorkerReader(models: models)) }
        if let fromText { return TextFolder(folder: fromText) }
        do {
            let readers = try ReceiptReaders(reader, models: ModelFolder(models))
            for note in readers.missing { report("Not there: \(note)") }
            return ImageFolder(folder: images ?? ".", reader: readers)
        } catch {
            throw ValidationError(error.reason)
        }
    }

    private func loadWeights(_ path: String) throws -> Weights {
        do {
            return try JSONDecoder().decode(Weights.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ValidationError("--weights: \(path) does not hold weights: \(error)")
        }
    }

    private func report(_ message: String) { FileHandle.standardError.write(Data("\(message)\n".utf8)) }
}

extension ReaderChoice: ExpressibleByArgument {}

import ArgumentParser
import Foundation
import ReceiptReaders
import ReceiptRecognition
import ReceiptUnderstanding

/// Reads a folder of receipts without database or network, with the code that the ocr service reads with.
@main
struct BatchProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "larder-receipts",
        abstract: "Reads photos of receipts and writes what they say, one JSON file each.",
        discussion: """
            NAME.json holds store, date, time, currency, items and sums as printed, with confidences and boxes; \
            timings.json the processor and clock seconds that each image took.
            """
    )

    @Option(help: ArgumentHelp("The folder with the photos: NAME.jpg, .jpeg, .png or .webp.", valueName: "folder"))
    var images: String?

    @Option(
        help: ArgumentHelp("A file whose lines begin with the name of a photo without its ending.", valueName: "file")
    )
    var list: String

    @Option(help: ArgumentHelp("Where the results go; made if it is missing.", valueName: "folder"))
    var out: String

    @Option(help: "Who reads: tesseract, pp-ocr, or all that are installed.")
    var reader = ReaderChoice.all

    @Option(help: ArgumentHelp("What `make deps` fetched.", valueName: "folder"))
    var models = ".larder/models"

    @Option(help: ArgumentHelp("Writes the words that were read too, as NAME.json.", valueName: "folder"))
    var words: String?

    @Option(
        help: ArgumentHelp(
            "Understands the words of such a folder instead of reading photos; given again, of another reading too.",
            valueName: "folder"
        )
    )
    var fromWords: [String] = []

    @Flag(help: "Reads in a worker process, as the ocr service does, and writes what memory it held to memory.json.")
    var inWorker = false

    @Option(help: "How often the list is read, to see how memory grows.")
    var rounds = 1

    @Option(
        help: ArgumentHelp("Understands typed receipts, NAME.txt, a printed row a line.", valueName: "folder")
    )
    var fromText: String?

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds is 1 at least.") }
        guard [images != nil, !fromWords.isEmpty, fromText != nil].count(where: { $0 }) == 1 else {
            throw ValidationError("Give one of --images, --from-words and --from-text.")
        }
    }

    func run() throws {
        let names = try ImageList.names(in: String(contentsOfFile: list, encoding: .utf8))
        let source = try source()
        let results = try ResultFolder(out)
        let wordFolder = try words.map { try ResultFolder($0) }
        var timings: [String: Timing] = [:]
        for name in repeatElement(names, count: rounds).joined() {
            do {
                let (read, timing) = try Timing.measure { () throws -> (RecognizedPage, ReceiptDraft) in
                    let page = try source.page(name)
                    return (page, ReadingCombination.draft(of: page))
                }
                timings[name] = timing
                try results.write(PrintedReceipt(read.1, of: read.0), name)
                try wordFolder?.write(WordFile(read.0, timing), name)
            } catch let problem as UnreadImage {
                // One photo that cannot be read does not keep the others from being read.
                report("\(name): \(problem.message)")
            }
        }
        try results.write(timings, "timings")
        if let worker = (source as? ImageFolder)?.reader as? WorkerReader {
            let memory = worker.measured
            try results.write(memory, "memory")
            report("\(memory.images) images: \(memory.resident >> 20) MB held, \(memory.peak >> 20) MB at most")
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

    private func report(_ message: String) { FileHandle.standardError.write(Data("\(message)\n".utf8)) }
}

extension ReaderChoice: ExpressibleByArgument {}

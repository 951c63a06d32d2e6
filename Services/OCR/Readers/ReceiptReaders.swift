import Glibc
import PaddleReading
import ReceiptImaging
package import ReceiptRecognition
package import ReceiptUnderstanding
import TesseractReading

/// Selects which of the installed readers are used.
package enum ReaderChoice: String, Sendable, CaseIterable {
    /// Tesseract alone.
    case tesseract
    /// PP-OCR alone.
    case paddle = "pp-ocr"
    /// Every reader that can be loaded.
    case all
}

/// All installed readers combined: the best reads first, the others reread what is doubtful.
package final class ReceiptReaders: Reader {
    private let engines: [any RecognitionEngine]
    /// Readers that could not be loaded.
    package let missing: [MissingReader]

    /// The chosen reader cannot be loaded, or none at all; `reason` is for operators.
    package struct Unavailable: Error {
        /// Why each reader could not be loaded.
        package var reason: String
    }

    /// Loads the chosen readers; with `all` those that can be loaded.
    package init(_ choice: ReaderChoice, models: ModelFolder?) throws(Unavailable) {
        var loading = Loading()
        if choice != .tesseract { loading.paddle(models) }
        if choice != .paddle { loading.tesseract(models) }
        guard !loading.engines.isEmpty else {
            throw Unavailable(reason: loading.missing.map(\.description).joined(separator: "; "))
        }
        engines = loading.engines
        missing = loading.missing
    }

    /// The names of the loaded readers, for operators.
    package var names: [String] { engines.map(\.name) }

    /// Reads with the best engine and rereads what is doubtful, cheapest steps first.
    package func read(_ image: [UInt8], progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        guard let first = engines.first else { throw .engineFailure }
        let photo = try Photo(image)
        var page = try first.read(photo) { progress($0 * Self.firstPart / 100) }
        var dates: [DecidedDate] = []
        let steps = rereadSteps
        for (index, step) in steps.enumerated() {
            let doubts = ReadingDoubts(page)
            guard isWorthwhile(doubts) else { break }
            switch step {
            case .dates(let reader):
                // Tesseract sometimes misreads digits with high confidence, and repeats the mistake.
                if doubts.concernDay || first is TesseractReader {
                    dates = CropReread(reader: reader, photo: photo).decide(page)
                }
            case .rows(let engine):
                let rows = doubts.rows
                // The first reading stands even if rereading fails.
                if !rows.isEmpty, let reading = try? engine.read(rows, of: photo) { page.alternatives.append(reading) }
            case .page(let engine):
                guard doubts.concernSums, let reading = try? engine.read(photo, progress: { _ in }) else { break }
                page.alternatives.append(reading)
            }
            for date in dates { date.apply(to: &page) }
            progress(Self.firstPart + (index + 1) * (100 - Self.firstPart) / steps.count)
        }
        progress(100)
        return page
    }

    /// Whether rereading is worth its time.
    ///
    /// PP-OCR's letters are right far more often than Tesseract's: beside a clear date and total, what is doubtful is the
    /// layout, which no other reader sees better.
    private func isWorthwhile(_ doubts: ReadingDoubts) -> Bool {
        engines.first is TesseractReader ? doubts.exist : doubts.concernEssentials
    }

    /// The share of the first reading in the reported progress, in percent.
    private static let firstPart = 60

    /// The reread steps, cheapest first. Tesseract reads a row as it read the page, so rows are reread by other engines.
    private var rereadSteps: [RereadStep] {
        let rereaders = engines.filter { $0.seesMoreInRows } + engines.dropFirst().filter { !$0.seesMoreInRows }
        let tesseract = engines.lazy.compactMap { $0 as? TesseractReader }.first
        return rereaders.map { .rows($0) } + (tesseract.map { [.dates($0)] } ?? [])
            + engines.dropFirst().map { .page($0) }
    }
}

/// One way to reread what is doubtful.
private enum RereadStep {
    /// Rereads the doubtful rows.
    case rows(any RecognitionEngine)
    /// Rereads crops of the regions where dates are printed.
    case dates(TesseractReader)
    /// Rereads the whole photo with another engine.
    case page(any RecognitionEngine)
}

/// Collects the engines that can be loaded, and the reasons why others cannot.
private struct Loading {
    var engines: [any RecognitionEngine] = []
    var missing: [MissingReader] = []

    mutating func paddle(_ models: ModelFolder?) {
        guard let models else {
            return missing.append(MissingReader(name: "PP-OCR", reason: "no model folder is configured"))
        }
        do {
            engines.append(try PaddleReader(models))
        } catch {
            missing.append(MissingReader(name: "PP-OCR", reason: error.reason))
        }
    }

    /// Adds the better language data first where they are installed. The system's data are smaller and fail on other
    /// receipts, so they are added as well when no other engine is available.
    mutating func tesseract(_ models: ModelFolder?) {
        let isAlone = engines.isEmpty
        let own = models.map(\.tesseractData).flatMap { access("\($0)/eng.traineddata", R_OK) == 0 ? $0 : nil }
        if let own, let reader = try? TesseractReader(dataFolder: own) {
            engines.append(reader)
            guard isAlone else { return }
        }
        let name = own == nil ? "Tesseract" : "Tesseract with the system's data"
        if let reader = try? TesseractReader(name: name) {
            engines.append(reader)
        } else if !isAlone || engines.isEmpty {
            let reason = "its English data cannot be loaded; is tesseract-ocr-eng installed?"
            missing.append(MissingReader(name: "Tesseract", reason: reason))
        }
    }
}

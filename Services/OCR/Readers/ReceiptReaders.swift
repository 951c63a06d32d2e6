import Glibc
import PaddleReading
import ReceiptImaging
package import ReceiptRecognition
package import ReceiptUnderstanding
import TesseractReading

/// Which of the installed readers read.
package enum ReaderChoice: String, Sendable, CaseIterable {
    case tesseract
    case paddle = "pp-ocr"
    case all
}

/// All readers of this machine as one: the best of them reads, the others where it leaves doubts.
package final class ReceiptReaders: Reader {
    private let engines: [any RecognitionEngine]
    package let missing: [MissingReader]

    /// No reader can be loaded; `reason` is for operators.
    package struct Unavailable: Error {
        package var reason: String
    }

    /// Loads what there is. Tesseract stands in where no other reader is there.
    package init(_ choice: ReaderChoice, models: ModelFolder?) throws(Unavailable) {
        var loading = Loading()
        if choice != .tesseract { loading.paddle(models) }
        if choice != .paddle || loading.engines.isEmpty { loading.tesseract(models) }
        guard !loading.engines.isEmpty else {
            throw Unavailable(reason: loading.missing.map(\.description).joined(separator: "; "))
        }
        engines = loading.engines
        missing = loading.missing
    }

    /// What operators call the readers that are there.
    package var names: [String] { engines.map(\.name) }

    /// Reads with the best engine; what it leaves in doubt is read again, first only the doubtful rows.
    package func read(_ image: [UInt8], progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        guard let first = engines.first else { throw .engineFailure }
        let photo = try Photo(image)
        var page = try first.read(photo) { progress($0 * Self.firstPart / 100) }
        var days: [DecidedDay] = []
        for (index, look) in looks.enumerated() {
            let doubts = ReadingDoubts(page)
            guard doubts.exist else { break }
            switch look {
            case .days(let reader):
                // Tesseract misreads digits without a doubt at times, and the same ones again and again.
                if doubts.concernDay || first is TesseractReader {
                    days = CloseLooks(reader: reader, photo: photo).decide(page)
                }
            case .rows(let engine):
                let rows = doubts.rows
                // What was read already counts, doubts and all, whatever becomes of further looks.
                if !rows.isEmpty, let reading = try? engine.read(rows, of: photo) { page.alternatives.append(reading) }
            case .page(let engine):
                guard doubts.concernSums, let reading = try? engine.read(photo, progress: { _ in }) else { break }
                page.alternatives.append(reading)
            }
            for day in days { day.apply(to: &page) }
            progress(Self.firstPart + (index + 1) * (100 - Self.firstPart) / looks.count)
        }
        progress(100)
        return page
    }

    /// How much of the work the first reading is, in percent.
    private static let firstPart = 60

    /// Further looks at a photo, the cheapest first. Tesseract sees in a row what it saw on the page; other readers, and
    /// itself with other data, do not.
    private var looks: [FurtherLook] {
        let rereaders = engines.filter { $0.seesMoreInRows } + engines.dropFirst().filter { !$0.seesMoreInRows }
        let tesseract = engines.lazy.compactMap { $0 as? TesseractReader }.first
        return rereaders.map { .rows($0) } + (tesseract.map { [.days($0)] } ?? [])
            + engines.dropFirst().map { .page($0) }
    }
}

/// What is done about doubts.
private enum FurtherLook {
    /// The doubtful rows are read again.
    case rows(any RecognitionEngine)
    /// The places where days are printed are looked at closely.
    case days(TesseractReader)
    /// Another engine reads the whole photo.
    case page(any RecognitionEngine)
}

private struct Loading {
    var engines: [any RecognitionEngine] = []
    var missing: [MissingReader] = []

    mutating func paddle(_ models: ModelFolder?) {
        guard let models else {
            return missing.append(MissingReader(name: "PP-OCR", reason: "no folder of models is given"))
        }
        do {
            engines.append(try PaddleReader(models))
        } catch {
            missing.append(MissingReader(name: "PP-OCR", reason: error.reason))
        }
    }

    /// The better language data read first where they are installed. The system's, smaller and made otherwise, fail on
    /// other receipts; they read too where no other reader can help out.
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

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

    /// Reads with one engine after the other until what was read leaves no doubt.
    package func read(_ image: [UInt8], progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        let photo = try Photo(image)
        var page: RecognizedPage?
        for (index, engine) in engines.enumerated() {
            let reading = try engine.read(photo) { progress((index * 100 + $0) / engines.count) }
            page?.alternatives.append(reading)
            page = page ?? reading
            if ReadingCombination.suffices(ReceiptInterpreter().draft(from: reading)) { break }
        }
        progress(100)
        guard let page else { throw .engineFailure }
        return page
    }
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

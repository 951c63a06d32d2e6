import CTesseract
import Glibc
package import ReceiptImaging
package import ReceiptRecognition
package import ReceiptUnderstanding

/// Reads images with Tesseract, whose engine stays loaded between images. For one thread at a time.
package final class TesseractReader: RecognitionEngine {
    package let name: String
    package let seesMoreInRows = false

    let engine: OpaquePointer
    private let preparation: PreparationSettings

    /// The engine cannot be loaded, most likely for want of its language data.
    package struct EngineUnavailable: Error {}

    /// - Parameters:
    ///   - name: what operators call it.
    ///   - dataFolder: where `eng.traineddata` lies; `nil` for the system's folder.
    ///   - variables: engine variables beside those that receipts need.
    package init(
        name: String = "Tesseract",
        dataFolder: String? = nil,
        preparation: PreparationSettings = PreparationSettings(),
        variables: [String: String] = [:]
    ) throws {
        self.name = name
        self.preparation = preparation
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        Self.forbidHelpers()
        guard let engine = TessBaseAPICreate() else { throw EngineUnavailable() }
        self.engine = engine
        let code = TessBaseAPIInit2(engine, dataFolder, "eng", OEM_LSTM_ONLY)
        guard code == 0 else { throw EngineUnavailable() }
        TessBaseAPISetPageSegMode(engine, PSM_SINGLE_BLOCK)
        for (name, value) in Self.variables.merging(variables, uniquingKeysWith: { $1 }) {
            TessBaseAPISetVariable(engine, name, value)
        }
    }

    deinit {
        TessBaseAPIEnd(engine)
        TessBaseAPIDelete(engine)
    }

    /// Keeps Tesseract to the thread that calls it: the helpers that OpenMP would start spend several times the
    /// processor time on waiting for one another.
    private static func forbidHelpers() {
        guard let symbol = dlsym(nil, "omp_set_max_active_levels") else { return }
        unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Void).self)(0)
    }

    private static let variables = [
        // Receipts are dark on light.
        "tessedit_do_invert": "0",
        "user_defined_dpi": "300",
        "debug_file": "/dev/null",
    ]

    package func read(_ photo: Photo, progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        guard let prepared = PreparedImage.prepare(photo, settings: preparation) else { throw .engineFailure }
        progress(10)
        TessBaseAPISetImage2(engine, prepared.pixels)
        defer { TessBaseAPIClear(engine) }
        guard recognize(progress) == 0 else { throw .engineFailure }
        let page = RecognizedPage(width: photo.width, height: photo.height, words: words(scale: prepared.scale))
        progress(100)
        return page
    }

    /// Runs the engine; its 0…100 become 10…95.
    private func recognize(_ progress: (Int) -> Void) -> Int32 {
        guard let monitor = TessMonitorCreate() else { return -1 }
        defer { TessMonitorDelete(monitor) }
        return withoutActuallyEscaping(progress) { progress in
            var report = progress
            return withUnsafeMutablePointer(to: &report) { pointer in
                // The engine hands the "cancel this" pointer back unchanged: it carries the closure to the callback.
                TessMonitorSetCancelThis(monitor, pointer)
                TessMonitorSetProgressFunc(monitor) { monitor, _, _, _, _ in
                    guard let monitor, let context = TessMonitorGetCancelThis(monitor) else { return false }
                    let report = context.assumingMemoryBound(to: ((Int) -> Void).self)
                    report.pointee(10 + Int(TessMonitorGetProgress(monitor)) * 85 / 100)
                    return false
                }
                return TessBaseAPIRecognize(engine, monitor)
            }
        }
    }

    /// The words of the image that was recognized last.
    /// - Parameter scale: pixels of that image for one of the photo.
    func words(scale: Double) -> [RecognizedWord] {
        guard let iterator = TessBaseAPIGetIterator(engine) else { return [] }
        defer { TessResultIteratorDelete(iterator) }
        let position = TessResultIteratorGetPageIterator(iterator)
        var words: [RecognizedWord] = []
        var line = -1
        repeat {
            if TessPageIteratorIsAtBeginningOf(position, RIL_TEXTLINE) != 0 { line += 1 }
            guard let text = TessResultIteratorGetUTF8Text(iterator, RIL_WORD) else { continue }
            defer { TessDeleteText(text) }
            let word = String(cString: text).filter { !$0.isWhitespace }
            var (left, top, right, bottom) = (Int32(0), Int32(0), Int32(0), Int32(0))
            guard !word.isEmpty, TessPageIteratorBoundingBox(position, RIL_WORD, &left, &top, &right, &bottom) != 0
            else { continue }
            let box = PixelBox(
                x: Int(Double(left) / scale),
                y: Int(Double(top) / scale),
                width: Int(Double(right - left) / scale),
                height: Int(Double(bottom - top) / scale)
            )
            let confidence = Int(TessResultIteratorConfidence(iterator, RIL_WORD).rounded())
            words.append(RecognizedWord(text: word, confidence: confidence, box: box, line: line))
        } while TessResultIteratorNext(iterator, RIL_WORD) != 0
        return words
    }
}

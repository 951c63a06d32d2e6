import CTesseract
import Glibc
package import ReceiptImaging
package import ReceiptRecognition
package import ReceiptUnderstanding

/// Reads images with Tesseract and keeps its engine loaded. Not thread-safe.
package final class TesseractReader: RecognitionEngine {
    /// The name shown to operators.
    package let name: String
    /// Rereading rows finds nothing new with this engine.
    package let seesMoreInRows = false

    let engine: OpaquePointer
    private let preparation: PreparationSettings

    /// The error when the engine cannot be loaded, usually because its language data are missing.
    package struct EngineUnavailable: Error {}

    /// Loads the engine.
    /// - Parameters:
    ///   - name: the name shown to operators.
    ///   - dataFolder: the folder of `eng.traineddata`; `nil` for the system's folder.
    ///   - variables: engine variables in addition to those that receipts need.
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
        // Tesseract opens its debug file with its first message, and a missing file is the cheapest way to cause one.
        // Later a worker cannot open files, and messages would go to standard error.
        TessBaseAPIReadConfigFile(engine, "larder-none")
    }

    deinit {
        TessBaseAPIEnd(engine)
        TessBaseAPIDelete(engine)
    }

    /// Limits Tesseract to the calling thread: OpenMP's helper threads spend several times the processor time on
    /// waiting.
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

    /// The minimum mean confidence at which words are not upside down.
    private static let surelyUpright = 55
    /// The mean confidence above which thicker strokes are not tried, and above which smoother ones are not.
    private static let wellRead = 58
    private static let poorlyRead = 45
    /// The minimum increase in confidence for another reading to be better.
    private static let minimumGain = 5
    /// The minimum increase in certain letters: text read into noise is no improvement.
    private static let minimumLetters = 20
    /// Rereading with other strokes may always take this long, in seconds of processor time.
    private static let shortTime = 1.0
    /// The limit for one receipt, in seconds of processor time.
    private static let timeLimit = 7.0

    /// Reads a photo; finds the rotation first unless another reader has established it.
    package func read(_ photo: Photo, progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        guard !photo.isUpright else { return try readUpright(photo, progress) }
        let direction = TextDirection(photo)
        photo.turn(byQuarters: direction.isSideways ? 1 : 0)
        photo.tilt = direction.tilt
        defer { photo.markUpright() }
        let first = try readUpright(photo) { progress($0 / 2) }
        guard Self.confidence(first) < Self.surelyUpright else { return first }
        let strokes = photo.strokes
        photo.turn(byQuarters: 2)
        (photo.tilt, photo.strokes) = (direction.tilt, nil)
        let second = try readUpright(photo) { progress(50 + $0 / 2) }
        guard Self.certainLetters(second) <= Self.certainLetters(first) else { return second }
        photo.turn(byQuarters: 2)
        (photo.tilt, photo.strokes) = (direction.tilt, strokes)
        return first
    }

    /// Reads an upright photo, and keeps a stroke preprocessing that improves a poor result.
    private func readUpright(_ photo: Photo, _ progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        let start = RecognitionTask.now
        var best = try readOnce(photo, progress)
        guard photo.strokes == nil else { return best }
        let limit = max(Self.shortTime, 1.2 * (RecognitionTask.now - start))
        var suitable = Strokes.asPrinted
        for (strokes, wellRead) in [(Strokes.thickened, Self.wellRead), (.blurred, Self.poorlyRead)] {
            let certain = Self.confidence(best)
            guard certain < wellRead else { break }
            photo.strokes = strokes
            // The first result stands even if rereading fails.
            guard let page = try? readOnce(photo, within: limit, { _ in }),
                Self.confidence(page) > certain + Self.minimumGain,
                Self.certainLetters(page) > Self.certainLetters(best) + Self.minimumLetters
            else { continue }
            (best, suitable) = (page, strokes)
        }
        photo.strokes = suitable
        return best
    }

    /// Reads the photo once.
    /// - Parameter limit: seconds of processor time.
    private func readOnce(
        _ photo: Photo,
        within limit: Double = timeLimit,
        _ progress: (Int) -> Void
    ) throws(ReadingError) -> RecognizedPage {
        guard let prepared = PreparedImage.prepare(photo, settings: preparation) else { throw .engineFailure }
        progress(10)
        TessBaseAPISetImage2(engine, prepared.pixels)
        defer { TessBaseAPIClear(engine) }
        let task = RecognitionTask(deadline: RecognitionTask.now + limit)
        let code = recognize(task, progress)
        guard !task.isGivenUp else { throw ReadingError.timedOut }
        guard code == 0 else { throw .engineFailure }
        let back = prepared.projection
        let page = photo.page(words { corners in photo.pageBox(around: corners.map { Point(back($0.x, $0.y)) }) })
        progress(100)
        return page
    }

    /// The mean confidence of all letters.
    private static func confidence(_ page: RecognizedPage) -> Int {
        let letters = page.words.reduce(0) { $0 + $1.text.count }
        return letters == 0 ? 0 : page.words.reduce(0) { $0 + $1.confidence * $1.text.count } / letters
    }

    private static func certainLetters(_ page: RecognizedPage) -> Int {
        page.words.reduce(0) { $0 + ($1.confidence >= 60 ? $1.text.count : 0) }
    }

    /// Runs the engine; maps its progress of 0…100 to 10…95.
    private func recognize(_ task: RecognitionTask, _ progress: (Int) -> Void) -> Int32 {
        guard let monitor = TessMonitorCreate() else { return -1 }
        defer { TessMonitorDelete(monitor) }
        return withoutActuallyEscaping(progress) { progress in
            task.report = progress
            defer { task.report = nil }
            // The engine returns the pointer unchanged.
            TessMonitorSetCancelThis(monitor, Unmanaged.passUnretained(task).toOpaque())
            TessMonitorSetProgressFunc(monitor) { monitor, _, _, _, _ in
                guard let monitor, let context = TessMonitorGetCancelThis(monitor) else { return false }
                let task = Unmanaged<RecognitionTask>.fromOpaque(context).takeUnretainedValue()
                task.report?(10 + Int(TessMonitorGetProgress(monitor)) * 85 / 100)
                return false
            }
            TessMonitorSetCancelFunc(monitor) { context, _ in
                guard let context else { return false }
                return Unmanaged<RecognitionTask>.fromOpaque(context).takeUnretainedValue().givesUp()
            }
            return TessBaseAPIRecognize(engine, monitor)
        }
    }

    /// The words of the last recognized image.
    /// - Parameter pageBox: converts corners in that image to a box on the page.
    func words(_ pageBox: ([Point]) -> PixelBox) -> [RecognizedWord] {
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
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
            let box = pageBox(corners.map { Point(Double($0), Double($1)) })
            let confidence = Int(TessResultIteratorConfidence(iterator, RIL_WORD).rounded())
            words.append(RecognizedWord(text: word, confidence: confidence, box: box, line: line))
        } while TessResultIteratorNext(iterator, RIL_WORD) != 0
        return words
    }
}

/// One run of the engine, as seen by its callbacks.
private final class RecognitionTask {
    var report: ((Int) -> Void)?
    private let deadline: Double
    private(set) var isGivenUp = false

    /// A run with a deadline on the clock ``now``.
    init(deadline: Double) { self.deadline = deadline }

    /// The processor time of this thread, in seconds.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    func givesUp() -> Bool {
        isGivenUp = isGivenUp || Self.now >= deadline
        return isGivenUp
    }
}

import Inference
package import ReceiptImaging
package import ReceiptRecognition
package import ReceiptUnderstanding

/// Reads with PP-OCR's networks, which detect and then recognize lines. Not thread-safe.
package final class PaddleReader: RecognitionEngine {
    /// The name shown to operators.
    package let name = "PP-OCR"
    /// Rereading rows finds text that the whole photo's reading missed.
    package let seesMoreInRows = true

    /// The error when the networks cannot be loaded; `reason` is for operators.
    package struct EngineUnavailable: Error {
        /// Why the networks cannot be loaded.
        package var reason: String
    }

    private let detector: TextDetector
    private let recognizer: TextRecognizer
    private let orientation: OrientationFinder

    /// The number of compiled kernels cached for input sizes seen before.
    private static let cachedShapes = 300
    /// The minimum confidence of a line, 0…1.
    private static let minimumConfidence: Float = 0.3
    private static let maximumLines = 600

    /// Loads the networks of a folder.
    package init(_ models: ModelFolder) throws(EngineUnavailable) {
        do {
            let runtime = try InferenceRuntime(library: models.inferenceLibrary)
            detector = TextDetector(
                try Network(runtime, model: models.textDetection, cachedShapes: Self.cachedShapes)
            )
            guard let dictionary = ONNXMetadata.value("character", ofFileAt: models.textRecognition) else {
                throw EngineUnavailable(reason: "\(models.textRecognition) contains no list of characters")
            }
            orientation = OrientationFinder(
                try Network(runtime, model: models.lineDirection, cachedShapes: Self.cachedShapes)
            )
            recognizer = TextRecognizer(
                try Network(runtime, model: models.textRecognition, cachedShapes: Self.cachedShapes),
                alphabet: Alphabet(dictionary: dictionary)
            )
        } catch let error as InferenceError {
            throw EngineUnavailable(reason: error.description)
        } catch let error as EngineUnavailable {
            throw error
        } catch {
            throw EngineUnavailable(reason: "\(error)")
        }
    }

    /// Recognizes the words of a photo, as ``RecognitionEngine`` describes.
    package func read(_ photo: Photo, progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        do {
            progress(5)
            var found = try lines(photo)
            let turns = try orientation.quarterTurns(found.boxes, in: found.image)
            if turns != 0 {
                photo.turn(byQuarters: turns)
                found = try lines(photo)
            }
            photo.tilt = LineTilt.angle(of: found.boxes)
            if !found.boxes.isEmpty { photo.markUpright() }
            progress(25)
            var words: [RecognizedWord] = []
            for (index, box) in found.boxes.enumerated() {
                words += try self.words(in: box, of: found.image, on: photo, line: index)
                progress(25 + (index + 1) * 75 / found.boxes.count)
            }
            progress(100)
            return photo.page(words)
        } catch {
            throw .engineFailure
        }
    }

    /// Rereads rows of a photo, as ``RecognitionEngine`` describes.
    package func read(_ rows: [RowBand], of photo: Photo) throws(ReadingError) -> RecognizedPage {
        guard let image = photo.grey() else { throw .engineFailure }
        var page = RecognizedPage(width: photo.width, height: photo.height, words: [], rereadRows: rows)
        do {
            for (index, row) in rows.enumerated() {
                var strip = LineStrip(image, Quadrilateral(row, of: photo))
                strip.stretchContrast()
                page.words += try words(in: strip, on: photo, line: index)
            }
        } catch {
            throw .engineFailure
        }
        return page
    }

    private struct Lines {
        var image: GreyImage
        /// The boxes in pixels of `image`.
        var boxes: [Quadrilateral]
    }

    private func lines(_ photo: Photo) throws -> Lines {
        guard let image = photo.grey(), let boxes = try detector.boxes(in: photo, full: image) else {
            throw ReadingError.engineFailure
        }
        return Lines(image: image, boxes: Self.bearable(boxes))
    }

    /// The largest boxes, limited to more than any receipt has, so that noise cannot take unbounded time.
    private static func bearable(_ boxes: [Quadrilateral]) -> [Quadrilateral] {
        guard boxes.count > maximumLines else { return boxes }
        let least = boxes.map { $0.width * $0.height }.sorted(by: >)[maximumLines]
        return Array(boxes.filter { $0.width * $0.height > least }.prefix(maximumLines))
    }

    private func words(
        in box: Quadrilateral,
        of image: GreyImage,
        on photo: Photo,
        line: Int
    ) throws(InferenceError) -> [RecognizedWord] {
        try words(in: LineStrip(image, box), on: photo, line: line)
    }

    private func words(
        in strip: LineStrip,
        on photo: Photo,
        line: Int
    ) throws(InferenceError) -> [RecognizedWord] {
        let characters = try recognizer.characters(of: strip)
        guard !characters.isEmpty else { return [] }
        let confidence = characters.reduce(0) { $0 + $1.confidence } / Float(characters.count)
        guard confidence >= Self.minimumConfidence else { return [] }
        return WordSplitter(strip).words(characters, on: photo, line: line)
    }
}

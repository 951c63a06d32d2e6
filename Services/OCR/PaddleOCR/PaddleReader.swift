import Inference
package import ReceiptImaging
package import ReceiptRecognition
package import ReceiptUnderstanding

/// Reads with the networks of PP-OCR, which find lines of text and then read each. For one thread at a time.
package final class PaddleReader: RecognitionEngine {
    package let name = "PP-OCR"
    package let seesMoreInRows = true

    /// The networks cannot be loaded; `reason` is for operators.
    package struct EngineUnavailable: Error {
        package var reason: String
    }

    private let detector: TextDetector
    private let recognizer: TextRecognizer
    private let orientation: OrientationFinder

    /// How many kernels are kept for sizes of input that were seen before.
    private static let cachedShapes = 400
    /// Lines that are less certain than this, of 1, are no print.
    private static let leastConfidence: Float = 0.3

    package init(_ models: ModelFolder) throws(EngineUnavailable) {
        do {
            let runtime = try InferenceRuntime(library: models.inferenceLibrary)
            detector = TextDetector(
                try Network(runtime, model: models.textDetection, cachedShapes: Self.cachedShapes)
            )
            guard let dictionary = ONNXMetadata.value("character", ofFileAt: models.textRecognition) else {
                throw EngineUnavailable(reason: "\(models.textRecognition) holds no list of characters")
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

    package func read(_ photo: Photo, progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        do {
            progress(5)
            var found = try lines(photo)
            let turns = try orientation.quarterTurns(found.boxes, in: found.image)
            if turns != 0, let turned = photo.turned(byQuarters: turns) { found = try lines(turned) }
            progress(25)
            var words: [RecognizedWord] = []
            for (index, box) in found.boxes.enumerated() {
                words += try self.words(in: box, of: found.image, scale: photo.scale, line: index)
                progress(25 + (index + 1) * 75 / found.boxes.count)
            }
            progress(100)
            return RecognizedPage(
                width: found.photo.width,
                height: found.photo.height,
                words: words,
                quarterTurns: found.photo === photo ? 0 : turns
            )
        } catch {
            throw .engineFailure
        }
    }

    package func read(_ rows: [RowBand], of photo: Photo) throws(ReadingError) -> RecognizedPage {
        guard let image = photo.grey() else { throw .engineFailure }
        var page = RecognizedPage(width: photo.width, height: photo.height, words: [], rereadRows: rows)
        do {
            for (index, row) in rows.enumerated() {
                var strip = LineStrip(image, Quadrilateral(row, scale: photo.scale))
                strip.stretchContrast()
                page.words += try words(in: strip, scale: photo.scale, line: index)
            }
        } catch {
            throw .engineFailure
        }
        return page
    }

    private struct Lines {
        var photo: Photo
        var image: GreyImage
        /// In the pixels of `image`.
        var boxes: [Quadrilateral]
    }

    private func lines(_ photo: Photo) throws -> Lines {
        guard let image = photo.grey(), let boxes = try detector.boxes(in: photo, full: image) else {
            throw ReadingError.engineFailure
        }
        return Lines(photo: photo, image: image, boxes: boxes)
    }

    private func words(
        in box: Quadrilateral,
        of image: GreyImage,
        scale: Double,
        line: Int
    ) throws(InferenceError) -> [RecognizedWord] {
        try words(in: LineStrip(image, box), scale: scale, line: line)
    }

    private func words(
        in strip: LineStrip,
        scale: Double,
        line: Int
    ) throws(InferenceError) -> [RecognizedWord] {
        let characters = try recognizer.characters(of: strip)
        guard !characters.isEmpty else { return [] }
        let confidence = characters.reduce(0) { $0 + $1.confidence } / Float(characters.count)
        guard confidence >= Self.leastConfidence else { return [] }
        return WordSplitter(strip).words(characters, scale: scale, line: line)
    }
}

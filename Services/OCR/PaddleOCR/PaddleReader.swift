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

    /// How many ready-made steps are kept for sizes of input that were seen before.
    private static let cachedShapes = 1000
    /// Lines that are less certain than this, of 1, are no print.
    private static let leastConfidence: Float = 0.3
    private static let mostLines = 600

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
            if turns != 0 {
                photo.turn(byQuarters: turns)
                found = try lines(photo)
            }
            photo.tilt = LineTilt.angle(of: found.boxes)
            if !found.boxes.isEmpty { photo.settle() }
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
        /// In the pixels of `image`.
        var boxes: [Quadrilateral]
    }

    private func lines(_ photo: Photo) throws -> Lines {
        guard let image = photo.grey(), let boxes = try detector.boxes(in: photo, full: image) else {
            throw ReadingError.engineFailure
        }
        return Lines(image: image, boxes: Self.bearable(boxes))
    }

    /// The largest boxes where there are more than any receipt has; noise must not take for ever.
    private static func bearable(_ boxes: [Quadrilateral]) -> [Quadrilateral] {
        guard boxes.count > mostLines else { return boxes }
        let least = boxes.map { $0.width * $0.height }.sorted(by: >)[mostLines]
        return Array(boxes.filter { $0.width * $0.height > least }.prefix(mostLines))
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
        guard confidence >= Self.leastConfidence else { return [] }
        return WordSplitter(strip).words(characters, on: photo, line: line)
    }
}

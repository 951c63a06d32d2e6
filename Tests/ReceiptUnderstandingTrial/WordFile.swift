import Foundation
import ReceiptUnderstanding

/// The words of one image as `larder-receipts` writes them: boxes in pixels, confidences 0…100.
struct WordFile: Decodable {
    struct Word: Decodable {
        var text: String
        var confidence: Int
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        var line: Int
    }

    var width: Int
    var height: Int
    var words: [Word]

    var page: RecognizedPage {
        RecognizedPage(
            width: width,
            height: height,
            words: words.map { word in
                let box = PixelBox(x: word.x, y: word.y, width: word.width, height: word.height)
                return RecognizedWord(text: word.text, confidence: word.confidence, box: box, line: word.line)
            }
        )
    }
}

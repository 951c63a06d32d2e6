import ReceiptUnderstanding
import Texts

/// Diagnoses why a photo gave nothing that can be recorded.
enum ImageQualityDiagnosis {
    /// The minimum height of letters, in pixels; about 20 are needed to read reliably.
    private static let minimumLetterHeight = 12
    /// The minimum sharpness of focused print, in percent.
    private static let minimumSharpness = 22
    private static let minimumBrightness = 70
    private static let minimumContrast = 35
    /// The percentage of words at the photo's left or right border that indicates a cut-off receipt.
    private static let wordsAtBorder = 15

    /// The likely cause; nil when there is an item or a total.
    static func problem(of page: RecognizedPage, _ draft: ReceiptDraft) -> ReceiptFailure? {
        guard draft.items.isEmpty, draft.total == nil else { return nil }
        return cause(page)
    }

    private static func cause(_ page: RecognizedPage) -> ReceiptFailure {
        let words = page.words.filter { word in word.text.contains { $0.isLetter || $0.isNumber } }
        let statistics = page.statistics
        if let statistics, statistics.brightness < minimumBrightness {
            return .tooDark
        }
        guard words.count >= 3 else { return nothingFound(statistics) }
        let confidence = words.reduce(0) { $0 + $1.confidence } / words.count
        let height = words.map(\.box.height).sorted()[words.count / 2]
        if height < minimumLetterHeight {
            return .printTooSmall
        }
        if confidence < 60 {
            return (statistics?.sharpness).map { Int($0) < minimumSharpness } ?? true
                ? .printBlurred
                : .printFaded
        }
        if isCutOff(page, words) {
            return .cutOff
        }
        return .noPrices
    }

    private static func nothingFound(_ statistics: ImageStatistics?) -> ReceiptFailure {
        guard let statistics else {
            return .darkOrNoReceipt
        }
        if statistics.contrast < minimumContrast {
            return .lensCovered
        }
        if statistics.sharpness < minimumSharpness {
            return .blurred
        }
        return .noPrint
    }

    private static func isCutOff(_ page: RecognizedPage, _ words: [RecognizedWord]) -> Bool {
        let atBorder = words.count { word in
            let box = page.place(of: word.box).box
            guard let part = page.parts.first else {
                return box.x * 100 < page.width || box.right * 100 > page.width * 99
            }
            return box.x * 100 < part.photoWidth || box.right * 100 > part.photoWidth * 99
        }
        return atBorder * 100 >= words.count * wordsAtBorder
    }
}

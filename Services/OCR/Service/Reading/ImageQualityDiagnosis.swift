import ReceiptUnderstanding

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

    /// A sentence for the owner; nil when there is an item or a total.
    static func problem(of page: RecognizedPage, _ draft: ReceiptDraft) -> String? {
        guard draft.items.isEmpty, draft.total == nil else { return nil }
        return "\(cause(page)) or type the receipt in by hand."
    }

    private static func cause(_ page: RecognizedPage) -> String {
        let words = page.words.filter { word in word.text.contains { $0.isLetter || $0.isNumber } }
        let statistics = page.statistics
        if let statistics, statistics.brightness < minimumBrightness {
            return "The photo is too dark to be read. Please take it again in better light,"
        }
        guard words.count >= 3 else { return nothingFound(statistics) }
        let confidence = words.reduce(0) { $0 + $1.confidence } / words.count
        let height = words.map(\.box.height).sorted()[words.count / 2]
        if height < minimumLetterHeight {
            return "The print is too small on the photo. Please go closer, so that the receipt fills the picture,"
        }
        if confidence < 60 {
            return (statistics?.sharpness).map { Int($0) < minimumSharpness } ?? true
                ? "The print could not be made out: the photo is probably blurred. Please hold the camera still and take it again,"
                : "The print could not be made out: it may be faded, creased or badly lit. Please smooth the receipt and take the photo again in even light,"
        }
        if isCutOff(page, words) {
            return "The receipt is cut off at the border of the photo. Please take a photo of the whole receipt,"
        }
        return "No prices were found: this does not look like a receipt. Please take a photo of the whole receipt,"
    }

    private static func nothingFound(_ statistics: ImageStatistics?) -> String {
        guard let statistics else {
            return
                "No print was found on the photo: it may be too dark, or not show a receipt. Please take it again in good light,"
        }
        if statistics.contrast < minimumContrast {
            return "No print was found on the photo: something may cover the lens. Please take it again,"
        }
        if statistics.sharpness < minimumSharpness {
            return "The photo is too blurred to be read. Please hold the camera still and take it again,"
        }
        return "No print was found: the photo does not seem to show a receipt. Please take a photo of the receipt,"
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

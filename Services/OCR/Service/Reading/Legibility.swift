import ReceiptUnderstanding

/// Tells the likely cause when a photo gave nothing that could be recorded.
enum Legibility {
    /// A sentence for the owner; nil when there is an item or a total.
    static func problem(of page: RecognizedPage, _ draft: ReceiptDraft) -> String? {
        guard draft.items.isEmpty, draft.total == nil else { return nil }
        return "\(cause(page)) or type the receipt in by hand."
    }

    private static func cause(_ page: RecognizedPage) -> String {
        let words = page.words.filter { word in word.text.contains { $0.isLetter || $0.isNumber } }
        guard words.count >= 3 else {
            return
                "No print was found on the photo: it may be too dark, or not show a receipt. Please take it again in good light,"
        }
        let confidence = words.reduce(0) { $0 + $1.confidence } / words.count
        let height = words.map(\.box.height).sorted()[words.count / 2]
        // Readers need about 20 pixels for a letter; below a dozen they guess.
        if height < 12 {
            return "The print is too small on the photo. Please go closer, so that the receipt fills the picture,"
        }
        if confidence < 60 {
            return "The print could not be made out: the photo is probably blurred or badly lit. Please take it again,"
        }
        return "No prices were found: this does not look like a receipt. Please take a photo of the whole receipt,"
    }
}

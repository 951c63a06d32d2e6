import ServiceKit

/// What ocr encrypts under keys of persons, photos apart.
enum OCRColumns {
    private static let receipt = ["user_id", "receipt_id"]
    private static let example = ["user_id", "id"]

    /// Recognized words, between reading and parsing.
    static let page = SealedColumn("receipt_pages", "page", .bytes, key: receipt)
    /// A packed reading.
    static let reading = SealedColumn("receipt_readings", "reading", .bytes, key: receipt)
    /// The text of a reading, which is searched.
    static let rawText = SealedColumn("receipt_readings", "raw_text", key: receipt)
    /// Which item was corrected, where the reading doesn't have it.
    static let item = SealedColumn("learning_examples", "item", key: example).foundBy { $0 }
    /// A corrected line as it is printed.
    static let printedText = SealedColumn("learning_examples", "printed_text", key: example)
    /// What was read.
    static let readAs = SealedColumn("learning_examples", "read_as", key: example)
    /// What the owner said it is.
    static let said = SealedColumn("learning_examples", "said", key: example)

    /// All of them.
    static let all = [page, reading, rawText, item, printedText, readAs, said]
}

import OCRMessages
import ServiceKit

extension PersonalTables {
    /// The tables of ocr.
    static func ocr(_ photos: PhotoSealing) -> PersonalTables {
        PersonalTables([
            .exported(
                "receipts",
                .ocr.exportReceipts,
                hiding: ["idempotency_key", "image_hash", "claim", "claimed_by", "claimed_until"]
            ),
            .files(
                "receipt_images",
                .ocr.exportPhotos,
                bytes: "bytes",
                named: ["receipt_id", "number"],
                reading: photos.export
            ),
            .exported(
                "receipt_readings",
                .ocr.exportReadings,
                hiding: ["words"],
                reading: ["reading": .message(OCR.Reading.self)]
            ),
            .withheld("receipt_pages", "words between reading and parsing, which become the reading"),
            .exported("learning_examples", .ocr.exportExamples),
            .exported("learning_withdrawals", .ocr.exportWithdrawals),
            .withheld("queue_numbers", "counts the receipts in the user's queue"),
            // Filled when receipts are deleted.
            .withheld("receipt_changes", "says which receipts have changed, for those who watch them"),
        ])
    }
}

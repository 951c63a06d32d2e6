import OCRMessages
import ServiceKit

extension PersonalTables {
    /// The tables of ocr.
    static func ocr(_ photos: PhotoSealing) -> PersonalTables {
        PersonalTables(
            tables(photos),
            former: [PhotoSealing.former] + OCRColumns.all.compactMap(\.former),
            key: { user, _ in try await photos.keys.existingKey(of: user) }
        )
    }

    private static func tables(_ photos: PhotoSealing) -> [PersonalTable] {
        [
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
                reading: [
                    "reading": .message(OCR.Reading.self, in: OCRColumns.reading),
                    "raw_text": .text(OCRColumns.rawText),
                ]
            ),
            .withheld(
                "receipt_pages",
                "words between reading and parsing, which become the reading",
                reviewing: ["page": .bytes(OCRColumns.page)]
            ),
            .exported(
                "learning_examples",
                .ocr.exportExamples,
                hiding: ["id", "item_hash"],
                reading: [
                    "item": .text(OCRColumns.item),
                    "printed_text": .text(OCRColumns.printedText),
                    "read_as": .text(OCRColumns.readAs),
                    "said": .text(OCRColumns.said),
                ]
            ),
            .exported("learning_withdrawals", .ocr.exportWithdrawals),
            .withheld("queue_numbers", "counts the receipts in the user's queue"),
            // Filled when receipts are deleted.
            .withheld("receipt_changes", "says which receipts have changed, for those who watch them"),
        ]
    }
}

import CommonMessages
import Foundation
import Foundations
import NIOCore
import OCRMessages
import Postgres
import RPC
import ServiceKit
import Texts

/// A receipt as its owner sees it.
struct ReceiptRecord: Sendable, ListedEntry {
    static let list = "receipts"

    var id: UUID
    var queueNumber: Int64
    var state: ReceiptState
    var percent: Int32
    /// A counter that increases with every change of state or percentage.
    var revision: Int64
    var purchaseID: String?
    /// The reason of a failure, for the owner.
    var failure: LocalizedText?
    var uploadedAt: Date
    /// Whether reading the same photo again may succeed after a failure.
    var retryMayHelp: Bool
    /// The number of stored photos.
    var photos: Int32
    /// The earlier receipt with the same photo.
    var samePhotoAs: UUID?

    /// The columns that a row must have; `receipts` is the table's name or alias.
    static let columns: Statement =
        """
        receipts.id, receipts.queue_number, receipts.state, receipts.percent, receipts.revision, receipts.purchase_id,
        receipts.failure, receipts.failure_cause, receipts.uploaded_at, receipts.same_photo_as, receipts.retry_may_help,
        (
            SELECT count(*)::integer FROM receipt_images
            WHERE receipt_images.user_id = receipts.user_id AND receipt_images.receipt_id = receipts.id
        ) AS photos
        """

    init(_ row: Row) throws {
        id = try row["id"]
        queueNumber = try row["queue_number"]
        state = try row["state"]
        percent = try row["percent"]
        revision = try row["revision"]
        purchaseID = try row["purchase_id"]
        let sentence: String? = try row["failure"]
        let cause: String? = try row["failure_cause"]
        failure = sentence.map {
            $0.isEmpty ? (cause.flatMap { ReceiptFailure(rawValue: $0) } ?? .unknown).text : .verbatim($0)
        }
        uploadedAt = try row["uploaded_at"]
        retryMayHelp = try row["retry_may_help"]
        photos = try row["photos"]
        samePhotoAs = try row["same_photo_as"]
    }

    var progress: OCR.ReceiptProgress {
        OCR.ReceiptProgress(
            state: state.message,
            percent: percent,
            purchaseID: purchaseID ?? "",
            failure: failure?.forCaller ?? "",
            retryMayHelp: retryMayHelp
        )
    }

    func message(reading: OCR.Reading? = nil) -> OCR.Receipt {
        OCR.Receipt(
            id: id.canonical,
            queueNumber: queueNumber,
            state: state.message,
            percent: percent,
            purchaseID: purchaseID ?? "",
            failure: failure?.forCaller ?? "",
            uploadedAt: Common.Timestamp(uploadedAt),
            reading: reading?.forCaller,
            hasPhoto: photos > 0,
            samePhotoReceiptID: samePhotoAs?.canonical ?? "",
            photos: photos,
            retryMayHelp: retryMayHelp
        )
    }
}

/// The sort key of a receipt in its owner's list, newest first: its number in the queue.
typealias ReceiptKey = NumberKey<ReceiptRecord>

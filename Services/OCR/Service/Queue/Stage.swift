import Foundation
import Postgres
import ServiceKit
import Texts

/// A stage of a receipt's way. The two go on side by side, so that a photo can be read while budget is down.
enum Stage: String, Sendable {
    /// From photo to reading.
    case understanding
    /// From reading to purchase.
    case saving

    /// The receipts of the stage; written out, so that the partial indexes are used.
    var filter: Statement {
        self == .saving ? "work.state = 'saving'" : "work.state IN ('queued', 'reading', 'parsing')"
    }

    /// The order in which they are claimed.
    var order: Statement { self == .saving ? "work.due_at" : "work.turn_at, work.due_at" }

    /// The notifications of receipts that have come to the stage, or whose state isn't known.
    var wakeUp: WakeUp {
        WakeUp("receipts") { payload in
            guard let progress = ChangeFeed<UUID>.Change(payload)?.receiptProgress else { return true }
            return progress.state == (self == .saving ? .saving : .queued)
        }
    }
}

/// A receipt that a worker works on.
struct QueuedReceipt: QueuedWork {
    let user: UUID
    let receipt: UUID
    let state: ReceiptState
    /// IANA name of the uploading device's zone, or empty.
    let timeZone: String
    /// The earlier receipt with the very same photo.
    let samePhotoAs: UUID?

    static let columns: Statement = "work.user_id, work.id, work.state, work.time_zone, work.same_photo_as"

    init(_ row: Row) throws {
        user = try row["user_id"]
        receipt = try row["id"]
        state = try row["state"]
        timeZone = try row["time_zone"]
        samePhotoAs = try row["same_photo_as"]
    }

    var identity: Statement { "user_id = \(user) AND id = \(receipt)" }
}

/// The right to work on one receipt.
typealias Claim = Lease<QueuedReceipt>

extension Claim {
    /// What the receipt says, as it is stored.
    var stored: StoredReading { StoredReading(user: work.user, receipt: work.receipt) }
}

/// Why a stage of a receipt ended without a result.
enum StageFailure: Error {
    /// Permanent. `retryMayHelp` is whether reading the same photo again may succeed.
    case failed(ReceiptFailure, retryMayHelp: Bool = false)
    /// Retried after a pause. `isCounted` is whether it counts as an attempt.
    case postponed(Duration, isCounted: Bool)
    /// The photo is read again, behind those of everybody, since reading it failed after a long time.
    case putBehind
    /// Its stage has to be done anew, as what it needs is gone.
    case restarted
}

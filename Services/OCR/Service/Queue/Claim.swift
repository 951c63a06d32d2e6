import Foundation
import Postgres

/// Which work a receipt waits for. The two go on side by side, so that a photo can be read while budget is down.
enum Lane: Sendable, Hashable, CaseIterable {
    /// From photo to reading.
    case understanding
    /// From reading to purchase.
    case saving

    /// The lane of a receipt in this state; nil when nobody needs to be woken for it.
    init?(of state: ReceiptState) {
        switch state {
        case .queued: self = .understanding
        case .saving: self = .saving
        case .reading, .parsing, .done, .failed: return nil
        }
    }
}

/// The right to work on one receipt, until it runs out or somebody else takes it.
struct Claim: Sendable {
    /// Each claim's own; a write that names an old one changes nothing.
    var token: UUID
    var user: UUID
    var receipt: UUID
    var state: ReceiptState
    /// How often this stage was begun, this time included.
    var attempts: Int
    /// IANA name of the uploading device's zone, or empty.
    var timeZone: String
    /// The earlier receipt with the very same photo.
    var samePhotoAs: UUID?

    init(_ row: Row) throws {
        token = try row["claim"]
        user = try row["user_id"]
        receipt = try row["id"]
        state = try row["state"]
        attempts = try row["attempts"]
        timeZone = try row["time_zone"]
        samePhotoAs = try row["same_photo_as"]
    }
}

/// Why a receipt doesn't go on now.
enum Setback: Error {
    /// For good; the sentence is for its owner. `retryMayHelp` tells whether the same photo may be read another time.
    case failed(String, retryMayHelp: Bool = false)
    /// Later. `isCounted` tells whether it counts as one of its attempts.
    case postponed(Duration, isCounted: Bool)
    /// Its stage has to be done anew, as what it needs is gone.
    case restarted
    /// Somebody else works on it now.
    case lost
}

import Messages
import Postgres

/// How far a receipt is on its way from photo to purchase.
enum ReceiptState: String, PostgresCodable {
    case queued
    case reading
    case parsing
    /// Understood; catalog and budget are being told.
    case saving
    case done
    case failed

    var isFinal: Bool { self == .done || self == .failed }

    var message: OCR.ReceiptState {
        switch self {
        case .queued: .queued
        case .reading: .reading
        case .parsing: .parsing
        case .saving: .saving
        case .done: .done
        case .failed: .failed
        }
    }
}

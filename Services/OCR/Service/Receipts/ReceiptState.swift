import Messages
import Postgres

/// The state of a receipt between photo and purchase.
enum ReceiptState: String, PostgresCodable {
    case queued
    case reading
    case parsing
    /// Interpreted; being recorded with catalog and budget.
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

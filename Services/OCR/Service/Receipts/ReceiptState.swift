import Foundation
import OCRMessages
import Postgres
import ServiceKit

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

extension ChangeFeed.Change where Key == UUID {
    /// A receipt's state and per cent as the database announces them.
    var receiptProgress: (state: ReceiptState, percent: Int32)? {
        let parts = details.split(separator: " ")
        guard parts.count == 2, let state = ReceiptState(rawValue: String(parts[0])), let percent = Int32(parts[1])
        else {
            return nil
        }
        return (state, percent)
    }
}

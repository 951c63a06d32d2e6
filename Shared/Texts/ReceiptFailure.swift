/// Why a receipt did not become a purchase. The raw value is stored, and sent to other services.
package enum ReceiptFailure: String, Sendable, Hashable, CaseIterable {
    case tooDark = "too_dark"
    case printTooSmall = "print_too_small"
    case printBlurred = "print_blurred"
    case printFaded = "print_faded"
    case cutOff = "cut_off"
    case noPrices = "no_prices"
    case darkOrNoReceipt = "dark_or_no_receipt"
    case lensCovered = "lens_covered"
    case blurred
    case noPrint = "no_print"
    case damaged
    case needsTooMuchMemory = "needs_too_much_memory"
    case tookTooLong = "took_too_long"
    case readingFailed = "reading_failed"
    case neverFinished = "never_finished"
    case notStored = "not_stored"
    case notSaved = "not_saved"
    case unknown

    /// A sentence for the receipt's owner.
    package var text: LocalizedText {
        switch self {
        case .tooDark: .receipts.failureTooDark
        case .printTooSmall: .receipts.failurePrintTooSmall
        case .printBlurred: .receipts.failurePrintBlurred
        case .printFaded: .receipts.failurePrintFaded
        case .cutOff: .receipts.failureCutOff
        case .noPrices: .receipts.failureNoPrices
        case .darkOrNoReceipt: .receipts.failureDarkOrNoReceipt
        case .lensCovered: .receipts.failureLensCovered
        case .blurred: .receipts.failureBlurred
        case .noPrint: .receipts.failureNoPrint
        case .damaged: .receipts.failureDamaged
        case .needsTooMuchMemory: .receipts.failureNeedsTooMuchMemory
        case .tookTooLong: .receipts.failureTookTooLong
        case .readingFailed: .receipts.failureReadingFailed
        case .neverFinished: .receipts.failureNeverFinished
        case .notStored: .receipts.failureNotStored
        case .notSaved: .receipts.failureNotSaved
        case .unknown: .receipts.failureUnknown
        }
    }
}

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

    /// A sentence for the receipt's owner, in English.
    package var text: String {
        switch self {
        case .tooDark:
            """
            The photo is too dark to be read. Please take it again in better light, or type the receipt in \
            by hand.
            """
        case .printTooSmall:
            """
            The print is too small on the photo. Please go closer, so that the receipt fills the picture, or \
            type the receipt in by hand.
            """
        case .printBlurred:
            """
            The print could not be made out: the photo is probably blurred. Please hold the camera still and \
            take it again, or type the receipt in by hand.
            """
        case .printFaded:
            """
            The print could not be made out: it may be faded, creased or badly lit. Please smooth the \
            receipt and take the photo again in even light, or type the receipt in by hand.
            """
        case .cutOff:
            """
            The receipt is cut off at the border of the photo. Please take a photo of the whole receipt, or \
            type the receipt in by hand.
            """
        case .noPrices:
            """
            No prices were found: this does not look like a receipt. Please take a photo of the whole \
            receipt, or type the receipt in by hand.
            """
        case .darkOrNoReceipt:
            """
            No print was found on the photo: it may be too dark, or not show a receipt. Please take it again \
            in good light, or type the receipt in by hand.
            """
        case .lensCovered:
            """
            No print was found on the photo: something may cover the lens. Please take it again, or type the \
            receipt in by hand.
            """
        case .blurred:
            """
            The photo is too blurred to be read. Please hold the camera still and take it again, or type the \
            receipt in by hand.
            """
        case .noPrint:
            """
            No print was found: the photo does not seem to show a receipt. Please take a photo of the \
            receipt, or type the receipt in by hand.
            """
        case .damaged: "The photo is damaged and cannot be opened. Please take or choose it again."
        case .needsTooMuchMemory:
            """
            The photo needs too much memory to be read. Please send a smaller one, or type the receipt in by \
            hand.
            """
        case .tookTooLong:
            """
            Reading the photo took too long. Please try a sharper photo of the receipt alone, or type the \
            receipt in by hand.
            """
        case .readingFailed: "Reading the photo failed. Please try again, or type the receipt in by hand."
        case .neverFinished: "The photo could not be read. Please take it again, or type the receipt in by hand."
        case .notStored: "The photo is no longer stored. Please send it again."
        case .notSaved: "The receipt was read, but it could not be saved. Please type it in by hand."
        case .unknown: "This receipt could not be read. Please try another photo."
        }
    }
}

package import EventsMessages
import RPC

extension Events.Event.Payload {
    /// The service that such things happen in, which alone may report them.
    package var sender: String {
        switch self {
        case .purchaseRecorded, .purchaseCorrected, .purchaseSettled, .goalPassed, .goalKept, .badgeAwarded,
            .priceDropFound, .priceDropGone:
            "budget"
        case .receiptFailed: "ocr"
        case .accountSecured, .consentWithdrawn: "auth"
        }
    }

    /// Checks who reports it: a service that has been taken over must not speak for others.
    /// - Throws: PERMISSION_DENIED.
    func require(_ sender: String) throws {
        guard sender == self.sender else {
            throw Status(
                .permissionDenied,
                "\(sender) sent an event that only \(self.sender) sends.",
                reason: .foreignEvent
            )
        }
    }
}

extension Status {
    /// Whether the receiver of an event will never take it.
    var rejectsEvent: Bool { code == .invalidArgument || reason == .foreignEvent }
}

extension StatusReason {
    /// The event is of a kind that another service sends.
    static let foreignEvent: StatusReason = "FOREIGN_EVENT"
}

/// A charge on a receipt that is no product, and that is stored without a name. The raw value is stored.
package enum ReceiptCharge: String, Codable, Sendable, Hashable, CaseIterable {
    case service
    case tip
    /// To the smallest coin, in cash.
    case rounding

    /// Its name for the receipt's owner.
    package var text: LocalizedText {
        switch self {
        case .service: .receipts.chargeService
        case .tip: .receipts.chargeTip
        case .rounding: .receipts.chargeRounding
        }
    }

    /// The charge that former versions stored by its English name; nil for any other text.
    package init?(formerName name: String) {
        guard let charge = Self.allCases.first(where: { $0.text.english == name }) else { return nil }
        self = charge
    }
}

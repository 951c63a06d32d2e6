/// A unit of the quantities on receipts, with the text that messages and the database have for it.
public enum ReceiptUnit: String, Sendable, Hashable, CaseIterable {
    case each
    case kilogram = "kg"
    case gram = "g"
    case pound = "lb"
    case ounce = "oz"
    case litre = "l"
    case millilitre = "ml"
    /// Of which country a receipt doesn't say.
    case gallon = "gal"
    case metre = "m"
}

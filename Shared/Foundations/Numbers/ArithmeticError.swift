/// Why a calculation has no exact result.
public enum ArithmeticError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The result has more digits than the type holds.
    case overflow
    /// The divisor is zero.
    case divisionByZero
    /// The result would have to be rounded, where that isn't asked for.
    case inexact
    /// Two amounts are of different currencies, named by their codes.
    case currencyMismatch(String, String)
    /// Weights that nothing can be allocated by: none, a negative one, or all of them zero.
    case invalidWeights

    /// A sentence for logs.
    public var description: String {
        switch self {
        case .overflow: "The result is too large."
        case .divisionByZero: "The divisor is zero."
        case .inexact: "The result has more digits after its point than there is room for."
        case .currencyMismatch(let first, let second): "The amounts are in \(first) and \(second)."
        case .invalidWeights: "At least one weight must be above zero, and none below."
        }
    }
}

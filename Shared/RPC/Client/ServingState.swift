/// What an instance says of its own health.
package enum ServingState: Sendable, Hashable {
    /// Not reported yet, or not watched.
    case unknown
    case serving
    /// It does not serve; why, for operators.
    case notServing(String)

    /// Whether calls may go there. What says nothing is tried.
    var takesCalls: Bool {
        if case .notServing = self { return false }
        return true
    }
}

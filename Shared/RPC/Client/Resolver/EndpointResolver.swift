public import Foundations
public import NIOCore

/// Finds out where the instances of a service are.
package protocol EndpointResolver: Sendable {
    /// What is resolved, for operators: `budget.larder:7001`.
    var target: String { get }
    /// Where the instances are now, in any order.
    /// - Throws: When nothing can be said about it; what was known before stays in use.
    func resolve() async throws -> [Endpoint]
}

/// Intervals between lookups of names.
public struct ResolutionIntervals: Sendable, Hashable {
    /// After a success. At least ``minimum``.
    public var regular: TimeAmount
    /// The least time between two lookups, whatever requests the second one.
    public var minimum: TimeAmount
    /// After failures in a row.
    public var afterFailure = Backoff(initial: .seconds(1), maximum: .seconds(30))

    /// Makes intervals; the defaults are 30 s and 1 s.
    public init(regular: TimeAmount = .seconds(30), minimum: TimeAmount = .seconds(1)) {
        self.regular = max(regular, minimum)
        self.minimum = minimum
    }
}

/// Why addresses are not known.
package struct ResolutionFailure: Error, CustomStringConvertible {
    /// A sentence for operators.
    package let description: String

    /// A failure and its reason.
    package init(_ description: String) { self.description = description }
}

/// What happens to a piece of work after an attempt.
package enum WorkOutcome: Sendable, Equatable {
    /// It is done; its row is removed.
    case finished
    /// Its row has been changed under the lease already, such as in the transaction that did the work.
    case settled
    /// It is tried again after a pause. An attempt that doesn't count leaves the number of attempts as it was.
    case postponed(Duration, isCounted: Bool = true, reason: String? = nil)
    /// It is tried again after a pause, and the worker pauses, too: what all its work needs can't be reached.
    case unavailable(Duration, reason: String)
    /// Trying again is pointless: it is kept for an operator.
    case parked(reason: String)
    /// Another worker has the lease now.
    case lost
}

/// The lease ended before the work did: another worker may have it.
package struct LeaseLost: Error, Sendable {
    /// The lease is no longer in force.
    package init() {}
}

import NIOCore
import Wire

/// A call that may have a time by which it ends.
protocol TimedCall: AnyObject {
    var deadline: NIODeadline? { get }
}

extension StreamTable where Value: TimedCall {
    /// Ends the calls whose time is up.
    /// - Returns: The earliest deadline of the others; nil when none has any.
    func endExpired(now: NIODeadline, _ end: (Value) -> Void) -> NIODeadline? {
        var earliest: NIODeadline?
        for call in values {
            guard let deadline = call.deadline else { continue }
            if deadline <= now {
                end(call)
            } else {
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        return earliest
    }
}

public import Foundations
import Synchronization

/// The last events of a channel, subchannel or server, for operators.
///
/// Bounded: the oldest event makes room for the newest. Meant for what happens seldom, such as connections that are made
/// and lost; not for calls and messages, which are only counted.
public final class EventTrace: Sendable {
    /// How much an event matters.
    public enum Severity: Int, Sendable, Hashable, CaseIterable {
        case information
        case warning
        case error
    }

    /// Something that happened.
    public struct Event: Sendable, Hashable {
        /// When it happened.
        public var time: WallTime
        /// How much it matters.
        public var severity: Severity
        /// A sentence for operators. It has no content of messages and no metadata of calls.
        public var sentence: String

        /// Describes an event.
        public init(time: WallTime, severity: Severity, sentence: String) {
            self.time = time
            self.severity = severity
            self.sentence = sentence
        }
    }

    private struct State {
        var events: [Event] = []
        /// Where the next event goes once `events` is full.
        var next = 0
        var recorded = 0
    }

    /// How many events are kept at the most.
    public let capacity: Int
    private let clock: any WallClock
    private let state = Mutex(State())

    /// Makes an empty trace.
    /// - Parameters:
    ///   - capacity: How many events are kept, 1 or more.
    ///   - clock: The time of day.
    public init(capacity: Int = 32, clock: any WallClock = .system) {
        precondition(capacity > 0)
        self.capacity = capacity
        self.clock = clock
    }

    /// Adds an event; the oldest is forgotten when there are too many.
    public func record(_ sentence: String, _ severity: Severity = .information) {
        let time = WallTime(millisecondsSince1970: clock.unixMilliseconds)
        let event = Event(time: time, severity: severity, sentence: sentence)
        state.withLock { state in
            state.recorded += 1
            if state.events.count < capacity { return state.events.append(event) }
            state.events[state.next] = event
            state.next = (state.next + 1) % capacity
        }
    }

    /// The events that are kept, the oldest first.
    public var events: [Event] {
        state.withLock { Array($0.events[$0.next...] + $0.events[..<$0.next]) }
    }

    /// How many events there have been, kept or forgotten.
    public var recorded: Int { state.withLock { $0.recorded } }
}

/// The time of day.
public struct WallTime: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970, without leap seconds.
    public var millisecondsSince1970: Int64

    /// Names a time.
    public init(millisecondsSince1970: Int64) { self.millisecondsSince1970 = millisecondsSince1970 }

    /// The machine's clock.
    public static var now: WallTime {
        WallTime(millisecondsSince1970: SystemWallClock().unixMilliseconds)
    }

    /// Whether one time is before another.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }
}

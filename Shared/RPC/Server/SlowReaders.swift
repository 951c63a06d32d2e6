import NIOCore
import Wire

/// Finds clients that ask for responses and do not take them, since what waits for them takes memory.
///
/// Checked every ``interval`` while anything waits, and never while all is taken as it comes.
struct SlowReaders {
    /// In this time a stream has to take ``leastBytes`` of what waits for it, and a whole connection a piece of output.
    static let timeout = TimeAmount.seconds(25)
    /// What keeps a stream with waiting messages going, about 650 bytes a second.
    static let leastBytes = 16_384
    /// Time between two checks, so that nothing waits for longer than 35 s.
    static let interval = TimeAmount.seconds(5)

    /// How much had been sent at the last check, and since when it is that much.
    private struct Progress {
        let sent: Int
        let since: NIODeadline

        /// The progress at a later check, if less than `least` is none.
        func next(_ sent: Int, least: Int, now: NIODeadline) -> Progress {
            sent - self.sent < least ? self : Progress(sent: sent, since: now)
        }

        func isStuck(_ now: NIODeadline) -> Bool { now - since >= SlowReaders.timeout }
    }

    /// Streams that waited at the last check, and their bytes.
    private var streams: [StreamID: Progress] = [:]
    /// The connection, if it waited, and its pieces of output.
    private var connection: Progress?
    /// When to check again; nil while nothing waits.
    private(set) var nextCheck: NIODeadline?

    /// Something waits for the peer.
    /// - Returns: When to check; nil when that was said before.
    mutating func start(now: NIODeadline) -> NIODeadline? {
        guard nextCheck == nil else { return nil }
        nextCheck = now + SlowReaders.interval
        return nextCheck
    }

    /// Compares what waits with the checks before.
    /// - Returns: The streams that are no longer waited for, and whether the connection is not.
    mutating func check(_ output: BlockedOutput, now: NIODeadline) -> (streams: [StreamID], isConnectionStuck: Bool) {
        nextCheck = output.isBlocked || !output.streams.isEmpty ? now + SlowReaders.interval : nil
        var waiting: [StreamID: Progress] = [:]
        for (stream, sentBytes) in output.streams {
            waiting[stream] =
                streams[stream]?.next(sentBytes, least: SlowReaders.leastBytes, now: now)
                ?? Progress(sent: sentBytes, since: now)
        }
        streams = waiting.filter { !$1.isStuck(now) }
        let stuck = waiting.filter { $1.isStuck(now) }.map(\.key)
        let sent = output.chunksWritten
        connection =
            output.isBlocked
            ? connection?.next(sent, least: 1, now: now) ?? Progress(sent: sent, since: now) : nil
        return (stuck, connection?.isStuck(now) == true)
    }
}

extension Status {
    /// The status of a call whose client does not read.
    static let unread = Status(
        .resourceExhausted,
        .rpc.unread(
            limit: SlowReaders.leastBytes / 1_024,
            seconds: Int(SlowReaders.timeout.nanoseconds / 1_000_000_000)
        ),
        reason: .unread
    )

    /// The status of a call whose responses would take more memory than its client may use.
    static let tooMuchUnread = Status(
        .resourceExhausted,
        .rpc.tooMuchUnread,
        retryDelay: .seconds(1),
        reason: .overloaded
    )
}

extension StatusReason {
    /// The client does not read responses.
    static let unread: StatusReason = "RESPONSES_NOT_READ"
}

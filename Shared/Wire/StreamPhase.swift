/// Where one call stands on its connection.
///
/// Metadata of the server can go ahead of its first message only, so the server's direction starts one step earlier than
/// the client's.
enum StreamPhase: Equatable {
    /// How far one side has come with what it sends on the stream.
    enum Direction: Equatable {
        /// Nothing has been sent; metadata may still go ahead of the messages.
        case idle
        /// Metadata, a message or a part of one has been sent.
        case open
        /// The last message or the end of the direction has been sent, or is buffered to be sent.
        case ended
    }

    /// The call goes on, in directions that end independently.
    case running(sending: Direction, receiving: Direction)
    /// Server: the call was cancelled or rejected while its handler still runs; nothing more is sent or delivered.
    case cancelled(hasReceivedEnd: Bool)

    /// The phase that a call starts in.
    init(role: ConnectionStateMachine.Role) {
        switch role {
        case .client: self = .running(sending: .open, receiving: .idle)
        case .server: self = .running(sending: .idle, receiving: .open)
        }
    }

    /// Whether the call was cancelled or rejected while its handler still runs.
    var isCancelled: Bool {
        if case .cancelled = self { return true }
        return false
    }

    /// Whether this side may send metadata ahead of its messages.
    var canSendMetadata: Bool {
        if case .running(.idle, _) = self { return true }
        return false
    }

    /// Whether this side may send another message.
    var canSend: Bool {
        if case .running(let sending, _) = self { return sending != .ended }
        return false
    }

    /// Whether the peer may send metadata ahead of its messages.
    var canReceiveMetadata: Bool {
        if case .running(_, .idle) = self { return true }
        return false
    }

    /// Whether messages of the peer are still delivered.
    var canReceive: Bool {
        if case .running(_, let receiving) = self { return receiving != .ended }
        return false
    }

    /// Whether the peer has ended its direction, also of a cancelled call.
    var hasReceivedEnd: Bool {
        switch self {
        case .running(_, let receiving): receiving == .ended
        case .cancelled(let hasReceivedEnd): hasReceivedEnd
        }
    }

    /// Records that this side sends metadata or a message, which may be its last.
    mutating func send(end: Bool = false) {
        guard case .running(_, let receiving) = self else { return }
        self = .running(sending: end ? .ended : .open, receiving: receiving)
    }

    /// Records that metadata or a message of the peer has come, which may be its last.
    mutating func receive(end: Bool = false) {
        switch self {
        case .running(let sending, _): self = .running(sending: sending, receiving: end ? .ended : .open)
        case .cancelled(let hasReceivedEnd): self = .cancelled(hasReceivedEnd: hasReceivedEnd || end)
        }
    }

    /// Records that the call was cancelled or rejected.
    /// - Returns: Whether the handler may still send, and therefore still has to be waited for.
    mutating func cancel() -> Bool {
        let awaitsHandler = canSend
        self = .cancelled(hasReceivedEnd: hasReceivedEnd)
        return awaitsHandler
    }
}

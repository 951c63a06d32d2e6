import Synchronization
public import Wire

/// What a client wants to know of its call beside the messages: the metadata that the server sent, and how the responses
/// came. Of a call that is made again it tells of the last attempt.
public final class ResponseRecord: Sendable {
    private struct State {
        var flags: [Bool] = []
        var metadata: Metadata?
        var trailers: Metadata?
    }

    private let state = Mutex(State())

    /// Nothing has come yet.
    public init() {}

    /// For each response that was read, in order, whether it came compressed.
    public var wereCompressed: [Bool] { state.withLock { $0.flags } }

    /// What the server sent as metadata ahead of its first message, at the latest with that; empty when it sent none.
    public var metadata: Metadata { state.withLock { $0.metadata ?? Metadata() } }

    /// What the server sent as metadata with the end of the call, also when that was a failure; empty when it sent none.
    public var trailers: Metadata { state.withLock { $0.trailers ?? Metadata() } }

    func note(wasCompressed: Bool) { state.withLock { $0.flags.append(wasCompressed) } }

    func note(metadata: Metadata?, trailers: Metadata?) {
        state.withLock { state in
            state.metadata = metadata
            state.trailers = trailers
        }
    }
}

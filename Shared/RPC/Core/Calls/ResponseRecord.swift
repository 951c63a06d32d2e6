import Synchronization
public import Wire

/// Collects the server's metadata of a call, and how its responses were encoded.
///
/// For a call that is retried it holds the last attempt.
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

    func record(wasCompressed: Bool) { state.withLock { $0.flags.append(wasCompressed) } }

    func record(metadata: Metadata?, trailers: Metadata?) {
        state.withLock { state in
            state.metadata = metadata
            state.trailers = trailers
        }
    }
}

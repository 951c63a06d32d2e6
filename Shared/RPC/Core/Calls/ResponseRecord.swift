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

    /// The server's metadata ahead of its first message; empty when it sent none.
    public var metadata: Metadata { state.withLock { $0.metadata ?? Metadata() } }

    /// The server's metadata with the end of the call, also of a failed one; empty when it sent none.
    public var trailers: Metadata { state.withLock { $0.trailers ?? Metadata() } }

    func record(wasCompressed: Bool) { state.withLock { $0.flags.append(wasCompressed) } }

    func record(metadata: Metadata?, trailers: Metadata?) {
        state.withLock { state in
            state.metadata = metadata
            state.trailers = trailers
        }
    }
}

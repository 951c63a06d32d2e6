import Synchronization

/// A client channel that reports its state.
public protocol DiagnosableChannel: AnyObject, Sendable {
    /// The present state. Counters are collected from the event loops that own them, so this suspends.
    func snapshot() async -> ChannelSnapshot
}

/// A server that reports its state.
public protocol DiagnosableServer: AnyObject, Sendable {
    /// How it is now.
    /// - Parameter limit: Connections that are described at the most.
    func snapshot(maximumConnections limit: Int) async -> ServerSnapshot
}

/// The channels and servers of a process, for operators who look into it. Does not keep them alive.
public final class DiagnosticsRegistry: Sendable {
    private struct Weak: Sendable {
        weak let object: (any AnyObject & Sendable)?
    }

    private struct State {
        var channels: [Weak] = []
        var servers: [Weak] = []
    }

    private let state = Mutex(State())

    /// Makes an empty registry.
    public init() {}

    /// Takes up a channel.
    public func add(_ channel: any DiagnosableChannel) {
        state.withLock { state in
            state.channels.removeAll { $0.object == nil }
            state.channels.append(Weak(object: channel))
        }
    }

    /// Takes up a server.
    public func add(_ server: any DiagnosableServer) {
        state.withLock { state in
            state.servers.removeAll { $0.object == nil }
            state.servers.append(Weak(object: server))
        }
    }

    /// The channels that exist, in the order in which they were added.
    public var channels: [any DiagnosableChannel] {
        state.withLock { $0.channels.compactMap { $0.object as? any DiagnosableChannel } }
    }

    /// The servers that exist, in the order in which they were added.
    public var servers: [any DiagnosableServer] {
        state.withLock { $0.servers.compactMap { $0.object as? any DiagnosableServer } }
    }
}

package import RPC
import RPCStubs
package import RPCValues

/// Shows the operator the channels and servers of this process.
package struct DiagnosticsService: RPCMessages.DiagnosticsProvider {
    private let program: String
    private let registry: DiagnosticsRegistry

    /// Connections that are described unless the caller says how many.
    private static let usualConnections = 100
    private static let mostConnections = 1_000

    /// Shows what is in `registry`.
    package init(program: String, registry: DiagnosticsRegistry) {
        self.program = program
        self.registry = registry
    }

    /// Describes the channels of this process, ordered by target.
    package func listChannels(
        _ request: RPCMessages.ListChannelsRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListChannelsResponse {
        var states: [RPCMessages.ChannelState] = []
        for channel in registry.channels { states.append(.init(await channel.snapshot())) }
        return .init(program: program, channels: states.sorted { $0.target < $1.target })
    }

    /// Describes the servers of this process, with a bounded number of connections each.
    package func listServers(
        _ request: RPCMessages.ListServersRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListServersResponse {
        let asked = Int(request.maximumConnections)
        let limit = asked > 0 ? min(asked, DiagnosticsService.mostConnections) : DiagnosticsService.usualConnections
        var states: [RPCMessages.ServerState] = []
        for server in registry.servers { states.append(.init(await server.snapshot(maximumConnections: limit))) }
        return .init(program: program, servers: states)
    }
}

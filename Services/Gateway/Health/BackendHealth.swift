import Messages
import RPC
import ServiceStubs

/// Asks every instance of a service how it is.
struct BackendHealth: Sendable {
    let service: String
    private let channel: RPCChannel

    /// An instance that takes longer to answer counts as not answering.
    private static let timeout = Duration.seconds(1)

    init(service: String, channel: RPCChannel) {
        self.service = service
        self.channel = channel
    }

    /// The health of the service: it serves as long as one instance does.
    func ask() async -> RPCMessages.ServiceHealth {
        // Anew each time: instances come and go.
        let instances = channel.instances
        let problems = await withTaskGroup(of: String?.self) { group in
            for instance in instances { group.addTask { await BackendHealth.problem(of: instance) } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        let healthy = problems.count { $0 == nil }
        return .init(
            service: service,
            status: healthy > 0 ? .serving : .notServing,
            explanation: problems.compactMap(\.self).min() ?? "",
            healthyInstances: Int32(healthy),
            instances: Int32(instances.count)
        )
    }

    /// What keeps an instance from serving; nil when it serves.
    private static func problem(of instance: RPCChannel) async -> String? {
        do {
            let client = RPCMessages.HealthClient(channel: instance)
            let health = try await client.checkHealth(.init(), options: CallOptions(timeout: timeout))
            guard health.status != .serving else { return nil }
            return health.explanation.isEmpty ? "not serving" : health.explanation
        } catch {
            return "does not answer"
        }
    }
}

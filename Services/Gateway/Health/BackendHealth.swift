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
        return health(problems, of: instances.count)
    }

    /// Tells the health of the service at once and whenever it changes, until the task is cancelled.
    func watch(_ told: (RPCMessages.ServiceHealth) async throws -> Void) async throws {
        let instances = channel.instances
        let (changes, continuation) = AsyncStream.makeStream(of: (instance: Int, problem: String?).self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for (index, instance) in instances.enumerated() {
                group.addTask { await BackendHealth.follow(instance) { continuation.yield((index, $0)) } }
            }
            var problems: [Int: String?] = [:]
            var last: RPCMessages.ServiceHealth?
            for await change in changes {
                problems[change.instance] = .some(change.problem)
                let health = health(Array(problems.values), of: instances.count)
                // One that serves is enough to know; that none does is known when all have answered.
                let isKnown = health.status == .serving || problems.count == instances.count
                guard isKnown, health.status != last?.status || health.explanation != last?.explanation else {
                    continue
                }
                last = health
                try await told(health)
            }
        }
    }

    /// Before an instance that ended a watch, or could not be reached, is asked again.
    private static let pause = Duration.milliseconds(500)

    /// Reports what keeps an instance from serving, nil when it serves, until the task is cancelled.
    private static func follow(_ instance: RPCChannel, _ report: (String?) -> Void) async {
        let client = RPCMessages.HealthClient(channel: instance)
        while !Task.isCancelled {
            try? await client.watchHealth(.init()) { answers in
                for try await answer in answers { report(problem(told: answer)) }
            }
            report(silent)
            try? await Task.sleep(for: pause)
        }
    }

    /// The service serves as long as one instance does.
    private func health(_ problems: [String?], of instances: Int) -> RPCMessages.ServiceHealth {
        let healthy = problems.count { $0 == nil }
        return .init(
            service: service,
            status: healthy > 0 ? .serving : .notServing,
            explanation: problems.compactMap(\.self).min() ?? "",
            healthyInstances: Int32(healthy),
            instances: Int32(instances)
        )
    }

    private static let silent = "does not answer"

    private static func problem(told health: RPCMessages.CheckHealthResponse) -> String? {
        guard health.status != .serving else { return nil }
        return health.explanation.isEmpty ? "not serving" : health.explanation
    }

    /// What keeps an instance from serving; nil when it serves.
    private static func problem(of instance: RPCChannel) async -> String? {
        do {
            let client = RPCMessages.HealthClient(channel: instance)
            let health = try await client.checkHealth(.init(), options: CallOptions(timeout: timeout))
            return problem(told: health)
        } catch {
            return silent
        }
    }
}

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
    ///
    /// Instances that come are followed too, and those that go count no more.
    func watch(_ told: (RPCMessages.ServiceHealth) async throws -> Void) async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: Change.self)
        var followed = FollowedInstances { endpoint, problem in continuation.yield(.problem(endpoint, problem)) }
        defer { followed.stop() }
        followed.update(channel.instances)
        let looking = Task { [channel] in
            while (try? await Task.sleep(for: BackendHealth.pause)) != nil {
                continuation.yield(.instances(channel.instances))
            }
            continuation.finish()
        }
        defer { looking.cancel() }
        var last: RPCMessages.ServiceHealth?
        try await withTaskCancellationHandler {
            for await change in changes {
                followed.take(change)
                let health = health(Array(followed.problems.values), of: followed.count)
                // One that serves is enough to know; that none does is known when all have answered.
                let isKnown = health.status == .serving || followed.problems.count == followed.count
                guard isKnown, health.status != last?.status || health.explanation != last?.explanation else {
                    continue
                }
                last = health
                try await told(health)
            }
        } onCancel: {
            continuation.finish()
        }
    }

    /// Before an instance that ended a watch, or could not be reached, is asked again; and between two looks at which
    /// instances there are.
    private static let pause = Duration.milliseconds(500)

    /// Reports what keeps an instance from serving, nil when it serves, until the task is cancelled.
    fileprivate static func follow(_ instance: RPCChannel, _ report: (String?) -> Void) async {
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

/// What a watch takes note of.
private enum Change: Sendable {
    case problem(String, String?)
    case instances([RPCChannel])
}

/// The instances whose health is followed, by the places where they are.
private struct FollowedInstances {
    private var tasks: [String: Task<Void, Never>] = [:]
    /// What keeps each instance that has answered from serving; nil in it for nothing.
    private(set) var problems: [String: String?] = [:]
    private let report: @Sendable (String, String?) -> Void

    init(_ report: @escaping @Sendable (String, String?) -> Void) { self.report = report }

    var count: Int { tasks.count }

    mutating func take(_ change: Change) {
        switch change {
        case .instances(let instances): update(instances)
        case .problem(let endpoint, let problem):
            // It may have gone meanwhile.
            if tasks[endpoint] != nil { problems[endpoint] = .some(problem) }
        }
    }

    mutating func update(_ instances: [RPCChannel]) {
        let present = Dictionary(instances.map { ($0.target, $0) }) { first, _ in first }
        for (endpoint, task) in tasks where present[endpoint] == nil {
            task.cancel()
            tasks[endpoint] = nil
            problems[endpoint] = nil
        }
        for (endpoint, instance) in present where tasks[endpoint] == nil {
            tasks[endpoint] = Task { [report] in await BackendHealth.follow(instance) { report(endpoint, $0) } }
        }
    }

    func stop() { tasks.values.forEach { $0.cancel() } }
}

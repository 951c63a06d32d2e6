import RPC
import RPCStubs
import RPCValues

/// Queries the health of every instance of a service.
struct BackendHealth: Sendable {
    let service: String
    private let channel: RPCChannel

    /// The time after which an instance counts as not answering.
    private static let timeout = Duration.seconds(1)

    init(service: String, channel: RPCChannel) {
        self.service = service
        self.channel = channel
    }

    /// The health of the service, which serves as long as one instance does.
    func ask() async -> RPCMessages.ServiceHealth {
        // Read each time, since instances come and go.
        let instances = channel.instances
        let answers = await withTaskGroup(of: Answer.self) { group in
            for instance in instances { group.addTask { await BackendHealth.answer(of: instance) } }
            return await group.reduce(into: [Answer]()) { $0.append($1) }
        }
        return health(answers, of: instances.count)
    }

    /// Reports the health of the service at once and at every change, until the task is cancelled.
    ///
    /// New instances are followed, too, and removed ones no longer count.
    func watch(_ report: (RPCMessages.ServiceHealth) async throws -> Void) async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: Change.self)
        var followed = FollowedInstances { endpoint, answer in continuation.yield(.answer(endpoint, answer)) }
        defer { followed.stop() }
        followed.update(channel.instances)
        let polling = Task { [channel] in
            while (try? await Task.sleep(for: BackendHealth.pause)) != nil {
                continuation.yield(.instances(channel.instances))
            }
            continuation.finish()
        }
        defer { polling.cancel() }
        var last: RPCMessages.ServiceHealth?
        try await withTaskCancellationHandler {
            for await change in changes {
                followed.take(change)
                let health = health(Array(followed.answers.values), of: followed.count)
                // One serving instance suffices; that none serves is known once all have answered.
                let isKnown = health.status == .serving || followed.answers.count == followed.count
                guard isKnown, health.status != last?.status || health.explanation != last?.explanation else {
                    continue
                }
                last = health
                try await report(health)
            }
        } onCancel: {
            continuation.finish()
        }
    }

    /// The interval before an instance that ended a watch or was unreachable is queried again, and between checks for
    /// new instances.
    private static let pause = Duration.milliseconds(500)

    /// Reports an instance's health until the task is cancelled.
    fileprivate static func follow(_ instance: RPCChannel, _ report: (Answer) -> Void) async {
        let client = RPCMessages.HealthClient(channel: instance)
        while !Task.isCancelled {
            try? await client.watchHealth(.init()) { answers in
                for try await answer in answers { report(Answer(answer)) }
            }
            report(.silent)
            try? await Task.sleep(for: pause)
        }
    }

    /// Combines the instances' health; reasons for not serving take precedence over degradations.
    private func health(_ answers: [Answer], of instances: Int) -> RPCMessages.ServiceHealth {
        let healthy = answers.count { $0.isServing }
        let problems = answers.filter { !$0.isServing }.map(\.explanation)
        let notes = answers.map(\.explanation).filter { !$0.isEmpty }
        return .init(
            service: service,
            status: healthy > 0 ? .serving : .notServing,
            explanation: problems.min() ?? notes.min() ?? "",
            healthyInstances: Int32(healthy),
            instances: Int32(instances)
        )
    }

    private static func answer(of instance: RPCChannel) async -> Answer {
        do {
            let client = RPCMessages.HealthClient(channel: instance)
            return Answer(try await client.checkHealth(.init(), options: CallOptions(timeout: timeout)))
        } catch {
            return .silent
        }
    }
}

/// The health of an instance.
private struct Answer: Sendable {
    var isServing: Bool
    /// The reason for not serving, or a degradation; empty when none is given.
    var explanation: String

    static let silent = Answer(isServing: false, explanation: "does not answer")

    private init(isServing: Bool, explanation: String) {
        self.isServing = isServing
        self.explanation = explanation
    }

    init(_ health: RPCMessages.CheckHealthResponse) {
        isServing = health.status == .serving
        explanation = health.explanation.isEmpty && !isServing ? "not serving" : health.explanation
    }
}

/// A change observed by a watch.
private enum Change: Sendable {
    case answer(String, Answer)
    case instances([RPCChannel])
}

/// The followed instances, by endpoint.
private struct FollowedInstances {
    private var tasks: [String: Task<Void, Never>] = [:]
    /// The health of each instance that has answered.
    private(set) var answers: [String: Answer] = [:]
    private let report: @Sendable (String, Answer) -> Void

    init(_ report: @escaping @Sendable (String, Answer) -> Void) { self.report = report }

    var count: Int { tasks.count }

    mutating func take(_ change: Change) {
        switch change {
        case .instances(let instances): update(instances)
        case .answer(let endpoint, let answer):
            // It may have been removed meanwhile.
            if tasks[endpoint] != nil { answers[endpoint] = answer }
        }
    }

    mutating func update(_ instances: [RPCChannel]) {
        let present = Dictionary(instances.map { ($0.target, $0) }) { first, _ in first }
        for (endpoint, task) in tasks where present[endpoint] == nil {
            task.cancel()
            tasks[endpoint] = nil
            answers[endpoint] = nil
        }
        for (endpoint, instance) in present where tasks[endpoint] == nil {
            tasks[endpoint] = Task { [report] in await BackendHealth.follow(instance) { report(endpoint, $0) } }
        }
    }

    func stop() { tasks.values.forEach { $0.cancel() } }
}

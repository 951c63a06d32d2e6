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
        let answers = await withTaskGroup(of: Answer.self) { group in
            for instance in instances { group.addTask { await BackendHealth.answer(of: instance) } }
            return await group.reduce(into: [Answer]()) { $0.append($1) }
        }
        return health(answers, of: instances.count)
    }

    /// Tells the health of the service at once and whenever it changes, until the task is cancelled.
    func watch(_ told: (RPCMessages.ServiceHealth) async throws -> Void) async throws {
        let instances = channel.instances
        let (changes, continuation) = AsyncStream.makeStream(of: (instance: Int, answer: Answer).self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for (index, instance) in instances.enumerated() {
                group.addTask { await BackendHealth.follow(instance) { continuation.yield((index, $0)) } }
            }
            var answers: [Int: Answer] = [:]
            var last: RPCMessages.ServiceHealth?
            for await change in changes {
                answers[change.instance] = change.answer
                let health = health(Array(answers.values), of: instances.count)
                // One that serves is enough to know; that none does is known when all have answered.
                let isKnown = health.status == .serving || answers.count == instances.count
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

    /// What an instance says of itself.
    private struct Answer {
        var isServing: Bool
        /// What keeps it from serving, or what it serves without; empty when nothing is said.
        var explanation: String

        static let silent = Answer(isServing: false, explanation: "does not answer")

        init(isServing: Bool, explanation: String) {
            self.isServing = isServing
            self.explanation = explanation
        }

        init(_ health: RPCMessages.CheckHealthResponse) {
            isServing = health.status == .serving
            explanation = health.explanation.isEmpty && !isServing ? "not serving" : health.explanation
        }
    }

    /// Reports what an instance says until the task is cancelled.
    private static func follow(_ instance: RPCChannel, _ report: (Answer) -> Void) async {
        let client = RPCMessages.HealthClient(channel: instance)
        while !Task.isCancelled {
            try? await client.watchHealth(.init()) { answers in
                for try await answer in answers { report(Answer(answer)) }
            }
            report(.silent)
            try? await Task.sleep(for: pause)
        }
    }

    /// The service serves as long as one instance does. Why one does not serve goes before what others serve without.
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

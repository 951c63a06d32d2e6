import Foundations
import RPC
import RPCStubs
import RPCValues
import ServiceKit
import Synchronization

/// The health of a service behind the gateway, watched once for all callers.
///
/// There is one watch of each instance, which begins with the first caller and lasts: callers cost the service nothing,
/// however many there are.
final class BackendHealth: Sendable {
    let service: String
    private let channel: RPCChannel
    private let clock: any WallClock
    /// Nil until the health is known.
    private let latest = WatchedValue<RPCMessages.ServiceHealth?>(nil)
    private let watch = Mutex<Task<Void, Never>?>(nil)

    /// The interval before an instance that ended a watch or was unreachable is queried again, and between checks for
    /// new instances.
    private static let pause = Duration.milliseconds(500)

    /// - Parameter clock: Decides about the pauses.
    init(service: String, channel: RPCChannel, clock: any WallClock = SystemWallClock()) {
        self.service = service
        self.channel = channel
        self.clock = clock
    }

    deinit {
        watch.withLock { $0?.cancel() }
        latest.finish(with: nil)
    }

    /// The health of the service, which serves as long as one instance does.
    ///
    /// The first caller waits until every instance has answered, or one serves and the others have had a while.
    func health() async -> RPCMessages.ServiceHealth {
        for await health in changes() { return health }
        return BackendHealth.health(of: service, [], instances: 0)
    }

    /// The health of the service at once and at every change.
    ///
    /// New instances are followed, too, and removed ones no longer count.
    func changes() -> some AsyncSequence<RPCMessages.ServiceHealth, Never> & Sendable {
        watch.withLock { watch in
            if watch == nil {
                // Detached: the first caller's deadline and trace are not the watch's.
                watch = Task.detached { [service, channel, clock, latest] in
                    await BackendHealth.follow(service, channel, clock, latest)
                }
            }
        }
        return latest.changes().compactMap { $0 }
    }

    /// Keeps the health up to date until the task is cancelled.
    private static func follow(
        _ service: String,
        _ channel: RPCChannel,
        _ clock: any WallClock,
        _ latest: WatchedValue<RPCMessages.ServiceHealth?>
    ) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Change.self)
        var followed = FollowedInstances(clock: clock) { continuation.yield(.answer($0, $1)) }
        defer { followed.stop() }
        let polling = Task {
            repeat {
                // Names are resolved with the first call.
                if channel.instances.isEmpty {
                    _ = try? await RPCMessages.HealthClient(channel: channel)
                        .checkHealth(.init(), options: CallOptions(timeout: pause))
                }
                continuation.yield(.instances(channel.instances))
            } while (try? await clock.sleep(for: pause)) != nil
            continuation.finish()
        }
        defer { polling.cancel() }
        await withTaskCancellationHandler {
            var rounds = 0
            for await change in changes {
                if case .instances = change { rounds += 1 }
                followed.take(change)
                let health = health(of: service, Array(followed.answers.values), instances: followed.count)
                // One serving instance suffices after a while; that none serves is known once all have answered.
                let isKnown = followed.answers.count == followed.count
                guard isKnown || health.status == .serving && rounds > 1 else { continue }
                latest.set(health)
            }
        } onCancel: {
            continuation.finish()
        }
    }

    /// Reports an instance's health until the task is cancelled.
    fileprivate static func follow(_ instance: RPCChannel, _ clock: any WallClock, _ report: (Answer) -> Void) async {
        let client = RPCMessages.HealthClient(channel: instance)
        while !Task.isCancelled {
            var last: Answer?
            try? await client.watchHealth(.init()) { answers in
                for try await answer in answers {
                    let answer = Answer(answer)
                    last = answer
                    report(answer)
                }
            }
            // A watch also ends with its connection's age: then an instance that serves answers at once. One that was
            // lost does not, and one that stops would end every further watch at once.
            if last?.isServing == true { continue }
            if last == nil { report(.silent) }
            try? await clock.sleep(for: pause)
        }
    }

    /// Combines the instances' health; reasons for not serving take precedence over degradations.
    private static func health(
        of service: String,
        _ answers: [Answer],
        instances: Int
    ) -> RPCMessages.ServiceHealth {
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
    /// The instances that there are, at regular intervals.
    case instances([RPCChannel])
}

/// The followed instances, by endpoint.
private struct FollowedInstances {
    private var tasks: [String: Task<Void, Never>] = [:]
    /// The health of each instance that has answered.
    private(set) var answers: [String: Answer] = [:]
    /// The intervals that an instance has not answered for since it is followed.
    private var unanswered: [String: Int] = [:]
    private let clock: any WallClock
    private let report: @Sendable (String, Answer) -> Void

    /// The intervals after which an instance counts as not answering.
    private static let unansweredLimit = 2

    init(clock: any WallClock, _ report: @escaping @Sendable (String, Answer) -> Void) {
        self.clock = clock
        self.report = report
    }

    var count: Int { tasks.count }

    mutating func take(_ change: Change) {
        switch change {
        case .instances(let instances): update(instances)
        case .answer(let endpoint, let answer):
            // It may have been removed meanwhile.
            if tasks[endpoint] != nil { answers[endpoint] = answer }
        }
    }

    private mutating func update(_ instances: [RPCChannel]) {
        let present = Dictionary(instances.map { ($0.target, $0) }) { first, _ in first }
        for (endpoint, task) in tasks where present[endpoint] == nil {
            task.cancel()
            tasks[endpoint] = nil
            answers[endpoint] = nil
            unanswered[endpoint] = nil
        }
        for (endpoint, instance) in present {
            if tasks[endpoint] == nil {
                tasks[endpoint] = Task { [clock, report] in
                    await BackendHealth.follow(instance, clock) { report(endpoint, $0) }
                }
            } else if answers[endpoint] == nil {
                unanswered[endpoint, default: 0] += 1
                if unanswered[endpoint] == FollowedInstances.unansweredLimit { answers[endpoint] = .silent }
            }
        }
    }

    func stop() { tasks.values.forEach { $0.cancel() } }
}

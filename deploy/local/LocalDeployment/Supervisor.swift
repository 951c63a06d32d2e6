package import Foundation
package import Foundations

/// Keeps the programs of a deployment and its database running.
///
/// What ends by itself is started again after a wait, which grows while it ends soon after each start. A start that fails
/// counts as such an end, so that it comes back once the cause is gone.
package actor Supervisor {
    /// What an operator asks for.
    package enum Request: Sendable {
        /// Restarts all programs, one instance after the other.
        case restartAll
        /// Makes new certificates and has all programs take them into use.
        case renewCertificates
    }

    private enum Event {
        case ended(ProgramInstance, ServiceProcess)
        case due(ProgramInstance, ServiceProcess)
        case requested(Request)
    }

    private struct History {
        var failures = 0
        var startedAt: Date
        var watched: ServiceProcess?
    }

    /// An instance that ran for so long has no failures any more.
    package static let stablePeriod: TimeInterval = 60

    private let deployment: LocalDeployment
    private let requests: AsyncStream<Request>
    private let backoff: Backoff
    private let clock: any WallClock
    private let report: @Sendable (String) -> Void
    private let restartEnded: @Sendable (String) -> Void
    private let events: AsyncStream<Event>
    private let emit: AsyncStream<Event>.Continuation
    private var histories: [ProgramInstance: History] = [:]
    private var restarts: [ProgramInstance: Task<Void, Never>] = [:]

    /// A supervisor of what has been started already.
    /// - Parameters:
    ///   - backoff: Waits before something is started again.
    ///   - report: Gets a sentence for the user about each end, start and failure.
    ///   - restartEnded: Gets the sentence about how a restart of all programs has ended.
    package init(
        deployment: LocalDeployment,
        requests: AsyncStream<Request>,
        backoff: Backoff = Backoff(initial: .seconds(1), multiplier: 2, maximum: .seconds(60), jitter: 1...1),
        clock: any WallClock = .system,
        report: @escaping @Sendable (String) -> Void,
        restartEnded: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.deployment = deployment
        self.requests = requests
        self.backoff = backoff
        self.clock = clock
        self.report = report
        self.restartEnded = restartEnded
        (events, emit) = AsyncStream.makeStream(of: Event.self)
    }

    /// Supervises until the task is cancelled.
    package func run() async {
        let (requests, emit) = (requests, emit)
        let listening = Task { for await request in requests { emit.yield(.requested(request)) } }
        let supervision = DatabaseSupervision(deployment: deployment, backoff: backoff, clock: clock, report: report)
        let database = Task { await supervision.run() }
        for instance in deployment.instances { watch(instance) }
        for await event in events {
            switch event {
            case .ended(let instance, let process): ended(instance, process)
            case .due(let instance, let process): start(instance, after: process)
            case .requested(.restartAll): await restartAll()
            case .requested(.renewCertificates): await renewCertificates()
            }
        }
        listening.cancel()
        for restart in restarts.values { restart.cancel() }
        // Nothing starts what the caller stops next.
        database.cancel()
        await database.value
    }

    /// Emits an event when the present process of an instance ends; once for each process.
    private func watch(_ instance: ProgramInstance) {
        guard let process = deployment.process(instance), histories[instance]?.watched !== process else { return }
        histories[instance, default: History(startedAt: clock.now)].startedAt = clock.now
        histories[instance]?.watched = process
        let emit = emit
        Task {
            _ = await process.waitForExit()
            emit.yield(.ended(instance, process))
        }
    }

    private func ended(_ instance: ProgramInstance, _ process: ServiceProcess) {
        // One that was asked to end has its successor already.
        guard deployment.process(instance) === process, var history = histories[instance] else { return }
        if clock.now.timeIntervalSince(history.startedAt) >= Supervisor.stablePeriod { history.failures = 0 }
        histories[instance] = history
        scheduleStart(of: instance, after: process, because: "\(instance) \(process.end).")
    }

    private func scheduleStart(of instance: ProgramInstance, after process: ServiceProcess, because reason: String) {
        histories[instance]?.failures += 1
        let delay = backoff.delay(afterFailures: histories[instance]?.failures ?? 1)
        let seconds = delay.formatted(.units(allowed: [.minutes, .seconds], width: .wide))
        report("\(reason) It is started again in \(seconds); its log is \(deployment.log(of: instance).relativePath).")
        let (clock, emit) = (clock, emit)
        restarts[instance] = Task {
            do { try await clock.sleep(for: delay) } catch { return }
            emit.yield(.due(instance, process))
        }
    }

    private func start(_ instance: ProgramInstance, after process: ServiceProcess) {
        guard deployment.process(instance) === process else { return }
        do {
            try deployment.start(instance)
            watch(instance)
            report("\(instance) has been started again.")
        } catch {
            scheduleStart(of: instance, after: process, because: "\(instance) could not be started: \(error)")
        }
    }

    private func restartAll() async {
        report("Restarting all programs, one instance after the other …")
        do {
            for program in LocalDeployment.replacementOrder where !Task.isCancelled {
                try await deployment.restartInTurn([program]) { instance in
                    report("\(instance) has been restarted.")
                    watch(instance)
                }
            }
            if !Task.isCancelled { endRestart("All programs have been restarted.") }
        } catch is CancellationError {
            return
        } catch {
            endRestart("The restart has been given up: \(error)")
            for instance in deployment.instances { watch(instance) }
        }
    }

    private func endRestart(_ sentence: String) {
        report(sentence)
        restartEnded(sentence)
    }

    private func renewCertificates() async {
        do {
            try await deployment.renewCertificates()
            report("All programs have new certificates.")
        } catch {
            report("\(error)")
        }
    }
}

import CProcess
import Glibc
import Logging
import ReceiptUnderstanding
import Synchronization

/// The state shared by a supervisor's slots: the queue and the busy workers.
final class WorkerPool: Sendable {
    let configuration: WorkerSupervisor.Configuration
    let logger: Logger

    private struct State {
        var queue: [WorkerJob] = []
        var processIDs: [Int: Int32] = [:]
        var idle: Set<Int> = []
        var isStopping = false
        var running: Int
        var missing: [MissingReader] = []
        var onStopped: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>
    /// One event counter for each slot; writing to it ends the slot's wait.
    let wakers: [Int32]

    init(configuration: WorkerSupervisor.Configuration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        let count = max(1, configuration.workers)
        state = Mutex(State(running: count))
        wakers = (0..<count).map { _ in larder_event_descriptor() }
        precondition(wakers.allSatisfy { $0 >= 0 }, "cannot create an event descriptor")
    }

    deinit {
        for waker in wakers { close(waker) }
    }

    var processIDs: [Int32] { state.withLock { $0.processIDs.values.sorted() } }
    var isStopping: Bool { state.withLock { $0.isStopping } }

    func submit(_ job: WorkerJob) {
        let slot = state.withLock { state -> Int? in
            guard !state.isStopping else { return -1 }
            state.queue.append(job)
            // A slot with a running worker is faster than one that must start it.
            let slot = state.idle.min {
                (state.processIDs[$0] == nil ? 1 : 0, $0) < (state.processIDs[$1] == nil ? 1 : 0, $1)
            }
            if let slot { state.idle.remove(slot) }
            return slot
        }
        if slot == -1 { return job.finish(.failure(ReadingError.stopped)) }
        if let slot { wake(slot) }
    }

    /// The next job that is still wanted; without one the slot becomes idle.
    func take(_ slot: Int) -> WorkerJob? {
        state.withLock { state in
            while !state.queue.isEmpty {
                let job = state.queue.removeFirst()
                if job.isCancelled { continue }
                state.idle.remove(slot)
                return job
            }
            state.idle.insert(slot)
            return nil
        }
    }

    /// The readers that the workers could not load.
    var missing: [MissingReader] { state.withLock { $0.missing } }

    func setMissing(_ missing: [MissingReader]) {
        let hasChanged = state.withLock { state in
            defer { state.missing = missing }
            return state.missing != missing
        }
        guard hasChanged, !missing.isEmpty else { return }
        logger.notice("Receipt reader unavailable", metadata: ["missing": "\(missing)"])
    }

    func setProcess(_ processID: Int32?, of slot: Int) {
        state.withLock { $0.processIDs[slot] = processID }
    }

    func wakeAll() {
        for slot in wakers.indices { wake(slot) }
    }

    private func wake(_ slot: Int) {
        var one: UInt64 = 1
        _ = write(wakers[slot], &one, 8)
    }

    func stop(_ whenStopped: @escaping @Sendable () -> Void) {
        let (jobs, isStopped) = state.withLock { state in
            defer { state.queue = [] }
            state.isStopping = true
            if state.running > 0 { state.onStopped.append(whenStopped) }
            return (state.queue, state.running == 0)
        }
        for job in jobs { job.finish(.failure(ReadingError.stopped)) }
        if isStopped { whenStopped() }
        wakeAll()
    }

    func slotEnded() {
        let callbacks = state.withLock { state in
            state.running -= 1
            defer { if state.running == 0 { state.onStopped = [] } }
            return state.running == 0 ? state.onStopped : []
        }
        for callback in callbacks { callback() }
    }
}

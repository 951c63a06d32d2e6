import CProcess
import Glibc
package import Logging
package import ReceiptUnderstanding
import Synchronization

/// Supervises worker processes, each of which reads one image at a time.
///
/// Every worker has a thread of its own that starts, feeds and watches it; Swift's cooperative threads are never
/// blocked. An image that kills its worker, or takes too long, fails alone: the next one gets a new worker.
package final class WorkerSupervisor: Sendable {
    /// The configuration of workers and their limits.
    package struct Configuration: Sendable {
        /// The path of the worker's executable.
        package var executable: String
        /// The worker's arguments.
        package var arguments: [String] = []
        /// The worker's whole environment; nothing is inherited.
        package var environment: [String: String] = [
            "OMP_THREAD_LIMIT": "1", "LC_ALL": "C", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
            // Memory of an image returns to the system rather than to per-thread arenas.
            "MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "1048576", "MALLOC_MMAP_THRESHOLD_": "1048576",
        ]
        /// The number of workers, which read in parallel.
        package var workers = 1
        /// The processor time for one image; a new worker has as much for loading. Other programs' load does not count.
        package var timeLimit: Duration = .seconds(20)
        /// The elapsed time for one image, in case a worker hangs; likewise for loading.
        package var hangLimit: Duration = .seconds(90)
        /// The number of images after which a worker is replaced, as a guard against leaks.
        package var imagesPerWorker = 500
        /// The resident memory after an image above which a worker is replaced, in bytes.
        package var residentLimit = 400 << 20
        /// The resident memory while reading above which a worker is killed, in bytes.
        package var residentCeiling = 640 << 20
        /// The delay before a worker that exited early is replaced; doubled each time, up to `maximumPause`.
        package var firstPause: Duration = .milliseconds(100)
        /// The maximum delay before a worker is replaced.
        package var maximumPause: Duration = .seconds(10)

        /// The default configuration with an executable.
        package init(executable: String) { self.executable = executable }

        /// The allowance of a worker that begins now.
        func allowance(from start: ContinuousClock.Instant, processorTime: Duration?) -> TimeAllowance {
            TimeAllowance(processor: timeLimit, wall: hangLimit, from: start, processorTime: processorTime)
        }
    }

    private let core: WorkerPool
    private let identifiers = Atomic<UInt64>(1)

    /// Starts the threads and one worker, so that the first image finds a loaded engine.
    ///
    /// Other workers start when they are needed.
    package init(configuration: Configuration, logger: Logger) {
        core = WorkerPool(configuration: configuration, logger: logger)
        if larder_has_landlock_scopes() == 0 {
            logger.notice(
                "Only a filter of system calls keeps receipt readers from signalling other processes",
                metadata: ["missing": "Landlock of Linux 6.12 or later"]
            )
        }
        for index in 0..<max(1, configuration.workers) {
            let slot = WorkerSlot(index: index, pool: core)
            DedicatedThread.start { slot.run() }
        }
    }

    /// Reads an image; waits for a free worker.
    ///
    /// - Parameter progress: called with 0…100 from another thread.
    /// - Throws: ``ReadingError``; `CancellationError` when the task is cancelled, which also ends the reading.
    package func read(
        _ image: [UInt8],
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> RecognizedPage {
        let id = identifiers.add(1, ordering: .relaxed).oldValue
        let job = WorkerJob(id: id, image: image, progress: progress)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if job.begin(continuation) { core.submit(job) }
            }
        } onCancel: {
            job.cancel()
            core.wakeAll()
        }
    }

    /// Ends all workers; waiting and running images fail with `stopped`.
    package func stop() async {
        await withCheckedContinuation { continuation in core.stop { continuation.resume() } }
    }

    /// The readers that the workers could not load; empty before one is ready.
    package var missingReaders: [MissingReader] { core.missing }

    /// The process ids of the running workers.
    package var workerProcessIDs: [Int32] { core.processIDs }
}

/// A thread outside Swift's cooperative pool, for code that blocks.
enum DedicatedThread {
    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(body))
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            },
            box.toOpaque()
        )
        precondition(code == 0, "cannot create a thread: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }
}

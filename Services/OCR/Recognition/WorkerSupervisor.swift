import Glibc
package import Logging
package import ReceiptUnderstanding
import Synchronization

/// Keeps worker processes that read images, and hands images to them one at a time.
///
/// Every worker has a thread of its own, which starts it, feeds it, and watches it; Swift's cooperative threads are
/// never blocked. An image that kills its worker, or takes too long, fails alone: the next one gets a new worker.
package final class WorkerSupervisor: Sendable {
    package struct Configuration: Sendable {
        /// The worker's executable.
        package var executable: String
        package var arguments: [String] = []
        /// The worker's whole environment; nothing is inherited.
        package var environment: [String: String] = [
            "OMP_THREAD_LIMIT": "1", "LC_ALL": "C", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
            // What an image needed goes back to the system, and is not kept for each thread of a library.
            "MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "1048576", "MALLOC_MMAP_THRESHOLD_": "1048576",
        ]
        /// How many images are read at a time.
        package var workers = 1
        /// Processor time for one image; a worker that was just started has as much for loading. What other programs take
        /// of the machine does not count.
        package var timeLimit: Duration = .seconds(20)
        /// By the clock, for a worker that hangs; likewise for loading.
        package var hangLimit: Duration = .seconds(90)
        /// A worker is replaced after so many images, as a guard against leaks.
        package var imagesPerWorker = 500
        /// A worker that holds more memory than this after an image is replaced; bytes.
        package var residentLimit = 400 << 20
        /// A worker that holds more memory than this while it reads is ended; bytes.
        package var residentCeiling = 640 << 20
        /// The pause before a worker is started again after one ended early; doubled each time, up to `longestPause`.
        package var firstPause: Duration = .milliseconds(100)
        package var longestPause: Duration = .seconds(10)

        package init(executable: String) { self.executable = executable }

        /// What a worker that begins now may take.
        func allowance(from start: ContinuousClock.Instant, processorTime: Duration?) -> TimeAllowance {
            TimeAllowance(processor: timeLimit, wall: hangLimit, from: start, processorTime: processorTime)
        }
    }

    private let core: WorkerPool
    private let identifiers = Atomic<UInt64>(1)

    /// Starts the threads and one worker, so that the first image finds a loaded engine; the other workers start when
    /// they are needed.
    package init(configuration: Configuration, logger: Logger) {
        core = WorkerPool(configuration: configuration, logger: logger)
        for index in 0..<max(1, configuration.workers) {
            let slot = WorkerSlot(index: index, pool: core)
            DedicatedThread.start { slot.run() }
        }
    }

    /// Reads an image. Waits for a free worker.
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

    /// Ends all workers. Images that are waiting or being read fail with `stopped`.
    package func stop() async {
        await withCheckedContinuation { continuation in core.stop { continuation.resume() } }
    }

    /// Which readers the workers have not; empty when they have all, and before one is ready.
    package var missingReaders: [MissingReader] { core.missing }

    /// The workers that run at the moment.
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
        precondition(code == 0, "the system refuses another thread: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }
}

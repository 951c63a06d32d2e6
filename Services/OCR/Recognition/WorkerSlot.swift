import Glibc
import Logging
import ReceiptUnderstanding

/// A thread's loop that starts one worker, feeds it images and replaces it.
final class WorkerSlot: Sendable {
    private let index: Int
    private let pool: WorkerPool

    init(index: Int, pool: WorkerPool) {
        self.index = index
        self.pool = pool
    }

    func run() {
        var life = Life()
        if index == 0 { start(&life) }
        while !pool.isStopping {
            if let job = pool.take(index) {
                perform(job, &life)
            } else {
                wait(&life)
            }
        }
        end(&life)
        pool.slotEnded()
    }

    private struct Life {
        var worker: WorkerProcess?
        /// The number of workers that exited early in succession.
        var failures = 0
        var notBefore = ContinuousClock.now
    }

    // MARK: Waiting

    private enum Wake { case called, worker, time }

    /// Blocks until the slot is woken, the worker sends data or exits, or the time has come.
    private func block(
        _ worker: WorkerProcess?,
        wantsToSend: Bool = false,
        until deadline: ContinuousClock.Instant? = nil
    ) -> Wake {
        var polled = [pollfd(fd: pool.wakers[index], events: Int16(POLLIN), revents: 0)]
        if let worker {
            polled.append(pollfd(fd: worker.socket, events: Int16(wantsToSend ? POLLIN | POLLOUT : POLLIN), revents: 0))
        }
        var milliseconds: Int32 = -1
        if let deadline {
            let rest = (deadline - ContinuousClock.now).components
            milliseconds = Int32(clamping: max(0, rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000 + 1))
        }
        let count = poll(&polled, nfds_t(polled.count), milliseconds)
        if count == 0 { return .time }
        if polled[0].revents != 0 {
            var value: UInt64 = 0
            _ = read(pool.wakers[index], &value, 8)
            return .called
        }
        return .worker
    }

    /// Waits while idle; handles the worker's messages and exit.
    private func wait(_ life: inout Life) {
        if life.worker == nil, life.failures > 0 {
            // A worker that exited early is replaced after its delay, so that the next image need not wait for it.
            if block(nil, until: life.notBefore) == .time { start(&life) }
            return
        }
        guard block(life.worker) == .worker else { return }
        while true {
            switch life.worker?.receive() {
            case .message(.ready(let missing)): pool.setMissing(missing)
            case .nothing, nil: return
            case .message, .end:
                // An idle worker has nothing to say; one that does is out of control.
                pool.logger.warning(
                    "Receipt reader exited or sent a message while idle",
                    metadata: ["pid": "\(life.worker?.processID ?? 0)"]
                )
                failed(&life)
                return
            }
        }
    }

    // MARK: Starting and ending

    @discardableResult
    private func start(_ life: inout Life) -> Bool {
        if life.worker != nil { return true }
        switch WorkerProcess.start(pool.configuration) {
        case .success(let worker):
            life.worker = worker
            pool.setProcess(worker.processID, of: index)
            return true
        case .failure(let error):
            pool.logger.error(
                "Receipt reader cannot be started",
                metadata: ["executable": "\(pool.configuration.executable)", "reason": "\(error.reason)"]
            )
            failed(&life)
            return false
        }
    }

    private func end(_ life: inout Life) {
        pool.setProcess(nil, of: index)
        life.worker.take()?.end()
    }

    /// Ends the worker and delays the next one, longer after each failure.
    private func failed(_ life: inout Life) {
        end(&life)
        let pause = min(pool.configuration.maximumPause, pool.configuration.firstPause * (1 << min(life.failures, 16)))
        life.failures += 1
        life.notBefore = ContinuousClock.now + pause
    }

    // MARK: One image

    private func perform(_ job: WorkerJob, _ life: inout Life) {
        while life.worker == nil, ContinuousClock.now < life.notBefore {
            if pool.isStopping { return job.finish(.failure(ReadingError.stopped)) }
            if job.isCancelled { return }
            _ = block(nil, until: life.notBefore)
        }
        guard start(&life) else { return job.finish(.failure(ReadingError.unavailable)) }
        let outcome = converse(job, &life)
        switch outcome {
        case .page(let page):
            life.failures = 0
            job.finish(.success(page))
            retireIfDue(&life)
        case .failure(let error):
            life.failures = 0
            job.finish(.failure(error))
            retireIfDue(&life)
        case .timedOut:
            pool.logger.warning(
                "Receipt reader exceeded its time limit and was killed",
                metadata: ["pid": "\(life.worker?.processID ?? 0)"]
            )
            end(&life)
            job.finish(.failure(ReadingError.timedOut))
        case .outgrew:
            pool.logger.warning(
                "Receipt reader exceeded its memory limit and was killed",
                metadata: ["pid": "\(life.worker?.processID ?? 0)"]
            )
            end(&life)
            job.finish(.failure(ReadingError.outgrew))
        case .cancelled:
            end(&life)
            job.finish(.failure(CancellationError()))
        case .stopping:
            end(&life)
            job.finish(.failure(ReadingError.stopped))
        case .died:
            pool.logger.warning(
                "Receipt reader exited while reading",
                metadata: ["pid": "\(life.worker?.processID ?? 0)"]
            )
            failed(&life)
            job.finish(.failure(ReadingError.workerDied))
        }
    }

    private enum Outcome {
        case page(RecognizedPage)
        case failure(ReadingError)
        case timedOut, outgrew, cancelled, stopping, died
    }

    /// The interval at which memory and processor time of a reading worker are checked.
    private static let lookInterval = Duration.milliseconds(100)

    /// Sends the image and receives messages until the page arrives.
    private func converse(_ job: WorkerJob, _ life: inout Life) -> Outcome {
        var allowance = pool.configuration.allowance(from: .now, processorTime: life.worker?.processorTime)
        var isLoading = life.worker?.isReady == false
        var nextLook = ContinuousClock.now
        guard var unsent = try? WorkerMessage.request(id: job.id, image: job.image).encoded()[...] else {
            return .failure(.undecodable)
        }
        while true {
            if pool.isStopping { return .stopping }
            if job.isCancelled { return .cancelled }
            let now = ContinuousClock.now
            if now >= nextLook {
                let rest = allowance.rest(at: now, processorTime: life.worker?.processorTime)
                guard rest > .zero else { return .timedOut }
                if let worker = life.worker, worker.residentBytes > pool.configuration.residentCeiling {
                    return .outgrew
                }
                nextLook = now + min(Self.lookInterval, max(.milliseconds(1), rest))
            }
            if !unsent.isEmpty {
                guard let count = life.worker?.send(unsent) else { return .died }
                unsent = unsent.dropFirst(count)
            }
            switch life.worker?.receive() {
            case .message(.page(job.id, let page)):
                // Nothing can be read or refused before the whole image has arrived.
                return unsent.isEmpty ? .page(page) : .died
            case .message(.failure(job.id, let error)): return unsent.isEmpty ? .failure(error) : .died
            case .message(.progress(job.id, let percent)): job.progress(Int(percent))
            case .message(.ready(let missing)):
                pool.setMissing(missing)
                // Loading time is not charged to the image.
                guard isLoading else { break }
                isLoading = false
                allowance = pool.configuration.allowance(from: .now, processorTime: life.worker?.processorTime)
            case .message: break
            case .nothing: _ = block(life.worker, wantsToSend: !unsent.isEmpty, until: nextLook)
            case .end, nil: return .died
            }
        }
    }

    /// Replaces a worker that has read enough images or has grown.
    private func retireIfDue(_ life: inout Life) {
        life.worker?.imagesRead += 1
        guard let worker = life.worker else { return }
        let resident = worker.residentBytes
        guard worker.imagesRead >= pool.configuration.imagesPerWorker || resident > pool.configuration.residentLimit
        else { return }
        pool.logger.info(
            "Receipt reader is replaced",
            metadata: ["images": "\(worker.imagesRead)", "bytes": "\(resident)"]
        )
        end(&life)
        start(&life)
    }
}

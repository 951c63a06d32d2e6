import Foundation
import ReceiptRecognition
import Synchronization

/// Checks whether receipt readers can start, by starting one without work.
final class ReaderProbe: Sendable {
    private struct State {
        var problem: String?
        var checkedAt: ContinuousClock.Instant?
    }

    private let configuration: WorkerSupervisor.Configuration
    private let state = Mutex(State())

    init(_ configuration: WorkerSupervisor.Configuration) { self.configuration = configuration }

    /// The problem that keeps readers from working, for operators; nil when there is none.
    ///
    /// Probes again after a problem or without a live reader, at most every few seconds.
    func problem(hasLiveReader: Bool) async -> String? {
        let (problem, checkedAt) = state.withLock { ($0.problem, $0.checkedAt) }
        if let checkedAt {
            let isFine = problem == nil && hasLiveReader
            if isFine || ContinuousClock.now - checkedAt < .seconds(3) { return problem }
        }
        return await verify()
    }

    /// Probes now.
    @discardableResult
    func verify() async -> String? {
        let problem = await start()
        state.withLock { $0 = State(problem: problem, checkedAt: .now) }
        return problem
    }

    /// Starts a reader on a thread of its own.
    ///
    /// The kernel ends readers with the thread that started them, and pool threads end when idle, which on a busy
    /// machine can be sooner than a reader has loaded.
    private func start() async -> String? {
        let configuration = configuration
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: ReaderProbe.problem(configuration)) }
        }
    }

    private static func problem(_ configuration: WorkerSupervisor.Configuration) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: configuration.executable)
        process.arguments = configuration.arguments
        process.environment = configuration.environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let reader = "receipt reader \(configuration.executable)"
        do {
            try process.run()
        } catch {
            return "\(reader) cannot be started: \(error.localizedDescription)"
        }
        process.waitUntilExit()
        if process.terminationReason == .exit, process.terminationStatus == 0 { return nil }
        return "\(reader) exits at once; is Tesseract's language data (tesseract-ocr-eng) installed?"
    }
}

import Foundation
import ReceiptRecognition
import Synchronization

/// Finds out whether receipt readers can work at all, by starting one that has nothing to read.
final class ReaderProbe: Sendable {
    private struct State {
        var problem: String?
        var checkedAt: ContinuousClock.Instant?
    }

    private let configuration: WorkerSupervisor.Configuration
    private let state = Mutex(State())

    init(_ configuration: WorkerSupervisor.Configuration) { self.configuration = configuration }

    /// What keeps readers from working, for operators. Looks again when there was a problem or no reader is alive, every
    /// few seconds at the most.
    func problem(hasLiveReader: Bool) async -> String? {
        let (problem, checkedAt) = state.withLock { ($0.problem, $0.checkedAt) }
        if let checkedAt {
            let isFine = problem == nil && hasLiveReader
            if isFine || ContinuousClock.now - checkedAt < .seconds(3) { return problem }
        }
        return await verify()
    }

    /// Looks now.
    @discardableResult
    func verify() async -> String? {
        let problem = await start()
        state.withLock { $0 = State(problem: problem, checkedAt: .now) }
        return problem
    }

    /// Starts a reader in a thread of its own: readers end with the thread that started them, and those of a pool end when
    /// they have had nothing to do for a while, which on a busy machine is sooner than a reader is loaded.
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
        let reader = "the receipt reader \(configuration.executable)"
        do {
            try process.run()
        } catch {
            return "\(reader) cannot be started: \(error.localizedDescription)"
        }
        process.waitUntilExit()
        if process.terminationReason == .exit, process.terminationStatus == 0 { return nil }
        return "\(reader) ends at once; is Tesseract's language data (tesseract-ocr-eng) installed?"
    }
}

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

    private func start() async -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: configuration.executable)
        process.arguments = configuration.arguments
        process.environment = configuration.environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let path = configuration.executable
        return await withCheckedContinuation { continuation in
            process.terminationHandler = { ended in
                let isFine = ended.terminationReason == .exit && ended.terminationStatus == 0
                continuation.resume(
                    returning: isFine
                        ? nil
                        : "the receipt reader \(path) ends at once; is Tesseract's language data (tesseract-ocr-eng) installed?"
                )
            }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(
                    returning: "the receipt reader \(path) cannot be started: \(error.localizedDescription)"
                )
            }
        }
    }
}

import Dispatch
import Foundation
import Logging
import ReceiptRecognition
import ReceiptUnderstanding
import Synchronization

/// Reads in a worker process, as the ocr service does, and measures its memory.
final class WorkerReader: Reader {
    let missing: [MissingReader] = []

    private let supervisor: WorkerSupervisor
    private let memory = Mutex(ProcessMemory())

    /// Starts a worker.
    /// - Parameter models: the folder that the worker is given.
    init(models: String) {
        let program = URL(
            filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        )
        let executable = program.deletingLastPathComponent().appending(path: "larder-receipt-reader").path
        var configuration = WorkerSupervisor.Configuration(executable: executable)
        configuration.arguments = [URL(filePath: models).path]
        // A single worker for the whole run, however it grows, since its growth is measured.
        (configuration.imagesPerWorker, configuration.residentLimit) = (.max, .max)
        configuration.hangLimit = .seconds(600)
        supervisor = WorkerSupervisor(configuration: configuration, logger: Logger(label: "larder-receipts"))
    }

    func read(_ image: [UInt8], progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage {
        let outcome = Mutex<Result<RecognizedPage, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let supervisor = supervisor
        Task.detached {
            let result: Result<RecognizedPage, any Error>
            do { result = .success(try await supervisor.read(image)) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        if let worker = supervisor.workerProcessIDs.first { memory.withLock { $0.sample(process: worker) } }
        switch outcome.withLock({ $0 }) {
        case .success(let page): return page
        case .failure(let error as ReadingError): throw error
        default: throw ReadingError(.workerDied, "The worker exited.")
        }
    }

    /// The memory that the worker used.
    var measured: ProcessMemory { memory.withLock { $0 } }
}

/// The memory use of a process, in bytes.
struct ProcessMemory: Codable {
    /// The number of images read.
    var images = 0
    /// Resident memory after the last image.
    var resident = 0
    /// Peak resident memory.
    var peak = 0
    /// Processor time so far, in seconds.
    var cpu = 0.0

    mutating func sample(process: Int32) {
        images += 1
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return }
        for line in status.split(separator: "\n") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count > 1, let kilobytes = Int(fields[1]) else { continue }
            if fields[0] == "VmRSS:" { resident = kilobytes * 1024 }
            if fields[0] == "VmHWM:" { peak = max(peak, kilobytes * 1024) }
        }
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return }
        // The fields follow the name, which may contain anything; times are in ticks.
        let times = stat.split(separator: ")").last?.split(separator: " ").dropFirst(11).prefix(2).compactMap {
            Double($0)
        }
        cpu = (times ?? []).reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

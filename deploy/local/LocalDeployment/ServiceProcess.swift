package import Foundation
import Synchronization

/// A program that was started, and its end.
package final class ServiceProcess: Sendable {
    private struct State {
        var exitStatus: Int32?
        var wasSignalled = false
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    /// The name of the instance that it runs.
    package let name: String
    /// The operating system's number of the process.
    package var identifier: Int32 { number.load(ordering: .acquiring) }
    private let number = Atomic<Int32>(0)
    private let state = Mutex(State())
    private let log: URL

    /// Starts a program.
    /// - Parameters:
    ///   - log: File that its output is appended to.
    ///   - environment: All of its environment.
    package static func start(
        name: String,
        executable: URL,
        arguments: [String] = [],
        environment: [String: String],
        log: URL
    ) throws -> ServiceProcess {
        guard FileManager.default.isExecutableFile(atPath: executable.path) else {
            throw DeploymentError("The program \(executable.path) is not built.")
        }
        if !FileManager.default.fileExists(atPath: log.path) {
            _ = FileManager.default.createFile(atPath: log.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let output = try appending(to: log)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let started = ServiceProcess(name, log)
        process.terminationHandler = { started.ended($0.terminationStatus, $0.terminationReason == .uncaughtSignal) }
        try process.run()
        started.number.store(process.processIdentifier, ordering: .releasing)
        return started
    }

    /// A file that is appended to, also after somebody has emptied it.
    private static func appending(to file: URL) throws -> FileHandle {
        let descriptor = open(file.path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DeploymentError("The log \(file.path) cannot be written: \(String(cString: strerror(errno))).")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private init(_ name: String, _ log: URL) {
        self.name = name
        self.log = log
    }

    private func ended(_ status: Int32, _ wasSignalled: Bool) {
        let waiters = state.withLock { state in
            state.exitStatus = status
            state.wasSignalled = wasSignalled
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume(returning: status) }
    }

    /// The exit status, or the number of the signal that ended it; nil while it runs.
    package var exitStatus: Int32? { state.withLock { $0.exitStatus } }

    /// How it has ended, after its name in a sentence: "has ended with status 1".
    package var end: String {
        let (status, wasSignalled) = state.withLock { ($0.exitStatus ?? 0, $0.wasSignalled) }
        guard wasSignalled else { return "has ended with status \(status)" }
        return "was ended by signal \(status)" + (strsignal(status).map { " (\(String(cString: $0)))" } ?? "")
    }

    /// Waits for its end.
    /// - Returns: The exit status, or the number of the signal that ended it.
    package func waitForExit() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state in
                if state.exitStatus == nil { state.waiters.append(continuation) }
                return state.exitStatus
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Waits for its end, and kills it when that does not come in time.
    /// - Returns: The exit status, or the number of the signal that ended it.
    package func waitForExit(killedAfter limit: Duration) async -> Int32 {
        let killer = Task {
            try await Task.sleep(for: limit)
            signal(SIGKILL)
        }
        defer { killer.cancel() }
        return await waitForExit()
    }

    /// Sends a signal, unless it has ended.
    package func signal(_ number: Int32) {
        if exitStatus == nil { kill(identifier, number) }
    }

    /// What the last lines of its log say.
    package func lastLogLines(_ count: Int = 3) -> String {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(count).map { line in
            (try? JSONDecoder().decode(LogLine.self, from: Data(line.utf8)))?.message ?? String(line)
        }.joined(separator: "\n")
    }

    private struct LogLine: Decodable {
        let message: String
    }
}

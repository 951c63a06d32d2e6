import Dispatch
import Foundation
import Synchronization

/// Runs programs without blocking a task's thread.
package enum Shell {
    /// The repository's root.
    package static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The script that starts and stops private servers.
    package static let postgresScript = repository + "/deploy/local/postgres.sh"

    /// The outcome of a program.
    package struct Outcome: Sendable {
        /// The exit status.
        package let status: Int32
        /// Standard output and standard error together.
        package let output: String
    }

    /// Runs `program` and returns its output.
    /// - Throws: `TestSupportError` with the output when the exit status is not 0.
    package static func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> String {
        let outcome = try await attempt(program, arguments, environment: environment)
        guard outcome.status == 0 else {
            throw TestSupportError("\(program) \(arguments.joined(separator: " ")) failed: \(outcome.output)")
        }
        return outcome.output
    }

    /// Runs `program` and returns its outcome. Kills it when the task is cancelled.
    package static func attempt(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let running = RunningProcess()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try runBlocking(program, arguments, environment, running) })
                }
            }
        } onCancel: {
            running.cancel()
        }
    }

    private static func runBlocking(
        _ program: String,
        _ arguments: [String],
        _ environment: [String: String],
        _ running: RunningProcess
    ) throws -> Outcome {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try running.start(process)
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}

/// A program that can be killed from another thread, before or after it has started.
private final class RunningProcess: Sendable {
    private struct State {
        var process: Process?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Starts the process.
    /// - Throws: `CancellationError` when it was cancelled before; errors of starting the program.
    func start(_ process: Process) throws {
        try state.withLock { state in
            if state.isCancelled { throw CancellationError() }
            try process.run()
            state.process = process
        }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.process?.terminate()
        }
    }
}

import Foundation
import Glibc
import Synchronization

@testable import larder

/// The built program with a configuration of its own.
struct Program: Sendable {
    struct Run: Sendable {
        var status: Int32
        var out: String
        var error: String
    }

    /// The reason why it could not be started.
    struct StartError: Error {
        var number: Int32
    }

    let folder: URL
    var environment: [String: String]
    /// The folder it runs in; that of the tests if nil.
    var workingFolder: URL?

    var credentials: URL { folder.appending(path: "config/credentials.json") }

    /// Runs it to its end.
    /// - Parameters:
    ///   - input: the line on its standard input.
    ///   - whileRunning: receives the process id.
    func callAsFunction(
        _ arguments: String...,
        input: String = "",
        whileRunning: (pid_t) async throws -> Void = { _ in }
    ) async throws -> Run {
        try await self(arguments, input: input, whileRunning: whileRunning)
    }

    /// Runs it to its end.
    /// - Parameters:
    ///   - input: the line on its standard input.
    ///   - output: a file to write to, such as a device; by default one that is read afterwards.
    ///   - whileRunning: receives the process id.
    func callAsFunction(
        _ arguments: [String],
        input: String = "",
        output: String? = nil,
        whileRunning: (pid_t) async throws -> Void = { _ in }
    ) async throws -> Run {
        let files = folder.appending(path: "run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let (inputFile, out, error) = (
            files.appending(path: "in"), files.appending(path: "out"), files.appending(path: "err")
        )
        try Data((input + "\n").utf8).write(to: inputFile)
        let process = try start(arguments, [inputFile.path, output ?? out.path, error.path])
        let ending = Ending(of: process)
        let status = try await withTaskCancellationHandler {
            do { try await whileRunning(process) } catch {
                ending.hasten()
                _ = await ending.status()
                throw error
            }
            return await ending.status()
        } onCancel: {
            ending.hasten()
        }
        return Run(
            status: status,
            out: output == nil ? try String(contentsOf: out, encoding: .utf8) : "",
            error: try String(contentsOf: error, encoding: .utf8)
        )
    }

    /// Starts it with these files as standard streams. Files, since a pipe could leak into another process that is
    /// started at the same moment.
    private func start(_ arguments: [String], _ files: [String]) throws -> pid_t {
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "larder").path
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, file) in files.enumerated() {
            let flags = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), file, flags, 0o600)
        }
        // env(1) becomes the program, in the folder.
        let command = (workingFolder.map { ["/usr/bin/env", "--chdir", $0.path] } ?? []) + [executable] + arguments
        let argumentPointers = command.map { strdup($0) } + [nil]
        let environmentPointers = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argumentPointers + environmentPointers).forEach { free($0) } }
        var process: pid_t = 0
        let number = posix_spawn(&process, command[0], &actions, nil, argumentPointers, environmentPointers)
        guard number == 0 else { throw StartError(number: number) }
        return process
    }

}

/// The exit of a program.
private final class Ending: Sendable {
    private let process: pid_t
    private let hasEnded = Mutex(false)

    init(of process: pid_t) { self.process = process }

    /// The exit status once available; the negative signal number for a killed program.
    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            // Waiting blocks a thread, which must not be one of the task pool.
            Thread {
                var information = siginfo_t()
                while waitid(P_PID, id_t(self.process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
                // From here on the process id may be reused.
                self.hasEnded.withLock { $0 = true }
                var status: Int32 = 0
                while waitpid(self.process, &status, 0) < 0 && errno == EINTR {}
                let signal = status & 0x7F
                continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : -signal)
            }.start()
        }
    }

    /// Kills the program.
    func hasten() {
        hasEnded.withLock { hasEnded in
            if !hasEnded { kill(process, SIGKILL) }
        }
    }
}

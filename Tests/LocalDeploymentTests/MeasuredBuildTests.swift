import Foundation
import PostgresTestSupport
import Testing

@Suite("The measured build", .timeLimit(.minutes(5)))
struct MeasuredBuildTests {
    /// Runs the script on a tree of one file, with a compiler that takes so many seconds by its clock.
    /// - Returns: Its outcome, and what it left of the file.
    private func run(seconds: Int) async throws -> (Shell.Outcome, source: String) {
        try await withFolder { root in
            let script = "deploy/local/measure-build.sh"
            let source = root.appending(path: "Services/Budget/BudgetProgram.swift")
            let programs = root.appending(path: "programs")
            for folder in [root.appending(path: "deploy/local"), source.deletingLastPathComponent(), programs] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            for name in [script, "deploy/local/debug-build.sh"] {
                try FileManager.default.copyItem(
                    at: URL(filePath: Shell.repository).appending(path: name),
                    to: root.appending(path: name)
                )
            }
            try Data("let one = 1\n".utf8).write(to: source)
            // Each build moves the clock.
            let (clock, spent) = (root.appending(path: "clock").path, seconds * 1_000_000_000)
            try Data("1000000000000".utf8).write(to: URL(filePath: clock))
            let standIns = [
                "swift": "echo $(($(cat '\(clock)') + \(spent))) >'\(clock)'",
                "date": "cat '\(clock)'",
            ]
            for (name, text) in standIns {
                let program = programs.appending(path: name)
                try Data("#!/bin/bash\n\(text)\n".utf8).write(to: program)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            }
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            let outcome = try await Shell.attempt(
                "/bin/bash",
                [root.appending(path: script).path],
                environment: ["PATH": "\(programs.path):\(path)"]
            )
            return (outcome, try String(contentsOf: source, encoding: .utf8))
        }
    }

    @Test("within its bar is reported, over it fails, and the changed file is as before")
    func bar() async throws {
        for (seconds, status) in [(60, 0), (61, 1)] as [(Int, Int32)] {
            let (outcome, source) = try await run(seconds: seconds)
            #expect(outcome.status == status)
            #expect(outcome.output.contains("\(seconds).0 s") && outcome.output.contains("bar 60 s"))
            #expect(outcome.output.contains("over its bar") == (status != 0))
            #expect(source == "let one = 1\n")
        }
    }
}

import Foundation
import Testing

@testable import LocalDeployment

@Suite("The logs of a deployment", .timeLimit(.minutes(1)))
struct LogRotationTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "larder-logs-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test("go on anew when they are large, with one former log each; what is small or no log stays")
    func rotated() async throws {
        try await withFolder { folder in
            let (large, small) = (folder.appending(path: "auth.log"), folder.appending(path: "ocr.log"))
            let other = folder.appending(path: "core.dump")
            for round in 1...2 {
                try Data("\(round) \(String(repeating: "x", count: 2_000))".utf8).write(to: large)
                try Data("small".utf8).write(to: small)
                try Data(count: 2_000).write(to: other)
                let sentences = LogRotation(folder, limit: 1_000).rotate()
                #expect(sentences.count == 1)
                #expect(sentences.first?.hasPrefix("auth.log had ") == true)
                #expect(try Data(contentsOf: large).isEmpty)
                #expect(try String(contentsOf: LogRotation.former(large), encoding: .utf8).hasPrefix("\(round) "))
                #expect(try Data(contentsOf: small) == Data("small".utf8))
                #expect(try Data(contentsOf: other).count == 2_000)
            }
            #expect(LogRotation(folder, limit: 1_000).rotate() == [])
        }
    }

    @Test("are appended to by programs that run, also after they were rotated")
    func appended() async throws {
        try await withFolder { folder in
            let (log, signal) = (folder.appending(path: "todo.log"), folder.appending(path: "rotated"))
            let process = try ServiceProcess.start(
                name: "todo",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", "echo before; until [ -e \"$SIGNAL\" ]; do sleep 0.01; done; echo after"],
                environment: ["SIGNAL": signal.path, "PATH": "/usr/bin:/bin"],
                log: log
            )
            while try Data(contentsOf: log).isEmpty { await Task.yield() }
            #expect(LogRotation(folder, limit: 1).rotate().count == 1)
            try Data().write(to: signal)
            #expect(await process.waitForExit() == 0)
            #expect(try String(contentsOf: log, encoding: .utf8) == "after\n")
            #expect(try String(contentsOf: LogRotation.former(log), encoding: .utf8) == "before\n")
        }
    }
}

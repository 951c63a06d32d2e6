import Foundation
import Testing

@testable import LocalDeployment

@Suite("Programs that outlived their launcher", .timeLimit(.minutes(5)))
struct StrayTests {
    private func sleeper(_ folder: URL) throws -> ServiceProcess {
        // A task's thread blocks signals, which the process would inherit; unlike a service it would then not end.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try ServiceProcess.start(
            name: "sleeper",
            executable: URL(filePath: "/bin/sleep"),
            arguments: ["600"],
            environment: [:],
            log: folder.appending(path: "log")
        )
    }

    @Test("another program that has the number by now is left alone, and the note is forgotten")
    func anotherProgram() async throws {
        try await withFolder { folder in
            let strays = Strays(folder: folder.appending(path: "processes"))
            let process = try sleeper(folder)
            strays.note(process)
            let note = strays.folder.appending(path: "\(process.identifier)")
            for other in ["/usr/bin/larder-budget", ""] {
                try Data(other.utf8).write(to: note)
                await strays.end()
                #expect(process.exitStatus == nil)
                #expect(!FileManager.default.fileExists(atPath: note.path))
            }
            process.signal(SIGKILL)
            #expect(await process.waitForExit() == SIGKILL)
        }
    }

    @Test("a process that was left is ended, and the note is forgotten")
    func left() async throws {
        try await withFolder { folder in
            let strays = Strays(folder: folder.appending(path: "processes"))
            let process = try sleeper(folder)
            strays.note(process)
            await strays.end()
            #expect(await process.waitForExit() == SIGTERM)
            #expect(try FileManager.default.contentsOfDirectory(atPath: strays.folder.path) == [])
        }
    }

    @Test("the note of a process that has ended is taken back, and no other one")
    func forgotten() async throws {
        try await withFolder { folder in
            let strays = Strays(folder: folder.appending(path: "processes"))
            let (ended, running) = (try sleeper(folder), try sleeper(folder))
            for process in [ended, running] { strays.note(process) }
            ended.signal(SIGKILL)
            _ = await ended.waitForExit()
            for _ in 0..<2 { strays.forget(ended) }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: strays.folder.path) == ["\(running.identifier)"]
            )
            running.signal(SIGKILL)
            _ = await running.waitForExit()
        }
    }

    @Test("without notes, or with ones of processes that have ended, nothing happens")
    func nothing() async throws {
        try await withFolder { folder in
            let strays = Strays(folder: folder.appending(path: "processes"))
            await strays.end()
            let process = try sleeper(folder)
            strays.note(process)
            process.signal(SIGKILL)
            _ = await process.waitForExit()
            await strays.end()
            #expect(try FileManager.default.contentsOfDirectory(atPath: strays.folder.path) == [])
        }
    }

    @Test("a program that is not built is named")
    func notBuilt() {
        let refused = #expect(throws: DeploymentError.self) {
            try ServiceProcess.start(
                name: "x",
                executable: URL(filePath: "/nowhere/larder-x"),
                environment: [:],
                log: URL(filePath: "/nowhere/log")
            )
        }
        #expect(refused?.description == "The program /nowhere/larder-x is not built.")
    }
}

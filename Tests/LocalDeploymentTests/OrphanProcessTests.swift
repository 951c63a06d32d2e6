import Foundation
import Testing

@testable import LocalDeployment

@Suite("Programs that outlived their launcher", .timeLimit(.minutes(5)))
struct OrphanProcessTests {
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

    @Test("another program that has the number by now keeps running, and the record is removed")
    func anotherProgram() async throws {
        try await withFolder { folder in
            let orphans = OrphanProcesses(folder: folder.appending(path: "processes"))
            let process = try sleeper(folder)
            orphans.record(process)
            let record = orphans.folder.appending(path: "\(process.identifier)")
            for other in ["/usr/bin/larder-budget", ""] {
                try Data(other.utf8).write(to: record)
                await orphans.terminate()
                #expect(process.exitStatus == nil)
                #expect(!FileManager.default.fileExists(atPath: record.path))
            }
            process.signal(SIGKILL)
            #expect(await process.waitForExit() == SIGKILL)
        }
    }

    @Test("a process that was left running is terminated, and its record removed")
    func left() async throws {
        try await withFolder { folder in
            let orphans = OrphanProcesses(folder: folder.appending(path: "processes"))
            let process = try sleeper(folder)
            orphans.record(process)
            await orphans.terminate()
            #expect(await process.waitForExit() == SIGTERM)
            #expect(try FileManager.default.contentsOfDirectory(atPath: orphans.folder.path) == [])
        }
    }

    @Test("the record of a process that has ended is removed, and no other one")
    func forgotten() async throws {
        try await withFolder { folder in
            let orphans = OrphanProcesses(folder: folder.appending(path: "processes"))
            let (ended, running) = (try sleeper(folder), try sleeper(folder))
            for process in [ended, running] { orphans.record(process) }
            ended.signal(SIGKILL)
            _ = await ended.waitForExit()
            for _ in 0..<2 { orphans.remove(ended) }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: orphans.folder.path) == ["\(running.identifier)"]
            )
            running.signal(SIGKILL)
            _ = await running.waitForExit()
        }
    }

    @Test("without records, or with ones of processes that have ended, nothing happens")
    func nothing() async throws {
        try await withFolder { folder in
            let orphans = OrphanProcesses(folder: folder.appending(path: "processes"))
            await orphans.terminate()
            let process = try sleeper(folder)
            orphans.record(process)
            process.signal(SIGKILL)
            _ = await process.waitForExit()
            await orphans.terminate()
            #expect(try FileManager.default.contentsOfDirectory(atPath: orphans.folder.path) == [])
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

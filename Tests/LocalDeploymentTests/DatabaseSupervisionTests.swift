import ConcurrencyTestSupport
import Foundation
import Testing

@testable import LocalDeployment

@Suite("A supervisor of the database", .timeLimit(.minutes(5)))
struct DatabaseSupervisionTests {
    /// A supervisor of a deployment that has a database alone, whose server is a stand-in.
    private struct Supervision: Sendable {
        let deployment: LocalDeployment
        let clock = StepClock()
        let reports = Recorder<String>()
        let scripts: URL

        private static let script = """
            cd "$(dirname "$0")"
            case $1 in
            start)
                [[ ! -e broken ]] || { echo "the disk is full" >&2; exit 1; }
                # As of the server: who started this waits until its descriptors are closed.
                (
                    for descriptor in /proc/self/fd/*; do
                        descriptor=${descriptor##*/}
                        ((descriptor <= 2)) || eval "exec $descriptor>&-"
                    done
                    exec sleep 300 </dev/null >/dev/null 2>&1
                ) &
                echo $! >process
                ;;
            status) printf 'PGHOST=/nowhere\\nPOSTMASTER=%s\\n' "$(cat process)" ;;
            stop) kill "$(cat process)" ;;
            esac

            """

        static func with(_ body: (Supervision, Task<Void, Never>) async throws -> Void) async throws {
            try await withFolder { root in
                try Data(script.utf8).write(to: root.appending(path: "postgres.sh"))
                let folder = DeploymentFolder(data: root.appending(path: "data"), executables: root, scripts: root)
                let deployment = LocalDeployment(folder: folder, ports: try Ports.free())
                try await deployment.startDatabase()
                let supervision = Supervision(deployment: deployment, scripts: root)
                let supervisor = Supervisor(
                    deployment: deployment,
                    requests: AsyncStream { $0.finish() },
                    clock: supervision.clock,
                    report: supervision.reports.record
                )
                let running = Task { await supervisor.run() }
                let outcome: Result<Void, any Error>
                do { outcome = .success(try await body(supervision, running)) } catch { outcome = .failure(error) }
                running.cancel()
                await running.value
                try? await deployment.stopDatabase()
                try outcome.get()
            }
        }

        /// Has starts fail from now on.
        func breakServer(_ isBroken: Bool) throws {
            let file = scripts.appending(path: "broken")
            if isBroken { try Data().write(to: file) } else { try FileManager.default.removeItem(at: file) }
        }

        /// Kills the server that was started last.
        func kill() throws -> DatabaseServer {
            let server = try #require(deployment.database)
            Glibc.kill(server.identifier, SIGKILL)
            return server
        }

        func report(_ sentence: String, count: Int = 1) async throws {
            try await reports.wait { $0.count { $0.hasPrefix(sentence) } >= count }
        }
    }

    @Test("starts it again when it was killed, later each time that this comes soon after its start")
    func restart() async throws {
        try await Supervision.with { supervision, _ in
            for (number, wait) in [(1, Duration.seconds(1)), (2, .seconds(2))] {
                let former = try supervision.kill()
                #expect(try await supervision.clock.endSleep(number) == wait)
                try await supervision.report("The database has been started again.", count: number)
                let server = try #require(supervision.deployment.database)
                #expect(server !== former && server.isRunning && !former.isRunning)
            }
            let first = try #require(supervision.reports.values.first)
            #expect(first.hasPrefix("The database has ended. It is started again in 1 second; its log is in "))
        }
    }

    @Test("tries again when it cannot be started, until it can")
    func failedStart() async throws {
        try await Supervision.with { supervision, _ in
            try supervision.breakServer(true)
            _ = try supervision.kill()
            try await supervision.clock.endSleep(1)
            #expect(try await supervision.clock.endSleep(2) == .seconds(2))
            try await supervision.report("The database could not be started: the disk is full", count: 2)
            try supervision.breakServer(false)
            #expect(try await supervision.clock.endSleep(3) == .seconds(4))
            try await supervision.report("The database has been started again.")
            #expect(supervision.deployment.database?.isRunning == true)
        }
    }

    @Test("leaves one alone that was started by other means meanwhile")
    func successor() async throws {
        try await Supervision.with { supervision, _ in
            _ = try supervision.kill()
            try await supervision.clock.sleeps.wait(forCount: 1)
            try await supervision.deployment.startDatabase()
            let successor = try supervision.kill()
            try await supervision.clock.endSleep(1)
            // It is the successor's end that is seen next.
            try await supervision.clock.endSleep(2)
            try await supervision.report("The database has been started again.")
            #expect(supervision.reports.values.count { $0.hasPrefix("The database has ended.") } == 2)
            #expect(supervision.deployment.database !== successor)
        }
    }

    @Test("starts nothing once it is cancelled")
    func cancellation() async throws {
        try await Supervision.with { supervision, running in
            let server = try supervision.kill()
            let sleep = try await supervision.clock.sleeps.wait(forCount: 1)[0]
            running.cancel()
            await running.value
            sleep.gate.open()
            #expect(supervision.deployment.database === server)
        }
    }
}

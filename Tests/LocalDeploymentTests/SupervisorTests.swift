import ConcurrencyTestSupport
import Foundation
import Testing

@testable import LocalDeployment

@Suite("A supervisor of running programs", .timeLimit(.minutes(5)))
struct SupervisorTests {
    /// A supervisor that runs while `body` does.
    private struct Supervision: Sendable {
        let programs: StandInPrograms
        let clock = StepClock()
        let reports = Recorder<String>()
        let restarts = Recorder<String>()
        let requests: AsyncStream<Supervisor.Request>.Continuation

        var deployment: LocalDeployment { programs.deployment }

        static func with(
            _ started: [String],
            _ body: @escaping @Sendable (Supervision) async throws -> Void
        ) async throws {
            try await StandInPrograms.with { programs in
                for program in started {
                    try programs.deployment.start(program)
                    try await programs.waitUntilRunning(program)
                }
                let (requests, request) = AsyncStream.makeStream(of: Supervisor.Request.self)
                let supervision = Supervision(programs: programs, requests: request)
                let supervisor = Supervisor(
                    deployment: programs.deployment,
                    requests: requests,
                    clock: supervision.clock,
                    report: supervision.reports.record,
                    restartEnded: supervision.restarts.record
                )
                let running = Task { await supervisor.run() }
                defer { running.cancel() }
                try await body(supervision)
                running.cancel()
                await running.value
            }
        }

        /// Kills a program and waits until the supervisor is about to start it again.
        func kill(_ program: String) async throws {
            let process = try #require(deployment.process(program))
            process.signal(SIGKILL)
            _ = await process.waitForExit()
        }

        /// Returns once a sentence has been reported so often.
        func report(_ sentence: String, count: Int = 1) async throws {
            try await reports.wait { $0.count { $0.contains(sentence) } >= count }
        }
    }

    @Test("starts an instance again that has ended, and says so")
    func restart() async throws {
        try await Supervision.with(["budget", "auth"]) { supervision in
            let former = try #require(supervision.deployment.process("budget"))
            let neighbour = try #require(supervision.deployment.process("auth"))
            try await supervision.kill("budget")
            #expect(try await supervision.clock.endSleep(1) == .seconds(1))
            try await supervision.report("budget has been started again.")
            let process = try #require(supervision.deployment.process("budget"))
            #expect(process !== former)
            #expect(process.exitStatus == nil)
            #expect(supervision.deployment.process("auth") === neighbour)
            let first = try #require(supervision.reports.values.first)
            #expect(
                first.hasPrefix("budget was ended by signal 9 (Killed). It is started again in 1 second; its log is ")
            )
            #expect(first.hasSuffix("/logs/budget.log."))
        }
    }

    @Test("starts an instance again whose start has failed, once it can be started")
    func restartAfterFailedStart() async throws {
        try await Supervision.with(["budget"]) { supervision in
            try supervision.programs.uninstall("budget")
            try await supervision.kill("budget")
            #expect(try await supervision.clock.endSleep(1) == .seconds(1))
            #expect(try await supervision.clock.endSleep(2) == .seconds(2))
            #expect(try await supervision.clock.endSleep(3) == .seconds(4))
            try await supervision.report("budget could not be started: The program", count: 3)
            try supervision.programs.install("budget")
            #expect(try await supervision.clock.endSleep(4) == .seconds(8))
            try await supervision.report("budget has been started again.")
            #expect(supervision.deployment.process("budget")?.exitStatus == nil)
        }
    }

    @Test("waits longer each time that an instance ends soon after its start, up to a minute")
    func crashLoop() async throws {
        try await Supervision.with(["budget"]) { supervision in
            try supervision.programs.setFailure("the schema is missing", of: "budget")
            try await supervision.kill("budget")
            var waits: [Duration] = []
            for number in 1...8 { waits.append(try await supervision.clock.endSleep(number)) }
            #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
            try await supervision.report("budget has ended with status 1.", count: 8)
            #expect(supervision.deployment.process("budget")?.lastLogLines(1) == "the schema is missing")
        }
    }

    @Test("counts anew once an instance has run for a minute")
    func stableInstance() async throws {
        try await Supervision.with(["budget"]) { supervision in
            for number in 1...3 {
                try await supervision.kill("budget")
                #expect(try await supervision.clock.endSleep(number) == .seconds(1 << (number - 1)))
                try await supervision.report("budget has been started again.", count: number)
            }
            supervision.clock.advance(by: .seconds(Supervisor.stablePeriod))
            try await supervision.kill("budget")
            #expect(try await supervision.clock.endSleep(4) == .seconds(1))
        }
    }

    @Test("goes on with others while one instance waits for its next start")
    func independence() async throws {
        try await Supervision.with(["budget", "auth"]) { supervision in
            try await supervision.kill("budget")
            try await supervision.clock.sleeps.wait(forCount: 1)
            try await supervision.kill("auth")
            #expect(try await supervision.clock.endSleep(2) == .seconds(1))
            try await supervision.report("auth has been started again.")
            #expect(supervision.deployment.process("budget")?.exitStatus == SIGKILL)
        }
    }

    @Test("leaves an instance alone that was started by other means meanwhile")
    func successor() async throws {
        try await Supervision.with(["budget", "auth"]) { supervision in
            try await supervision.kill("budget")
            try await supervision.clock.sleeps.wait(forCount: 1)
            let successor = try supervision.deployment.start("budget")
            try await supervision.clock.endSleep(1)
            // What is asked for afterwards is done afterwards.
            try await supervision.kill("auth")
            try await supervision.clock.endSleep(2)
            try await supervision.report("auth has been started again.")
            #expect(supervision.deployment.process("budget") === successor)
            #expect(!supervision.reports.values.contains("budget has been started again."))
        }
    }

    @Test("starts nothing once it is cancelled")
    func cancellation() async throws {
        try await StandInPrograms.with { programs in
            let process = try programs.deployment.start("budget")
            try await programs.waitUntilRunning("budget")
            let clock = StepClock()
            let supervisor = Supervisor(
                deployment: programs.deployment,
                requests: AsyncStream { $0.finish() },
                clock: clock,
                report: { _ in }
            )
            let running = Task { await supervisor.run() }
            process.signal(SIGKILL)
            let sleep = try await clock.sleeps.wait(forCount: 1)[0]
            running.cancel()
            await running.value
            sleep.gate.open()
            #expect(programs.deployment.process("budget") === process)
        }
    }

    @Test("renews the certificates when asked to, and has the programs read them")
    func certificates() async throws {
        try await Supervision.with(["budget"]) { supervision in
            let deployment = supervision.deployment
            try await deployment.makeCertificates()
            let file = deployment.folder.certificates.appending(path: "budget.pem")
            let before = try Data(contentsOf: file)
            supervision.requests.yield(.renewCertificates)
            try await supervision.report("All programs have new certificates.")
            #expect(try Data(contentsOf: file) != before)
            // The stand-in has no handler for SIGHUP, which ends it.
            #expect(await deployment.process("budget")?.waitForExit() == SIGHUP)
        }
    }

    @Test("gives a restart up when an instance does not run, and goes on supervising")
    func failedRestart() async throws {
        try await Supervision.with(["budget", "auth"]) { supervision in
            try await supervision.deployment.makeCertificates()
            try await supervision.kill("auth")
            try await supervision.clock.sleeps.wait(forCount: 1)
            supervision.requests.yield(.restartAll)
            try await supervision.report("The restart has been given up: auth was ended by signal 9")
            try await supervision.restarts.wait(forCount: 1)
            #expect(supervision.restarts.values[0].hasPrefix("The restart has been given up: auth was ended"))
            try await supervision.kill("budget")
            try await supervision.clock.endSleep(2)
            try await supervision.report("budget has been started again.")
            #expect(supervision.clock.sleeps.count == 2)
        }
    }
}

import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceKit
import Synchronization
import Testing

@Suite("Health", .timeLimit(.minutes(5)))
struct HealthTests {
    /// A dependency that tests break and mend.
    private final class Dependency: Sendable {
        let problem = Mutex<String?>(nil)
        var check: HealthMonitor.Check { { self.problem.withLock { $0 } } }
        func fail(_ sentence: String?) { problem.withLock { $0 = sentence } }
    }

    private let first = Dependency()
    private let second = Dependency()

    private func monitor(log lines: Recorder<String> = Recorder()) -> HealthMonitor {
        HealthMonitor(checks: [first.check, second.check], log: RecordingLogHandler.logger(lines))
    }

    @Test("before the first check nothing is served")
    func starting() {
        #expect(monitor().health == Health(problem: "starting"))
    }

    @Test("the first failing check is the problem, and its recovery is noticed")
    func failing() async {
        let lines = Recorder<String>()
        let monitor = monitor(log: lines)
        second.fail("no keys")
        await monitor.update()
        #expect(monitor.health.problem == "no keys")
        first.fail("no database")
        await monitor.update()
        #expect(monitor.health.problem == "no database")
        first.fail(nil)
        second.fail(nil)
        await monitor.update()
        #expect(monitor.health.isServing)
        await monitor.update()
        #expect(
            lines.values == [
                "warning not serving problem=no keys", "warning not serving problem=no database", "notice serving ",
            ]
        )
    }

    @Test("a degradation is reported and does not keep a program from serving")
    func degradations() async throws {
        let lines = Recorder<String>()
        let monitor = HealthMonitor(
            checks: [first.check],
            degradations: [second.check],
            log: RecordingLogHandler.logger(lines)
        )
        second.fail("reads without PP-OCR")
        await monitor.update()
        #expect(monitor.health == Health(problem: nil, degradation: "reads without PP-OCR"))
        #expect(monitor.health.isServing)
        #expect(lines.values == ["notice serving degradation=reads without PP-OCR"])
        second.fail(nil)
        await monitor.update()
        #expect(monitor.health.degradation == nil)
    }

    @Test("watchers receive the present health and changes only")
    func watching() async throws {
        let monitor = monitor()
        var changes = monitor.changes().makeAsyncIterator()
        #expect(await changes.next() == Health(problem: "starting"))
        await monitor.update()
        #expect(await changes.next() == Health(problem: nil))
        await monitor.update()
        first.fail("no database")
        await monitor.update()
        #expect(await changes.next() == Health(problem: "no database"))
    }

    @Test("after a stop nothing else is reported, whatever the checks return, and watches end")
    func stopping() async {
        let monitor = monitor()
        await monitor.update()
        var early = monitor.changes().makeAsyncIterator()
        monitor.stop()
        await monitor.update()
        #expect(monitor.health == Health(problem: "stopping"))
        #expect(await early.next() == Health(problem: "stopping"))
        #expect(await early.next() == nil)
        var late = monitor.changes().makeAsyncIterator()
        #expect(await late.next() == Health(problem: "stopping"))
        #expect(await late.next() == nil)
    }

    @Test("checks that run during a stop never get the last word")
    func stopDuringChecks() async {
        for _ in 0..<200 {
            let monitor = monitor()
            let seen = Task { await monitor.changes().reduce(into: [Health]()) { $0.append($1) } }
            async let update: Void = monitor.update()
            monitor.stop()
            await update
            #expect(await seen.outcome.last == Health(problem: "stopping"))
        }
    }

    @Test("over RPC, an unknown service is not found, and a watch says so and goes on until the program stops")
    func unknownService() async throws {
        let monitor = monitor()
        try await withHealth(monitor) { client in
            let refused = await failure { _ = try await client.checkHealth(.init(service: "larder.other.v1.Other")) }
            #expect(refused?.code == .notFound)
            let received = try await client.watchHealth(.init(service: "larder.other.v1.Other")) { stream in
                let first = try await stream.next()?.status
                await monitor.update()
                // Nothing else is sent before the end.
                monitor.stop()
                return try await stream.reduce(into: [first]) { $0.append($1.status) }
            }
            #expect(received == [.serviceUnknown])
        }
    }

    @Test("over RPC, the program, its services and the list report whether they serve, and why not")
    func overRPC() async throws {
        let monitor = monitor()
        try await withHealth(monitor) { client in
            for service in ["", "budget", "larder.budget.v1.Spending"] {
                let answer = try await client.checkHealth(.init(service: service))
                #expect(answer.status == .notServing)
                #expect(answer.explanation == "starting")
            }
            await monitor.update()
            let entry = try #require(try await client.listHealth(.init()).services.first)
            #expect(entry.service == "budget")
            #expect(entry.status == .serving)
            #expect(entry.explanation == "")
            #expect(entry.healthyInstances == 1)
        }
    }

    @Test("over RPC, a watch sends changes and ends when the program stops")
    func watchOverRPC() async throws {
        let monitor = monitor()
        try await withHealth(monitor) { client in
            let received = try await client.watchHealth(.init()) { stream in
                #expect(try await stream.next()?.explanation == "starting")
                await monitor.update()
                #expect(try await stream.next()?.status == .serving)
                monitor.stop()
                return try await stream.reduce(into: []) { $0.append($1.explanation) }
            }
            #expect(received == ["stopping"])
        }
    }

    @Test("runs no check behind one that failed, and all checks of what may be missing")
    func order() async {
        let ran = Recorder<String>()
        func check(_ name: String, _ sentence: String?) -> HealthMonitor.Check {
            {
                ran.record(name)
                return sentence
            }
        }
        let monitor = HealthMonitor(
            checks: [check("a", nil), check("b", "no keys"), check("c", "no database")],
            degradations: [check("d", "no maps"), check("e", nil), check("f", "no mail")],
            log: quiet
        )
        await monitor.update()
        #expect(ran.values == ["a", "b", "d", "e", "f"])
        #expect(monitor.health == Health(problem: "no keys", degradation: "no maps; no mail"))
    }

    @Test("is checked again and again until the program stops")
    func running() async throws {
        let checks = Recorder<Void>()
        let monitor = HealthMonitor(
            checks: [
                {
                    checks.record(())
                    return nil
                }
            ],
            interval: .zero,
            log: quiet
        )
        let running = Task { await monitor.run() }
        try await checks.wait(forCount: 3)
        #expect(monitor.health.isServing)
        running.cancel()
        await running.outcome
    }

    @Test("is not sent to a watcher that has ended, and to all others in the order of changes")
    func endedWatcher() async throws {
        let monitor = monitor()
        let seen = Recorder<Health>()
        let ending = Task { for await health in monitor.changes() { seen.record(health) } }
        try await seen.wait(forCount: 1)
        ending.cancel()
        await ending.outcome
        var staying = monitor.changes().makeAsyncIterator()
        #expect(await staying.next() == Health(problem: "starting"))
        for problem in ["no keys", nil, "no database"] {
            first.fail(problem)
            await monitor.update()
            #expect(await staying.next() == Health(problem: problem))
        }
        #expect(seen.values == [Health(problem: "starting")])
    }

    @Test("over RPC, a degradation explains a service that serves")
    func degradedOverRPC() async throws {
        let monitor = HealthMonitor(checks: [first.check], degradations: [second.check], log: quiet)
        second.fail("reads without PP-OCR")
        await monitor.update()
        try await withHealth(monitor) { client in
            let answer = try await client.checkHealth(.init())
            #expect(answer.status == .serving)
            #expect(answer.explanation == "reads without PP-OCR")
            first.fail("no database")
            await monitor.update()
            let entry = try #require(try await client.listHealth(.init()).services.first)
            #expect(entry.status == .notServing)
            // Why it doesn't serve comes before what it would serve without.
            #expect(entry.explanation == "no database")
            #expect(entry.healthyInstances == 0 && entry.instances == 1)
        }
    }

    private func withHealth(
        _ monitor: HealthMonitor,
        _ body: (RPCMessages.HealthClient) async throws -> Void
    ) async throws {
        let service = HealthService(program: "budget", services: ["larder.budget.v1.Spending"], monitor: monitor)
        try await withPeers(service.handlers) { channel, _ in
            try await body(RPCMessages.HealthClient(channel: channel))
        }
    }
}

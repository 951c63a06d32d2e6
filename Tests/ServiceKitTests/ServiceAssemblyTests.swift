import AllServices
import EventsMessages
import Foundation
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import ServiceKit

@Suite("Putting a program together", .timeLimit(.minutes(5)))
struct ServiceAssemblyTests {
    /// An admission policy that records when it is asked, and lets everything through.
    private struct Marking: AdmissionPolicy {
        final class Rule: ConnectionAdmission, AdmissionRule {
            let name: String
            let marks: Recorder<String>

            init(_ name: String, _ marks: Recorder<String>) { (self.name, self.marks) = (name, marks) }

            func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? { self }

            func decide(_ call: inout IncomingCall) -> AdmissionDecision {
                marks.record("\(name) \(call.verifiedUser?.id ?? "nobody")")
                return .admit
            }
        }

        let name: String
        let marks: Recorder<String>

        func admission(for peer: Peer) -> any ConnectionAdmission { Rule(name, marks) }
    }

    private let mint = TokenMint()
    private let readiness = Readiness()

    private func withProgram(
        _ assembly: ServiceAssembly,
        _ body: (RPCChannel) async throws -> Void
    ) async throws {
        let mint = mint
        let server = try await startServer {
            assembly.configure(
                &$0,
                program: "budget",
                monitor: HealthMonitor(checks: [], log: quiet),
                verifier: TokenVerifier { [mint.verificationKey] },
                readiness: readiness
            )
        }
        let channel = try makeChannel(ports: [server.port], as: nil)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(channel)) } catch { outcome = .failure(error) }
        channel.close()
        await server.stop()
        try outcome.get()
    }

    @Test("asks about a call whether the program is ready first, then its own policies, and those for users last")
    func order() async throws {
        let marks = Recorder<String>()
        let assembly = ServiceAssembly(
            personalData: .none,
            admissionPolicies: [Marking(name: "own", marks: marks)],
            userAdmissionPolicies: [Marking(name: "for users", marks: marks)]
        )
        try await withProgram(assembly) { channel in
            let client = RPCMessages.ReflectionClient(channel: channel)
            func list(_ token: String?) async -> Status? {
                let options = CallOptions(timeout: .seconds(20), accessToken: token)
                return await failure { _ = try await client.listServices(.init(), options: options) }
            }
            let token = try await mint.token("u-7")
            #expect(await list(token)?.reason == "STARTING")
            #expect(marks.values.isEmpty)
            readiness.markReady()
            #expect(await list(nil)?.reason == "SIGN_IN_REQUIRED")
            #expect(marks.values == ["own nobody"])
            #expect(await list(token) == nil)
            #expect(marks.values == ["own nobody", "own nobody", "for users u-7"])
        }
    }

    @Test("offers health, reflection and diagnostics beside the program's own, each method once")
    func handlers() {
        var server = ServerConfiguration(inProcess: [])
        ServiceAssembly(personalData: .none).configure(
            &server,
            program: "budget",
            monitor: HealthMonitor(checks: [], log: quiet),
            verifier: TokenVerifier { [] },
            readiness: readiness
        )
        let services = Set(server.handlers.map(\.method.service))
        #expect(services == ["larder.rpc.v1.Health", "larder.rpc.v1.Reflection", "larder.rpc.v1.Diagnostics"])
        #expect(Set(server.handlers.map(\.method.path)).count == server.handlers.count)
        #expect(server.fallback == nil)
    }

    /// A part that offers a service, works and reports.
    private struct Part: ServicePart {
        let name: String
        let sink: EventConsumer

        var providers: [any ServiceProvider] { [sink] }
        var checks: [HealthMonitor.Check] { [{ "\(name) is missing" }] }
        var degradations: [HealthMonitor.Check] { [{ "\(name) is slow" }] }

        func background(in runtime: ServiceRuntime) -> [BackgroundWork] {
            [.once("\(name) of \(runtime.name)") {}]
        }
    }

    /// A part without anything.
    private struct NoPart: ServicePart {}

    private func reports(_ checks: [HealthMonitor.Check]) async -> [String] {
        var reports: [String] = []
        for check in checks { if let report = await check() { reports.append(report) } }
        return reports
    }

    @Test("takes from its parts what they offer, do and report, beside its own")
    func parts() async throws {
        try await TestSchema.with { pool in
            let consumer = EventConsumer(pool: pool, log: quiet) { _ in nil }
            let assembly = ServiceAssembly(
                personalData: .none,
                parts: [Part(name: "oven", sink: consumer), NoPart()],
                background: [.once("own") {}],
                checks: [{ nil }],
                degradations: [{ "own" }]
            )
            let runtime = try await makeRuntime("budget")
            #expect(assembly.background(in: runtime).map(\.name) == ["oven of budget", "own"])
            await runtime.close()
            #expect(await reports(assembly.allChecks) == ["oven is missing"])
            #expect(await reports(assembly.allDegradations) == ["own", "oven is slow"])
            var server = ServerConfiguration(inProcess: [])
            assembly.configure(
                &server,
                program: "budget",
                monitor: HealthMonitor(checks: [], log: quiet),
                verifier: TokenVerifier { [] },
                readiness: readiness
            )
            #expect(server.handlers.count { $0.method.path == Events.EventSinkService.deliverEvent.path } == 1)
        }
    }

    @Test("runs and measures the toolkit's parts under their names")
    func toolkit() async throws {
        try await TestSchema.with { pool in
            let log = quiet
            let consumer = EventConsumer(pool: pool, log: log) { _ in nil }
            let worker = LeaseWorker("kept", queue: KeptEvent.queue(in: pool), log: log) { _ in .finished }
            let assembly = ServiceAssembly(
                personalData: .none,
                parts: [ChangeFeed<UUID>("rows", pool: pool), worker, consumer]
            )
            let runtime = try await makeRuntime("budget")
            let works = assembly.background(in: runtime)
            #expect(
                works.map(\.name) == [
                    "change feed rows", "queue kept", "metrics of the queue kept", "kept events",
                ]
            )
            let running = works.map { work in Task { await runtime.work.run(work) } }
            try await until("all of them run") {
                try await pool.execute("SELECT pg_notify('rows_' || current_schema(), 'what')")
                let text = try Exposition(String(buffer: runtime.metrics.text()))
                return text.value("larder_change_feed_changes_total", ["feed": "rows"]) ?? 0 > 0
                    && text.value("larder_queue_waiting", ["queue": "kept"]) == 0
            }
            for task in running {
                task.cancel()
                await task.outcome
            }
            await runtime.close()
        }
    }

    @Test("has the last word on its server, and may have a health service of its own")
    func replaced() {
        struct Health: RPCMessages.HealthProvider {
            let program: String

            func checkHealth(
                _ request: RPCMessages.CheckHealthRequest,
                context: CallContext
            ) async throws -> RPCMessages.CheckHealthResponse { .init() }

            func watchHealth(
                _ request: RPCMessages.CheckHealthRequest,
                responses: MessageWriter<RPCMessages.CheckHealthResponse>,
                context: CallContext
            ) async throws {}

            func listHealth(
                _ request: RPCMessages.ListHealthRequest,
                context: CallContext
            ) async throws -> RPCMessages.ListHealthResponse { .init() }
        }
        let made = Recorder<Void>()
        let assembly = ServiceAssembly(
            personalData: .none,
            health: { _ in
                made.record(())
                return Health(program: "gateway")
            },
            configureServer: { $0.maximumInflatedBytes = 7 }
        )
        var server = ServerConfiguration(inProcess: [])
        assembly.configure(
            &server,
            program: "gateway",
            monitor: HealthMonitor(checks: [], log: quiet),
            verifier: TokenVerifier { [] },
            readiness: readiness
        )
        #expect(made.count == 1)
        #expect(server.maximumInflatedBytes == 7)
        #expect(server.handlers.filter { $0.method.service == "larder.rpc.v1.Health" }.count == 3)
    }
}

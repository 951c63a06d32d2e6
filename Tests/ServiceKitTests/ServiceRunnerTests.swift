import NIOCore
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceLifecycleTestKit
import TLS
import Testing

@testable import ServiceKit

@Suite("Running a program", .timeLimit(.minutes(5)))
struct ServiceRunnerTests {
    private enum Wrong: ServiceProgram {
        static let name = "ocr"
        static let migrations: String? = nil
        static let knownServices: [ServiceDescriptor] = []
        static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
            ServiceAssembly(personalData: .none, prepare: { throw ConfigurationError.missing("keys.master") })
        }
    }

    /// Becomes ready at the second attempt.
    private enum Steady: ServiceProgram {
        static let name = "budget"
        static let migrations: String? = nil
        static let knownServices: [ServiceDescriptor] = []
        static let attempts = Recorder<Void>()
        static let work = Recorder<String>()

        static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
            ServiceAssembly(
                personalData: .none,
                background: [
                    BackgroundWork("steady work") {
                        work.record("began")
                        defer { work.record("ended") }
                        try await Gate().wait()
                    }
                ],
                prepare: {
                    attempts.record(())
                    guard attempts.count > 1 else { throw Status(.unavailable, "not yet") }
                }
            )
        }
    }

    @Test("a program whose set-up is wrong ends with the reason instead of trying again")
    func wrongSetUp() async throws {
        let runtime = try await makeRuntime()
        await #expect(throws: ConfigurationError.self) {
            try await ServiceRunner(program: Wrong.self, runtime: runtime, signals: []).run()
        }
    }

    @Test("a port for metrics that is taken ends the program with the reason")
    func takenMetricsPort() async throws {
        let silent = try await SilentListener.start()
        let runtime = try await makeRuntime("ocr", ["--metrics-port", "\(silent.port)"])
        await #expect(throws: MetricsEndpoint.StartError.self) {
            try await ServiceRunner(program: Wrong.self, runtime: runtime, signals: []).run()
        }
        await silent.stop()
    }

    @Test("a program serves metrics of its calls and its health until it has stopped")
    func metrics() async throws {
        let (port, metricsPort) = (try SilentPort().port, try SilentPort().port)
        let arguments = ["--listen-port", "\(port)", "--metrics-port", "\(metricsPort)"]
        let runtime = try await makeRuntime("budget", arguments)
        try await testGracefulShutdown { trigger in
            async let run: Void = ServiceRunner(program: Plain.self, runtime: runtime, signals: []).run()
            try await Plain.work.wait(forCount: 1)
            let channel = try makeChannel(to: "budget", ports: [port])
            let health = RPCMessages.HealthClient(channel: channel)
            try await health.watchHealth(.init()) { stream in
                while let health = try await stream.next(), health.status != .serving {}
            }
            _ = try await health.checkHealth(.init())
            let unknown = TestCall.method(.anyone)
            let refused = await failure {
                let _: RPCMessages.EchoMessage = try await channel.unary(
                    unknown,
                    RPCMessages.EchoMessage(),
                    options: .init()
                )
            }
            #expect(refused?.code == .unimplemented)
            let exposition = try await read(metricsPort)
            let started = "grpc_server_call_started_total"
            #expect(exposition.value(started, ["grpc_method": "larder.rpc.v1.Health/CheckHealth"]) == 1)
            #expect(exposition.value(started, ["grpc_method": "other"]) == 1)
            #expect(exposition.value("larder_health_serving") == 1)
            #expect(exposition.value("process_resident_memory_bytes") ?? 0 > 0)
            #expect(exposition.families["larder_event_loop_lag_seconds"] != nil)
            trigger.triggerGracefulShutdown()
            channel.close()
            try await run
            await #expect(throws: (any Error).self) { try await read(metricsPort) }
        }
    }

    private func read(_ port: Int) async throws -> Exposition {
        let connection = try await RawConnection.connect(port: port, tls: nil)
        try await connection.send(Array("GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
        try await connection.waitForEnd()
        let answer = String(decoding: connection.bytes, as: UTF8.self)
        return try Exposition(String(try #require(answer.split(separator: "\r\n\r\n", maxSplits: 1).last)))
    }

    private enum Plain: ServiceProgram {
        static let name = "budget"
        static let migrations: String? = nil
        static let knownServices: [ServiceDescriptor] = []
        static let work = Recorder<Void>()

        static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
            ServiceAssembly(personalData: .none, background: [.once("first work") { work.record(()) }])
        }
    }

    /// Has streams to end, and a time as a lame duck.
    private enum Streaming: ServiceProgram {
        static let name = "budget"
        static let migrations: String? = nil
        static let knownServices: [ServiceDescriptor] = []
        static let clock = ManualClock()
        static let work = Recorder<Void>()
        static let ends = Recorder<Void>()

        static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
            ServiceAssembly(
                personalData: .none,
                background: [.once("first work") { work.record(()) }],
                stopping: { ends.record(()) },
                configureServer: {
                    $0.clock = clock
                    $0.lameDuck = .seconds(5)
                }
            )
        }
    }

    @Test("a program that stops serves its streams while it is a lame duck, and ends them then")
    func lameDuck() async throws {
        let runtime = try await makeRuntime("budget", ["--listen-port", "\(try SilentPort().port)"])
        try await testGracefulShutdown { trigger in
            async let run: Void = ServiceRunner(program: Streaming.self, runtime: runtime, signals: []).run()
            try await Streaming.work.wait(forCount: 1)
            let timers = Streaming.clock.timers
            trigger.triggerGracefulShutdown()
            try await Streaming.clock.waitForTimers(timers + 1)
            #expect(Streaming.ends.count == 0)
            try await Streaming.clock.advance(by: .seconds(5))
            try await run
            #expect(Streaming.ends.count == 1)
        }
    }

    @Test("a program tries until it is ready, works, and stops by ending its work, watches included")
    func gracefulStop() async throws {
        let silent = try SilentPort()
        let runtime = try await makeRuntime("budget", ["--listen-port", "\(silent.port)"])
        try await testGracefulShutdown { trigger in
            async let run: Void = ServiceRunner(program: Steady.self, runtime: runtime, signals: []).run()
            try await Steady.work.wait(forCount: 1)
            #expect(Steady.attempts.count == 2)
            let channel = try makeChannel(to: "budget", ports: [silent.port])
            let received = try await RPCMessages.HealthClient(channel: channel).watchHealth(.init()) { stream in
                while let health = try await stream.next(), health.status != .serving {}
                trigger.triggerGracefulShutdown()
                return try await stream.reduce(into: []) { $0.append($1.explanation) }
            }
            #expect(received == ["stopping"])
            channel.close()
            try await run
        }
        #expect(Steady.work.values == ["began", "ended"])
    }
}

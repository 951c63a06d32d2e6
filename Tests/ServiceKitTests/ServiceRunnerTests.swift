import Messages
import RPC
import RPCTestSupport
import ServiceLifecycleTestKit
import ServiceStubs
import TLS
import Testing

@testable import ServiceKit

@Suite("Running a program")
struct ServiceRunnerTests {
    private enum Wrong: ServiceProgram {
        static let name = "ocr"
        static let migrations: String? = nil
        static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
            ServiceAssembly(prepare: { throw ConfigurationError.missing("keys.master") })
        }
    }

    /// Becomes ready at the second attempt.
    private enum Steady: ServiceProgram {
        static let name = "budget"
        static let migrations: String? = nil
        static let attempts = Recorder<Void>()
        static let work = Recorder<String>()

        static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
            ServiceAssembly(
                background: [
                    {
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

    @Test("a program tries until it is ready, works, and stops by ending its work, watches included")
    func gracefulStop() async throws {
        let silent = try SilentPort()
        let runtime = try await makeRuntime("budget", ["--listen-port", "\(silent.port)"])
        try await testGracefulShutdown { trigger in
            async let run: Void = ServiceRunner(program: Steady.self, runtime: runtime, signals: []).run()
            await Steady.work.wait(forCount: 1)
            #expect(Steady.attempts.count == 2)
            let channel = try makeChannel(to: "budget", ports: [silent.port])
            let told = try await RPCMessages.HealthClient(channel: channel).watchHealth(.init()) { stream in
                while let health = try await stream.next(), health.status != .serving {}
                trigger.triggerGracefulShutdown()
                return try await stream.reduce(into: []) { $0.append($1.explanation) }
            }
            #expect(told == ["stopping"])
            channel.close()
            try await run
        }
        #expect(Steady.work.values == ["began", "ended"])
    }
}

import Foundation
import Testing

@testable import LocalDeployment

@Suite("Programs of a local Larder", .timeLimit(.minutes(5)))
struct LifecycleTests {
    @Test("a service is configured with its ports, its certificate, its roles and the places of the others")
    func environment() async throws {
        try await StandInPrograms.with(replicas: 2, settings: ["LARDER_LOG_LEVEL": "debug"]) { programs in
            let deployment = programs.deployment
            try deployment.start("budget")
            try await programs.waitUntilRunning("budget")
            let environment = try programs.environment(of: "budget")
            let ports = deployment.ports
            #expect(environment["LARDER_LISTEN_PORT"] == "\(ports["budget"])")
            #expect(environment["LARDER_METRICS_PORT"] == "\(ports.metrics(of: "budget"))")
            #expect(environment["LARDER_TLS_CERTIFICATE"]?.hasSuffix("/data/certificates/budget.pem") == true)
            #expect(environment["LARDER_TLS_TRUST_DOMAIN"] == "larder")
            #expect(environment["LARDER_DATABASE_URL"]?.contains("user=larder_budget ") == true)
            #expect(environment["LARDER_DATABASE_OWNER_URL"] == nil)
            #expect(!environment.values.contains { $0.contains("_owner") })
            #expect(environment["LARDER_DATABASE_POOL_SIZE"] == "8")
            #expect(environment["LARDER_LOG_LEVEL"] == "debug")
            let second = ports[ProgramInstance("catalog", number: 2)]
            #expect(environment["LARDER_PEERS_CATALOG"] == "127.0.0.1:\(ports["catalog"]),127.0.0.1:\(second)")
            #expect(environment["LARDER_PEERS_GATEWAY"] == nil)
            #expect(environment["LARDER_KEYS_MASTER"]?.hasSuffix("/budget.master.key") == true)
        }
    }

    @Test(
        "only services with a schema have a database, and only those that encrypt have a file of master keys, each its own"
    )
    func secrets() async throws {
        try await StandInPrograms.with { programs in
            try programs.deployment.startAll()
            var files: [String] = []
            for program in LocalDeployment.programs {
                try await programs.waitUntilRunning(program)
                let environment = try programs.environment(of: program)
                #expect((environment["LARDER_DATABASE_URL"] == nil) == (program == "gateway"), "\(program)")
                #expect(
                    (environment["LARDER_KEYS_MASTER"] != nil)
                        == ["auth", "budget", "catalog", "notifications", "ocr"].contains(program),
                    "\(program)"
                )
                if let file = environment["LARDER_KEYS_MASTER"] { files.append(file) }
            }
            #expect(Set(files).count == files.count)
        }
    }

    @Test("schemas are migrated by runs of their own, which alone have the owner's password")
    func migration() async throws {
        try await StandInPrograms.with { programs in
            try await programs.deployment.migrate()
            for program in LocalDeployment.programs {
                let environment = try? programs.environment(ofMigrationOf: program)
                #expect((environment == nil) == (program == "gateway"), "\(program)")
                guard let environment else { continue }
                #expect(environment["LARDER_DATABASE_OWNER_URL"]?.contains("user=larder_\(program)_owner ") == true)
                #expect(environment.keys.filter { $0.hasPrefix("LARDER_") } == ["LARDER_DATABASE_OWNER_URL"])
            }
        }
    }

    @Test("a migration that fails is named, with the reason")
    func failedMigration() async throws {
        try await StandInPrograms.with { programs in
            try programs.setFailure("0002_notes was changed", of: "budget")
            let failure = await #expect(throws: DeploymentError.self) { try await programs.deployment.migrate() }
            #expect(failure?.description == "The schema of budget cannot be migrated: 0002_notes was changed")
            try await programs.deployment.migrate(["gateway", "auth"])
        }
    }

    @Test("all instances are started and stopped, and those that do not stop cleanly are named")
    func startAndStop() async throws {
        try await StandInPrograms.with { programs in
            let deployment = programs.deployment
            try programs.setStopStatus(3, of: "orders")
            try deployment.startAll()
            for program in LocalDeployment.programs { try await programs.waitUntilRunning(program) }
            let records = try FileManager.default.contentsOfDirectory(atPath: deployment.folder.processes.path)
            #expect(records.count == LocalDeployment.programs.count)
            #expect(await deployment.stopAll() == ["orders"])
            for program in LocalDeployment.programs {
                #expect(deployment.process(program)?.exitStatus == (program == "orders" ? 3 : 0), "\(program)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: deployment.folder.processes.path) == [])
        }
    }

    @Test("a program that does not stop in time is killed")
    func killed() async throws {
        try await StandInPrograms.with { programs in
            let process = try programs.deployment.start("budget")
            try await programs.waitUntilRunning("budget")
            process.signal(SIGSTOP)
            #expect(await programs.deployment.stopAll(limit: .milliseconds(50)) == ["budget"])
            #expect(process.exitStatus == SIGKILL)
        }
    }

    @Test("an instance is restarted once it has ended")
    func restart() async throws {
        try await StandInPrograms.with { programs in
            let deployment = programs.deployment
            let former = try deployment.start("budget")
            try await programs.waitUntilRunning("budget")
            let process = try await deployment.restart(ProgramInstance("budget"))
            try await programs.waitUntilRunning("budget")
            #expect(former.exitStatus == 0)
            #expect(process !== former && process.exitStatus == nil)
            #expect(deployment.process("budget") === process)
        }
    }

    @Test("an instance that does not stop cleanly is named, and started again all the same")
    func uncleanRestart() async throws {
        try await StandInPrograms.with { programs in
            let deployment = programs.deployment
            try programs.setStopStatus(3, of: "budget")
            let former = try deployment.start("budget")
            try await programs.waitUntilRunning("budget")
            let failure = await #expect(throws: DeploymentError.self) {
                try await deployment.restart(ProgramInstance("budget"))
            }
            #expect(failure?.description.hasPrefix("budget did not stop cleanly, it has ended with status 3: ") == true)
            try await programs.waitUntilRunning("budget")
            #expect(deployment.process("budget") !== former)
        }
    }

    @Test("an instance that does not run is not restarted")
    func restartOfNothing() async throws {
        try await StandInPrograms.with { programs in
            let deployment = programs.deployment
            let process = try deployment.start("budget")
            process.signal(SIGKILL)
            _ = await process.waitForExit()
            for instance in [ProgramInstance("budget"), ProgramInstance("auth")] {
                let failure = await #expect(throws: DeploymentError.self) { try await deployment.restart(instance) }
                #expect(failure?.description == "\(instance) does not run.")
            }
            #expect(deployment.process("budget") === process)
        }
    }

    @Test("health is not waited for once a program has ended; its log says why")
    func endedProgram() async throws {
        try await StandInPrograms.with { programs in
            let deployment = programs.deployment
            try await deployment.makeCertificates()
            try programs.setFailure("keys.master is not set", of: "auth")
            let process = try deployment.start("auth")
            _ = await process.waitForExit()
            let failure = await #expect(throws: DeploymentError.self) {
                try await HealthWait(deployment: deployment).waitUntilHealthy(within: .seconds(60))
            }
            #expect(failure?.description == "auth has ended with status 1: keys.master is not set")
        }
    }

    @Test("a second session on the same data is rejected, and the first one goes on")
    func session() async throws {
        try await StandInPrograms.with { programs in
            let folder = programs.deployment.folder
            func session() async throws -> DeploymentSession {
                let gateway = (21_000..<30_000).lazy.first { (try? Ports(gateway: $0)) != nil }
                return try await DeploymentSession(
                    folder: folder,
                    port: try #require(gateway),
                    replicas: 1,
                    trustDomain: "larder",
                    report: { _ in }
                )
            }
            let first = try await session()
            let failure = await #expect(throws: DeploymentError.self) { try await session() }
            #expect(failure?.description == "Larder already runs on \(folder.data.path).")
            withExtendedLifetime(first) {}
        }
    }

    @Test("the last lines of a log are the messages of its JSON lines, and other lines as they are")
    func logLines() async throws {
        try await StandInPrograms.with { programs in
            try programs.setFailure("one", of: "budget")
            let process = try programs.deployment.start("budget")
            _ = await process.waitForExit()
            let log = try FileHandle(forWritingTo: programs.deployment.log(of: ProgramInstance("budget")))
            try log.seekToEnd()
            try log.write(contentsOf: Data("Fatal error: two\n{\"message\": \"three\"}\n".utf8))
            try log.close()
            #expect(process.lastLogLines(1) == "three")
            #expect(process.lastLogLines() == "one\nFatal error: two\nthree")
        }
    }
}

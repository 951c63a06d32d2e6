import ConcurrencyTestSupport
import Foundation
import PostgresTestSupport

@testable import LocalDeployment

/// A deployment whose programs are small stand-ins: they need neither database nor certificates, and do as a test says.
struct StandInPrograms: Sendable {
    let deployment: LocalDeployment
    private let folder: URL

    /// Handles SIGTERM before it lets signals in: a task's thread blocks them, which its child processes inherit.
    private static let program = """
        #!/usr/bin/env python3
        import os, pathlib, signal, sys
        program = pathlib.Path(sys.argv[0])
        migrates = sys.argv[1:] == ["migrate"]
        log = program.with_suffix(".migration" if migrates else ".environment")
        log.write_text("".join(f"{key}={value}\\n" for key, value in sorted(os.environ.items())))
        ending = program.with_suffix(".ending")
        def stop(number, frame):
            sys.exit(int(ending.read_text()) if ending.exists() else 0)
        signal.signal(signal.SIGTERM, stop)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        failure = program.with_suffix(".failure")
        if failure.exists():
            print(f'{{"message": "{failure.read_text()}"}}', file=sys.stderr)
            sys.exit(1)
        if migrates:
            sys.exit(0)
        program.with_suffix(".running").touch()
        while True:
            signal.pause()

        """

    /// Runs `body`, and kills what still runs afterwards.
    static func with(
        replicas: Int = 1,
        settings: [String: String] = [:],
        _ body: (StandInPrograms) async throws -> Void
    ) async throws {
        try await withFolder { root in
            let executables = root.appending(path: "programs")
            try FileManager.default.createDirectory(at: executables, withIntermediateDirectories: true)
            let folder = DeploymentFolder(
                data: root.appending(path: "data"),
                executables: executables,
                scripts: URL(filePath: Shell.repository).appending(path: "deploy/local")
            )
            try folder.create()
            let deployment = LocalDeployment(
                folder: folder,
                ports: try Ports.free(replicas: replicas),
                settings: settings
            )
            let programs = StandInPrograms(deployment: deployment, folder: executables)
            for program in LocalDeployment.programs { try programs.install(program) }
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(programs)) } catch { outcome = .failure(error) }
            for instance in deployment.instances {
                guard let process = deployment.process(instance) else { continue }
                process.signal(SIGKILL)
                _ = await process.waitForExit()
            }
            try outcome.get()
        }
    }

    /// Puts a program in its place.
    func install(_ program: String) throws {
        let file = file(program)
        try Data(StandInPrograms.program.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// Takes a program away, so that it cannot be started.
    func uninstall(_ program: String) throws { try FileManager.default.removeItem(at: file(program)) }

    /// Has a program fail at each start with a sentence in its log; nil has it run again.
    func setFailure(_ sentence: String?, of program: String) throws {
        let file = file(program).appendingPathExtension("failure")
        if let sentence {
            try Data(sentence.utf8).write(to: file)
        } else {
            try FileManager.default.removeItem(at: file)
        }
    }

    /// Has a program end with this status when it is asked to stop.
    func setStopStatus(_ status: Int32, of program: String) throws {
        try Data("\(status)".utf8).write(to: file(program).appendingPathExtension("ending"))
    }

    /// The environment that a program was last started with.
    func environment(of program: String) throws -> [String: String] { try variables(of: program, "environment") }

    /// The environment in which a program has last migrated its schema.
    func environment(ofMigrationOf program: String) throws -> [String: String] {
        try variables(of: program, "migration")
    }

    private func variables(of program: String, _ suffix: String) throws -> [String: String] {
        let text = try String(contentsOf: file(program).appendingPathExtension(suffix), encoding: .utf8)
        return text.split(separator: "\n").reduce(into: [:]) { variables, line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            variables[String(parts[0])] = String(parts[1])
        }
    }

    /// Returns once a program that was started runs.
    func waitUntilRunning(_ program: String) async throws {
        let file = file(program).appendingPathExtension("running")
        try await until("\(program) runs") { FileManager.default.fileExists(atPath: file.path) }
        try FileManager.default.removeItem(at: file)
    }

    private func file(_ program: String) -> URL { folder.appending(path: "larder-\(program)") }
}

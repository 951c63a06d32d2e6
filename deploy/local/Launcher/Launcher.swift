import Foundation
import LocalDeployment
import UnixSignals

/// Starts everything, demonstrates the main job, keeps the programs running and stops them.
struct Launcher {
    private let options: LauncherOptions
    private let session: DeploymentSession
    private let client: ClientProgram

    private var deployment: LocalDeployment { session.deployment }

    private static func folder(_ options: LauncherOptions) -> DeploymentFolder {
        DeploymentFolder(
            data: options.data,
            executables: URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
            scripts: options.scripts,
            web: options.web
        )
    }

    /// Makes a user an administrator.
    /// - Returns: What was done, as a sentence.
    static func makeAdministrator(_ username: String, _ options: LauncherOptions) async throws -> String {
        let deployment = LocalDeployment(
            folder: folder(options),
            ports: try Ports.free(),
            trustDomain: options.trustDomain
        )
        return try await deployment.makeAdministrator(username)
    }

    init(options: LauncherOptions) async throws {
        self.options = options
        let folder = Launcher.folder(options)
        session = try await DeploymentSession(
            folder: folder,
            port: options.port,
            replicas: options.replicas,
            usesModels: options.usesModels,
            trustDomain: options.trustDomain,
            settings: LauncherOptions.passedSettings(ProcessInfo.processInfo.environment),
            report: Console.say
        )
        client = ClientProgram(
            executable: folder.executables.appending(path: "larder"),
            environment: [
                "LARDER_GATEWAY": "localhost:\(options.port)",
                "LARDER_AUTHORITY": folder.certificates.appending(path: "ca.pem").path,
                "LARDER_CREDENTIALS": folder.data.appending(path: "credentials.json").path,
            ]
        )
    }

    /// Runs until asked to stop.
    /// - Returns: Names of programs that did not stop cleanly.
    func run() async throws -> [String] {
        let stop = await StopSignal()
        let signals = await UnixSignalsSequence(trapping: .sigusr1, .sigusr2)
        do {
            _ = try await session.start(unless: { stop.isReceived })
            if !stop.isReceived {
                await demonstrate(stop)
                await serve(until: stop, signals)
            }
        } catch {
            let failed = await session.shutDown()
            // What a stop interrupts is no failure.
            if stop.isReceived { return failed }
            throw error
        }
        return await session.shutDown()
    }

    /// Sends the receipt. A photo that cannot be read is no reason to stop everything.
    private func demonstrate(_ stop: StopSignal) async {
        let demonstration = Demonstration(
            client: client,
            folder: deployment.folder,
            options: options,
            say: Console.say
        )
        do { try await demonstration.run(unless: { stop.isReceived }) } catch { Console.say("\n\(error)") }
    }

    private func serve(until stop: StopSignal, _ signals: UnixSignalsSequence) async {
        let command = client.executable.relativePath
        Console.say(
            """

            Larder serves on localhost:\(options.port). Open http://localhost:\(deployment.ports.web()) in a browser.
            In another terminal, from this folder:\(connection)
              \(command) status                      health of all services
              \(command) purchases                   the log of purchases
              \(command) receipt add PHOTO           another receipt
              \(command) inbox                       what there is to know
              \(command) eateries --near 49.6,-119.68  who is open now
            Logs are in \(deployment.folder.logs.relativePath). Metrics of each program, for Prometheus:
            \(metricsAddresses)
            make restart restarts all programs in turn, make certificates gives them new certificates.
            Ctrl-C, or closing this terminal, stops everything; the data stay.
            """
        )
        let (requests, request) = AsyncStream.makeStream(of: Supervisor.Request.self)
        let listening = Task {
            for await signal in signals { request.yield(signal == .sigusr1 ? .restartAll : .renewCertificates) }
        }
        let outcome = deployment.folder.restartOutcome
        // Empty: it is there, and no restart has ended yet.
        _ = FileManager.default.createFile(atPath: outcome.path, contents: nil)
        let supervisor = Supervisor(deployment: deployment, requests: requests, report: Console.say) { sentence in
            try? Data("\(sentence)\n".utf8).write(to: outcome, options: .atomic)
        }
        let supervision = Task { await supervisor.run() }
        let rotation = Task { [logs = LogRotation(deployment.folder.logs)] in await logs.run(report: Console.say) }
        await stop.wait()
        rotation.cancel()
        listening.cancel()
        supervision.cancel()
        await supervision.value
    }

    /// How the client finds a Larder whose data are elsewhere than where it looks for them.
    private var connection: String {
        let usual = URL(filePath: FileManager.default.currentDirectoryPath).appending(path: ".larder").path
        guard deployment.folder.data.standardizedFileURL.path != usual else { return "" }
        let authority = deployment.folder.certificates.appending(path: "ca.pem").path
        return "\n  export LARDER_GATEWAY=localhost:\(options.port) LARDER_AUTHORITY=\(authority)"
    }

    private var metricsAddresses: String {
        deployment.instances.map { instance in
            let name = "\(instance)".padding(toLength: 16, withPad: " ", startingAt: 0)
            return "  \(name) http://127.0.0.1:\(deployment.ports.metrics(of: instance))/metrics"
        }.joined(separator: "\n")
    }
}

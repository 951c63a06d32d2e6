import Foundation
import LocalDeployment
import UnixSignals

/// Starts everything, demonstrates the main job, keeps the programs running and stops them.
struct Launcher {
    private let options: LauncherOptions
    private let session: DeploymentSession
    private let client: ClientProgram

    private var deployment: LocalDeployment { session.deployment }

    init(options: LauncherOptions) async throws {
        self.options = options
        let executables = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let folder = DeploymentFolder(data: options.data, executables: executables, scripts: options.scripts)
        session = try await DeploymentSession(
            folder: folder,
            port: options.port,
            replicas: options.replicas,
            trustDomain: options.trustDomain,
            report: Launcher.say
        )
        client = ClientProgram(
            executable: executables.appending(path: "larder"),
            environment: [
                "LARDER_GATEWAY": "localhost:\(options.port)",
                "LARDER_AUTHORITY": folder.certificates.appending(path: "ca.pem").path,
                "LARDER_CREDENTIALS": Launcher.demonstrationCredentials(in: folder).path,
            ]
        )
    }

    /// The first new user stays signed in for the commands that follow; a user who is signed in already stays so.
    private static func demonstrationCredentials(in folder: DeploymentFolder) -> URL {
        let own = folder.data.appending(path: "credentials.json")
        let isTaken = FileManager.default.fileExists(atPath: own.path)
        return isTaken ? folder.data.appending(path: "demonstration-credentials.json") : own
    }

    /// Runs until asked to stop.
    /// - Returns: Names of programs that did not stop cleanly.
    func run() async throws -> [String] {
        let stop = await StopSignal()
        let signals = await UnixSignalsSequence(trapping: .sigusr1, .sigusr2)
        do {
            _ = try await session.start(unless: { stop.isReceived })
            if !stop.isReceived {
                if let receipt = options.receipt { try await demonstrate(receipt, stop) }
                await serve(until: stop, signals)
            }
        } catch {
            _ = await session.shutDown()
            throw error
        }
        return await session.shutDown()
    }

    private func demonstrate(_ receipt: URL, _ stop: StopSignal) async throws {
        let name = "demo" + String(Int(Date().timeIntervalSince1970), radix: 36)
        let password = "Larder-" + String(UInt64.random(in: 1 << 40...1 << 48), radix: 36) + "1!"
        Launcher.say("\nA new user, \(name), sends \(receipt.relativePath):\n")
        let begin = ContinuousClock.now
        let register = ["register", "--username", name, "--email", "\(name)@example.org"]
        try await client.run(register + ["--accept-terms", "latest", "--password-stdin"], input: password)
        if stop.isReceived { return }
        try await client.run(["receipt", "add", receipt.path])
        let time = (ContinuousClock.now - begin).formatted(
            .units(allowed: [.seconds], fractionalPart: .show(length: 1))
        )
        Launcher.say("\nFrom sign-up to purchase in \(time).")
    }

    private func serve(until stop: StopSignal, _ signals: UnixSignalsSequence) async {
        let command = client.executable.relativePath
        Launcher.say(
            """

            Larder serves on localhost:\(options.port). In another terminal, from this folder:
              \(command) status                      health of all services
              \(command) purchases                   the log of purchases
              \(command) receipt add PHOTO           another receipt
              \(command) inbox                       what there is to know
              \(command) eateries --near 49.6,-119.68  who is open now
            Logs are in \(deployment.folder.logs.relativePath). Metrics of each program, for Prometheus:
            \(metricsAddresses)
            make restart restarts all programs in turn, make certificates gives them new certificates.
            Ctrl-C stops everything; the data stay.
            """
        )
        let (requests, request) = AsyncStream.makeStream(of: Supervisor.Request.self)
        let listening = Task {
            for await signal in signals { request.yield(signal == .sigusr1 ? .restartAll : .renewCertificates) }
        }
        let supervisor = Supervisor(deployment: deployment, requests: requests, report: Launcher.say)
        let supervision = Task { await supervisor.run() }
        await stop.wait()
        listening.cancel()
        supervision.cancel()
        await supervision.value
    }

    private var metricsAddresses: String {
        deployment.instances.map { instance in
            let name = "\(instance)".padding(toLength: 16, withPad: " ", startingAt: 0)
            return "  \(name) http://127.0.0.1:\(deployment.ports.metrics(of: instance))/metrics"
        }.joined(separator: "\n")
    }

    /// Writes a line at once, also when the output is a file or a pipe.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

import Foundation
import LocalDeployment
import RPC
import UnixSignals

/// Starts everything, shows the main job, keeps it running, stops it.
struct Launcher {
    private let options: LauncherOptions
    private let deployment: LocalDeployment
    private let client: ClientProgram
    private let lock: DeploymentLock

    init(options: LauncherOptions) async throws {
        self.options = options
        let executables = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let folder = DeploymentFolder(data: options.data, executables: executables, scripts: options.scripts)
        try folder.create()
        lock = try DeploymentLock(folder.lock)
        await folder.endStrays()
        deployment = LocalDeployment(
            folder: folder,
            ports: try Ports(gateway: options.port, replicas: options.replicas)
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

    /// The first new user stays signed in for the commands that follow; whoever is signed in already stays so.
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
            let timeToHealth = try await start(stop)
            if options.measures {
                try await measure(timeToHealth)
            } else if options.measuresLines {
                try await LineLookup(deployment: deployment, say: say).run()
            } else if let photos = options.measuredPhotos {
                try await measureReceipts(photos)
            } else if let photos = options.searchedPhotos {
                try await measureSearch(photos)
            } else if !stop.isAsked {
                if let receipt = options.receipt { try await show(receipt, stop) }
                try await serve(until: stop, signals)
            }
        } catch {
            _ = await shutDown()
            throw error
        }
        return await shutDown()
    }

    /// - Returns: From the start of the programs until all were healthy.
    private func start(_ stop: StopSignal) async throws -> Duration {
        say("Starting the database …")
        try await deployment.prepare()
        say("Starting auth, ocr, catalog, budget, orders, notifications and the gateway …")
        let begin = ContinuousClock.now
        try deployment.startAll()
        try await HealthWait(deployment: deployment).waitUntilHealthy(within: .seconds(60), unless: { stop.isAsked })
        say("All services are healthy after \(seconds(since: begin)).")
        return ContinuousClock.now - begin
    }

    private func measure(_ timeToHealth: Duration) async throws {
        guard let receipt = options.receipt else { throw DeploymentError("Measuring needs --receipt.") }
        let photo = [UInt8](try Data(contentsOf: receipt))
        try await Measurement(deployment: deployment, photo: photo, rounds: 10, say: say).run(
            timeToHealth: timeToHealth
        )
    }

    private func measureReceipts(_ folder: URL) async throws {
        try await ReceiptLoad(
            deployment: deployment,
            photos: try photos(in: folder),
            queue: options.measuredReceipts,
            say: { say($0) }
        ).run()
    }

    private func measureSearch(_ folder: URL) async throws {
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        let photo = try photos(in: folder)[0]
        try await SearchLoad(deployment: deployment, channel: channel, photo: photo, say: { say($0) }).run()
    }

    /// - Returns: At least one.
    private func photos(in folder: URL) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "jpg" }.sorted { $0.path < $1.path }
        guard !files.isEmpty else { throw DeploymentError("There are no photos (.jpg) in \(folder.relativePath).") }
        return try files.map { [UInt8](try Data(contentsOf: $0)) }
    }

    private func show(_ receipt: URL, _ stop: StopSignal) async throws {
        let name = "demo" + String(Int(Date().timeIntervalSince1970), radix: 36)
        let password = "Larder-" + String(UInt64.random(in: 1 << 40...1 << 48), radix: 36) + "1!"
        say("\nA new user, \(name), sends \(receipt.relativePath):\n")
        let begin = ContinuousClock.now
        let register = ["register", "--username", name, "--email", "\(name)@example.org"]
        try await client.run(register + ["--accept-terms", "latest", "--password-stdin"], input: password)
        if stop.isAsked { return }
        try await client.run(["receipt", "add", receipt.path])
        say("\nFrom sign-up to purchase in \(seconds(since: begin)).")
    }

    private func serve(until stop: StopSignal, _ signals: UnixSignalsSequence) async throws {
        let command = client.executable.relativePath
        say(
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
        await Supervisor(deployment: deployment, signals: signals, say: { say($0) }).run(until: stop)
    }

    private var metricsAddresses: String {
        deployment.instances.map { instance in
            let name = "\(instance)".padding(toLength: 16, withPad: " ", startingAt: 0)
            return "  \(name) http://127.0.0.1:\(deployment.ports.metrics(of: instance))/metrics"
        }.joined(separator: "\n")
    }

    private func shutDown() async -> [String] {
        say("\nStopping …")
        let failed = await deployment.stopAll()
        for name in failed {
            say("\(name) did not stop cleanly; its log is in \(deployment.folder.logs.relativePath).")
        }
        do { try await deployment.stopDatabase() } catch { say("\(error)") }
        say("Stopped.")
        return failed
    }

    private func seconds(since begin: ContinuousClock.Instant) -> String {
        (ContinuousClock.now - begin).formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1)))
    }

    /// At once, also when the output is a file or a pipe.
    private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

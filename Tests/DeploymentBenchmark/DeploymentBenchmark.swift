import ArgumentParser
import Foundation
import LocalDeployment
import RPC

/// Measures a whole Larder on this machine: `make bench`, `make bench-lines` and `make bench-receipts`.
@main
struct DeploymentBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deployment-benchmark",
        abstract: "Start a Larder of its own, measure it through the gateway, print the figures, stop it.",
        subcommands: [PromisesCommand.self, LinesCommand.self, ReceiptsCommand.self, SearchCommand.self]
    )
}

/// Where the deployment to measure keeps its data, and its size.
struct DeploymentOptions: ParsableArguments {
    @Option(help: "The folder that the deployment's data lie in.", transform: { URL(filePath: $0) })
    var data: URL

    @Option(help: "The folder with the deployment's scripts.", transform: { URL(filePath: $0) })
    var scripts = URL(filePath: "deploy/local")

    @Option(help: "The gateway's port; the services take those above it.")
    var port = 7_743

    @Option(help: "Instances of each program.")
    var replicas = 1

    func validate() throws {
        guard Ports.replicaRange.contains(replicas) else {
            let range = "\(Ports.replicaRange.lowerBound) to \(Ports.replicaRange.upperBound)"
            throw ValidationError("The replicas must be a number from \(range), not \(replicas).")
        }
    }

    /// Runs `body` on a deployment that is healthy, and stops the deployment also when `body` throws.
    /// - Parameter body: Gets the deployment and the time that its programs took from start to health.
    func measure(_ body: @escaping @Sendable (LocalDeployment, Duration) async throws -> Void) async throws {
        let executables = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let session = try await DeploymentSession(
            folder: DeploymentFolder(data: data, executables: executables, scripts: scripts),
            port: port,
            replicas: replicas,
            trustDomain: "larder",
            report: report
        )
        let stop = await StopSignal()
        do {
            try await stop.cancelling { try await body(session.deployment, session.start()) }
        } catch {
            _ = await session.shutDown()
            throw error
        }
        if await !session.shutDown().isEmpty { throw ExitCode.failure }
    }
}

/// Writes a line at once, also when the output is a file or a pipe.
@Sendable func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// The photos (.jpg) of a folder in the order of their names.
/// - Returns: At least one.
func readPhotos(in folder: URL) throws -> [[UInt8]] {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "jpg" }.sorted { $0.path < $1.path }
    guard !files.isEmpty else { throw DeploymentError("There are no photos (.jpg) in \(folder.relativePath).") }
    return try files.map { [UInt8](try Data(contentsOf: $0)) }
}

struct PromisesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promises",
        abstract: "Measure what the product promises."
    )

    @OptionGroup var deployment: DeploymentOptions

    @Option(help: "The photo to send.", transform: { URL(filePath: $0) })
    var receipt: URL

    @Flag(help: "Exit with status 1 when a figure is over its bar.")
    var check = false

    func run() async throws {
        let (photo, check) = ([UInt8](try Data(contentsOf: receipt)), check)
        try await deployment.measure { deployment, timeToHealth in
            let violations = try await PromisedFigures(deployment: deployment, photo: photo, rounds: 10, report: report)
                .run(timeToHealth: timeToHealth)
            violations.forEach(report)
            if check, !violations.isEmpty { throw ExitCode.failure }
        }
    }
}

struct LinesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lines",
        abstract: "Measure how long printed lines are looked up."
    )

    @OptionGroup var deployment: DeploymentOptions

    func run() async throws {
        try await deployment.measure { deployment, _ in
            try await LineLookup(deployment: deployment, report: report).run()
        }
    }
}

struct ReceiptsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts",
        abstract: "Measure many receipts at once, beside small calls; needs --replicas 2."
    )

    @OptionGroup var deployment: DeploymentOptions

    @Option(help: "The folder with the photos (.jpg) to send.", transform: { URL(filePath: $0) })
    var photos: URL

    @Option(help: "Receipts that make a full queue, 20 to 10000.")
    var receipts = 200

    func validate() throws {
        guard (20...10_000).contains(receipts) else {
            throw ValidationError("The receipts must be a number from 20 to 10000, not \(receipts).")
        }
    }

    func run() async throws {
        let (photos, receipts) = (try readPhotos(in: photos), receipts)
        try await deployment.measure { deployment, _ in
            try await ReceiptLoad(deployment: deployment, photos: photos, queue: receipts, report: report).run()
        }
    }
}

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Measure how long kept receipts are searched."
    )

    @OptionGroup var deployment: DeploymentOptions

    @Option(help: "The folder with the photo (.jpg) to send.", transform: { URL(filePath: $0) })
    var photos: URL

    func run() async throws {
        let photo = try readPhotos(in: photos)[0]
        try await deployment.measure { deployment, _ in
            let channel = try deployment.gatewayChannel()
            defer { channel.close() }
            try await SearchLoad(deployment: deployment, channel: channel, photo: photo, report: report).run()
        }
    }
}

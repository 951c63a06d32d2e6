import Foundation
import Postgres

/// Runs `pgbench` with the statements of a read.
struct Pgbench {
    let configuration: PostgresConfiguration
    let seconds: Int

    private static let script = "Tests/ReadsBenchmark/get_purchase.sql"

    /// Runs the statements on so many connections until the time is over.
    func run(_ connections: Int) async throws -> Figures {
        let folder = FileManager.default.temporaryDirectory.appending(path: "larder-pgbench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try await run([
            "--no-vacuum", "--protocol=prepared", "--client=\(connections)", "--time=\(seconds)",
            "--file=\(Self.script)", "--define=is_known=0", "--log", "--log-prefix=\(folder.path)/log",
        ])
        guard let rate = output.firstMatch(of: /tps = ([0-9.]+)/).flatMap({ Double($0.1) }),
            output.contains("number of failed transactions: 0 ")
        else { throw ReadsError("pgbench failed: \(output)") }
        return Figures(rate: rate, latencies: try Self.latencies(in: folder))
    }

    /// Milliseconds of each transaction: the third field of a line of the log has its microseconds.
    private static func latencies(in folder: URL) throws -> [Double] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
                let fields = line.split(separator: " ")
                return fields.count > 2 ? Double(fields[2]).map { $0 / 1_000 } : nil
            }
        }
    }

    private func run(_ arguments: [String]) async throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // A thread of this program may block signals, with one of which pgbench measures its time.
        let program = ["--default-signal", "pgbench"]
        let server = [
            "--host=\(configuration.host)", "--port=\(configuration.port)", "--username=\(configuration.user)",
        ]
        process.arguments = program + arguments + server + [configuration.database]
        process.environment = ProcessInfo.processInfo.environment.merging(["PGOPTIONS": "-c search_path=budget"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try process.run()
                        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        return String(decoding: output, as: UTF8.self)
                    }
                )
            }
        }
    }
}

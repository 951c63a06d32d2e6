import EchoConnections
import Glibc
import Measuring
import RPC
import RPCStubs
import RPCValues

/// Uploads messages over and over, many at once, and prints how many there were: what a server's memory is measured by.
@main
struct UploadClient {
    static func main() async {
        do { try await run() } catch { fail("\(error)", status: 1) }
    }

    private static func run() async throws {
        let arguments = Arguments(
            known: EchoConnections.flags.union(["conns", "uploads", "bytes", "part", "seconds"])
        )
        let connections = try await EchoConnections(arguments, count: arguments.number("conns", atLeast: 1))
        let bytes = arguments.number("bytes", atLeast: 1)
        let uploads = Uploads(
            connections: connections,
            bytes: bytes,
            part: arguments.number("part", default: bytes, atLeast: 1),
            statistics: CallStatistics(warmUp: .zero, duration: arguments.seconds("seconds"))
        )
        await uploads.run(concurrency: arguments.number("uploads", atLeast: 1))
        print(uploads.statistics.report.json)
        exit(uploads.statistics.errors == 0 ? 0 : 1)
    }
}

/// Uploads of so many bytes: in one message that is echoed when a part is as large as the whole, else as a stream of parts
/// that the server counts.
///
/// Unchecked, as all its tasks run on one event loop, and so do all changes.
private final class Uploads: @unchecked Sendable {
    let connections: EchoConnections
    let bytes: Int
    let part: RPCMessages.EchoMessage
    let statistics: CallStatistics

    init(connections: EchoConnections, bytes: Int, part: Int, statistics: CallStatistics) {
        self.connections = connections
        self.bytes = bytes
        self.part = RPCMessages.EchoMessage(payload: [UInt8](repeating: 7, count: min(part, bytes)))
        self.statistics = statistics
    }

    func run(concurrency: Int) async {
        await withDiscardingTaskGroup { tasks in
            for index in 0..<concurrency {
                let channel = connections.channels[index % connections.channels.count]
                tasks.addTask(executorPreference: connections.executor) { await self.upload(on: channel) }
            }
        }
    }

    private func upload(on channel: RPCChannel) async {
        var start = monotonicNanoseconds()
        while statistics.isRunning(at: start) {
            do {
                if part.payload.count == bytes {
                    _ = try await connections.echo(part, on: channel, options: CallOptions(timeout: .seconds(60)))
                } else {
                    try await stream(on: channel)
                }
                statistics.succeeded(from: start, at: monotonicNanoseconds())
            } catch {
                statistics.failed("\(error)")
            }
            start = monotonicNanoseconds()
        }
    }

    private func stream(on channel: RPCChannel) async throws {
        let client = RPCMessages.EchoClient(channel: channel)
        let parts = bytes / part.payload.count
        let summary = try await client.collectEchoes(options: CallOptions(timeout: .seconds(60))) { writer in
            for _ in 0..<parts { try await writer.write(part) }
        }
        guard summary.bytes == Int64(parts * part.payload.count) else {
            throw Status(.dataLoss, "The server has not counted all bytes.")
        }
    }
}

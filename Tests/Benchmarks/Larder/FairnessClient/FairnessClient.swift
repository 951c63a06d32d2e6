import EchoConnections
import Glibc
import Measuring
import Messages
import RPC
import ServiceStubs
import Synchronization

/// Makes small calls on one connection while large uploads run on the same, and prints the figures of the small calls.
@main
struct FairnessClient {
    static func main() async throws {
        let arguments = Arguments(
            known: EchoConnections.flags.union(["upload", "part", "conc", "bytes", "warmup", "seconds"])
        )
        let connections = try await EchoConnections(arguments, count: 1)
        let parts = arguments.number("upload", atLeast: 1) / arguments.number("part", atLeast: 1)
        let part = RPCMessages.EchoMessage(payload: [UInt8](repeating: 7, count: arguments.number("part")))
        let isOver = Atomic(false)
        let calls = CallLoop(
            connections,
            bytes: arguments.number("bytes"),
            warmUp: arguments.seconds("warmup"),
            duration: arguments.seconds("seconds")
        )
        let concurrency = arguments.number("conc", atLeast: 1)
        let uploads = try await withThrowingTaskGroup(of: Int.self) { tasks in
            tasks.addTask(executorPreference: connections.executor) {
                var done = 0
                while !isOver.load(ordering: .relaxed) {
                    try await upload(part, times: parts, over: connections.channels[0])
                    done += 1
                }
                return done
            }
            await calls.run(concurrency: concurrency)
            isOver.store(true, ordering: .relaxed)
            return try await tasks.next() ?? 0
        }
        guard uploads > 0 else { fail("no upload was done", status: 1) }
        warn("\(uploads) uploads of \(parts * part.payload.count) bytes")
        print(calls.statistics.report.json)
        exit(calls.statistics.errors == 0 ? 0 : 1)
    }

    private static func upload(_ part: RPCMessages.EchoMessage, times: Int, over channel: RPCChannel) async throws {
        let client = RPCMessages.EchoClient(channel: channel)
        let summary = try await client.collectEchoes(options: CallOptions(timeout: .seconds(60))) { writer in
            for _ in 0..<times { try await writer.write(part) }
        }
        guard summary.messages == Int64(times) else { throw Status(.dataLoss, "The server has not counted all parts.") }
    }
}

import EchoConnections
import Glibc
import Measuring
import RPC
import RPCValues

/// Opens connections, says `open`, leaves them idle until a line comes in, then makes a call on each.
@main
struct IdleClient {
    static func main() async {
        do { try await run() } catch { fail("\(error)", status: 1) }
    }

    private static func run() async throws {
        let arguments = Arguments(known: EchoConnections.flags.union(["conns"]))
        let count = arguments.number("conns", atLeast: 1)
        let begin = monotonicNanoseconds()
        let connections = try await EchoConnections(arguments, count: count)
        let seconds = Double(monotonicNanoseconds() - begin) / 1e9
        say("open")
        _ = readLine()
        let answered = await callAll(connections)
        say("{\"connections\":\(count),\"answered\":\(answered),\"connect_seconds\":\(seconds)}")
        exit(answered == count ? 0 : 1)
    }

    /// Calls on all connections at once; how many answered.
    private static func callAll(_ connections: EchoConnections) async -> Int {
        await withTaskGroup(of: Bool.self) { tasks in
            for channel in connections.channels {
                tasks.addTask(executorPreference: connections.executor) {
                    let message = RPCMessages.EchoMessage(payload: [1, 2, 3])
                    let options = CallOptions(timeout: .seconds(10))
                    do {
                        return try await connections.echo(message, on: channel, options: options) == message
                    } catch {
                        return false
                    }
                }
            }
            return await tasks.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}

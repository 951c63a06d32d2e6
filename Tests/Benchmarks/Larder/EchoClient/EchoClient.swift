import EchoConnections
import Glibc
import Measuring

/// Makes unary calls from one event loop and prints how many there were and how long they took.
@main
struct EchoClient {
    static func main() async {
        do { try await run() } catch { fail("\(error)", status: 1) }
    }

    private static func run() async throws {
        let arguments = Arguments(
            known: EchoConnections.flags.union(["conns", "conc", "bytes", "warmup", "seconds"])
        )
        let concurrency = arguments.number("conc", atLeast: 1)
        let connections = try await EchoConnections(arguments, count: arguments.number("conns", atLeast: 1))
        let calls = CallLoop(
            connections,
            bytes: arguments.number("bytes"),
            warmUp: arguments.seconds("warmup"),
            duration: arguments.seconds("seconds")
        )
        await calls.run(concurrency: concurrency)
        print(calls.statistics.report.json)
        exit(calls.statistics.errors == 0 ? 0 : 1)
    }
}

import EchoConnections
import Glibc
import Measuring

/// Makes small calls on one connection while large uploads run on the same, and prints the figures of the small calls.
@main
struct FairnessClient {
    static func main() async {
        do { try await run() } catch { fail("\(error)", status: 1) }
    }

    private static func run() async throws {
        let arguments = Arguments(
            known: EchoConnections.flags.union(["upload", "part", "conc", "bytes", "warmup", "seconds"])
        )
        let connections = try await EchoConnections(arguments, count: 1)
        let uploads = Uploads(
            connections,
            bytes: arguments.number("upload", atLeast: 1),
            part: arguments.number("part", atLeast: 1)
        )
        let calls = CallLoop(
            connections,
            bytes: arguments.number("bytes"),
            warmUp: arguments.seconds("warmup"),
            duration: arguments.seconds("seconds")
        )
        async let count = uploads.run()
        await calls.run(concurrency: arguments.number("conc", atLeast: 1))
        uploads.finish()
        guard try await count > 0 else { fail("no upload was done", status: 1) }
        print(calls.statistics.report.json)
        exit(calls.statistics.errors == 0 ? 0 : 1)
    }
}

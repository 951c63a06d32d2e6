import ArgumentParser
import LarderClient
import Synchronization
import Testing

@testable import larder

@Suite("The command line", .timeLimit(.minutes(5)))
struct ParsingTests {
    @Test(
        "A usage error exits with 64",
        arguments: [
            ["unknown"], ["purchases", "--limit", "0"], ["purchases", "--limit", "x"], ["receipt", "add"],
            ["eateries"], ["eateries", "--near", "north"], ["eateries", "--near", "1,2", "--radius", "0"],
            ["products", "search"], ["status", "--timeout", "0"], ["status", "--timeout", "soon"],
            ["--json", "nothing"],
            ["products", "search", "milk", "--limit", "51"],
            ["help", "nothing"], ["help", "receipt", "nothing"], ["products", "guess", " "],
        ]
    )
    func usage(arguments: [String]) async throws {
        let told = Mutex("")
        let sink = TextSink(isTerminal: false) { text in told.withLock { $0 += text } }
        #expect(await LarderCommand.run(arguments, out: sink, error: sink) == .usage)
        let isSilent = told.withLock { $0.isEmpty }
        #expect(!isSilent)
    }

    @Test(
        "A negative number is named as wrong",
        arguments: [
            ["purchases", "--limit", "-3"], ["eateries", "--near", "1,2", "--radius", "-3"],
            ["eateries", "--near", "1,2", "--limit", "-3"], ["products", "search", "milk", "--limit", "-3"],
            ["products", "guess", "MILK", "--limit", "-3"], ["products", "rematch", "--purchases", "-3"],
            ["status", "--timeout", "-3"], ["rpc", "channels", "--connections", "-3"],
        ]
    )
    func negative(arguments: [String]) async throws {
        let reported = Mutex("")
        let sink = TextSink(isTerminal: false) { text in reported.withLock { $0 += text } }
        #expect(await LarderCommand.run(arguments, out: sink, error: sink) == .usage)
        let text = reported.withLock { $0 }
        #expect(!text.contains("Missing value") && !text.contains("Unknown option"), "\(text)")
    }

    @Test(
        "A negative number is an argument wherever it stands, and no option",
        arguments: [
            ["-5", "--currency", "CAD", "--period", "month"], ["--period", "month", "-5"], ["--period=month", "-5"],
            ["--period", "month", "--json", "-5"], ["--period", "month", "--", "-5"],
            ["-5", "--period", "month", "--begins-on", "-2"],
        ]
    )
    func negativeArgument(arguments: [String]) async throws {
        let command = try await LarderCommand.parsed(["goal", "add"] + arguments)
        #expect((command as? GoalAddCommand)?.limit == "-5")
    }

    @Test("What is missing beside a negative number is named")
    func missingBesideNegative() async {
        let error = await #expect(throws: (any Error).self) { try await LarderCommand.parsed(["goal", "add", "-5"]) }
        #expect(error.map { LarderCommand.message(for: $0) } == "Missing expected argument '--period <period>'")
    }

    @Test(
        "Requested help exits with 0",
        arguments: [["--help"], ["help", "receipt", "add"], ["help", "exit-codes"]]
    )
    func help(arguments: [String]) async throws {
        let told = Mutex("")
        let sink = TextSink(isTerminal: false) { text in told.withLock { $0 += text } }
        #expect(await LarderCommand.run(arguments, out: sink, error: sink) == .ok)
    }

    @Test("Global options may stand before the command")
    func globalOptionsFirst() throws {
        let arguments = ["--json", "--timeout", "2.5", "--gateway=example.org:1", "products", "search", "--", "--json"]
        let moved = GlobalOptions.behindCommand(arguments, commands: LarderCommand.names)
        #expect(
            moved == ["products", "search", "--json", "--timeout", "2.5", "--gateway=example.org:1", "--", "--json"]
        )
        let command = try #require(try LarderCommand.parseAsRoot(moved) as? ProductsSearchCommand)
        #expect(command.global.json)
        #expect(command.global.timeout?.duration == .milliseconds(2_500))
        #expect(command.text == ["--json"])
    }

    @Test("A search for the word --json is not JSON")
    func wordAfterDashes() {
        #expect(!GlobalOptions.asksForJSON(["products", "search", "--", "--json"]))
    }

    @Test(
        "An invalid location is rejected",
        arguments: ["", "1", "1,2,3", "a,b", "91,0", "0,181", "-90.000001,0", "1e1,2", "1.,2", "1.2345678x,2"]
    )
    func noPlace(text: String) {
        #expect(Place(argument: text) == nil)
    }

    @Test(
        "A location is two numbers, to a millionth of a degree",
        arguments: [
            ("49.6,-119.68", 49_600_000, -119_680_000), ("-90, 180", -90_000_000, 180_000_000),
            ("49.60000019,0", 49_600_000, 0), ("-0.5,-0.000001", -500_000, -1),
        ] as [(String, Int64, Int64)]
    )
    func place(text: String, latitude: Int64, longitude: Int64) {
        let location = Common.Location(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude)
        #expect(Place(argument: text)?.location == location)
    }

    @Test("No option takes a password")
    func noPasswordOption() {
        for command in [RegisterCommand.self, SignInCommand.self] as [any ClientCommand.Type] {
            #expect(!LarderCommand.helpMessage(for: command).contains("--password "))
        }
    }
}

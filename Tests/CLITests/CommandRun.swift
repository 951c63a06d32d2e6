import ArgumentParser
import Foundation
import LarderClient
import LarderClientTestSupport
import Synchronization
import Testing
import Texts

@testable import larder

/// The output and exit status of a command.
struct Printed {
    var out = ""
    var error = ""
    /// The exit status.
    var exit = ExitStatus.ok

    /// The one JSON document on standard output.
    func document() throws -> [String: Any] { try Printed.document(out) }

    /// The error on standard error, in JSON the last of its documents.
    func errorDocument() throws -> [String: Any] {
        let last = try #require(error.split(separator: "\n").last)
        return try #require(try Printed.document("\(last)\n")["error"] as? [String: Any])
    }

    /// The one JSON document in a text.
    static func document(_ text: String) throws -> [String: Any] {
        #expect(text.hasSuffix("\n") && text.dropLast().allSatisfy { $0 != "\n" })
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
}

/// Runs commands against a test gateway, as a user or a script would.
struct CommandRun {
    let gateway: TestGateway
    let tokens = InMemoryTokenStore()
    /// The lines typed, or the content of standard input.
    var typed: [String] = []
    var isPersonPresent = false
    var isTerminal = false
    /// The language of the user.
    var language = Language.english

    /// Runs a command line.
    func callAsFunction(_ arguments: String...) async throws -> Printed { try await self(arguments) }

    /// Runs a command line.
    func callAsFunction(_ arguments: [String]) async throws -> Printed {
        let printed = Mutex(Printed())
        let output = Output(
            isJSON: GlobalOptions.asksForJSON(arguments),
            out: TextSink(isTerminal: isTerminal, width: isTerminal ? 80 : nil) { text in
                printed.withLock { $0.out += text }
            },
            error: TextSink(isTerminal: isTerminal) { text in printed.withLock { $0.error += text } }
        )
        try await Language.$ofRun.withValue(language) {
            do {
                try await run(arguments, output)
            } catch let failure as Failure {
                failure.report(output)
                printed.withLock { $0.exit = failure.exit }
            }
        }
        return printed.withLock { $0 }
    }

    private func run(_ arguments: [String], _ output: Output) async throws {
        let parsed = try await LarderCommand.parsed(
            GlobalOptions.behindCommand(arguments, commands: LarderCommand.names)
        )
        let command = try #require(parsed as? any ClientCommand)
        let client = try LarderClient(
            gateway: .init(endpoint: gateway.endpoint, authorities: [gateway.authority]),
            tokens: tokens,
            language: language
        )
        defer { client.close() }
        let context = CommandContext(
            client: client,
            output: output,
            terminal: terminal,
            gateway: gateway.endpoint,
            gatewaySentence: "The gateway is the test's.",
            timeLimit: command.global.timeout?.duration
        )
        do {
            try await command.run(context)
        } catch {
            throw Failure(error, connectionFailure: client.connectionFailure, gateway: gateway.endpoint)
        }
    }

    private var terminal: Terminal {
        let lines = ScriptedInput(typed)
        return Terminal(
            isPresent: isPersonPresent,
            ask: { _ in lines.next() },
            askSecret: { _ in lines.next() },
            readLine: { lines.next() },
            input: { lines.pieces }
        )
    }

    /// A run of a signed-in user.
    static func signedIn(_ gateway: TestGateway) async throws -> CommandRun {
        var run = CommandRun(gateway: gateway)
        run.typed = ["Correct-1"]
        #expect(try await run("sign-in", "ada", "--password-stdin").exit == .ok)
        return run
    }
}

/// Lines typed one after the other.
private final class ScriptedInput: Sendable {
    private let lines: Mutex<[String]>

    init(_ lines: [String]) { self.lines = Mutex(lines) }

    /// Each line as a chunk.
    var pieces: AsyncStream<[UInt8]> { AsyncStream { self.next().map { Array("\($0)\n".utf8) } } }

    func next() -> String? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}

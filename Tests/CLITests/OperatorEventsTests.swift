import ArgumentParser
import CommonMessages
import EventsMessages
import LarderClientTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import TLS
import Testing
import Texts

@testable import larder

/// The events of a service, as it would list them.
private struct EventAnswers: Events.EventOperationsProvider {
    static let id = "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01"
    let requests: Recorder<String>

    func listEvents(
        _ request: Events.ListEventsRequest,
        context: CallContext
    ) async throws -> Events.ListEventsResponse {
        guard context.metadata[text: MetadataName.targetService] == "budget" else { throw Status.notFound("service") }
        requests.record("list \(request.state) \(request.receiver)")
        guard request.state != .waiting else { return .init() }
        let event = Events.StoredEvent(
            id: Self.id,
            state: request.state,
            receiver: "catalog",
            sender: "ocr",
            kind: "purchase_corrected",
            storedAt: .init(seconds: 1_700_000_000),
            attempts: 3,
            lastError: "INVALID_ARGUMENT: \u{1B}[31mid must be a UUID."
        )
        return .init(events: [event])
    }

    func releaseEvents(
        _ request: Events.ReleaseEventsRequest,
        context: CallContext
    ) async throws -> Events.ReleaseEventsResponse {
        requests.record("release \(request.eventIDs) \(request.receiver)")
        return .init(released: Int64(request.eventIDs.count { $0 != "unknown" }))
    }

    func parkEvents(
        _ request: Events.ParkEventsRequest,
        context: CallContext
    ) async throws -> Events.ParkEventsResponse {
        requests.record("park \(request.eventIDs)")
        return .init(parked: Int64(request.eventIDs.count { $0 != "unknown" }))
    }

    func dropEvents(
        _ request: Events.DropEventsRequest,
        context: CallContext
    ) async throws -> Events.DropEventsResponse {
        requests.record("drop \(request.eventIDs) \(request.receiver)")
        return .init(dropped: request.receiver.isEmpty ? Int64(request.eventIDs.count { $0 != "unknown" }) : 7)
    }
}

@Suite("larder operator events", .timeLimit(.minutes(5)))
struct OperatorEventsTests {
    /// Runs `body` with a service behind the gateway, and a command line with a session.
    private func with(
        in language: Language = .english,
        _ body: (Recorder<String>, (_ arguments: [String]) async throws -> Printed) async throws -> Void
    ) async throws {
        let requests = Recorder<String>()
        try await TestGateway.with(also: [EventAnswers(requests: requests)]) { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(requests) { [run] arguments in
                try await run(["operator", "events"] + arguments + ["--service", "budget"])
            }
        }
    }

    @Test(
        "makes no sense without a service, without events or with a receiver beside them",
        arguments: [
            ["list"], ["list", "--service", ""], ["list", "--service", "a", "--state", "lost"],
            ["list", "--server", "a"], ["release", "--service", "a"], ["drop", "--service", "a"], ["drop", "E"],
            ["park", "--service", "a"], ["park", "E"], ["park", "--receiver", "catalog", "--service", "a"],
            ["release", "E", "--receiver", "catalog", "--service", "a"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["operator", "events"] + arguments) }
    }

    @Test("lists parked events unless others are asked for")
    func list() async throws {
        try await with { requests, run async throws in
            let parked = try await run(["list", "--receiver", "catalog"])
            #expect(parked.exit == .ok)
            #expect(parked.out.contains("purchase_corrected") && parked.out.contains(EventAnswers.id))
            #expect(parked.out.contains("catalog") && !parked.out.contains("\u{1B}[31m"))
            #expect(try await run(["list", "--state", "kept"]).out.contains("ocr"))
            #expect(try await run(["list", "--state", "waiting"]).out.contains("There are none."))
            #expect(requests.values == ["list parked catalog", "list kept ", "list waiting "])
        }
    }

    @Test("names as missing what a service does not have", arguments: ["release", "park", "drop"])
    func unknown(command: String) async throws {
        try await with { _, run async throws in
            let printed = try await run([command, "E", "unknown"])
            #expect(printed.exit == .notFound)
            #expect(printed.error.hasPrefix("error: 1 of 2 events "))
        }
    }

    @Test("names a receiver for which nothing is parked")
    func nothing() async throws {
        try await with { _, run async throws in
            let printed = try await run(["release", "--receiver", "nobody"])
            #expect(printed.exit == .notFound)
            #expect(printed.error.hasPrefix("error: No parked event is for nobody."))
        }
    }

    @Test("speaks French")
    func french() async throws {
        try await with(in: .french) { _, run async throws in
            let listed = try await run(["list"]).out
            #expect(listed.hasPrefix("Enregistré") && listed.contains("Dernière erreur"))
            #expect(try await run(["list", "--state", "kept"]).out.contains("De"))
            #expect(try await run(["release", "E"]).out == "1 relancé.\n")
            #expect(try await run(["drop", "E", "F"]).out == "2 supprimés.\n")
            let missing = try await run(["park", "E", "unknown"]).error
            #expect(missing.contains("1 sur 2 événements écartés"))
            let nothing = try await run(["drop", "--receiver", "nobody"]).out
            #expect(nothing == "7 supprimés.\n")
        }
    }

    @Test("releases and drops events, by name or all for a receiver, and parks those that are named")
    func releaseAndDrop() async throws {
        try await with { requests, run async throws in
            #expect(try await run(["release", "E", "F"]).out.contains("2 released."))
            #expect(try await run(["drop", "--receiver", "catalog"]).out.contains("7 dropped."))
            #expect(try await run(["drop", "E", "--json"]).out.contains("\"dropped\""))
            #expect(try await run(["park", "E"]).out.contains("1 parked."))
            #expect(
                requests.values == [#"release ["E", "F"] "#, "drop [] catalog", #"drop ["E"] "#, #"park ["E"]"#]
            )
        }
    }
}

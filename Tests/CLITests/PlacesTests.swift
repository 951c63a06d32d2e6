import ArgumentParser
import LarderClient
import LarderClientTestSupport
import Synchronization
import Testing
import Texts

@testable import larder

@Suite("Tempting places on the command line", .timeLimit(.minutes(5)))
struct PlacesTests {
    /// Runs `body` with a signed-in user who has places.
    private func with(
        _ places: [Notifications.TemptingPlace] = [],
        in language: Language = .english,
        _ body: (PlacesAnswers, CommandRun) async throws -> Void
    ) async throws {
        let answers = PlacesAnswers(places)
        try await TestGateway.with(also: [answers]) { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(answers, run)
        }
    }

    /// A text with one space for each gap.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
    }

    private let bakery = Notifications.TemptingPlace(
        id: "place-1",
        name: "Corner Bakery",
        location: .init(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_680_000),
        radiusMetres: 100
    )
    private let line = "Corner Bakery · 49.60000, -119.68000 ± 100 m"

    // MARK: Bad input

    @Test(
        "are a usage error where something is missing or can't be",
        arguments: [
            ["add"], ["add", "Mall"], ["add", "Mall", "--at", "here"], ["add", "Mall", "--at", "91,0"],
            ["add", "--at", "49.6,-119.68"], ["add", "Mall", "--at", "49.6,-119.68", "--radius", "49"],
            ["add", "Mall", "--at", "49.6,-119.68", "--radius", "1001"],
            ["add", "Mall", "--at", "49.6,-119.68", "--radius", "-50"], ["change"], ["change", "place-1"],
            ["change", "place-1", "--radius", "0"], ["change", "place-1", "--at", "0"], ["remove"], ["visit"],
            ["visit", "place-1", "--at", "49.6,-119.68"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["places"] + arguments) }
    }

    @Test("that are not known are said so, and nothing is sent of them", arguments: ["change", "remove", "visit"])
    func unknown(command: String) async throws {
        try await with([bakery]) { answers, run async throws in
            let rest = command == "change" ? ["--name", "Mall"] : []
            let printed = try await run(["places", command, "place-9"] + rest)
            #expect(printed.exit == .notFound)
            #expect(printed.error == "error: There is no place \"place-9\".\nAll places: larder places\n")
            #expect(answers.all == [bakery] && answers.visits.isEmpty)
        }
    }

    @Test("need the consent to storing where somebody is, and say how it is given")
    func consent() async throws {
        try await with { answers, run async throws in
            answers.refuse()
            let printed = try await run("places", "add", "Mall", "--at", "49.6,-119.68")
            #expect(printed.exit == .forbidden)
            #expect(printed.error.hasSuffix("larder consents give location\n"))
            #expect(answers.all.isEmpty)
        }
    }

    @Test("have what the service rejects at its field")
    func rejected() async throws {
        try await with { answers, run async throws in
            let printed = try await run("places", "add", "", "--at", "49.6,-119.68")
            #expect(printed.exit == .invalid)
            #expect(printed.error.hasSuffix("\n  - name must not be empty\n"))
            #expect(answers.all.isEmpty)
        }
    }

    // MARK: Changing

    @Test("are added, each with an id of its own, with a radius of 100 metres unless another is given")
    func adds() async throws {
        try await with { answers, run async throws in
            let first = try await run("places", "add", "Corner Bakery", "--at", "49.6,-119.68")
            let id = try #require(answers.all.first?.id)
            #expect(first.exit == .ok && first.out == "\(line)\nPlace \(id)\n")
            let second = try await run("places", "add", "Mall", "--at", "-33.8,151.2", "--radius", "400", "--json")
            #expect(try second.document()["name"] as? String == "Mall")
            #expect(answers.all.map(\.radiusMetres) == [100, 400])
            #expect(answers.all.last?.location?.longitudeMicrodegrees == 151_200_000)
            #expect(Set(answers.all.map(\.id)).count == 2)
            #expect(answers.all.allSatisfy { $0.id.wholeMatch(of: /[0-9a-f-]{36}/) != nil })
        }
    }

    @Test("are changed in what is given, and stay as they are otherwise")
    func changes() async throws {
        try await with([bakery]) { answers, run async throws in
            let wider = try await run("places", "change", "PLACE-1", "--radius", "250")
            #expect(wider.out == "Corner Bakery · 49.60000, -119.68000 ± 250 m\nPlace place-1\n")
            let moved = try await run("places", "change", "place-1", "--name", "Bakery", "--at", "0,-0.5")
            #expect(moved.out == "Bakery · 0.00000, -0.50000 ± 250 m\nPlace place-1\n")
            #expect(answers.all.count == 1)
        }
    }

    @Test("are removed")
    func removes() async throws {
        try await with([bakery]) { answers, run async throws in
            #expect(try await run("places", "remove", "place-1").out == "Place removed: \(line)\n")
            #expect(answers.all.isEmpty)
        }
    }

    // MARK: Listing

    @Test("are a table, or a sentence with the first step")
    func list() async throws {
        try await with { _, run async throws in
            for command in [["places"], ["places", "list"]] {
                #expect(
                    try await run(command).out == "There are no places yet. Add one with: "
                        + "larder places add NAME --at LATITUDE,LONGITUDE\n"
                )
            }
        }
        try await with([bakery]) { _, run async throws in
            #expect(
                try await run("places").out
                    == """
                    Name           Where                 Within  Id
                    Corner Bakery  49.60000, -119.68000   100 m  place-1

                    """
            )
            let document = try await run("places", "--json").document()
            #expect((document["places"] as? [Any])?.count == 1)
        }
    }

    // MARK: Visiting

    @Test("are visited, with what has come of it")
    func visits() async throws {
        try await with([bakery]) { answers, run async throws in
            let visit = ["places", "visit", "place-1"]
            #expect(try await run(visit).out == "You are reminded of entering what you spend: \(line)\n")
            #expect(
                try await run(visit).out == "No reminder: there was one within the last hour: \(line)\n"
            )
            answers.switchOff()
            #expect(
                try await run(visit).out == "No reminder: reminders of places are switched off. "
                    + "Switch them on with: larder notices on place_reminder\n"
            )
            #expect(try await run(visit + ["--json"]).document()["outcome"] as? String == "VISIT_OUTCOME_OFF")
            #expect(answers.visits == Array(repeating: "place-1", count: 4))
        }
    }

    // MARK: In French

    @Test("are written in French")
    func french() async throws {
        try await with([bakery], in: .french) { _, run async throws in
            #expect(
                plain(try await run("places").out)
                    == "Nom Où Rayon Identifiant\nCorner Bakery 49.60000, -119.68000 100 m place-1\n"
            )
            #expect(
                plain(try await run("places", "visit", "place-1").out)
                    == "Il vous est rappelé de saisir ce que vous dépensez : \(line)\n"
            )
            #expect(
                plain(try await run("places", "remove", "place-9").error)
                    == "erreur : Le lieu « place-9 » n’existe pas.\nTous les lieux : larder places\n"
            )
            #expect(plain(try await run("places", "remove", "place-1").out) == "Lieu supprimé : \(line)\n")
        }
    }
}

/// Keeps a user's places, of which each reminds once.
private final class PlacesAnswers: Notifications.TemptingPlacesProvider {
    private struct State {
        var places: [Notifications.TemptingPlace]
        var visits: [String] = []
        var isOff = false
        var lacksConsent = false
    }

    private let state: Mutex<State>

    init(_ places: [Notifications.TemptingPlace]) { state = Mutex(State(places: places)) }

    var all: [Notifications.TemptingPlace] { state.withLock { $0.places } }
    /// The places that were visited.
    var visits: [String] { state.withLock { $0.visits } }

    /// Has reminders be off.
    func switchOff() { state.withLock { $0.isOff = true } }
    /// Has the user's consent be missing.
    func refuse() { state.withLock { $0.lacksConsent = true } }

    func listPlaces(
        _ request: Notifications.ListPlacesRequest,
        context: CallContext
    ) async throws -> Notifications.ListPlacesResponse {
        .init(places: all)
    }

    func setPlace(
        _ request: Notifications.SetPlaceRequest,
        context: CallContext
    ) async throws -> Notifications.TemptingPlace {
        var place = request.place ?? .init()
        if place.radiusMetres == 0 { place.radiusMetres = 100 }
        guard !place.name.isEmpty else {
            throw Status.invalid([.init("place.name", "place.name must not be empty")])
        }
        let stored = place
        try state.withLock { state in
            guard !state.lacksConsent else {
                throw Status(
                    .permissionDenied,
                    .verbatim("This needs your consent."),
                    reason: .consentRequired,
                    entries: ["consent": "location"]
                )
            }
            let index = state.places.firstIndex { $0.id == stored.id }
            if let index { state.places[index] = stored } else { state.places.append(stored) }
        }
        return stored
    }

    func removePlace(
        _ request: Notifications.RemovePlaceRequest,
        context: CallContext
    ) async throws -> Notifications.RemovePlaceResponse {
        state.withLock { $0.places.removeAll { $0.id == request.placeID } }
        return .init()
    }

    func reportVisit(
        _ request: Notifications.ReportVisitRequest,
        context: CallContext
    ) async throws -> Notifications.ReportVisitResponse {
        state.withLock { state in
            defer { state.visits.append(request.placeID) }
            if state.isOff { return .init(outcome: .off) }
            return .init(outcome: state.visits.contains(request.placeID) ? .tooSoon : .reminded)
        }
    }
}

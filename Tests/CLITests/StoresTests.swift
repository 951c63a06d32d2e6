import ArgumentParser
import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Stores on the command line", .timeLimit(.minutes(5)))
struct StoresTests {
    /// Runs `body` with catalog's stores behind the gateway, and a command line with a session.
    private func with(
        in language: Language = .english,
        _ body: (StoreAnswers, CommandRun) async throws -> Void
    ) async throws {
        let answers = StoreAnswers()
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

    @Test(
        "are a usage error with a wrong place, radius or limit",
        arguments: [
            ["--near", "north"], ["--radius", "99"], ["--radius", "100001"], ["--radius", "-3"], ["--limit", "0"],
            ["--limit", "201"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["stores"] + arguments) }
    }

    @Test("are listed with what the user chose, until when they are open, and their ids")
    func listed() async throws {
        let closing = Common.Timestamp(seconds: StoreAnswers.closing).localTimeText
        try await with { answers, run async throws in
            let printed = plain(try await run("stores", "--near", "49.6,-119.68").out)
            #expect(
                printed.contains("350 m Maple Market preferred supermarket \(closing) 1 Main Street store-1\n")
            )
            #expect(printed.contains("1.2 km Corner shop grocery closed 2 Quay Street store-2\n"))
            #expect(printed.contains("2.0 km Pills ignored pharmacy open store-3\n"))
            #expect(printed.hasSuffix("3 more stores are within 5.0 km.\n"))
            _ = try await run("stores", "--near", "49.6,-119.68", "--radius", "3000", "--limit", "10", "--all")
            let place = Common.Location(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_680_000)
            #expect(
                answers.requests.values == [
                    .init(near: place), .init(near: place, radiusMetres: 3_000, limit: 10, withIgnored: true),
                ]
            )
        }
        try await with(in: .french) { _, run async throws in
            let printed = plain(try await run("stores", "--near", "49.6,-119.68").out)
            #expect(printed.contains("350 m Maple Market préféré supermarket \(closing) 1 Main Street store-1\n"))
            #expect(printed.contains("1,2 km Corner shop grocery fermé 2 Quay Street store-2\n"))
            #expect(printed.hasSuffix("3 autres magasins sont à moins de 5,0 km.\n"))
        }
    }

    @Test(
        "of receipts are a usage error without a place, with one that is none, or with both",
        arguments: [
            [], ["ID"], ["ID", "--at", "north"], ["ID", "--at", "91,0"], ["--remove"],
            ["ID", "--at", "49.6,-119.68", "--remove"],
        ]
    )
    func locateUsage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["stores", "locate"] + arguments) }
    }

    @Test("of receipts are listed with where they are, and placed, until that is taken back")
    func own() async throws {
        try await with { answers, run async throws in
            let listed = plain(try await run("stores", "own").out)
            #expect(listed.hasPrefix("Name Address Place Id\n"))
            #expect(listed.contains("Corner shop 1 Elm Road own-1\nFruit stall 49.60220, -119.67630 own-2\n"))
            let document = try await run("stores", "own", "--json").document()
            #expect((document["stores"] as? [[String: Any]])?.count == 2)
            let placed = try await run("stores", "locate", "own-1", "--at", "-33.8688,151.2093")
            #expect(placed.out == "Corner shop is at -33.86880, 151.20930 for you.\n")
            let removed = try await run("stores", "locate", "own-1", "--remove")
            #expect(removed.out == "Where Corner shop is is no longer stored.\n")
            let point = Common.Location(latitudeMicrodegrees: -33_868_800, longitudeMicrodegrees: 151_209_300)
            #expect(
                answers.placed.values == [.init(storeID: "own-1", location: point), .init(storeID: "own-1")]
            )
            let unknown = try await run("stores", "locate", "store-1", "--remove")
            #expect(unknown.exit == .notFound)
            #expect(unknown.error.hasSuffix("All stores of your receipts: larder stores own\n"))
        }
        try await with(in: .french) { _, run async throws in
            #expect(plain(try await run("stores", "own").out).hasPrefix("Nom Adresse Lieu Identifiant\n"))
            let removed = try await run("stores", "locate", "own-1", "--remove").out
            #expect(removed == "L’endroit où se trouve Corner shop n’est plus conservé.\n")
            let near = plain(try await run("stores", "--near", "49.7,-119.68").out)
            #expect(near.contains("10 m Fruit stall de vos reçus own-2\n"))
        }
    }

    @Test("of receipts are said to be none where receipts have named only known ones")
    func ownNone() async throws {
        let answers = StoreAnswers(own: [])
        try await TestGateway.with(also: [answers]) { gateway async throws in
            let printed = try await CommandRun.signedIn(gateway)("stores", "own")
            #expect(printed.out == "Your receipts have named no store that Larder does not know otherwise.\n")
        }
    }

    @Test("are given to programs as the service sends them")
    func json() async throws {
        try await with { _, run async throws in
            let document = try await run("stores", "--near", "49.6,-119.68", "--json").document()
            #expect(document["more"] as? Int == 3)
            #expect((document["stores"] as? [[String: Any]])?.count == 3)
        }
    }

    @Test("that are not found are searched for further away")
    func none() async throws {
        try await with { _, run async throws in
            let none = try await run("stores", "--near", "-33.8,151.2")
            #expect(none.exit == .ok)
            #expect(none.out == "No store was found within 5.0 km. Widen the search with: --radius 10000\n")
            let far = try await run("stores", "--near", "-33.8,151.2", "--radius", "60000").out
            #expect(far == "No store was found within 60.0 km. Widen the search with: --radius 100000\n")
            let anywhere = try await run("stores", "--near", "-33.8,151.2", "--radius", "100000").out
            #expect(anywhere == "No store was found within 100.0 km.\n")
        }
        try await with(in: .french) { _, run async throws in
            let none = plain(try await run("stores", "--near", "-33.8,151.2").out)
            #expect(
                none == "Aucun magasin n’a été trouvé à moins de 5,0 km. Pour élargir la recherche : --radius 10000\n"
            )
        }
    }

    @Test("need a home place or another one")
    func homePlaceMissing() async throws {
        try await with { _, run async throws in
            let printed = try await run("stores")
            #expect(printed.exit == .conflict && printed.out.isEmpty)
            #expect(
                printed.error.hasSuffix(
                    "Set your home place with larder profile home --at LATITUDE,LONGITUDE, "
                        + "or choose another place with --near LATITUDE,LONGITUDE.\n"
                )
            )
            let error = try await run("stores", "--json").errorDocument()
            #expect(error["reason"] as? String == "HOME_PLACE_MISSING")
            #expect((error["hint"] as? String)?.contains("larder profile home") == true)
        }
        try await with(in: .french) { _, run async throws in
            let printed = plain(try await run("stores").error)
            #expect(printed.contains("Indiquez votre domicile avec larder profile home --at LATITUDE,LONGITUDE, ou"))
        }
    }
}

/// Finds stores at one place, for a user without a home place.
private struct StoreAnswers: Catalog.StoresProvider {
    /// When the first store closes.
    static let closing: Int64 = 1_740_850_200
    private static let place = Common.Location(latitudeMicrodegrees: 49_602_200, longitudeMicrodegrees: -119_676_300)

    /// The user's own stores.
    var own: [Catalog.Store] = [
        .init(id: "own-1", name: "Corner shop", address: "1 Elm Road"),
        .init(id: "own-2", name: "Fruit stall", location: Self.place),
    ]
    /// The received requests, in order.
    let requests = Recorder<Catalog.FindStoresRequest>()
    let placed = Recorder<Catalog.SetOwnStoreLocationRequest>()

    func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        context: CallContext
    ) async throws -> Catalog.ResolveStoreResponse {
        throw Status(.permissionDenied, "This method is not for you.")
    }

    func findStores(
        _ request: Catalog.FindStoresRequest,
        context: CallContext
    ) async throws -> Catalog.FindStoresResponse {
        requests.record(request)
        guard let near = request.near else {
            throw Status(.failedPrecondition, "You have no home place.", reason: "HOME_PLACE_MISSING")
        }
        let radius = request.radiusMetres == 0 ? 5_000 : request.radiusMetres
        switch near.latitudeMicrodegrees {
        case 49_600_000: return .init(stores: stores, radiusMetres: radius, more: 3)
        case 49_700_000:
            return .init(stores: [.init(store: own[1], distanceMetres: 10, own: true)], radiusMetres: radius)
        default: return .init(radiusMetres: radius)
        }
    }

    func listOwnStores(
        _ request: Catalog.ListOwnStoresRequest,
        context: CallContext
    ) async throws -> Catalog.ListOwnStoresResponse {
        .init(stores: own)
    }

    func setOwnStoreLocation(
        _ request: Catalog.SetOwnStoreLocationRequest,
        context: CallContext
    ) async throws -> Catalog.Store {
        guard var store = own.first(where: { $0.id == request.storeID }) else {
            throw Status(.notFound, "This store does not exist.")
        }
        placed.record(request)
        store.location = request.location
        return store
    }

    private var stores: [Catalog.NearbyStore] {
        [
            .init(
                store: .init(id: "store-1", name: "Maple Market", address: "1 Main Street"),
                distanceMetres: 350,
                preferred: true,
                kind: "supermarket",
                openness: .open,
                closesAt: .init(seconds: Self.closing)
            ),
            .init(
                store: .init(id: "store-2", name: "Corner shop", address: "2 Quay Street"),
                distanceMetres: 1_234,
                kind: "grocery",
                openness: .closed
            ),
            .init(
                store: .init(id: "store-3", name: "Pills"),
                distanceMetres: 2_000,
                ignored: true,
                kind: "pharmacy",
                openness: .open
            ),
        ]
    }
}

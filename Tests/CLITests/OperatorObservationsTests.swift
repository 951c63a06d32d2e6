import ArgumentParser
import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("larder operator observations", .timeLimit(.minutes(5)))
struct OperatorObservationsTests {
    /// Runs `body` with catalog's held prices behind the gateway, and a command line with a session.
    private func with(
        _ answers: ObservationAnswers = ObservationAnswers(),
        in language: Language = .english,
        _ body: (ObservationAnswers, CommandRun) async throws -> Void
    ) async throws {
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
        "are a usage error without the one that is decided about, or with several",
        arguments: [["use"], ["refuse"], ["use", "A", "B"], ["refuse", "A", "B"], ["A"]]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["operator", "observations"] + arguments) }
    }

    @Test("take a session, and say so", arguments: [["list"], ["use", "observation-1"], ["refuse", "observation-1"]])
    func signedOut(arguments: [String]) async throws {
        try await TestGateway.with { gateway async throws in
            let printed = try await CommandRun(gateway: gateway)(["operator", "observations"] + arguments)
            #expect(printed.exit == .unauthenticated && printed.out.isEmpty)
            #expect(printed.error.contains("Please sign in"))
        }
    }

    @Test("are listed with what was paid beside what is usual")
    func listed() async throws {
        try await with { _, run async throws in
            let out = plain(try await run("operator", "observations").out)
            #expect(out.hasPrefix("Store Product Week of Paid Unit price Usual State Id\n"))
            #expect(
                out.contains(
                    "Maple Market Milk 2025-03-03 39.80 CAD for 2 l 19.90 CAD/l 1.99 CAD/l waits observation-1\n"
                )
            )
            #expect(out.hasSuffix("Pills Soap 2025-02-24 0.10 CAD 0.10 CAD/piece waits observation-2\n"))
            let document = try await run("operator", "observations", "list", "--json").document()
            let observations = try #require(document["observations"] as? [[String: Any]])
            #expect(observations.map { $0["id"] as? String } == ["observation-1", "observation-2"])
            #expect(observations.map { $0["usualUnitPrice"] as? String } == ["1.9900", ""])
        }
        try await with { _, run async throws in
            let out = plain(try await run("operator", "observations", "--product", "soap").out)
            #expect(!out.contains("Milk") && out.contains("Pills Soap"))
        }
        try await with(in: .french) { _, run async throws in
            let out = plain(try await run("operator", "observations").out)
            #expect(out.hasPrefix("Magasin Produit Semaine du Payé Prix unitaire Habituel État Identifiant\n"))
            #expect(out.contains("2025-03-03 39,80 CAD pour 2 l 19,90 CAD/l 1,99 CAD/l en attente observation-1\n"))
        }
    }

    @Test("are said to be missing where none is held")
    func none() async throws {
        try await with(ObservationAnswers(held: [])) { _, run async throws in
            #expect(try await run("operator", "observations").out == "No price waits for a decision.\n")
        }
        try await with(ObservationAnswers(held: []), in: .french) { _, run async throws in
            #expect(try await run("operator", "observations").out == "Aucun prix n’attend de décision.\n")
        }
    }

    @Test("are used or refused by their ids")
    func decided() async throws {
        try await with { answers, run async throws in
            let used = plain(try await run("operator", "observations", "use", "observation-1").out)
            #expect(
                used
                    == "Used from now on: Milk at Maple Market, 39.80 CAD for 2 l, paid in the week of 2025-03-03.\n"
            )
            let refused = plain(try await run("operator", "observations", "refuse", "observation-2").out)
            #expect(refused == "Refused: Soap at Pills, 0.10 CAD, paid in the week of 2025-02-24.\n")
            let document = try await run("operator", "observations", "use", "observation-2", "--json").document()
            #expect(document["id"] as? String == "observation-2")
            #expect(
                answers.decisions.values == [
                    .init(observationID: "observation-1", used: true), .init(observationID: "observation-2"),
                    .init(observationID: "observation-2", used: true),
                ]
            )
        }
        try await with(in: .french) { _, run async throws in
            let used = plain(try await run("operator", "observations", "use", "observation-1").out)
            #expect(
                used
                    == "Utilisé désormais : Milk chez Maple Market, 39,80 CAD pour 2 l, payé la semaine du 2025-03-03.\n"
            )
            let refused = plain(try await run("operator", "observations", "refuse", "observation-2").out)
            #expect(refused == "Refusé : Soap chez Pills, 0,10 CAD, payé la semaine du 2025-02-24.\n")
        }
    }

    @Test("are not found by other ids", arguments: ["use", "refuse"])
    func unknown(decision: String) async throws {
        try await with { answers, run async throws in
            let printed = try await run("operator", "observations", decision, "observation-3")
            #expect(printed.exit == .notFound && printed.out.isEmpty && !printed.error.isEmpty)
            let document = try await run("operator", "observations", decision, "observation-3", "--json")
            #expect(try document.errorDocument()["code"] as? String == "NOT_FOUND")
            #expect(answers.decisions.values.isEmpty)
        }
    }
}

/// Catalog's held prices as a test knows them.
private struct ObservationAnswers: Catalog.PriceObservationsProvider {
    var held: [Catalog.PriceObservation] = [
        .init(
            id: "observation-1",
            store: "maple-market",
            product: "milk",
            storeName: "Maple Market",
            productName: "Milk",
            week: "2025-03-03",
            quantity: "2",
            unit: "l",
            price: .init(minorUnits: 3_980, currency: "CAD"),
            unitPrice: "19.9000",
            usualUnitPrice: "1.9900",
            comparisonUnit: "l",
            state: .held
        ),
        .init(
            id: "observation-2",
            store: "pills",
            product: "soap",
            storeName: "Pills",
            productName: "Soap",
            week: "2025-02-24",
            quantity: "1",
            unit: "each",
            price: .init(minorUnits: 10, currency: "CAD"),
            unitPrice: "0.1000",
            comparisonUnit: "each",
            state: .held
        ),
    ]
    /// The received decisions about what is held, in order.
    let decisions = Recorder<Catalog.DecidePriceObservationRequest>()

    func recordPriceObservations(
        _ request: Catalog.RecordPriceObservationsRequest,
        context: CallContext
    ) async throws -> Catalog.RecordPriceObservationsResponse {
        throw Status(.permissionDenied, "This method is not for you.")
    }

    func listPriceObservations(
        _ request: Catalog.ListPriceObservationsRequest,
        context: CallContext
    ) async throws -> Catalog.ListPriceObservationsResponse {
        .init(observations: held.filter { request.product.isEmpty || $0.product == request.product })
    }

    func decidePriceObservation(
        _ request: Catalog.DecidePriceObservationRequest,
        context: CallContext
    ) async throws -> Catalog.PriceObservation {
        guard let observation = held.first(where: { $0.id == request.observationID }) else {
            throw Status.notFound("held price")
        }
        decisions.record(request)
        return observation
    }
}

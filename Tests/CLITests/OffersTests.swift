import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Offers on the command line", .timeLimit(.minutes(5)))
struct OffersTests {
    /// Runs `body` with a signed-in user who gets these offers; nil for one without a home place.
    private func with(
        _ answer: Budget.ListOffersResponse?,
        in language: Language = .english,
        _ body: (OfferAnswers, CommandRun) async throws -> Void
    ) async throws {
        let answers = OfferAnswers(answer: answer)
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

    private var butter: Budget.Offer {
        .init(
            item: .init(id: "product:1", productID: "1", name: "Butter", symbol: "🧈"),
            unit: "kg",
            paidPrice: "13.9427",
            paidDay: "2025-03-04",
            paidStoreName: "Corner shop",
            offeredPrice: "11.0132",
            price: .init(minorUnits: 500, currency: "CAD"),
            quantity: "454",
            quantityUnit: "g",
            label: "Salted",
            storeName: "Maple Market",
            distanceMetres: 1_234,
            lastDay: "2025-03-11",
            savingPermille: 210,
            saving: .init(minorUnits: 133, currency: "CAD")
        )
    }

    private var soap: Budget.Offer {
        .init(
            item: .init(id: "words:1", name: "Soap"),
            unit: "each",
            paidPrice: "2.0000",
            paidDay: "2025-03-01",
            offeredPrice: "1.5000",
            price: .init(minorUnits: 150, currency: "CAD"),
            quantity: "1",
            quantityUnit: "each",
            storeName: "Pills",
            distanceMetres: 350,
            savingPermille: 250,
            saving: .init(minorUnits: 50, currency: "CAD")
        )
    }

    @Test("are listed with what was paid, what it costs now, and what that saves")
    func listed() async throws {
        try await with(.init(offers: [butter, soap], compared: 9, bought: 9)) { answers, run async throws in
            let printed = try await run("offers")
            let out = plain(printed.out)
            #expect(printed.exit == .ok)
            #expect(
                out.contains(
                    "🧈 Butter 13.94 CAD/kg 2025-03-04 Corner shop 11.01 CAD/kg Maple Market 1.2 km "
                        + "5.00 CAD for 454 g Salted 21.0 % 1.33 CAD 2025-03-11\n"
                )
            )
            #expect(
                out.contains(
                    "Soap 2.00 CAD/piece 2025-03-01 unknown store 1.50 CAD/piece Pills 350 m 1.50 CAD 25.0 % 0.50 CAD\n"
                )
            )
            #expect(answers.timeZones.values.allSatisfy { !$0.isEmpty })
            let document = try await run("offers", "--json").document()
            #expect(document["compared"] as? Int == 9)
        }
        try await with(.init(offers: [butter], compared: 1, bought: 1), in: .french) { _, run async throws in
            let out = plain(try await run("offers").out)
            #expect(out.contains("13,94 CAD/kg 2025-03-04 Corner shop 11,01 CAD/kg Maple Market 1,2 km"))
            #expect(out.contains("5,00 CAD pour 454 g Salted 21,0 % 1,33 CAD 2025-03-11\n"))
        }
    }

    @Test("say of a price that users paid in which week they did")
    func observed() async throws {
        var offer = butter
        offer.lastDay = ""
        offer.observedWeek = "2025-03-03"
        let answer = Budget.ListOffersResponse(offers: [offer], compared: 1, bought: 1)
        try await with(answer) { _, run async throws in
            let out = plain(try await run("offers").out)
            #expect(out.hasSuffix("21.0 % 1.33 CAD paid by users in the week of 2025-03-03\n"))
            #expect(!out.contains("Until"))
            let document = try await run("offers", "--json").document()
            let offers = try #require(document["offers"] as? [[String: Any]])
            #expect(offers.map { $0["observedWeek"] as? String } == ["2025-03-03"])
        }
        try await with(answer, in: .french) { _, run async throws in
            let out = plain(try await run("offers").out)
            #expect(out.hasSuffix("21,0 % 1,33 CAD payé par des utilisateurs la semaine du 2025-03-03\n"))
        }
        try await with(.init(offers: [offer, soap], compared: 2, bought: 2)) { _, run async throws in
            let out = plain(try await run("offers").out)
            #expect(out.contains("paid by users in the week of 2025-03-03\n") && out.hasSuffix("25.0 % 0.50 CAD\n"))
        }
    }

    @Test("say how many things were compared where none costs less")
    func none() async throws {
        try await with(.init(compared: 3, bought: 4)) { _, run async throws in
            let out = try await run("offers").out
            #expect(
                out == "3 things that you bought within 60 days can be compared, and none costs less near you.\n"
            )
        }
        try await with(Budget.ListOffersResponse()) { _, run async throws in
            let out = try await run("offers").out
            #expect(out == "Nothing that you bought within 60 days has a price that can be compared.\n")
        }
        try await with(.init(compared: 3, bought: 4), in: .french) { _, run async throws in
            #expect(try await run("offers").out.hasPrefix("3 choses achetées ces 60 derniers jours se comparent"))
        }
    }

    @Test("say for how many things price preferences were kept to, also where none costs less")
    func ranged() async throws {
        try await with(.init(offers: [butter, soap], compared: 9, bought: 9, ranged: 3)) { _, run async throws in
            let out = plain(try await run("offers").out)
            #expect(
                out.hasSuffix(
                    " 0.50 CAD\nYour price preferences were kept to for 3 things that you bought. "
                        + "All preferences: larder preferences\n"
                )
            )
            let document = try await run("offers", "--json").document()
            #expect(document["ranged"] as? Int == 3)
        }
        try await with(.init(compared: 3, bought: 4, ranged: 1)) { _, run async throws in
            let lines = try await run("offers").out.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasSuffix("none costs less near you."))
            #expect(lines[1].hasPrefix("Your price preferences were kept to for 1 thing that you bought."))
        }
        try await with(.init(compared: 3, bought: 4, ranged: 2), in: .french) { _, run async throws in
            let out = plain(try await run("offers").out)
            #expect(
                out.hasSuffix(
                    "\nVos préférences de prix ont été respectées pour 2 choses achetées. "
                        + "Toutes les préférences : larder preferences\n"
                )
            )
        }
    }

    @Test("need a home place")
    func homePlaceMissing() async throws {
        try await with(nil) { _, run async throws in
            let printed = try await run("offers")
            #expect(printed.exit == .conflict && printed.out.isEmpty)
            #expect(
                printed.error.hasSuffix("Set your home place with: larder profile home --at LATITUDE,LONGITUDE\n")
            )
        }
        try await with(nil, in: .french) { _, run async throws in
            let error = plain(try await run("offers").error)
            #expect(error.hasSuffix("Indiquez votre domicile avec : larder profile home --at LATITUDE,LONGITUDE\n"))
        }
    }
}

/// Answers with the offers that a test has.
private struct OfferAnswers: Budget.OffersProvider {
    let answer: Budget.ListOffersResponse?
    /// The time zones that were asked for, in order.
    let timeZones = Recorder<String>()

    func listOffers(
        _ request: Budget.ListOffersRequest,
        context: CallContext
    ) async throws -> Budget.ListOffersResponse {
        timeZones.record(request.timeZone)
        guard let answer else {
            throw Status(.failedPrecondition, "You have no home place.", reason: "HOME_PLACE_MISSING")
        }
        return answer
    }
}

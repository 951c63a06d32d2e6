import ArgumentParser
import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Synchronization
import Testing
import Texts

@testable import larder

@Suite("Price preferences on the command line", .timeLimit(.minutes(5)))
struct PreferencesTests {
    /// Runs `body` with a signed-in user who has said what things may cost.
    private func with(
        _ preferences: [Budget.PricePreference] = [],
        in language: Language = .english,
        _ body: (PreferencesAnswers, TestGateway, CommandRun) async throws -> Void
    ) async throws {
        let answers = PreferencesAnswers(preferences)
        try await TestGateway.with(also: [answers]) { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(answers, gateway, run)
        }
    }

    /// A text with one space for each gap.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
    }

    private let setting = ["preferences", "set", "--currency", "CAD"]
    private let dairy = Budget.PricePreference(
        category: "dairy",
        currency: "CAD",
        lowestMinor: 250,
        highestMinor: 1_200
    )

    // MARK: Bad input

    @Test(
        "are a usage error where something is missing or said twice",
        arguments: [
            ["set"], ["set", "--currency", "CAD"], ["set", "--currency", "CAD", "--category", "dairy"],
            ["set", "12", "--currency", "CAD"],
            ["set", "--at-most", "12", "--currency", "CAD", "--category", "dairy", "--product", "product-1"],
            ["set", "--at-most", "12", "--currency", "CAD", "--category", ""],
            ["set", "--at-most", "12", "--currency", "CAD", "--product", ""], ["remove"],
            ["remove", "--currency", "CAD", "--category", "dairy", "--product", "product-1"],
            ["remove", "--currency", "CAD", "--product", ""],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["preferences"] + arguments) }
    }

    @Test("name both bounds where none is given", arguments: [Language.english, .french])
    func noBound(language: Language) {
        Language.$ofRun.withValue(language) {
            let error = #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(setting) }
            let sentence = error.map(LarderCommand.message(for:)) ?? ""
            let isEnglish = language == .english
            #expect(
                sentence
                    == (isEnglish
                        ? "Specify --at-least, --at-most or both."
                        : "Veuillez indiquer --at-least, --at-most ou les deux.")
            )
        }
    }

    @Test(
        "send nothing for a bound that is no number, or isn't above 0",
        arguments: ["--at-least", "--at-most"],
        ["x", "1.234", "0", "0.00", "-5"]
    )
    func wrongBound(option: String, bound: String) async throws {
        try await with { answers, _, run async throws in
            let printed = try await run(setting + [option, bound])
            let isNumber = bound.hasPrefix("0") || bound.hasPrefix("-")
            #expect(printed.exit == (isNumber ? .invalid : .usage))
            #expect((printed.error == "error: The value of \(option) must be above 0.\n") == isNumber)
            #expect(answers.all.isEmpty)
        }
    }

    @Test("show a minimum above the maximum at its option")
    func minimumAboveMaximum() async throws {
        try await with { answers, _, run async throws in
            let printed = try await run(setting + ["--at-least", "3", "--at-most", "2.99"])
            #expect(printed.exit == .invalid)
            #expect(printed.error.hasSuffix("\n  - --at-least must not be above the highest price.\n"))
            #expect(answers.all.isEmpty)
        }
    }

    @Test("send nothing for a target that catalog doesn't know")
    func wrongTarget() async throws {
        try await with { answers, _, run async throws in
            let category = try await run(setting + ["--at-most", "2", "--category", "milk"])
            #expect(category.exit == .invalid)
            #expect(
                category.error == "error: There is no category \"milk\".\nAll categories: larder products categories\n"
            )
            #expect(try await run(setting + ["--at-most", "2", "--product", "product-9"]).exit == .notFound)
            #expect(answers.all.isEmpty)
        }
    }

    // MARK: Setting

    @Test("are set for everything, a category and a product, with one bound or both, in the currency's digits")
    func sets() async throws {
        try await with { answers, _, run async throws in
            let everything = try await run("preferences", "set", "--at-most", "50", "--currency", "cad")
            #expect(everything.exit == .ok && everything.out == "everything · at most 50.00 CAD\n")
            let category = try await run(setting + ["--at-least", "2.50", "--at-most", "12", "--category", "dairy"])
            #expect(category.out == "🥛 Dairy · at least 2.50 CAD · at most 12.00 CAD\n")
            let yen = ["preferences", "set", "--currency", "JPY", "--at-least", "900", "--product", "product-1"]
            #expect(try await run(yen).out == "Milk · at least 900 JPY\n")
            #expect(
                answers.all.map(\.withoutName) == [
                    .init(currency: "CAD", highestMinor: 5_000), dairy,
                    .init(productID: "product-1", currency: "JPY", lowestMinor: 900),
                ]
            )
            let document = try await run(setting + ["--at-most", "3", "--category", "dairy", "--json"]).document()
            #expect(document["category"] as? String == "dairy")
            // It is in place of what was said before, which had another bound, too.
            #expect(answers.all.last == .init(category: "dairy", currency: "CAD", highestMinor: 300))
        }
    }

    // MARK: Listing

    @Test("are a sentence with the first step where there is none")
    func none() async throws {
        try await with { _, gateway, run async throws in
            for command in [["preferences"], ["preferences", "list"]] {
                #expect(
                    try await run(command).out == "There are no price preferences yet. Set one with: "
                        + "larder preferences set --at-most 12 --currency CAD\n"
                )
            }
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ListCategories") })
        }
    }

    @Test("are a table with both bounds, and with what names the target on the command line")
    func list() async throws {
        let preferences: [Budget.PricePreference] = [
            .init(currency: "CAD", highestMinor: 1_200), dairy,
            .init(category: "ferry", currency: "CAD", lowestMinor: 100),
            .init(productID: "product-1", currency: "JPY", highestMinor: 900, productName: "Milk"),
            .init(productID: "product-2", currency: "CAD", highestMinor: 1),
        ]
        try await with(preferences) { _, gateway, run async throws in
            #expect(
                try await run("preferences").out
                    == """
                        For         At least    At most  Id
                        everything            12.00 CAD
                    🥛  Dairy       2.50 CAD  12.00 CAD  dairy
                        ferry       1.00 CAD             ferry
                        Milk                    900 JPY  product-1
                        product-2              0.01 CAD  product-2

                    """
            )
            let document = try await run("preferences", "--json").document()
            #expect((document["preferences"] as? [Any])?.count == 5)
            #expect(gateway.calls.values.filter { $0.hasSuffix("/ListCategories") }.count == 1)
        }
    }

    // MARK: Removing

    @Test("are removed by target and currency, also where catalog doesn't know the target any more")
    func removes() async throws {
        let ferry = Budget.PricePreference(category: "ferry", currency: "CAD", highestMinor: 100)
        let milk = Budget.PricePreference(productID: "product-9", currency: "CAD", highestMinor: 100)
        let everything = Budget.PricePreference(currency: "CAD", highestMinor: 5_000)
        try await with([everything, dairy, ferry, milk]) { answers, _, run async throws in
            let remove = ["preferences", "remove", "--currency", "cad"]
            #expect(
                try await run(remove + ["--category", "dairy"]).out
                    == "Preference removed: 🥛 Dairy · at least 2.50 CAD · at most 12.00 CAD\n"
            )
            #expect(
                try await run(remove + ["--category", "ferry"]).out == "Preference removed: ferry · at most 1.00 CAD\n"
            )
            #expect(answers.all == [everything, milk])
            #expect(try await run(remove + ["--product", "PRODUCT-9", "--json"]).document().isEmpty)
            #expect(try await run(remove).out == "Preference removed: everything · at most 50.00 CAD\n")
            #expect(answers.all.isEmpty)
        }
    }

    @Test("are not removed where nothing is said of that in that currency")
    func unknown() async throws {
        try await with([dairy]) { answers, _, run async throws in
            for arguments in [
                ["--currency", "CAD"], ["--currency", "CAD", "--category", "milk"],
                ["--currency", "CAD", "--product", "dairy"],
            ] {
                let printed = try await run(["preferences", "remove"] + arguments)
                #expect(printed.exit == .notFound)
                #expect(
                    printed.error == "error: There is no such price preference in CAD.\n"
                        + "All preferences: larder preferences\n"
                )
            }
            #expect(
                try await run("preferences", "remove", "--currency", "EUR", "--category", "dairy").exit == .notFound
            )
            #expect(answers.all == [dairy])
        }
    }

    @Test("are in the currency of the user's settings unless another is given")
    func currency() async throws {
        try await with { answers, gateway, run async throws in
            for arguments in [["set", "--at-most", "12"], ["remove", "--category", "dairy"]] {
                let printed = try await run(["preferences"] + arguments)
                #expect(printed.exit == .usage && printed.error.contains("larder settings set currency"))
            }
            gateway.state { $0.sessions.settings.currency = "CAD" }
            #expect(try await run("preferences", "set", "--at-most", "12").exit == .ok)
            #expect(answers.all == [.init(currency: "CAD", highestMinor: 1_200)])
            #expect(try await run("preferences", "remove", "--currency", "CAD").exit == .ok)
            #expect(answers.all.isEmpty)
        }
    }

    // MARK: In French

    @Test("are written in French, where a bound may have a comma")
    func french() async throws {
        try await with(in: .french) { answers, _, run async throws in
            #expect(
                plain(try await run("preferences").out) == "Il n’y a pas encore de préférences de prix. "
                    + "Pour en définir une : larder preferences set --at-most 12 --currency CAD\n"
            )
            #expect(
                plain(try await run(setting + ["--at-least", "2,50", "--at-most", "12"]).out)
                    == "tout · au moins 2,50 CAD · au plus 12,00 CAD\n"
            )
            #expect(answers.all.map(\.lowestMinor) == [250])
            #expect(
                plain(try await run("preferences").out)
                    == "Pour Au moins Au plus\ntout 2,50 CAD 12,00 CAD\n"
            )
            let zero = try await run(setting + ["--at-most", "0"])
            #expect(plain(zero.error) == "erreur : La valeur de --at-most doit être supérieure à 0.\n")
            #expect(
                plain(try await run("preferences", "remove", "--currency", "CAD").out)
                    == "Préférence supprimée : tout · au moins 2,50 CAD · au plus 12,00 CAD\n"
            )
            let unknown = try await run("preferences", "remove", "--currency", "CAD")
            #expect(
                plain(unknown.error) == "erreur : Il n’y a pas de telle préférence de prix en CAD.\n"
                    + "Toutes les préférences : larder preferences\n"
            )
        }
    }
}

extension Budget.PricePreference {
    /// As it was sent.
    fileprivate var withoutName: Self {
        var sent = self
        sent.productName = ""
        return sent
    }

    fileprivate func isAbout(_ category: String, _ productID: String, in currency: String) -> Bool {
        (self.category, self.productID, self.currency) == (category, productID, currency)
    }
}

/// Keeps what a user has said that things may cost.
private final class PreferencesAnswers: Budget.PreferencesProvider {
    private let kept: Mutex<[Budget.PricePreference]>

    init(_ preferences: [Budget.PricePreference]) { kept = Mutex(preferences) }

    /// What is said now, what was said last at the end.
    var all: [Budget.PricePreference] { kept.withLock { $0 } }

    func listPreferences(
        _ request: Budget.ListPreferencesRequest,
        context: CallContext
    ) async throws -> Budget.ListPreferencesResponse {
        .init(preferences: all)
    }

    func setPreference(
        _ request: Budget.SetPreferenceRequest,
        context: CallContext
    ) async throws -> Budget.PricePreference {
        var preference = request.preference ?? .init()
        guard preference.highestMinor == 0 || preference.lowestMinor <= preference.highestMinor else {
            throw Status.invalid([
                .init("preference.lowest_minor", "preference.lowest_minor must not be above the highest price.")
            ])
        }
        preference.productName = preference.productID == "product-1" ? "Milk" : ""
        let set = preference
        kept.withLock { all in
            all.removeAll { $0.isAbout(set.category, set.productID, in: set.currency) }
            all.append(set)
        }
        return set
    }

    func removePreference(
        _ request: Budget.RemovePreferenceRequest,
        context: CallContext
    ) async throws -> Budget.RemovePreferenceResponse {
        kept.withLock { all in
            all.removeAll { $0.isAbout(request.category, request.productID, in: request.currency) }
        }
        return .init()
    }
}

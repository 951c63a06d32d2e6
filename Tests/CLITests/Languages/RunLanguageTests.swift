import LarderClient
import LarderClientTestSupport
import Synchronization
import Testing
import Texts

@testable import larder

@Suite("The language of a run", .timeLimit(.minutes(5)))
struct RunLanguageTests {
    private func run(_ arguments: String..., environment: [String: String]) async -> Printed {
        let printed = Mutex(Printed())
        let exit = await LarderCommand.run(
            arguments,
            environment: environment,
            out: TextSink(isTerminal: false) { text in printed.withLock { $0.out += text } },
            error: TextSink(isTerminal: false) { text in printed.withLock { $0.error += text } }
        )
        printed.withLock { $0.exit = exit }
        return printed.withLock { $0 }
    }

    @Test(
        "is never one that LARDER_LANGUAGE does not name correctly",
        arguments: ["de", "fr-CA", "FR", "english", " "]
    )
    func unknown(value: String) async throws {
        let text = await run("exit-codes", environment: ["LARDER_LANGUAGE": value])
        #expect(text.exit == .usage && text.out.isEmpty)
        #expect(text.error == "error: LARDER_LANGUAGE is \"\(value)\", and must be en or fr.\n")
        let json = await run("exit-codes", "--json", environment: ["LARDER_LANGUAGE": value])
        #expect(try json.errorDocument()["code"] as? String == "USAGE")
        let french = await run("exit-codes", environment: ["LARDER_LANGUAGE": value, "LANG": "fr_CA.UTF-8"])
        #expect(french.exit == .usage)
        #expect(french.error == "erreur\u{A0}: LARDER_LANGUAGE vaut «\u{A0}\(value)\u{A0}», et doit être en ou fr.\n")
    }

    @Test(
        "is that of LARDER_LANGUAGE, or else of POSIX",
        arguments: [
            ([:], "It worked."), (["LANG": "de_DE.UTF-8"], "It worked."),
            (["LANG": "fr_CA.UTF-8"], "Tout s’est bien passé."),
            (["LARDER_LANGUAGE": "", "LC_ALL": "fr_FR", "LANG": "en_CA"], "Tout s’est bien passé."),
            (["LARDER_LANGUAGE": "en", "LANG": "fr_CA"], "It worked."),
            (["LARDER_LANGUAGE": "fr", "LC_ALL": "C"], "Tout s’est bien passé."),
        ] as [([String: String], String)]
    )
    func chosen(environment: [String: String], sentence: String) async {
        let printed = await run("help", "exit-codes", environment: environment)
        #expect(printed.exit == .ok)
        #expect(printed.out.contains("\n   0  \(sentence)\n"))
    }

    @Test("is its own, whatever runs beside it in the process")
    func sideBySide() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                let language = number.isMultiple(of: 2) ? "fr" : "en"
                group.addTask {
                    let printed = await run("help", "receipt", "add", environment: ["LARDER_LANGUAGE": language])
                    return printed.out.contains("Envoyer des photos de reçus") == (language == "fr")
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("decides how numbers are written and read")
    func numbers() throws {
        try Language.$ofRun.withValue(.french) { () throws in
            #expect(QuantityText.text(755, unit: "kg") == "0,755 kg")
            #expect(try QuantityText.parse("0,755") == 755 && QuantityText.parse("0.755") == 755)
            for wrong in ["0,7,5", "1.000,5", ",5", "5,"] {
                #expect(throws: DecimalNumber.Problem.self) { try QuantityText.parse(wrong) }
            }
            #expect(SizeText.text(999) == "999 octets")
            #expect(SizeText.text(340_499) == "340 ko")
            #expect(SizeText.text(1_250_000) == "1,3 Mo")
            #expect(DistanceText.text(1_234) == "1,2 km")
            #expect(DurationText.text(.seconds(120)) == "2 min")
            #expect(try Common.Money(typed: "3,49", in: "CAD").minorUnits == 349)
            #expect(Common.Money(minorUnits: 123_456, currency: "CAD").shown == "1234,56\u{A0}CAD")
            #expect(TimeLimit(argument: "0,5")?.duration == .milliseconds(500))
        }
        #expect(throws: DecimalNumber.Problem.self) { try QuantityText.parse("0,755") }
        #expect(TimeLimit(argument: "0,5") == nil)
    }

    @Test("says what is wrong with an amount")
    func problems() {
        func problem(_ text: String, _ currency: String) -> String {
            Language.$ofRun.withValue(.french) {
                do throws(DecimalNumber.Problem) {
                    return try Common.Money(typed: text, in: currency).shown
                } catch {
                    return error.text.shown.replacing("\u{A0}", with: " ")
                }
            }
        }
        #expect(problem("x", "CAD") == "Le montant en CAD « x » n’est pas un nombre comme 3,49.")
        #expect(problem("1,5", "JPY") == "Le montant en JPY « 1,5 » ne peut pas avoir de décimales.")
        #expect(problem("1,234", "CAD") == "Le montant en CAD « 1,234 » peut avoir au plus 2 décimales.")
        #expect(problem("99999999999999999999", "CAD").hasSuffix("est un nombre trop grand."))
    }

    @Test("is that of failures from the gateway, which the call asks for")
    func serverFailure() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = .french
            let printed = try await run("products", "show", "other")
            #expect(printed.exit == .notFound)
            #expect(printed.error.replacing("\u{A0}", with: " ") == "erreur : Introuvable : product.\n")
            let json = try await run("products", "show", "other", "--json").errorDocument()
            #expect(json["code"] as? String == "NOT_FOUND")
            #expect((json["message"] as? String)?.hasPrefix("Introuvable") == true)
        }
    }

    @Test("does not change JSON but for sentences")
    func json() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            var french = run
            french.language = .french
            gateway.state { $0.health = [.init(service: "auth", status: .serving)] }
            for arguments in [
                ["account"], ["terms"], ["consents"], ["receipts"], ["purchases"], ["inbox"], ["status"],
                ["purchase", "show", TestGateway.UserRecords.purchaseID], ["eateries", "--near", "49.6,-119.68"],
                ["products", "search", "milk"], ["products", "show", "product-1"], ["products", "categories"],
                ["products", "guess", "MLK 2% 4L"], ["products", "mappings"],
            ] {
                let english = try await run(arguments + ["--json"])
                #expect(english.exit == .ok, "\(arguments): \(english.error)")
                let same = try await french(arguments + ["--json"])
                #expect(same.out == english.out && same.exit == .ok)
            }
            for arguments in [
                ["products", "show", "other"], ["purchase", "undo", TestGateway.UserRecords.purchaseID],
                ["receipt", "add", "/nowhere.jpg"], ["purchase", "correct", "other", "1", "--name", "Pears"],
            ] {
                let english = try await run(arguments + ["--json"])
                let same = try await french(arguments + ["--json"])
                #expect(same.exit == english.exit)
                for field in ["code", "reason"] {
                    #expect(
                        try same.errorDocument()[field] as? String == english.errorDocument()[field] as? String
                    )
                }
                #expect(try same.errorDocument().keys == english.errorDocument().keys)
            }
        }
    }
}

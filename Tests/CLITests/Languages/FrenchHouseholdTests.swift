import Foundation
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("A household's commands in French", .timeLimit(.minutes(5)))
struct FrenchHouseholdTests {
    private let id = TestGateway.UserRecords.purchaseID

    /// Runs `body` with a signed-in French user.
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = .french
            try await body(gateway, run)
        }
    }

    /// Runs `body` with a photo's file.
    private func withPhoto<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let url = URL.temporaryDirectory.appending(path: "larder-photo-\(UUID().uuidString).jpg")
        try Data(repeating: 9, count: 300_000).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path)
    }

    /// A text with one space for each gap.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
    }

    @Test("register asks in French, and oui accepts the terms", arguments: ["o", "oui", "Oui", "y"])
    func registers(answer: String) async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.language = .french
            run.isPersonPresent = true
            run.typed = ["bob", "bob@example.org", answer, "Secret-12", "Secret-12", "token"]
            let printed = try await run("register")
            #expect(printed.exit == .ok, "\(printed.error)")
            #expect(
                plain(printed.out).hasPrefix("Bienvenue, bob. Vous êtes connecté. Pour envoyer votre premier reçu : ")
            )
        }
    }

    @Test("register stores nothing when the terms are not accepted", arguments: ["n", "non", "", "yes please"])
    func declines(answer: String) async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.language = .french
            run.isPersonPresent = true
            run.typed = ["bob", "bob@example.org", answer]
            let printed = try await run("register")
            #expect(printed.exit == .cancelled)
            #expect(printed.error.hasSuffix("Un compte suppose d’accepter les conditions. Rien n’a été enregistré.\n"))
            #expect(gateway.state { $0.sessions.passwords["bob"] } == nil)
        }
    }

    @Test("oui confirms nothing in English")
    func english() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = ["bob", "bob@example.org", "oui"]
            #expect(try await run("register").exit == .cancelled)
        }
    }

    @Test("Every prompt is in French")
    func prompts() throws {
        var asked: [LocalizedText] = [
            .cli.registerUsernamePrompt, .cli.registerEmailPrompt, .cli.registerAcceptPrompt, .cli.passwordPrompt,
            .cli.passwordCurrentPrompt, .cli.registerLinkPrompt,
        ]
        asked += [.cli.passwordRepeat, .cli.passwordDifferPrompt, .cli.signInNamePrompt, .cli.productsForgetQuestion]
        for prompt in asked {
            let text = prompt.rendered(in: .french)
            #expect(text.hasSuffix("\u{A0}:") || text.hasSuffix("[o/N]"))
        }
    }

    @Test("register without a terminal names the missing options, and a failure the fields")
    func unattended() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.language = .french
            let missing = try await run("register", "--username", "bob", "--password-stdin")
            #expect(
                plain(missing.error)
                    == "erreur : Sans terminal, ces options sont nécessaires : --email, --accept-terms.\n"
            )
            let password = try await run("sign-in", "ada")
            #expect(plain(password.error).hasSuffix("\nerreur : Sans terminal, --password-stdin est nécessaire.\n"))
            run.typed = ["short"]
            let options = ["--username", "bob", "--email", "x", "--accept-terms", "latest", "--password-stdin"]
            let invalid = try await run(["register"] + options)
            #expect(plain(invalid.error).contains("\nerreur : 2 champs ne sont pas valides :\n - adresse courriel : "))
        }
    }

    @Test("account, terms, consents and sign-out")
    func account() async throws {
        try await with { _, run in
            let account = plain(try await run("account").out)
            #expect(account.contains("Nom d’utilisateur ada\nCourriel ada@example.org\n"))
            #expect(plain(try await run("terms").out).contains("Version 3"))
            let consents = plain(try await run("consents").out)
            #expect(consents.hasPrefix("Quoi Donné"))
            #expect(consents.contains("location non l’utilisation de votre position\n"))
            let given = try await run("consents", "give", "location")
            #expect(plain(given.out) == "Vous avez donné votre consentement à « location ».\n")
            let withdrawn = try await run("consents", "withdraw", "location")
            #expect(plain(withdrawn.out) == "Vous avez retiré votre consentement à « location ».\n")
            #expect(try await run("sign-out").out == "Déconnecté.\n")
            #expect(try await run("sign-out").out == "Vous n’étiez pas connecté.\n")
            #expect(plain(try await run("account").error).hasSuffix("Pour vous connecter : larder sign-in\n"))
        }
    }

    @Test("sign-in and a wrong password")
    func signIn() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.language = .french
            run.typed = ["Correct-1"]
            #expect(try await run("sign-in", "ada", "--password-stdin").out == "Connecté en tant que ada.\n")
            run.typed = ["Wrong-12"]
            let wrong = try await run("sign-in", "ada", "--password-stdin")
            #expect(wrong.exit == .unauthenticated)
            #expect(plain(wrong.error).hasSuffix("Pour créer un compte : larder register\n"))
        }
    }

    @Test("A purchase is shown with decimal commas")
    func purchase() async throws {
        try await with { _, run in
            let shown = plain(try await run("purchase", "show", id).out)
            #expect(
                shown == """
                    Maple Market · 2025-03-01 09:30 · à vérifier
                    Achat \(id) · version 7

                    # Article Imprimé Quantité Prix unitaire Remise Montant
                    1 🥛 Milk MLK 2% 4L 1 5,99
                    2 🍎 Apples APLS GALA 0,755 kg 3,96 -0,50 2,99 ! à vérifier
                     Sous-total 8,48 CAD
                     GST 5% 0,42 CAD
                     Total 9,90 CAD

                    La somme des articles est de 8,90 CAD ; le reçu indique 9,90 CAD.
                    1 article est à vérifier : larder purchase edit \(id) NUMÉRO --name … --amount …
                    Quand tout est exact : larder purchase confirm \(id)

                    """
            )
            let listed = plain(try await run("purchases").out)
            #expect(listed.hasPrefix("Acheté Magasin Articles Total État Achat\n"))
            #expect(listed.contains("2025-03-01 09:30 Maple Market 2 9,90 CAD à vérifier"))
            #expect(try await run("purchases", "--from", "2025-03-02").out == "Aucun achat dans cette période.\n")
        }
    }

    @Test("Remarks on a purchase are in French")
    func remarks() async throws {
        try await with { gateway, run in
            gateway.state { state in
                state.records.purchases[0].duplicateOf = "other"
                state.records.purchases[0].awaitsMatching = true
                state.records.purchases[0].suggestedCurrency = "CAD"
                state.records.purchases[0].fieldsToReview = [.storeName, .total]
                state.records.purchases[0].typedIn = true
            }
            let shown = plain(try await run("purchase", "show", id).out)
            for sentence in [
                "un doublon ?", "Le catalogue n’était pas disponible : ", "; le total est de 9,90 CAD.",
                "Cet achat ressemble à un doublon de l’achat other.", "Si les deux sont exacts : larder purchase keep",
                "Veuillez vérifier : magasin, total. Pour corriger : larder purchase edit",
                "Aucune devise n’est imprimée.",
            ] {
                #expect(shown.contains(sentence), "\(sentence)")
            }
        }
    }

    @Test("Amounts and quantities are typed with a comma or a point")
    func typed() async throws {
        try await with { gateway, run in
            let added = try await run([
                "purchase", "add", "--currency", "CAD", "--item", "Lait=5,99;quantity=1,5;price=3.99;discount=-0,50",
                "--tax", "TPS=0,30", "--total", "6,29",
            ])
            #expect(added.exit == .ok, "\(added.error)")
            let request = try #require(gateway.state { $0.records.created.first })
            #expect(request.items.first?.amount?.minorUnits == 599)
            #expect(request.items.first?.quantityThousandths == 1_500)
            #expect(request.items.first?.discount?.minorUnits == -50)
            #expect(request.total?.minorUnits == 629)
            #expect(request.taxes.first?.amount?.minorUnits == 30)
            let wrong = try await run("purchase", "add", "--currency", "CAD", "--item", "Lait=1;colour=red")
            #expect(plain(wrong.error).hasPrefix("erreur : « colour=red » n’est pas un détail d’un article ; "))
            let zero = try await run("purchase", "correct", id, "1", "--quantity", "0")
            #expect(zero.error == "erreur\u{A0}: La quantité doit être supérieure à 0.\n")
            let missing = try await run("purchase", "remove-item", id, "3")
            #expect(
                missing.error.hasSuffix("L’achat n’a pas d’article 3\u{A0}; ses articles sont numérotés de 1 à 2.\n")
            )
        }
    }

    @Test("History, undoing and guesses")
    func changes() async throws {
        try await with { gateway, run in
            #expect(
                try await run("purchase", "history", id).out
                    == "L’achat n’a pas été modifié depuis son enregistrement.\n"
            )
            gateway.state { state in
                state.records.steps = [
                    .init(version: 7, changes: ["Total : 1 → 2"], matched: true),
                    .init(version: 6, changes: ["Date : a → b"], undoesVersion: 5),
                    .init(version: 5, changes: ["Date : b → a"], undoneByVersion: 6),
                ]
            }
            let history = plain(try await run("purchase", "history", id).out)
            #expect(history.hasPrefix("Version Quoi\n"))
            for note in ["d’après le catalogue", "annule 5", "annulé"] { #expect(history.contains(note)) }
            let guesses = plain(try await run("purchase", "guesses", id).out)
            #expect(guesses.contains("Un nouveau produit : larder purchase edit \(id) 2 --name …"))
            #expect(try await run("purchase", "guesses", id, "item-9").error.contains("L’achat n’a pas cet article."))
        }
    }

    @Test("A receipt's upload and reading are shown step by step")
    func receipt() async throws {
        try await with { gateway, run in
            gateway.state { state in
                state.receipts.watches = [
                    .init([
                        .init(state: .reading, percent: 40), .init(state: .parsing), .init(state: .saving),
                        .init(state: .done, percent: 100, purchaseID: id),
                    ])
                ]
            }
            try await withPhoto { photo in
                let printed = try await run("receipt", "add", photo)
                let error = plain(printed.error)
                #expect(printed.exit == .ok, "\(error)")
                for step in ["Envoi, 300 ko\n", "Lecture\n", "Interprétation\n", "Enregistrement\n", "Terminé\n"] {
                    #expect(error.contains(step), "\(error)")
                }
                #expect(plain(printed.out).contains("Le reçu et ce qui y a été lu : larder receipt show receipt-1\n"))
            }
            #expect(plain(try await run("receipts").out).contains("Aucun reçu pour l’instant. Pour en envoyer un : "))
            let missing = try await run("receipt", "add", "/nowhere/photo.jpg")
            #expect(missing.error == "erreur\u{A0}: Le fichier /nowhere/photo.jpg n’existe pas.\n")
        }
    }

    @Test("Changes of a purchase say what they did")
    func edits() async throws {
        try await with { gateway, run in
            let kept = try await run("purchase", "keep", id)
            #expect(plain(kept.error) == "Rien n’a changé : l’achat est déjà ainsi.\n")
            #expect(try await run("purchase", "confirm", id).out.contains("· confirmé"))
            for arguments in [
                ["edit", id, "--total", "8,90"], ["edit", id, "2", "--amount", "3,49"], ["discard", id],
                ["add-item", id, "Lait", "--amount", "3,49", "--quantity", "0,5"], ["remove-item", id, "1"],
                ["correct", id, "1", "--quantity", "1,5"], ["categorize", id, "dairy=1-2"],
            ] {
                let printed = try await run(["purchase"] + arguments)
                #expect(printed.exit == .ok, "\(arguments): \(printed.error)")
                #expect(plain(printed.out).contains("Achat \(id) · version "))
            }
            gateway.state { $0.records.steps = [.init(version: 2, changes: ["Total : 9,90 → 8,90"])] }
            let watched = plain(try await run("purchase", "watch", id).out)
            #expect(watched.contains("Quand tout est exact : ") && watched.contains("Total : 9,90 → 8,90"))
            let undone = plain(try await run("purchase", "undo", id).out)
            #expect(undone.hasPrefix("Annulé : Total : 9,90 → 8,90\n"))
        }
    }

    @Test("Receipts are listed, retried, searched and rid of their photos")
    func receipts() async throws {
        try await with { gateway, run in
            let nothing = plain(try await run("receipt", "show").error)
            #expect(
                nothing
                    == "erreur : Vous n’avez encore envoyé aucun reçu.\nPour en envoyer un : larder receipt add PHOTO\n"
            )
            let states: [OCR.ReceiptState] = [.queued, .reading, .parsing, .saving, .done, .failed]
            gateway.state { state in
                state.receipts.listed = states.map { .init(id: "\($0)", queueNumber: 1, state: $0, percent: 40) }
            }
            let listed = plain(try await run("receipts").out)
            #expect(listed.hasPrefix("N° État Reçu\n"))
            for state in [
                "attente", "lecture, 40 %", "cours d’interprétation", "cours d’enregistrement", "terminé", "non lu",
            ] {
                #expect(listed.contains(state), "\(state)")
            }
            let retried = plain(try await run("receipt", "retry", "failed").out)
            #expect(retried == "Le reçu failed est en attente. Pour le suivre : larder receipt watch failed\n")
            let refused = try await run("purchase", "add", "--receipt", "reading", "--currency", "CAD", "--total", "1")
            #expect(plain(refused.error).hasPrefix("erreur : Ce reçu est en cours de lecture.\nPour voir la suite : "))
            gateway.state { $0.receipts.listed = [] }
            #expect(
                try await run("receipt", "search", "lait").out
                    == "Aucun reçu dont la photo est conservée ne correspond.\n"
            )
        }
    }

    @Test("A receipt that was not read says what to do")
    func failedReceipt() async throws {
        try await with { gateway, run in
            gateway.state { $0.receipts.watches = [.init([.init(state: .failed)])] }
            let failed = plain(try await run("receipt", "watch", "receipt-1").error)
            #expect(failed.contains("erreur : Le reçu n’a pas pu être lu.\n"))
            #expect(failed.contains("Ou pour le saisir à la main : larder purchase add --receipt receipt-1 …\n"))
            gateway.state { $0.receipts.watches = [.init([.init(state: .failed, retryMayHelp: true)])] }
            let retried = plain(try await run("receipt", "watch", "receipt-1").error)
            #expect(retried.contains("Pour réessayer : larder receipt retry receipt-1\n"))
        }
    }

    @Test("A receipt and what was read on it")
    func shownReceipt() async throws {
        try await with { gateway, run in
            let amount = OCR.ReadAmount(value: .init(minorUnits: 599, currency: "CAD"), confidence: 90)
            let reading = OCR.Reading(
                storeName: .init(value: "Maple Market", confidence: 95),
                items: [.init(text: "MLK 2% 4L", quantityThousandths: 1_500, unit: "kg", amount: amount.value)],
                total: amount,
                sumCheck: .disagrees
            )
            gateway.state { state in
                state.receipts.listed = [
                    .init(id: "receipt-1", queueNumber: 4, state: .done, percent: 100, purchaseID: id, reading: reading)
                ]
            }
            let shown = plain(try await run("receipt", "show", "receipt-1", "--boxes").out)
            for line in [
                "Reçu receipt-1\nNuméro 4\n", "État terminé\n", "Photo supprimée\n", "# Imprimé Quantité Montant\n",
                "1 MLK 2% 4L 1,5 kg 5,99\n", "Total 5,99 CAD\n", "La somme des articles ne correspond pas au total.",
                "Champ Lu Certitude\n", "Magasin Maple Market 95 %\n", "Article 1 MLK 2% 4L 5,99 CAD",
            ] {
                #expect(shown.contains(line), "\(line) in \(shown)")
            }
            let page = Language.$ofRun.withValue(.french) {
                PhotoPage(.init(id: "receipt-1", reading: reading), []).html
            }
            #expect(page.contains("<html lang=\"fr\">") && page.contains("<th>Champ</th><th>Valeur</th>"))
        }
    }

    @Test("Messages, restaurants and the state of services")
    func others() async throws {
        try await with { gateway, run in
            #expect(try await run("inbox").out == "Vous n’avez pas de messages.\n")
            #expect(try await run("inbox", "--unread").out == "Aucun message non lu.\n")
            gateway.state { state in
                state.records.inbox = ["a", "b"].map { .init(id: $0, title: "Reçu prêt", message: "12 articles.") }
                state.health = [
                    .init(service: "auth", status: .serving, healthyInstances: 2, instances: 3),
                    .init(service: "ocr", status: .notServing, instances: 1),
                ]
            }
            let inbox = plain(try await run("inbox").out)
            #expect(inbox.contains("Quoi Message Identifiant\n") && inbox.hasSuffix("Non lus : 2.\n"))
            let marked = plain(try await run("inbox", "read", "a").out)
            #expect(marked.hasPrefix("1 message est marqué comme lu ; non lus : "))
            #expect(inbox.contains("● non lu"))
            let deleted = plain(try await run("inbox", "delete", "a").out)
            #expect(deleted.hasPrefix("1 message est supprimé ; non lus : 1.\n"))
            #expect(deleted.hasSuffix("Pour annuler dans les 24 heures : larder inbox restore a\n"))
            let restored = plain(try await run("inbox", "restore", "a").out)
            #expect(restored == "Ce qui était supprimé est rétabli ; non lus : 1.\n")
            let eateries = plain(try await run("eateries", "--near", "49.6,-119.68").out)
            #expect(eateries.hasPrefix("Distance Nom Genre Ouvert jusqu’à Régimes"))
            #expect(eateries.contains("1,2 km Harbour Café"))
            let none = plain(try await run("eateries", "--near", "-33.8,151.2").out)
            #expect(none.hasSuffix("Pour élargir la recherche : --radius 4000\n"))
            let status = plain(try await run("status").out)
            #expect(status.hasPrefix("Service État Instances\n"))
            #expect(status.contains("auth en service 2 sur 3\n") && status.contains("ocr hors service 0 sur 1"))
        }
    }

    @Test("Products and what printed lines mean")
    func products() async throws {
        try await with { _, run in
            #expect(try await run("products", "search", "gold").out == "Aucun produit n’a un nom semblable.\n")
            #expect(
                plain(try await run("products", "search", "milk").out).contains("Produit Catégorie Unité Identifiant")
            )
            let milk = plain(try await run("products", "show", "product-1").out)
            #expect(milk.contains("Réfrigérateur de 5 à 7 jours") && milk.contains("Protéines 3,3 g"))
            #expect(try await run("products", "categories").out.contains("Catégorie  Code"))
            let guesses = plain(try await run("products", "guess", "MLK 2% 4L", "KAYA JAR").out)
            #expect(guesses.contains("Milk 100 % votre choix product-1"))
            #expect(guesses.contains("Un nouveau produit s’appellerait kaya jar."))
            let chosen = try await run("products", "choose", "MLK 2% 4L", "product-1", "--store", "store-1")
            #expect(chosen.out.hasPrefix("MLK 2% 4L signifie désormais Milk chez Maple Market.\nPour l’appliquer "))
            #expect(
                plain(try await run("products", "add", "Ube jam").out)
                    == "Produit ajouté : Ube jam.\nProduit product-2\n"
            )
            #expect(try await run("products", "mappings", "--unmatched").out == "Il n’y a pas de correspondances.\n")
            #expect(try await run("products", "forget", "mapping-1").out == "La correspondance est supprimée.\n")
            #expect(
                try await run("products", "forget", "mapping-2").error
                    == "erreur\u{A0}: Cette correspondance n’existe pas.\n"
            )
            #expect(try await run("products", "rematch").exit == .ok)
        }
    }

    @Test("All mappings are deleted after oui, and kept after non")
    func deletes() async throws {
        try await with { gateway, run in
            var person = run
            person.isPersonPresent = true
            person.typed = ["non"]
            let kept = try await person("products", "forget", "--all")
            #expect(kept.exit == .cancelled && kept.error == "erreur\u{A0}: Rien n’a été supprimé.\n")
            person.typed = ["oui"]
            #expect(try await person("products", "forget", "--all").out == "Une correspondance est supprimée.\n")
        }
    }

    @Test("A gateway that cannot be reached, and when to try again")
    func unreachable() async throws {
        try await with { gateway, run in
            await gateway.stop()
            let printed = plain(try await run("status").error)
            #expect(printed.hasPrefix("erreur : Aucun Larder n’est joignable à l’adresse \(gateway.endpoint) : "))
            #expect(printed.contains("Veuillez réessayer dans 2 s.\nEst-il en marche ? "))
        }
    }
}

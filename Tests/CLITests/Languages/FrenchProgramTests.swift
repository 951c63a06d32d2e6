import Foundation
import LarderClient
import LarderClientTestSupport
import TLS
import Testing
import Texts

@testable import larder

@Suite("The program in French", .timeLimit(.minutes(5)))
struct FrenchProgramTests {
    /// Runs `body` with a program in French.
    private func with(
        project: Bool = false,
        _ body: (_ program: Program, _ gateway: TestGateway, _ profile: URL?) async throws -> Void
    ) async throws {
        try await TestGateway.with { gateway async throws in
            func french(_ program: Program) -> Program {
                var program = program
                program.environment["LARDER_LANGUAGE"] = "fr"
                return program
            }
            if project {
                try await withProject(gateway) { try await body(french($0), gateway, $1) }
            } else {
                try await withProgram(gateway) { try await body(french($0), gateway, nil) }
            }
        }
    }

    /// A text with plain spaces.
    private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }

    @Test("says that nobody is signed in, or only for another gateway")
    func notSignedIn() async throws {
        try await with { program, gateway, _ in
            let nobody = try await program("purchases")
            #expect(nobody.status == ExitStatus.unauthenticated.rawValue)
            #expect(
                plain(nobody.error).hasPrefix(
                    "erreur : Personne n’est connecté à la passerelle \(gateway.endpoint) : "
                        + "le fichier \(program.credentials.path) ne contient aucune session.\nPour vous connecter : larder sign-in."
                )
            )
            let signedIn = try await program("sign-in", "ada", "--password-stdin", input: "Correct-1")
            #expect(signedIn.out == "Connecté en tant que ada.\n")
            let other = plain(try await program("purchases", "--gateway", "localhost:1").error)
            #expect(other.contains(" ne contient de session que pour \(gateway.endpoint).\n"))
        }
    }

    @Test("asks the gateway for answers in French")
    func answers() async throws {
        try await with { program, _, _ in
            #expect(try await program("sign-in", "ada", "--password-stdin", input: "Correct-1").status == 0)
            let run = try await program("products", "show", "other")
            #expect(run.status == ExitStatus.notFound.rawValue)
            #expect(plain(run.error) == "erreur : Introuvable : product.\n")
        }
    }

    @Test("names a profile that others can write, and the gateway")
    func profile() async throws {
        try await with(project: true) { program, gateway, profile in
            let path = try #require(profile).path
            let trusted = plain(try await program("sign-in", "ada", "--password-stdin", input: "Correct-1").error)
            #expect(
                trusted.hasPrefix(
                    "La passerelle est \(gateway.endpoint), selon \(path) ; son certificat doit provenir de "
                )
            )
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
            let run = plain(try await program("status", "--timeout", "1").error)
            let reason = "d’autres personnes peuvent écrire dans \(path) (mode 0666)"
            #expect(run.hasPrefix("\(path) n’est pas utilisé : \(reason).\n"))
        }
    }

    @Test("says why files cannot be used")
    func files() async throws {
        try await with { program, _, _ in
            let missing = plain(try await program("status", "--authority", "/nowhere.pem").error)
            #expect(
                missing.hasPrefix("erreur : Le fichier /nowhere.pem n’existe pas.\nVeuillez indiquer les certificats")
            )
            let full = try await program(["exit-codes"], output: "/dev/full")
            #expect(
                plain(full.error)
                    == "erreur : La sortie ne peut pas être écrite : il n’y a plus de place sur le disque.\n"
            )
            #expect(try await program("sign-in", "ada", "--password-stdin", input: "Correct-1").status == 0)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: program.credentials.path)
            let readable = plain(try await program("account").error)
            #expect(
                readable.contains("D’autres personnes peuvent lire le fichier \(program.credentials.path) (mode 0644).")
            )
        }
    }

    @Test("says why a gateway cannot be reached")
    func unreachable() async throws {
        try await with { program, gateway, _ in
            let refused = plain(try await program("status", "--gateway", "localhost:1").error)
            #expect(refused.contains("n’est joignable à l’adresse localhost:1 : connexion refusée.\n"))
            let systems = "/etc/ssl/certs/ca-certificates.crt"
            let untrusted = plain(try await program("status", "--authority", systems).error)
            #expect(
                untrusted.contains(
                    "\(gateway.endpoint) : son certificat ne provient pas d’une autorité de confiance.\n"
                )
            )
        }
    }

    @Test("has one word for each reason, and leaves others as they are")
    func reasons() {
        func text(_ reason: String, _ language: Language = .french) -> String {
            ConnectionFailureText.text(of: reason).rendered(in: language)
        }
        #expect(text("connection refused") == "connexion refusée")
        #expect(text("the name larder.example cannot be resolved") == "le nom larder.example ne peut pas être résolu")
        #expect(text("the connection attempt timed out") == "le délai de connexion est dépassé")
        #expect(text("something else.") == "something else")
        #expect(text("Connection Refused", .english) == "Connection Refused")
        // The catalogue quotes the transport.
        let untrusted = TLSError.handshakeFailed(.unknownAuthority).description
        #expect(text(untrusted) == "son certificat ne provient pas d’une autorité de confiance")
        #expect(
            TLSError.invalidCertificate(path: "a.pem").text.english
                == TLSError.invalidCertificate(path: "a.pem").description
        )
        let unreadable = TLSError.unreadableFile(path: "a.pem", reason: "Permission denied")
        #expect(unreadable.text.english == unreadable.description)
        #expect(unreadable.text.rendered(in: .french).hasSuffix("l’autorisation manque."))
        #expect(TLSError.missingFile(path: "a.pem").text.english == TLSError.missingFile(path: "a.pem").description)
        #expect(TLSError.missingTrust.text.rendered(in: .french) == TLSError.missingTrust.description)
    }

    @Test("rejects a language that Larder does not speak, also as a program")
    func unknownLanguage() async throws {
        try await with { program, _, _ in
            var program = program
            program.environment["LARDER_LANGUAGE"] = "es"
            program.environment["LC_ALL"] = "C"
            let run = try await program("--version")
            #expect(run.status == ExitStatus.usage.rawValue && run.out.isEmpty)
            #expect(run.error == "error: LARDER_LANGUAGE is \"es\", and must be en or fr.\n")
        }
    }

    @Test("leaves the version and the script for completions as they are")
    func sameForAll() async throws {
        try await with { program, _, _ in
            var english = program
            english.environment["LARDER_LANGUAGE"] = "en"
            #expect(try await program("--version").out == english("--version").out)
            let document = try Printed.document(try await program("receipt", "--help", "--json").out)
            #expect((document["help"] as? String)?.hasPrefix("PRÉSENTATION\u{A0}: ") == true)
            let script = try await program("--generate-completion-script", "bash").out
            #expect(script.contains("complete ") && !script.contains("sous-commande"))
        }
    }
}

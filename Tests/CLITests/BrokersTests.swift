import ArgumentParser
import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Brokers on the command line", .timeLimit(.minutes(5)))
struct BrokersTests {
    /// Runs `body` with catalog's brokers behind the gateway, and a command line with a session.
    private func with(
        _ answers: BrokerAnswers = BrokerAnswers(),
        in language: Language = .english,
        _ body: (BrokerAnswers, CommandRun) async throws -> Void
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

    @Test("are a usage error with a region that is none", arguments: ["Canada", "C", "C1", ""])
    func usage(region: String) {
        #expect(throws: (any Error).self) {
            try LarderCommand.parseAsRoot(["securities", "brokers", "--region", region])
        }
    }

    @Test("are listed by region, with what Larder does not do")
    func listed() async throws {
        try await with { answers, run async throws in
            let all = plain(try await run("securities", "brokers").out)
            #expect(all.hasPrefix("Region Name Address\nCA Questrade https://www.questrade.com/\n"))
            #expect(all.contains("FR Fortuneo https://www.fortuneo.fr/\n"))
            #expect(
                all.hasSuffix(
                    "Larder takes no orders for securities, earns nothing from these links, and recommends none "
                        + "of these brokers.\n"
                )
            )
            let canadian = plain(try await run("securities", "brokers", "--region", "ca").out)
            #expect(canadian.contains("CA Qtrade https://www.qtrade.ca/\n") && !canadian.contains("FR"))
            #expect(answers.requests.values == [.init(), .init(region: "CA")])
        }
        try await with(in: .french) { _, run async throws in
            let out = plain(try await run("securities", "brokers", "--region", "FR").out)
            #expect(out.hasPrefix("Région Nom Adresse\nFR Fortuneo https://www.fortuneo.fr/\n"))
            #expect(
                out.hasSuffix(
                    "Larder ne prend aucun ordre sur des titres, ne gagne rien à ces liens et ne recommande "
                        + "aucun de ces courtiers.\n"
                )
            )
        }
    }

    @Test("of a region without any are said to be missing, with the regions that have some")
    func none() async throws {
        try await with { _, run async throws in
            let none = try await run("securities", "brokers", "--region", "de")
            #expect(none.exit == .ok)
            #expect(none.out == "There are no brokers for DE. Regions that have some: CA, FR\n")
        }
        try await with(in: .french) { _, run async throws in
            let none = plain(try await run("securities", "brokers", "--region", "DE").out)
            #expect(none == "Il n’y a pas de courtiers pour DE. Régions qui en ont : CA, FR\n")
        }
        try await with(BrokerAnswers(brokers: [], links: [])) { _, run async throws in
            #expect(try await run("securities", "brokers").out == "There are no brokers.\n")
            #expect(try await run("operator", "brokers").out == "There are no brokers.\n")
        }
    }

    @Test("are given to programs as the service sends them")
    func json() async throws {
        try await with { _, run async throws in
            let document = try await run("securities", "brokers", "--region", "CA", "--json").document()
            #expect((document["brokers"] as? [[String: Any]])?.count == 2)
            #expect(document["regions"] as? [String] == ["CA", "FR"])
            let links = try await run("operator", "brokers", "--json").document()
            #expect((links["links"] as? [[String: Any]])?.count == 6)
        }
    }

    @Test("are shown to operators with what the last check of each link has found")
    func links() async throws {
        let checked = Common.Timestamp(seconds: BrokerAnswers.checked).localText
        try await with { _, run async throws in
            let out = plain(try await run("operator", "brokers").out)
            #expect(out.hasPrefix("Name Region Address State Checked\n"))
            #expect(
                out.contains("Questrade CA https://www.questrade.com/ not found, 3 times in a row \(checked) hidden\n")
            )
            #expect(out.contains("Qtrade CA https://www.qtrade.ca/ failed, 2 times in a row \(checked) hidden\n"))
            #expect(out.contains("Fortuneo FR https://www.fortuneo.fr/ unreachable, 1 time \(checked) shown\n"))
            #expect(out.contains("Boursobank FR https://www.boursobank.com/ works \(checked) shown\n"))
            #expect(out.contains("New US https://new.example.org/ not checked shown\n"))
            #expect(out.contains("Later US https://later.example.org/ 9, 1 time \(checked) shown\n"))
        }
        try await with(in: .french) { _, run async throws in
            let out = plain(try await run("operator", "brokers").out)
            #expect(out.hasPrefix("Nom Région Adresse État Vérifié\n"))
            #expect(out.contains("https://www.questrade.com/ introuvable, 3 fois de suite \(checked) masqué\n"))
            #expect(out.contains("https://www.qtrade.ca/ en échec, 2 fois de suite \(checked) masqué\n"))
            #expect(out.contains("https://www.fortuneo.fr/ injoignable, 1 fois \(checked) affiché\n"))
            #expect(out.contains("https://www.boursobank.com/ fonctionne \(checked) affiché\n"))
            #expect(out.contains("https://new.example.org/ non vérifié affiché\n"))
        }
    }
}

/// Catalog's brokers as a test knows them.
private struct BrokerAnswers: Catalog.BrokersProvider {
    /// When links were checked.
    static let checked: Int64 = 1_740_850_200
    private static let questrade = broker("Questrade", "CA", "https://www.questrade.com/")
    private static let qtrade = broker("Qtrade", "CA", "https://www.qtrade.ca/")
    private static let fortuneo = broker("Fortuneo", "FR", "https://www.fortuneo.fr/")
    private static let boursobank = broker("Boursobank", "FR", "https://www.boursobank.com/")

    var brokers = [Self.questrade, Self.qtrade, Self.fortuneo, Self.boursobank]
    var links: [Catalog.BrokerLink] = [
        Self.link(Self.questrade, .notFound, 3, hidden: true),
        Self.link(Self.qtrade, .failed, 2, hidden: true),
        Self.link(Self.fortuneo, .unreachable, 1),
        Self.link(Self.broker("Later", "US", "https://later.example.org/"), .init(rawValue: 9), 1),
        Self.link(Self.boursobank, .unspecified, 0),
        .init(broker: Self.broker("New", "US", "https://new.example.org/")),
    ]
    /// The received requests for brokers, in order.
    let requests = Recorder<Catalog.ListBrokersRequest>()

    func listBrokers(
        _ request: Catalog.ListBrokersRequest,
        context: CallContext
    ) async throws -> Catalog.ListBrokersResponse {
        requests.record(request)
        return .init(
            brokers: brokers.filter { request.region.isEmpty || $0.region == request.region },
            regions: Set(brokers.map(\.region)).sorted()
        )
    }

    func listBrokerLinks(
        _ request: Catalog.ListBrokerLinksRequest,
        context: CallContext
    ) async throws -> Catalog.ListBrokerLinksResponse {
        .init(links: links)
    }

    private static func broker(_ name: String, _ region: String, _ address: String) -> Catalog.Broker {
        .init(slug: name.lowercased(), name: name, region: region, address: address)
    }

    private static func link(
        _ broker: Catalog.Broker,
        _ failure: Catalog.LinkFailure,
        _ failures: Int32,
        hidden: Bool = false
    ) -> Catalog.BrokerLink {
        .init(broker: broker, checkedAt: .init(seconds: checked), failure: failure, failures: failures, hidden: hidden)
    }
}

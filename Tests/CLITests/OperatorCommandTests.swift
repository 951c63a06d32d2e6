import ArgumentParser
import CatalogMessages
import LarderClientTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import TLS
import Testing
import Texts

@testable import larder

@Suite("larder operator", .timeLimit(.minutes(5)))
struct OperatorCommandTests {
    /// Runs `body` with a catalog behind the gateway, and a command line with a session.
    private func with(
        in language: Language = .english,
        _ body: (Recorder<String>, (_ arguments: [String]) async throws -> Printed) async throws -> Void
    ) async throws {
        let decisions = Recorder<String>()
        let providers: [any ServiceProvider] = [
            SharedMappingsAnswers(decisions: decisions), FeedbackReportsAnswers(decisions: decisions),
        ]
        try await TestGateway.with(also: providers) { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(decisions) { [run] arguments in try await run(["operator"] + arguments) }
        }
    }

    @Test(
        "is a usage error without a decision, with two, or with an unknown state",
        arguments: [
            ["decide", "M"], ["decide", "--withdraw"], ["decide", "M", "--withdraw", "--leave"],
            ["decide", "M", "--approve", "P", "--leave"], ["judge", "R"], ["judge", "R", "--exclude", "--dismiss"],
            ["mappings", "--state", "open"], ["reports", "--state", "agreed"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["operator"] + arguments) }
    }

    @Test("takes a session, and says so", arguments: [["mappings"], ["reports"], ["judge", "R", "--exclude"]])
    func signedOut(arguments: [String]) async throws {
        try await TestGateway.with { gateway async throws in
            let printed = try await CommandRun(gateway: gateway)(["operator"] + arguments)
            #expect(printed.exit == .unauthenticated && printed.out.isEmpty)
            #expect(printed.error.contains("Please sign in"))
        }
    }

    @Test("lists shared mappings, and decides about them")
    func mappings() async throws {
        try await with { decisions, run async throws in
            let listed = try await run(["mappings", "--state", "proposed"]).out
            #expect(listed.contains("white stuff  corner foods  Milk   1 of 2  proposed  product-1  mapping-1"))
            #expect(try await run(["mappings", "--state", "agreed"]).out == "There are no mappings.\n")
            let approved = try await run(["decide", "mapping-1", "--approve", "product-1"]).out
            #expect(approved == "white stuff at corner foods: Milk, approved.\n")
            _ = try await run(["decide", "mapping-1", "--withdraw"])
            _ = try await run(["decide", "mapping-1", "--leave"])
            #expect(
                decisions.values == [
                    "mapping-1 approvedProductID(\"product-1\")", "mapping-1 withdraw(true)",
                    "mapping-1 leaveToUsers(true)",
                ]
            )
            #expect(try await run(["decide", "mapping-2", "--withdraw"]).exit == .notFound)
        }
    }

    @Test("speaks French")
    func french() async throws {
        try await with(in: .french) { _, run async throws in
            let mappings = try await run(["mappings", "--state", "proposed"]).out.split(separator: "\n")
            let titles = ["Ligne", "Magasin", "Signifie", "D’accord", "État", "Produit", "Correspondance"]
            #expect(mappings.first?.split(separator: /\s+/).map(String.init) == titles)
            #expect(mappings.last?.contains("1 sur 2  proposée") == true)
            let decided = try await run(["decide", "mapping-1", "--withdraw"]).out
            #expect(decided == "white stuff chez corner foods\u{A0}: Milk, approuvée.\n")
            let reports = try await run(["reports"]).out
            #expect(reports.contains("Insultes") && reports.contains("ouvert  report-1"))
            #expect(
                try await run(["judge", "report-1", "--exclude"]).out
                    == "Ce que dit cet utilisateur ne compte pour personne d’autre.\n"
            )
        }
    }

    @Test("lists reports, and decides about them")
    func reports() async throws {
        try await with { decisions, run async throws in
            let listed = try await run(["reports"]).out
            #expect(listed.contains("4         1       0  open   report-1"))
            let json = try await run(["reports", "--json"]).document()
            #expect((json["reports"] as? [Any])?.count == 1)
            let excluded = try await run(["judge", "report-1", "--exclude"]).out
            #expect(excluded == "What this user says counts for nobody else.\n")
            let dismissed = try await run(["judge", "report-1", "--dismiss"]).out
            #expect(dismissed == "What this user says counts for others again.\n")
            #expect(decisions.values == ["report-1 exclude(true)", "report-1 dismiss(true)"])
        }
    }
}

private struct SharedMappingsAnswers: Catalog.SharedMappingsProvider {
    let decisions: Recorder<String>

    private func mapping(_ state: Catalog.SharedMappingState) -> Catalog.SharedMapping {
        .init(
            id: "mapping-1",
            chain: "corner foods",
            text: "white stuff",
            product: .init(id: "product-1", name: "Milk"),
            state: state,
            votes: 1,
            voters: 2
        )
    }

    func listSharedMappings(
        _ request: Catalog.ListSharedMappingsRequest,
        context: CallContext
    ) async throws -> Catalog.ListSharedMappingsResponse {
        .init(mappings: request.state == .proposed ? [mapping(.proposed)] : [])
    }

    func decideSharedMapping(
        _ request: Catalog.DecideSharedMappingRequest,
        context: CallContext
    ) async throws -> Catalog.SharedMapping {
        guard request.mappingID == "mapping-1", let decision = request.decision else {
            throw Status.notFound("mapping")
        }
        decisions.record("\(request.mappingID) \(decision)")
        return mapping(.approved)
    }
}

private struct FeedbackReportsAnswers: Catalog.FeedbackReportsProvider {
    let decisions: Recorder<String>

    func listFeedbackReports(
        _ request: Catalog.ListFeedbackReportsRequest,
        context: CallContext
    ) async throws -> Catalog.ListFeedbackReportsResponse {
        .init(reports: [.init(id: "report-1", state: .open, insults: 4, contacts: 1)])
    }

    func decideFeedbackReport(
        _ request: Catalog.DecideFeedbackReportRequest,
        context: CallContext
    ) async throws -> Catalog.FeedbackReport {
        guard let decision = request.decision else { throw Status.notFound("report") }
        decisions.record("\(request.reportID) \(decision)")
        return .init(id: request.reportID, state: decision == .exclude(true) ? .excluded : .dismissed)
    }
}

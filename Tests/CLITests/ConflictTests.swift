import ArgumentParser
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("Versions of a purchase", .timeLimit(.minutes(5)))
struct ConflictTests {
    private let id = TestGateway.UserRecords.purchaseID

    /// Runs `body` with a signed-in user.
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private func requests(_ gateway: TestGateway) -> [Budget.EditPurchaseRequest] {
        gateway.state { $0.records.edits }
    }

    private static func conflict(
        _ id: String,
        _ changes: [String],
        _ edit: Budget.PurchaseEdit.Edit
    ) -> Budget.PurchaseConflict {
        .init(id: id, changes: changes, madeAt: .init(seconds: 1_741_540_800), edit: .init(edit: edit))
    }

    /// Two versions of the sample purchase to choose from.
    private static let conflicts = [
        conflict(
            "conflict-1",
            ["Total: 9.90 → 8.90"],
            .total(.init(value: .init(minorUnits: 890, currency: "CAD")))
        ),
        conflict("conflict-2", ["Note changed"], .note(.init(value: "Late\n- and\u{1B}[2J cold"))),
    ]

    // MARK: Bad input

    /// Every command that edits a purchase, with what it needs.
    private static let commands = [
        ["edit", "P", "--time", "10:00"], ["edit", "P", "item-1", "--amount", "1"],
        ["correct", "P", "item-1", "--amount", "1"], ["add-item", "P", "Bread", "--amount", "1"],
        ["remove-item", "P", "item-1"], ["confirm", "P", "item-1"], ["confirm", "P", "--field", "total"],
        ["keep", "P"], ["discard", "P"], ["choose", "P", "conflict-1", "take"],
    ]

    @Test(
        "are whole numbers from 1, and either expected or edited; times are as JSON has them",
        arguments: [
            ["--base", "0"], ["--base", "-1"], ["--base", "x"], ["--base", "1.5"], ["--base", "9223372036854775808"],
            ["--base"], ["--expect", "0"], ["--expect", "-1"], ["--expect", ""], ["--base", "1", "--expect", "1"],
            ["--made-at", ""], ["--made-at", "yesterday"], ["--made-at", "2026-03-09"],
            ["--made-at", "2026-03-09T12:10:00"], ["--made-at", "2026-02-30T12:10:00Z"],
            ["--made-at", "2026-03-09T25:10:00Z"], ["--made-at", "2026-03-09T12:10:00Z\""], ["--made-at", "-5"],
        ]
    )
    func usage(options: [String]) {
        for command in Self.commands {
            #expect(throws: (any Error).self, "\(command)") {
                try LarderCommand.parseAsRoot(["purchase"] + command + options)
            }
        }
    }

    @Test(
        "are not edited by numbers, which may mean something else by now, and not confirmed as a whole",
        arguments: [
            ["edit", "P", "1", "--amount", "1"], ["correct", "P", "1", "--amount", "1"], ["remove-item", "P", "1"],
            ["add-item", "P", "Bread", "--amount", "1", "--after", "1"], ["confirm", "P", "1"], ["confirm", "P"],
            ["choose", "P", "1", "take"],
        ]
    )
    func numbers(command: [String]) throws {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["purchase"] + command + ["--base", "7"]) }
        _ = try LarderCommand.parseAsRoot(["purchase"] + command + ["--expect", "7"])
    }

    @Test(
        "are chosen by a number or an id, and with what becomes of them",
        arguments: [["P"], ["P", "1"], ["P", "1", "both"], ["P", "take"], ["P", "1", "take", "keep"]]
    )
    func choice(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["purchase", "choose"] + arguments) }
    }

    @Test("that there are not can't be chosen, and nothing is sent")
    func unknown() async throws {
        try await with { gateway, run in
            let none = try await run("purchase", "choose", id, "1", "take")
            #expect(none.exit == .notFound)
            #expect(none.error == "error: There are no versions to choose from in this purchase.\n")
            gateway.state { $0.records.purchases[0].conflicts = Self.conflicts }
            for number in ["0", "3", "-1"] {
                let printed = try await run("purchase", "choose", id, "--", number, "take")
                #expect(printed.exit == .notFound)
                #expect(printed.error.contains("are numbered 1 to 2"))
            }
            #expect(try await run("purchase", "choose", "other", "1", "take").exit == .notFound)
            #expect(requests(gateway).isEmpty)
        }
    }

    // MARK: Editing

    @Test("that were seen are sent with every edit in place of the present one, with the time of the edit")
    func base() async throws {
        try await with { gateway, run in
            for command in Self.commands {
                let arguments = command.map { $0 == "P" ? id : $0 }
                let options = ["--base", "5", "--made-at", "2026-03-09T12:10:00.5+02:00"]
                let printed = try await run(["purchase"] + arguments + options)
                #expect(printed.exit == .ok, "\(command): \(printed.error)")
            }
            let sent = requests(gateway)
            #expect(sent.count == Self.commands.count)
            #expect(sent.allSatisfy { $0.baseVersion == 5 && $0.expectedVersion == 0 })
            #expect(sent.allSatisfy { $0.madeAt == .init(seconds: 1_773_051_000, nanos: 500_000_000) })
            #expect(gateway.state { $0.records.corrections }.isEmpty)
            let amount = Common.Money(minorUnits: 100, currency: "CAD")
            #expect(sent[2].edits == [.init(edit: .item(.init(itemID: "item-1", amount: amount)))])
            #expect(Set(gateway.state { $0.records.keys }).count == sent.count)
        }
    }

    @Test("that were expected are sent in place of the present one")
    func expected() async throws {
        try await with { gateway, run in
            for command in Self.commands {
                let printed = try await run(["purchase"] + command.map { $0 == "P" ? id : $0 } + ["--expect", "5"])
                #expect(printed.exit == .ok, "\(command): \(printed.error)")
            }
            #expect(requests(gateway).allSatisfy { $0.baseVersion == 0 && $0.expectedVersion == 5 && $0.madeAt == nil })
            #expect(gateway.state { $0.records.corrections }.map(\.expectedVersion) == [5])
            // Without either, it is the present one.
            #expect(try await run("purchase", "discard", id, "--made-at", "2026-03-09T12:10:00Z").exit == .ok)
            #expect(requests(gateway).last?.expectedVersion == 7)
            #expect(requests(gateway).last?.madeAt == .init(seconds: 1_773_058_200))
        }
    }

    // MARK: Choosing

    @Test("that aren't shown are listed with their numbers and how to choose")
    func shown() async throws {
        try await with { gateway, run in
            #expect(try await !run("purchase", "show", id).out.contains("Other version"))
            gateway.state { $0.records.purchases[0].conflicts = Self.conflicts }
            let time = try #require(Self.conflicts[0].madeAt?.localText)
            let shown = try await run("purchase", "show", id).out
            #expect(
                shown.contains(
                    """

                    1  Other version of \(time): Total: 9.90 → 8.90
                    2  Other version of \(time): Note: Late - and[2J cold
                    To take the other version: larder purchase choose \(id) NUMBER take. To keep what is shown: larder \
                    purchase choose \(id) NUMBER keep

                    """
                )
            )
            #expect(try await run("purchases").out.contains("to verify · versions to choose"))
            let json = try await run("purchase", "show", id, "--json").document()
            let conflicts = try #require(json["conflicts"] as? [[String: Any]])
            #expect(conflicts.map { $0["id"] as? String } == ["conflict-1", "conflict-2"])
            #expect(conflicts[0]["madeAt"] as? String == "2025-03-09T17:20:00Z")
            gateway.state { $0.records.purchases[0].conflicts = [Self.conflicts[0]] }
            #expect(try await run("purchase", "show", id).out.contains("larder purchase choose \(id) 1 take."))
        }
    }

    @Test("that aren't shown are taken or dropped, by number or id")
    func chosen() async throws {
        try await with { gateway, run in
            gateway.state { $0.records.purchases[0].conflicts = Self.conflicts }
            let taken = try await run("purchase", "choose", id, "2", "take")
            let kept = try await run("purchase", "choose", id, "conflict-1", "keep")
            #expect(taken.exit == .ok && kept.exit == .ok)
            let edits = requests(gateway).flatMap(\.edits).map(\.edit)
            #expect(
                edits == [
                    .conflict(.init(conflictID: "conflict-2", takeOther: true)),
                    .conflict(.init(conflictID: "conflict-1")),
                ]
            )
            #expect(requests(gateway).map(\.expectedVersion) == [7, 7])
        }
    }

    @Test("are named in French")
    func french() async throws {
        try await with { gateway, run in
            var run = run
            run.language = .french
            gateway.state { $0.records.purchases[0].conflicts = [Self.conflict("c", [], .note(.init()))] }
            let time = try #require(Self.conflicts[0].madeAt?.localText)
            let shown = try await run("purchase", "show", id).out.replacing("\u{A0}", with: " ")
            #expect(shown.contains("\n1  Autre version du \(time) : Note : aucune\nPour prendre l’autre version : "))
            #expect(try await run("purchases").out.contains("à vérifier · versions au choix"))
            let none = try await run("purchase", "choose", id, "2", "keep").error.replacing("\u{A0}", with: " ")
            #expect(none.hasSuffix("ses autres versions sont numérotées de 1 à 1.\n"))
        }
    }
}

import ArgumentParser
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("Feeds of changes", .timeLimit(.minutes(5)))
struct FeedTests {
    private static let gone = Status(.unavailable, "Restarting.", retryDelay: .milliseconds(1))

    /// Runs `body` with a signed-in user.
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    // MARK: Bad input

    @Test(
        "are of all purchases rather than of one, and have a cursor",
        arguments: [
            ["purchase", "watch", "P", "--once"], ["purchase", "watch", "P", "--after", "a"],
            ["purchase", "watch", "--after"], ["purchase", "watch", "P", "Q"], ["recurring", "watch", "R"],
            ["goal", "watch", "G"], ["goal", "watch", "--once", "--after"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(arguments) }
    }

    @Test("fail for what is no cursor, and say so", arguments: [[], ["--once"]])
    func malformed(options: [String]) async throws {
        try await with { gateway, run in
            gateway.state {
                $0.records.purchaseWatches.calls = [([], .invalid([.init("cursor", "cursor is no cursor")]))]
            }
            let printed = try await run(["purchase", "watch", "--after", "yesterday"] + options)
            #expect(printed.exit == .invalid)
            #expect(printed.error.contains("--after is no cursor"))
            #expect(gateway.state { $0.records.purchaseWatches.cursors } == ["yesterday"])
        }
    }

    // MARK: Following

    @Test("print a line an update, and go on after a restart of the service where they were")
    func follow() async throws {
        try await with { gateway, run in
            let sample = TestGateway.UserRecords.sample
            gateway.state {
                $0.records.purchaseWatches.calls = [
                    ([.init(cursor: "a", reset: true), .init(cursor: "b", purchases: [sample])], Self.gone),
                    ([.init(cursor: "c"), .init(cursor: "d", removedIDs: ["purchase-9"])], nil),
                ]
            }
            let lines = try await run("purchases", "watch", "--json").out.split(separator: "\n")
            let updates = try lines.map { try Printed.document($0 + "\n") }
            #expect(updates.map { $0["cursor"] as? String } == ["a", "b", "c", "d"])
            #expect(updates.map { $0["reset"] as? Bool } == [true, false, false, false])
            #expect(updates.map { ($0["purchases"] as? [Any])?.count } == [0, 1, 0, 0])
            #expect(updates.map { $0["removedIds"] as? [String] } == [[], [], [], ["purchase-9"]])
            #expect(gateway.state { $0.records.purchaseWatches.cursors } == ["", "b"])
        }
    }

    @Test("show what changes as text, and what to do when something may have been missed")
    func text() async throws {
        try await with { gateway, run in
            var purchase = TestGateway.UserRecords.sample
            purchase.conflicts = [.init(id: "conflict-1")]
            let updates: [Budget.PurchaseListUpdate] = [
                .init(cursor: "b", purchases: [purchase], removedIDs: ["purchase-9"]), .init(cursor: "c"),
                .init(cursor: "d", reset: true),
            ]
            gateway.state { $0.records.purchaseWatches.calls = [(updates, nil)] }
            let printed = try await run("purchase", "watch", "--after", "a")
            #expect(printed.exit == .ok)
            let lines = printed.out.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].contains("Maple Market") && lines[0].contains("versions to choose"))
            #expect(lines[1].hasSuffix("Removed: purchase-9"))
            let told = "What has changed before is no longer known. To see everything: larder purchase list\n"
            #expect(printed.error == told)
            gateway.state { $0.records.purchaseWatches.calls = [([.init(cursor: "a", reset: true)], nil)] }
            let new = try await run("purchase", "watch")
            #expect(new.out.isEmpty && new.error.isEmpty)
        }
    }

    // MARK: Catching up

    @Test("end once with what has changed until now, in as many updates as it takes")
    func once() async throws {
        try await with { gateway, run in
            let sample = TestGateway.UserRecords.sample
            gateway.state {
                $0.records.purchaseWatches.calls = [
                    // What follows the first update of a call is another one's.
                    ([.init(cursor: "b", purchases: [sample]), .init(cursor: "x", removedIDs: ["x"])], nil),
                    ([], Self.gone), ([.init(cursor: "c", removedIDs: ["purchase-9"])], nil),
                    ([.init(cursor: "d"), .init(cursor: "e", purchases: [sample])], nil),
                ]
            }
            let lines = try await run("purchase", "watch", "--after", "a", "--once", "--json").out
                .split(separator: "\n")
            let updates = try lines.map { try Printed.document($0 + "\n") }
            #expect(updates.map { $0["cursor"] as? String } == ["b", "c"])
            #expect(gateway.state { $0.records.purchaseWatches.cursors } == ["a", "b", "b", "c"])
        }
    }

    @Test(
        "end once with a cursor when nothing has changed, and when the list has to be read",
        arguments: [true, false]
    )
    func nothing(isReset: Bool) async throws {
        try await with { gateway, run in
            for arguments in [["--after", "a"], []] {
                gateway.state { $0.records.purchaseWatches.calls = [([.init(cursor: "b", reset: isReset)], nil)] }
                let printed = try await run(["purchase", "watch", "--once", "--json"] + arguments)
                #expect(printed.exit == .ok)
                let update = try printed.document()
                #expect(update["cursor"] as? String == "b" && update["reset"] as? Bool == isReset)
            }
            gateway.state { $0.records.purchaseWatches.calls = [([.init(cursor: "b", reset: isReset)], nil)] }
            let text = try await run("purchase", "watch", "--once", "--after", "a")
            let next = "To go on from here: larder purchase watch --once --after b\n"
            #expect(text.out.isEmpty && text.error.hasSuffix(next))
            #expect((text.error == next) == !isReset)
        }
    }

    @Test("are of recurring expenditures and of goals, too")
    func others() async throws {
        try await with { gateway, run in
            let rent = Budget.RecurringExpenditure(
                id: "recurring-1",
                terms: .init(
                    expenditure: .init(name: "Rent", amount: .init(minorUnits: 150_000, currency: "CAD")),
                    unit: .month
                ),
                nextDay: "2026-12-31"
            )
            let goal = Budget.Goal(
                id: "goal-1",
                terms: .init(period: .month, limit: .init(minorUnits: 80_000, currency: "CAD"), category: "dairy"),
                removed: true
            )
            for options in [[], ["--json"]] {
                gateway.state {
                    $0.records.recurringWatches.calls = [([.init(cursor: "b", recurring: [rent])], nil), ([], nil)]
                    $0.records.goalWatches.calls = [([.init(cursor: "b", goals: [goal])], nil), ([], nil)]
                }
                let recurring = try await run(["recurring", "watch", "--after", "a", "--once"] + options)
                let goals = try await run(["goals", "watch", "--after", "a", "--once"] + options)
                guard options.isEmpty else {
                    #expect((try recurring.document()["recurring"] as? [Any])?.count == 1)
                    #expect((try goals.document()["goals"] as? [Any])?.count == 1)
                    continue
                }
                #expect(
                    recurring.out.hasSuffix("  Rent · 1500.00 CAD · every month · next on 2026-12-31  recurring-1\n")
                )
                #expect(recurring.error.hasSuffix("larder recurring watch --once --after b\n"))
                #expect(goals.out.hasSuffix("  🥛 Dairy · at most 800.00 CAD · month · removed  goal-1\n"))
                #expect(goals.error.hasSuffix("larder goal watch --once --after b\n"))
            }
            #expect(gateway.state { $0.records.recurringWatches.cursors } == ["a", "b", "a", "b"])
            #expect(gateway.state { $0.records.goalWatches.cursors } == ["a", "b", "a", "b"])
        }
    }

    @Test("follow recurring expenditures and goals until they end")
    func followOthers() async throws {
        try await with { gateway, run in
            gateway.state {
                $0.records.recurringWatches.calls = [([.init(cursor: "a", reset: true)], Self.gone), ([], nil)]
                $0.records.goalWatches.calls = [([.init(cursor: "a", reset: true)], Self.gone), ([], nil)]
            }
            for command in ["recurring", "goal"] {
                let update = try await run(command, "watch", "--json").document()
                #expect(update["reset"] as? Bool == true)
            }
            #expect(gateway.state { $0.records.recurringWatches.cursors } == ["", "a"])
            #expect(gateway.state { $0.records.goalWatches.cursors } == ["", "a"])
        }
    }
}

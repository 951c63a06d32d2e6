import ArgumentParser
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("Imports", .timeLimit(.minutes(5)))
struct ImportTests {
    private static let preview = Budget.ImportPreview(
        format: .csv,
        encoding: "UTF-8",
        mapping: .init(delimiter: ",", hasHeader: true, columns: [.date, .name, .amount], dateOrder: .yearMonthDay),
        columns: [.init(name: "Day"), .init(name: "Shop"), .init(name: "Sum"), .init(name: "Kind")],
        currency: "CAD",
        entries: [
            .init(
                line: 2,
                state: .new,
                kind: .expenditure,
                purchasedAt: .init(date: "2025-03-01"),
                name: "Rent",
                amount: .init(minorUnits: 120_000, currency: "CAD"),
                itemCount: 1
            ),
            .init(
                line: 3,
                state: .known,
                kind: .expenditure,
                name: "Tea",
                amount: .init(minorUnits: 250, currency: "CAD")
            ),
        ],
        totalCount: 2,
        newCount: 1,
        knownCount: 1,
        sums: [.init(minorUnits: 120_000, currency: "CAD")]
    )

    /// Runs `body` with a signed-in user, and a file to import.
    private func with(
        _ preview: Budget.ImportPreview = preview,
        _ body: (TestGateway, inout CommandRun, _ file: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imports-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "march.csv")
        try Data("Day,Shop,Sum\n".utf8).write(to: file)
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.records.preview = preview }
            var run = try await CommandRun.signedIn(gateway)
            try await body(gateway, &run, file.path)
        }
    }

    private func created(_ gateway: TestGateway) -> [Budget.CreateImportRequest] {
        gateway.state { $0.records.createdImports }
    }

    @Test(
        "are a usage error where something is missing or said twice",
        arguments: [
            ["import"], ["import", "file"], ["import", "a.csv", "--dry-run", "--yes"],
            ["import", "a.csv", "--date-order", "dym"], ["import", "undo"],
            ["purchase", "export", "--format", "xml"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(arguments) }
    }

    @Test("show what would be recorded, and record nothing without a yes")
    func dryRun() async throws {
        try await with { gateway, run, file in
            let shown = try await run("import", file, "--dry-run")
            #expect(shown.exit == .ok)
            for part in [
                "CSV · UTF-8", "Day → Day, Shop → Name, Sum → Amount",
                "--date-order ymd --no-decimal-comma --no-spending-is-positive", "Rent", "in the log already",
                "1 entry to record. 1200.00 CAD",
            ] {
                #expect(shown.out.contains(part), "\(part)")
            }
            let document = try await run("import", file, "--dry-run", "--json").document()
            #expect(document["newCount"] as? Int == 1)
            (run.typed, run.isPersonPresent) = (["n"], true)
            let refused = try await run("import", file)
            #expect(refused.error.contains("Nothing was recorded."))
            #expect(created(gateway).isEmpty)
        }
    }

    @Test("ask to check days that can be read in two orders")
    func ambiguousDates() async throws {
        var preview = Self.preview
        preview.otherDateOrder = .dayMonthYear
        try await with(preview) { _, run, file in
            let shown = try await run("import", file, "--dry-run")
            #expect(shown.out.contains("Dates can also be read with --date-order dmy: check the days below."))
            let said = try await run("import", file, "--dry-run", "--date-order", "ymd")
            #expect(said.exit == .ok && !said.out.contains("can also be read"))
        }
    }

    @Test("say how a table's columns are named where they are not recognised")
    func unrecognised() async throws {
        var preview = Self.preview
        preview.mapping?.columns = [.unspecified, .name]
        (preview.entries, preview.newCount) = ([], 0)
        try await with(preview) { _, run, file in
            let shown = try await run("import", file, "--dry-run")
            #expect(shown.out.contains("which columns have the day and the amount. Name them with --column."))
        }
    }

    @Test("are recorded with a yes, as they were shown, and can be listed and undone")
    func recording() async throws {
        try await with { gateway, run, file in
            (run.typed, run.isPersonPresent) = (["y"], true)
            let made = try await run("import", file)
            #expect(made.out.contains("1 entry was recorded.\nTo undo it: larder import undo import-1"))
            let request = try #require(created(gateway).first)
            #expect(request.fileName == "march.csv" && request.contents == Array("Day,Shop,Sum\n".utf8))
            #expect(request.options?.mapping == Self.preview.mapping && !request.leaveOutInvalid)
            let list = try await run("import", "list")
            #expect(list.out.contains("march.csv") && list.out.contains("import-1"))
            let undone = try await run("import", "undo", "import-1")
            #expect(undone.out == "Import import-1 is undone.\n1 entry was changed since and stays.\n")
            let unknown = try await run("import", "undo", "import-9")
            #expect(unknown.exit == .notFound)
        }
    }

    @Test("change how a table is read as the options say")
    func mapping() async throws {
        try await with { gateway, run, file in
            _ = try await run(
                "import",
                file,
                "--yes",
                "--currency",
                "eur",
                "--column",
                "shop=place",
                "--column",
                "4=name",
                "--date-order",
                "dmy",
                "--decimal-comma",
                "--spending-is-positive",
                "--category",
                "Milk=dairy",
                "--include-known"
            )
            let options = try #require(created(gateway).first?.options)
            #expect(options.mapping?.columns == [.date, .place, .amount, .name])
            #expect(options.mapping?.dateOrder == .dayMonthYear && options.mapping?.decimalComma == true)
            #expect(options.mapping?.spendingIsPositive == true && options.mapping?.categories.map(\.slug) == ["dairy"])
            #expect(options.currency == "EUR" && options.includeKnown && !options.includeReceived)
            for wrong in [
                ["--column", "Shop"], ["--column", "Elsewhere=name"], ["--column", "Shop=what"],
                ["--category", "Milk=milk"],
            ] {
                let printed = try await run(["import", file, "--yes"] + wrong)
                #expect(printed.exit == .invalid, "\(wrong)")
            }
            #expect(created(gateway).count == 1)
        }
    }

    @Test("are in the currency of the user's settings where nothing else says it")
    func currency() async throws {
        var preview = Self.preview
        preview.currency = ""
        preview.sums = [.init(minorUnits: 120_000, currency: "XXX")]
        try await with(preview) { gateway, run, file in
            let shown = try await run("import", file, "--dry-run")
            #expect(shown.out.contains("doesn’t say its currency. Choose it with --currency."))
            gateway.state { $0.sessions.settings.currency = "CAD" }
            #expect(try await run("import", file, "--yes").exit == .ok)
            #expect(created(gateway).map(\.options?.currency) == ["CAD"])
            let previewed = gateway.state { $0.records.previews.map(\.options?.currency) }
            #expect(previewed == ["", "", "CAD"])
        }
    }

    @Test("name the rows that cannot be read, and record nothing unless they are to be left out")
    func errors() async throws {
        var preview = Self.preview
        preview.errors = [.init(line: 4, message: "The date is missing.")]
        preview.invalidCount = 1
        try await with(preview) { gateway, run, file in
            let printed = try await run("import", file, "--yes")
            #expect(printed.exit == .conflict)
            #expect(printed.out.contains("Line 4: The date is missing."))
            #expect(printed.error.contains("1 row can’t be read. Nothing was recorded."))
            #expect(created(gateway).isEmpty)
            let shown = try await run("import", file, "--dry-run")
            #expect(shown.exit == .ok && shown.error.contains("leave them out with --leave-out-invalid"))
            let accepted = try await run("import", file, "--yes", "--leave-out-invalid")
            #expect(accepted.exit == .ok && created(gateway).first?.leaveOutInvalid == true)
            let missing = try await run("import", file + ".none", "--yes")
            #expect(missing.exit == .file)
        }
    }

    @Test("go the other way, too: the ledger is saved as a file, which is not replaced unasked")
    func export() async throws {
        try await with { gateway, run, file in
            let target = file + ".ofx"
            let saved = try await run("purchase", "export", target, "--from", "2025-01-01")
            #expect(saved.out.hasPrefix("Saved "))
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "entry,part\n")
            let request = gateway.state { $0.records.ledgerExports.first }
            #expect(request == .init(format: .ofx, firstDay: "2025-01-01"))
            let twice = try await run("purchase", "export", target)
            #expect(twice.exit == .file)
            let replaced = try await run("purchase", "export", target, "--replace", "--json")
            #expect(try replaced.document()["bytes"] as? Int == 11)
        }
    }
}

import ArgumentParser
import ConcurrencyTestSupport
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("larder operator tables", .timeLimit(.minutes(5)))
struct OperatorTablesTests {
    /// Runs `body` with catalog's tables behind the gateway, a command line with a session, and a folder for files.
    private func with(
        in language: Language = .english,
        _ body: (TableAnswers, CommandRun, URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tables-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let answers = TableAnswers()
        try await TestGateway.with(also: [answers]) { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(answers, run, folder)
        }
    }

    /// A text with one space for each gap.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
    }

    /// The rows of the table as a file.
    private static let exported =
        "id,name,address\r\n" + "a,\"Maple, \"\"Market\"\"\",\"1 Main\r\nStreet\"\r\n" + "b,Plain,2 Quay\r\n"
        + "c,\" Corner\",é\r\n"

    @Test(
        "are a usage error where something is missing",
        arguments: [
            ["rows"], ["export"], ["import"], ["import", "stores"], ["withdraw", "stores"], ["history", "--key", "a"],
            ["rows", "stores", "--limit", "0"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["operator", "tables"] + arguments) }
    }

    @Test("are listed with their rows and columns")
    func listed() async throws {
        try await with { _, run, _ async throws in
            let out = plain(try await run("operator", "tables").out)
            #expect(out.contains("Table Rows By operators Columns\n"))
            #expect(out.contains("stores 3 1 id,name,address\n"))
            let document = try await run("operator", "tables", "list", "--json").document()
            #expect((document["tables"] as? [[String: Any]])?.count == 2)
        }
        try await with(in: .french) { _, run, _ async throws in
            let out = plain(try await run("operator", "tables").out)
            #expect(out.contains("Table Lignes Par des opérateurs Colonnes\n"))
        }
    }

    @Test("show their rows by their keys, those of operators marked")
    func rows() async throws {
        try await with { answers, run, _ async throws in
            let out = plain(try await run("operator", "tables", "rows", "stores").out)
            #expect(out.contains("Key id name address State\n"))
            #expect(out.contains("a a Maple, \"Market\" 1 Main Street by an operator\n"))
            #expect(out.contains("b b Plain 2 Quay\n"))
            let options = ["--own", "--withdrawn", "--key", "none", "--limit", "5"]
            let none = try await run(["operator", "tables", "rows", "stores"] + options)
            #expect(none.out == "There are no such rows.\n")
            let request = try #require(answers.lists.values.last)
            #expect(request.ownOnly && request.withWithdrawn && request.keyPrefix == "none" && request.page?.size == 5)
            let unknown = try await run("operator", "tables", "rows", "shops")
            #expect(unknown.exit == .notFound)
            #expect(unknown.error.contains("There is no table shops. The tables are: stores, eateries"))
        }
        try await with(in: .french) { _, run, _ async throws in
            let out = plain(try await run("operator", "tables", "rows", "stores").out)
            #expect(out.contains("1 Main Street par un opérateur\n"))
        }
    }

    @Test("are printed as comma-separated values, without what a terminal could take for a command")
    func printed() async throws {
        try await with { answers, run, _ async throws in
            #expect(try await run("operator", "tables", "export", "stores").out == Self.exported)
            #expect(answers.lists.values.map { $0.page?.token } == ["", "2"])
            #expect(answers.lists.values.allSatisfy { !$0.ownOnly && !$0.withWithdrawn })
            var terminal = run
            terminal.isTerminal = true
            let shown = try await terminal("operator", "tables", "export", "stores").out
            #expect(shown.contains("\na,\"Maple, \"\"Market\"\"\",\"1 Main Street\"\nb,Plain,2 Quay\n"))
            let document = try await run("operator", "tables", "export", "stores", "--json").document()
            #expect((document["rows"] as? [[String: Any]])?.count == 3)
            #expect(try await run("operator", "tables", "export", "shops").exit == .notFound)
        }
    }

    @Test("are saved in a file whose bytes can be imported, and which is not replaced unasked")
    func saved() async throws {
        try await with { answers, run, folder async throws in
            let file = folder.appending(path: "stores.csv").path
            let saved = try await run("operator", "tables", "export", "stores", "--output", file)
            #expect(saved.out == "3 rows were saved in \(file).\n")
            #expect(try Data(contentsOf: URL(filePath: file)) == Data(Self.exported.utf8))
            _ = try await run("operator", "tables", "import", "stores", file)
            let request = try #require(answers.imports.values.last)
            #expect(request.table == "stores" && request.name == "stores.csv" && !request.checkOnly)
            #expect(request.file == Array(Self.exported.utf8))
            #expect(try await run("operator", "tables", "export", "stores", "--output", file).exit == .file)
            let again = try await run(
                "operator",
                "tables",
                "export",
                "stores",
                "--output",
                file,
                "--replace",
                "--json"
            )
            let document = try again.document()
            #expect(document["rows"] as? Int == 3 && document["bytes"] as? Int == Self.exported.utf8.count)
            let nowhere = folder.appending(path: "missing/stores.csv").path
            #expect(try await run("operator", "tables", "export", "stores", "--output", nowhere).exit == .file)
        }
    }

    @Test("take over the rows of a file, or list every wrong line of it")
    func imported() async throws {
        try await with { answers, run, folder async throws in
            let file = folder.appending(path: "rows.csv")
            try Data("id,name,address\n".utf8).write(to: file)
            let taken = try await run("operator", "tables", "import", "stores", file.path).out
            #expect(taken == "5 rows read: 3 added, 1 changed.\n")
            let checked = try await run("operator", "tables", "import", "stores", file.path, "--check").out
            #expect(checked == "5 rows read: 3 would be added, 1 changed.\n")
            #expect(answers.imports.values.map(\.checkOnly) == [false, true])
            try Data("wrong".utf8).write(to: file)
            let wrong = try await run("operator", "tables", "import", "stores", file.path)
            #expect(wrong.exit == .invalid && wrong.out.isEmpty)
            #expect(wrong.error.contains("3 things are wrong in \(file.path), and none of its rows was taken over:"))
            #expect(
                wrong.error.contains(
                    "  - line 2: This is wrong.\n  - line 9: That is wrong.\n1 more is not listed.\n"
                )
            )
            try Data(count: 4_194_304).write(to: file)
            let large = try await run("operator", "tables", "import", "stores", file.path)
            #expect(large.exit == .file && large.error.contains("is larger than 4 MiB"))
            #expect(try await run("operator", "tables", "import", "stores", "/nowhere.csv").exit == .file)
        }
        try await with(in: .french) { _, run, folder async throws in
            let file = folder.appending(path: "rows.csv")
            try Data("id,name,address\n".utf8).write(to: file)
            let taken = plain(try await run("operator", "tables", "import", "stores", file.path).out)
            #expect(taken == "5 lignes lues : 3 ajoutées, 1 modifiées.\n")
        }
    }

    @Test("lose a row that is withdrawn, and name who changed what")
    func history() async throws {
        try await with { answers, run, _ async throws in
            let withdrawn = try await run("operator", "tables", "withdraw", "stores", "a").out
            #expect(withdrawn == "Withdrawn from stores: a.\n")
            #expect(try await run("operator", "tables", "withdraw", "stores", "z").exit == .notFound)
            let out = plain(try await run("operator", "tables", "history", "--table", "stores", "--key", "a").out)
            #expect(out.contains("stores a name Mapel Maple stores.csv operator-1\n"))
            #expect(out.contains("address 2 Main 1 Main\n"))
            #expect(out.contains("stores a id a withdrawn operator-2\n"))
            let request = try #require(answers.histories.values.last)
            #expect(request.table == "stores" && request.key == "a")
            let none = try await run("operator", "tables", "history", "--table", "eateries").out
            #expect(none == "Operators have changed no such rows.\n")
        }
    }
}

/// Two tables, of which one has rows on two pages.
private struct TableAnswers: Catalog.ReferenceTablesProvider {
    /// The received requests, in order.
    let lists = Recorder<Catalog.ListReferenceRowsRequest>()
    let imports = Recorder<Catalog.ImportReferenceRowsRequest>()
    let histories = Recorder<Catalog.ListReferenceChangesRequest>()

    func listReferenceTables(
        _ request: Catalog.ListReferenceTablesRequest,
        context: CallContext
    ) async throws -> Catalog.ListReferenceTablesResponse {
        .init(
            tables: [
                .init(name: "stores", columns: ["id", "name", "address"], rows: 3, ownRows: 1),
                .init(name: "eateries", columns: ["id", "name"]),
            ]
        )
    }

    func listReferenceRows(
        _ request: Catalog.ListReferenceRowsRequest,
        context: CallContext
    ) async throws -> Catalog.ListReferenceRowsResponse {
        lists.record(request)
        guard request.table == "stores", request.keyPrefix != "none" else { return .init() }
        guard request.page?.token == "2" else {
            let rows: [Catalog.ReferenceRow] = [
                .init(key: "a", fields: ["a", "Maple, \"Market\"", "1 Main\r\nStreet"], own: true),
                .init(key: "b", fields: ["b", "Plain", "2 Quay"]),
            ]
            return .init(rows: rows, nextPageToken: "2")
        }
        return .init(rows: [.init(key: "c", fields: ["c", " Corner", "é"])])
    }

    func importReferenceRows(
        _ request: Catalog.ImportReferenceRowsRequest,
        context: CallContext
    ) async throws -> Catalog.ImportReferenceRowsResponse {
        guard request.file != Array("wrong".utf8) else {
            let problems: [Catalog.ReferenceProblem] = [
                .init(line: 2, sentence: "This is wrong."), .init(line: 9, sentence: "That is wrong."),
            ]
            return .init(problems: problems, moreProblems: 1)
        }
        imports.record(request)
        return .init(rows: 5, added: 3, changed: 1)
    }

    func withdrawReferenceRow(
        _ request: Catalog.WithdrawReferenceRowRequest,
        context: CallContext
    ) async throws -> Catalog.ReferenceRow {
        guard request.key == "a" else { throw Status.notFound("row") }
        return .init(key: "a", own: true, withdrawn: true)
    }

    func listReferenceChanges(
        _ request: Catalog.ListReferenceChangesRequest,
        context: CallContext
    ) async throws -> Catalog.ListReferenceChangesResponse {
        histories.record(request)
        guard request.table == "stores" else { return .init() }
        return .init(
            changes: [
                .init(
                    table: "stores",
                    key: "a",
                    operatorID: "operator-1",
                    kind: .imported,
                    file: "stores.csv",
                    fields: [
                        .init(column: "name", before: "Mapel", after: "Maple"),
                        .init(column: "address", before: "2 Main", after: "1 Main"),
                    ]
                ),
                .init(
                    table: "stores",
                    key: "a",
                    operatorID: "operator-2",
                    kind: .withdrawn,
                    fields: [.init(column: "id", before: "a")]
                ),
            ]
        )
    }
}

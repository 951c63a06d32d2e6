import Foundation
import Postgres
import PostgresTestSupport
import Testing

@testable import larder_budget

@Suite("The statements with which a purchase is read")
struct ReadStatementTests {
    /// The statements of the benchmark's script, without its own, each on one line.
    private func benchmarked() throws -> [String] {
        let path = Shell.repository + "/Tests/ReadsBenchmark/get_purchase.sql"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let statements = lines.filter { !$0.hasPrefix("--") && !$0.hasPrefix("\\") && !$0.hasSuffix("\\gset") }
        return statements.joined(separator: " ").split(separator: ";").map { oneLine(String($0)) }.filter {
            !$0.isEmpty
        }
    }

    private func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text of a statement with names for its parameters, on one line.
    private func named(_ statement: Statement, _ names: String...) -> String {
        oneLine(
            names.enumerated().reduce(statement.sql) { $0.replacing("$\($1.offset + 1)", with: ":\($1.element)") }
        )
    }

    @Test("are those that make bench-reads compares the service with")
    func benchmark() throws {
        let (user, purchase) = (UUID(), UUID())
        #expect(
            try benchmarked() == [
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                named(PurchaseRows.header("id = \(purchase)", user: user), "user", "purchase"),
                named(PurchaseRows.items(of: [purchase], user: user), "user", "purchases"),
                named(PurchaseRows.taxes(of: [purchase], user: user), "user", "purchases"),
                "COMMIT",
            ]
        )
    }
}

import PostgresTestSupport
import Testing

@testable import Postgres

@Suite("A snapshot of transactions", .timeLimit(.minutes(5)))
struct TransactionSnapshotTests {
    @Test(
        "is not read from what PostgreSQL would reject",
        arguments: [
            "", "5", "5:9", "5:9:6:7", "0:9:", "9:5:", "x:9:", "5:x:", "5:9:x", "5:9:4", "5:9:9", "5:9:7,6", "5:9:6,6",
            "5:9:6,", "-1:9:", "5:99999999999999999999:", " 5:9:",
        ]
    )
    func malformed(text: String) {
        #expect(TransactionSnapshot(text) == nil)
    }

    @Test("is read and written as PostgreSQL does", arguments: ["1:1:", "9:9:", "6:9:6,7", "6:18446744073709551615:6"])
    func text(text: String) async throws {
        #expect(TransactionSnapshot(text)?.text == text)
        try await TestDatabase.withPool { pool in
            let row = try await pool.query("SELECT \(text)::pg_snapshot::text AS text")[0]
            #expect(try row["text"] == text)
        }
    }

    @Test("that is capped lacks what came later, and names nothing of it")
    func capped() {
        let snapshot = TransactionSnapshot("6:12:6,9")
        #expect(snapshot?.capped(at: 0).text == "1:1:")
        #expect(snapshot?.capped(at: 7).text == "6:8:6")
        #expect(snapshot?.capped(at: 9).text == "6:10:6,9")
        #expect(snapshot?.capped(at: 11) == snapshot)
        #expect(snapshot?.capped(at: .max) == snapshot)
    }

    @Test("that is shortened lacks everything from the first transaction that it does not name")
    func shortened() {
        let snapshot = TransactionSnapshot("6:12:6,9,10")
        #expect(snapshot?.shortened(to: 3) == snapshot)
        #expect(snapshot?.shortened(to: 1).text == "6:9:6")
        #expect(snapshot?.shortened(to: 0).text == "6:6:")
    }
}

import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import Testing

@Suite("Exact values go to PostgreSQL and back", .timeLimit(.minutes(5)))
struct ExactValueTests {
    @Test("decimals keep their digits and their scale, and PostgreSQL reads them as we write them")
    func decimals() async throws {
        let texts = [
            "0", "0.00", "1", "-1", "0.5", "-0.05", "12.50", "10000", "9999", "100000000", "0.0001", "0.00001234",
            "1234.56789",
            "99999999999999999999999999999999999999", "-0.99999999999999999999999999999999999999",
            "12345678901234567890.123456789012345678", "-10000.00010000", "0.00000000000000000000000000000000000000",
        ]
        try await TestDatabase.withPool(size: 1) { pool in
            for text in texts {
                let number = try #require(ExactDecimal(text))
                let row = try await pool.query(
                    "SELECT \(number) AS number, \(number)::text AS text, \(text)::numeric AS own"
                )[0]
                #expect(try row["text"] as String == text)
                for column in ["number", "own"] {
                    let read = try row.decode(column, as: ExactDecimal.self)
                    #expect(read == number && read.scale == number.scale)
                }
            }
        }
    }

    @Test("random decimals, too")
    func randomDecimals() async throws {
        var generator = SeededGenerator(seed: 11)
        let numbers = try (0..<300).map { _ in
            try ExactDecimal(
                coefficient: generator.integer(digits: 1...38),
                scale: Int.random(in: 0...38, using: &generator)
            )
        }
        try await TestDatabase.withPool(size: 1) { pool in
            for number in numbers {
                let row = try await pool.query("SELECT \(number) AS number, \(number)::text AS text")[0]
                #expect(try row["text"] as String == number.description)
                #expect(try row.decode("number", as: ExactDecimal.self).description == number.description)
            }
        }
    }

    @Test("PostgreSQL calculates with them as we do")
    func arithmetic() async throws {
        var generator = SeededGenerator(seed: 12)
        try await TestDatabase.withPool(size: 1) { pool in
            for _ in 0..<100 {
                let (first, second) = (
                    try ExactDecimal(coefficient: generator.integer(digits: 1...15), scale: 4),
                    try ExactDecimal(coefficient: generator.integer(digits: 1...15), scale: 6)
                )
                let row = try await pool.query(
                    "SELECT \(first) + \(second) AS sum, \(first) * \(second) AS product, \(first) < \(second) AS is_smaller"
                )[0]
                let (sum, product) = (try first + second, try first * second)
                #expect(try row.decode("sum", as: ExactDecimal.self).description == sum.description)
                #expect(try row.decode("product", as: ExactDecimal.self).description == product.description)
                #expect(try row["is_smaller"] as Bool == (first < second))
            }
        }
    }

    @Test("a decimal is read from integers and sums")
    func otherNumbers() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let row = try await pool.query(
                "SELECT 7::bigint AS big, -3::int AS small, sum(n) AS sum FROM (VALUES (1.5), (2)) AS v(n)"
            )[0]
            #expect(try row["big"] as ExactDecimal == 7)
            #expect(try row["small"] as ExactDecimal == -3)
            #expect(try row.decode("sum", as: ExactDecimal.self).description == "3.5")
            #expect(
                try await pool.query("SELECT NULL::numeric AS n")[0].decode("n", as: ExactDecimal?.self) == nil
            )
        }
    }

    @Test(
        "a numeric that a decimal can't hold is an error and no other number",
        arguments: [
            "'NaN'::numeric", "'Infinity'::numeric", "'-Infinity'::numeric", "1e38::numeric", "1e-39::numeric",
            "1e1000::numeric",
            "1e-1000::numeric", "'1'::text", "1::float8",
        ]
    )
    func unreadable(expression: String) async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let row = try await pool.query(Statement(unsafe: "SELECT \(expression) AS n"))[0]
            #expect(throws: PostgresError.self) { try row.decode("n", as: ExactDecimal.self) }
        }
    }

    @Test("days, alone and in arrays")
    func days() async throws {
        let days = ["0001-01-01", "1899-12-31", "1970-01-01", "1999-12-31", "2000-01-01", "2024-02-29", "9999-12-31"]
            .compactMap(CalendarDay.init)
        try await TestDatabase.withPool(size: 1) { pool in
            for day in days {
                let row = try await pool.query("SELECT \(day) AS day, \(day)::text AS text, \(day) + 1 AS next")[
                    0
                ]
                #expect(try row["day"] as CalendarDay == day)
                #expect(try row["text"] as String == day.text)
                #expect(try row["next"] as CalendarDay == day.advanced(by: 1))
            }
            let row = try await pool.query(
                "SELECT \(days) AS days, NULL::date AS none, DATE '2024-02-29' AS day"
            )[0]
            #expect(try row["days"] as [CalendarDay] == days)
            #expect(try row["none"] as CalendarDay? == nil)
            #expect(try row["day"] as String == "2024-02-29")
        }
    }

    @Test(
        "a date that isn't a day of the calendar is an error",
        arguments: ["'infinity'::date", "'-infinity'::date", "'11000-01-01'::date", "'0002-01-01 BC'::date", "now()"]
    )
    func unreadableDays(expression: String) async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let row = try await pool.query(Statement(unsafe: "SELECT \(expression) AS day"))[0]
            #expect(throws: PostgresError.self) { try row.decode("day", as: CalendarDay.self) }
        }
    }
}

import FoundationEssentials
import Postgres
import PostgresTestSupport
import Testing

private enum Colour: String, PostgresCodable {
    case red
    case green
}

private func roundTrip<Value: PostgresCodable & Equatable>(_ value: Value, as type: String) async throws {
    try await roundTrips([value], as: type)
}

private func roundTrips<Value: PostgresCodable & Equatable>(_ values: [Value], as type: String) async throws {
    try await TestDatabase.withPool(size: 1) { pool in
        for value in values {
            let row = try await pool.query("SELECT \(value)::\(unsafe: type) AS value")[0]
            #expect(try row["value"] as Value == value)
            #expect(try row["value"] as Value? == value)
        }
        let absent: Value? = nil
        #expect(try await pool.query("SELECT \(absent)::\(unsafe: type) AS value")[0]["value"] as Value? == nil)
    }
}

@Suite("A value comes back as it was sent", .timeLimit(.minutes(5)))
struct ValueTests {
    @Test("numbers and truth values")
    func numbers() async throws {
        try await roundTrips([true, false], as: "boolean")
        try await roundTrips([Int16.min, 0, .max], as: "smallint")
        try await roundTrips([Int32.min, 0, .max], as: "integer")
        try await roundTrips([Int64.min, -1, .max], as: "bigint")
        try await roundTrips([Int.min, 0, .max], as: "bigint")
        try await roundTrips([0.1, -.infinity, .greatestFiniteMagnitude], as: "double precision")
    }

    @Test("text of any script, empty text and text that looks like SQL")
    func text() async throws {
        try await roundTrips(["", "łódź 🥖 日本", "'; DROP TABLE users; --", #"\x00 \' $1"#], as: "text")
    }

    @Test("identifiers and times")
    func identifiers() async throws {
        try await roundTrips([UUID(), UUID()], as: "uuid")
        let times = [0, 1_700_000_000.123456, -2_000_000_000.5, 951_782_400].map(Date.init(timeIntervalSince1970:))
        try await TestDatabase.withPool(size: 1) { pool in
            for time in times {
                let back: Date = try await pool.query("SELECT \(time) AS value")[0]["value"]
                #expect(abs(back.timeIntervalSince(time)) < 0.000001)
            }
            let epoch = try await pool.query("SELECT '2024-02-29 12:00:00+00'::timestamptz AS value")[0]
            #expect(try epoch["value"] as Date == Date(timeIntervalSince1970: 1_709_208_000))
        }
    }

    @Test("bytes, from none to several megabytes")
    func bytes() async throws {
        let big = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await roundTrips([[], [0, 255, 39, 92], big], as: "bytea")
    }

    @Test("arrays, also empty ones and with awkward elements")
    func arrays() async throws {
        try await roundTrips([[], ["a", "", "{,}", "\"x\"", "NULL", "ü"]], as: "text[]")
        try await roundTrips([[], [Int64.min, 0, .max]], as: "bigint[]")
        try await roundTrips([[], [1, 2, 3]] as [[Int]], as: "bigint[]")
        try await roundTrips([[], [UUID(), UUID()]], as: "uuid[]")
    }

    @Test("enumerations with raw values, as text and as the database's own type")
    func enumerations() async throws {
        try await roundTrip(Colour.green, as: "text")
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TYPE colour AS ENUM ('red', 'green', 'blue')")
            let row = try await pool.query("SELECT \(Colour.red)::colour AS known, 'blue'::colour AS unknown")[0]
            #expect(try row["known"] as Colour == .red)
            #expect(throws: PostgresError.self) { try row["unknown"] as Colour }
        }
    }

    @Test("dates and JSON as text")
    func dates() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let days = ["0001-01-01", "1969-12-31", "1999-12-31", "2000-02-29", "2024-03-01", "9999-12-31"]
            for day in days {
                let back: String = try await pool.query("SELECT \(day)::date AS day")[0]["day"]
                #expect(back == day)
            }
            let json = #"{"a": [1, "ü"]}"#
            #expect(try await pool.query("SELECT \(json)::jsonb AS json")[0]["json"] as String == json)
        }
    }

    @Test("sums, which PostgreSQL returns as numeric")
    func sums() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            for number in [0, 7, -7, 10_000, 123_456_789_012, Int64.max, Int64.min] {
                let row = try await pool.query("SELECT \(number)::numeric AS number")[0]
                #expect(try row["number"] as Int64 == number)
            }
            let row = try await pool.query("SELECT 1.5 AS fraction, 9223372036854775808 AS large")[0]
            #expect(throws: PostgresError.self) { try row["fraction"] as Int64 }
            #expect(throws: PostgresError.self) { try row["large"] as Int64 }
        }
    }
}

@Suite("A value that doesn't fit is rejected with its column's name", .timeLimit(.minutes(5)))
struct MismatchTests {
    private func failure<Value: PostgresDecodable>(
        reading column: String,
        of statement: Statement,
        as _: Value.Type
    ) async throws -> PostgresError? {
        try await TestDatabase.withPool(size: 1) { pool in
            let row = try await pool.query(statement)[0]
            return #expect(throws: PostgresError.self) { try row.decode(column, as: Value.self) }
        }
    }

    @Test("a missing column")
    func missing() async throws {
        let error = try await failure(reading: "b", of: "SELECT 1 AS a", as: Int.self)
        #expect(error?.code == .decoding)
        #expect(error?.message == "the result has no column b; it has a")
    }

    @Test("NULL into a type without nil")
    func null() async throws {
        let error = try await failure(reading: "a", of: "SELECT NULL::text AS a", as: String.self)
        #expect(error?.message == "column a is NULL, but String was asked for")
    }

    @Test("another type")
    func type() async throws {
        let error = try await failure(reading: "a", of: "SELECT true AS a", as: Int.self)
        #expect(error?.message == "column a is boolean, which can't be read as Int")
    }

    @Test("a number that is too large")
    func range() async throws {
        let error = try await failure(reading: "a", of: "SELECT 70000 AS a", as: Int16.self)
        #expect(error?.message == "column a holds a number that doesn't fit Int16")
    }

    @Test("text with a NUL character, before it is sent")
    func nul() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT \("a\0b")::text") }
            #expect(error?.code == .encoding)
        }
    }
}

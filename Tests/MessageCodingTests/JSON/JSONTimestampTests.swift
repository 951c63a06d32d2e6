import Testing

@testable import MessageCoding

@Suite("RFC 3339 times")
struct JSONTimestampTests {
    private static let secondsPerDay: Int64 = 86_400

    @Test(
        "are written with as many digits as the fraction needs",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1, "1970-01-01T00:00:00.000000001Z"), (1_000, "1970-01-01T00:00:00.000001Z"),
            (1_000_000, "1970-01-01T00:00:00.001Z"), (120_000_000, "1970-01-01T00:00:00.120Z"),
            (999_999_999, "1970-01-01T00:00:00.999999999Z"),
        ] as [(Int32, String)]
    )
    func fractions(nanos: Int32, text: String) throws {
        let time = JSONTimestamp(seconds: 0, nanos: nanos)
        #expect(try time.text() == text)
        #expect(JSONTimestamp(text) == time)
    }

    @Test("of every day of 800 years come back, one a day")
    func everyDay() throws {
        let first = try #require(JSONTimestamp("1600-01-01T00:00:00Z"))
        var previous = ""
        for day in 0..<(2 * 146_097 as Int64) where day % 97 == 0 || day % 146_097 < 1_500 {
            let time = JSONTimestamp(
                seconds: first.seconds + day * Self.secondsPerDay + day % Self.secondsPerDay,
                nanos: 0
            )
            let text = try time.text()
            #expect(text > previous, "later times are later texts")
            #expect(JSONTimestamp(text) == time)
            previous = text
        }
    }

    @Test(
        "follow the Gregorian calendar's leap years",
        arguments: [
            ("2024-02-29", true), ("2023-02-29", false), ("2000-02-29", true), ("1900-02-29", false),
            ("2100-02-29", false),
            ("2400-02-29", true), ("2024-02-30", false), ("2024-04-30", true), ("2024-04-31", false),
            ("2024-12-31", true),
            ("2024-12-32", false), ("2024-01-00", false), ("2024-00-01", false),
        ]
    )
    func leapYears(date: String, exists: Bool) {
        #expect((JSONTimestamp("\(date)T00:00:00Z") != nil) == exists)
    }

    @Test(
        "may have an offset, which is taken away",
        arguments: [
            ("2025-03-01T09:30:00+00:00", "2025-03-01T09:30:00Z"),
            ("2025-03-01T09:30:00-00:00", "2025-03-01T09:30:00Z"),
            ("2025-03-01T09:30:00+23:59", "2025-02-28T09:31:00Z"),
            ("2025-02-28T23:30:00-01:00", "2025-03-01T00:30:00Z"),
            ("2025-01-01T00:00:00.5+05:30", "2024-12-31T18:30:00.500Z"),
        ]
    )
    func offsets(text: String, utc: String) throws {
        #expect(try #require(JSONTimestamp(text)).text() == utc)
    }

    @Test(
        "are rejected in any other form",
        arguments: [
            "", "2025", "2025-03-01", "2025-03-01T09:30:00", "2025-03-01T09:30Z", "2025-3-01T09:30:00Z",
            "25-03-01T09:30:00Z",
            "2025-03-01t09:30:00Z", "2025-03-01T09:30:00z", "2025-03-01 09:30:00Z", "+2025-03-01T09:30:00Z",
            "-2025-03-01T09:30:00Z", "2025-03-01T09:30:00,5Z", "2025-03-01T09:30:00.Z",
            "2025-03-01T09:30:00.0000000001Z",
            "2025-03-01T09:30:00+1:00", "2025-03-01T09:30:00+0100", "2025-03-01T09:30:00+24:00",
            "2025-03-01T09:30:00+01:60",
            "2025-03-01T09:30:00Z+01:00", "2025-03-01T24:00:00Z", "2025-03-01T09:60:00Z", "2016-12-31T23:59:60Z",
            " 2025-03-01T09:30:00Z", "2025-03-01T09:30:00Z ", "２025-03-01T09:30:00Z", "2025-03-01T09:30:00Z\0",
        ]
    )
    func otherForms(text: String) {
        #expect(JSONTimestamp(text) == nil)
    }

    @Test("end with the years 1 and 9999, also by their offset")
    func range() throws {
        let first = try #require(JSONTimestamp("0001-01-01T00:00:00Z"))
        let last = try #require(JSONTimestamp("9999-12-31T23:59:59.999999999Z"))
        #expect(try first.text() == "0001-01-01T00:00:00Z" && last.text() == "9999-12-31T23:59:59.999999999Z")
        for text in ["0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"] {
            #expect(JSONTimestamp(text) == nil)
        }
        #expect(JSONTimestamp("0001-01-01T00:00:00-00:01") != nil)
    }

    @Test(
        "that a message holds and the form can't say are rejected",
        arguments: [
            (-62_135_596_801, 0), (253_402_300_800, 0), (.min, 0), (.max, 0), (0, -1), (0, 1_000_000_000), (0, .min),
        ] as [(Int64, Int32)]
    )
    func outOfRange(seconds: Int64, nanos: Int32) {
        #expect { try JSONTimestamp(seconds: seconds, nanos: nanos).text() } throws: {
            ($0 as? MessageJSONError)?.kind == .outOfRange
        }
    }
}

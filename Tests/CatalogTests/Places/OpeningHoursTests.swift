import Foundation
import Testing

@testable import CatalogDomain

@Suite("Opening hours as text")
struct OpeningHoursTextTests {
    @Test(
        "that are malformed are rejected",
        arguments: [
            "open", "9-17", "09:00", "09:00-", "9:00-17:00", "09:00-25:00", "09:60-10:00", "09:00-24:01", "24:00-08:00",
            "09:00-12:00;", "09:00-12:00;11:00-13:00", "13:00-14:00;09:00-10:00", "09:00–12:00", "+9:00-10:00",
            "Closed",
        ]
    )
    func malformed(text: String) {
        #expect(DayHours(parsing: text) == nil)
    }

    @Test("can be unknown or closed")
    func unknownAndClosed() {
        #expect(DayHours(parsing: "") == .unknown)
        #expect(DayHours(parsing: "closed") == .closed)
    }

    @Test("can have several intervals, pass midnight or last all day")
    func intervals() throws {
        let lunch = try #require(OpeningInterval(opens: 660, closes: 840))
        let night = try #require(OpeningInterval(opens: 1_020, closes: 1_500))
        let day = try #require(OpeningInterval(opens: 0, closes: 1_440))
        #expect(DayHours(parsing: "11:00-14:00;17:00-01:00") == .known([lunch, night]))
        #expect(DayHours(parsing: "00:00-24:00") == .known([day]))
        #expect(DayHours(parsing: "00:00-00:00") == .known([day]))
    }

    @Test("are formatted as they were parsed", arguments: ["11:00-14:00", "17:00-01:00", "00:00-24:00"])
    func roundTrip(text: String) {
        #expect(OpeningInterval(text)?.description == text)
    }

    @Test("are limited to a day", arguments: [(-1, 10), (1_440, 1_500), (10, 10), (20, 10), (10, 1_451)])
    func bounds(opens: Int, closes: Int) {
        #expect(OpeningInterval(opens: opens, closes: closes) == nil)
    }
}

@Suite("Opening hours at an instant")
struct OpennessTests {
    private let vancouver: TimeZone

    init() throws {
        vancouver = try #require(TimeZone(identifier: "America/Vancouver"))
    }

    private func instant(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private func hours(_ days: [Weekday: String], otherwise: String = "closed") throws -> WeeklyHours {
        var hours = WeeklyHours(everyDay: try #require(DayHours(parsing: otherwise)))
        for (day, text) in days {
            hours[day] = try #require(DayHours(parsing: text))
        }
        return hours
    }

    @Test("that are unknown are neither open nor closed")
    func unknown() throws {
        let hours = WeeklyHours(everyDay: .unknown)
        #expect(hours.openness(at: try instant("2025-06-04T12:00:00-07:00"), in: vancouver) == .unknown)
    }

    @Test("of a known day beside unknown ones are known only on that day")
    func partlyUnknown() throws {
        let hours = try hours([.wednesday: "09:00-17:00"], otherwise: "")
        #expect(hours.openness(at: try instant("2025-06-04T08:59:59-07:00"), in: vancouver) == .closed)
        #expect(hours.openness(at: try instant("2025-06-05T00:00:00-07:00"), in: vancouver) == .unknown)
        #expect(hours.openness(at: try instant("2025-06-03T23:59:59-07:00"), in: vancouver) == .unknown)
    }

    @Test("of a closed day are closed")
    func closedDay() throws {
        let hours = try hours([.wednesday: "closed"], otherwise: "09:00-17:00")
        #expect(hours.openness(at: try instant("2025-06-04T12:00:00-07:00"), in: vancouver) == .closed)
    }

    @Test("include the opening minute and exclude the closing one")
    func edges() throws {
        let hours = try hours([.wednesday: "09:00-17:00"])
        let closing = try instant("2025-06-04T17:00:00-07:00")
        #expect(hours.openness(at: try instant("2025-06-04T08:59:59-07:00"), in: vancouver) == .closed)
        #expect(hours.openness(at: try instant("2025-06-04T09:00:00-07:00"), in: vancouver) == .open(until: closing))
        #expect(hours.openness(at: try instant("2025-06-04T16:59:59-07:00"), in: vancouver) == .open(until: closing))
        #expect(hours.openness(at: closing, in: vancouver) == .closed)
    }

    @Test("with a break are closed in the break")
    func breakBetween() throws {
        let hours = try hours([.wednesday: "11:00-14:00;17:00-21:00"])
        #expect(hours.openness(at: try instant("2025-06-04T15:00:00-07:00"), in: vancouver) == .closed)
        let closing = try instant("2025-06-04T21:00:00-07:00")
        #expect(hours.openness(at: try instant("2025-06-04T18:00:00-07:00"), in: vancouver) == .open(until: closing))
    }

    @Test("past midnight belong to the day on which they begin, also from Sunday to Monday")
    func pastMidnight() throws {
        let hours = try hours([.sunday: "20:00-02:00"])
        let closing = try instant("2025-06-09T02:00:00-07:00")
        #expect(hours.openness(at: try instant("2025-06-09T01:59:00-07:00"), in: vancouver) == .open(until: closing))
        #expect(hours.openness(at: closing, in: vancouver) == .closed)
        #expect(hours.openness(at: try instant("2025-06-08T01:00:00-07:00"), in: vancouver) == .closed)
    }

    @Test("past midnight extend into a day of unknown hours")
    func pastMidnightIntoUnknown() throws {
        let hours = try hours([.sunday: "20:00-02:00"], otherwise: "")
        let closing = try instant("2025-06-09T02:00:00-07:00")
        #expect(hours.openness(at: try instant("2025-06-09T01:00:00-07:00"), in: vancouver) == .open(until: closing))
        #expect(hours.openness(at: closing, in: vancouver) == .unknown)
    }

    @Test("that are adjacent are merged")
    func adjoining() throws {
        let hours = try hours([.friday: "18:00-24:00", .saturday: "00:00-03:00"])
        let closing = try instant("2025-06-07T03:00:00-07:00")
        #expect(hours.openness(at: try instant("2025-06-06T19:00:00-07:00"), in: vancouver) == .open(until: closing))
    }

    @Test("around the clock have no closing time")
    func aroundTheClock() throws {
        let hours = try hours([:], otherwise: "00:00-24:00")
        #expect(hours.openness(at: try instant("2025-03-09T02:30:00-08:00"), in: vancouver) == .open(until: nil))
    }

    @Test("until the midnight before a day of unknown hours have no known closing time")
    func untilUnknown() throws {
        let hours = try hours([.wednesday: "00:00-24:00"], otherwise: "")
        #expect(hours.openness(at: try instant("2025-06-04T12:00:00-07:00"), in: vancouver) == .open(until: nil))
    }

    @Test("follow the local time of the place, not of the caller")
    func otherZone() throws {
        let hours = try hours([.thursday: "09:00-17:00"])
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let closing = try instant("2025-06-05T08:00:00Z")
        #expect(hours.openness(at: try instant("2025-06-04T17:30:00-07:00"), in: tokyo) == .open(until: closing))
    }

    @Test("are an hour shorter in the night when clocks go forward")
    func springForward() throws {
        let hours = try hours([.saturday: "22:00-04:00"])
        let closing = try instant("2025-03-09T11:00:00Z")
        #expect(hours.openness(at: try instant("2025-03-09T10:59:59Z"), in: vancouver) == .open(until: closing))
        #expect(hours.openness(at: closing, in: vancouver) == .closed)
    }

    @Test("that end at a skipped time end as if the clock had not changed")
    func skippedTime() throws {
        let hours = try hours([.saturday: "22:00-02:30"])
        let closing = try instant("2025-03-09T10:30:00Z")
        #expect(hours.openness(at: try instant("2025-03-09T10:29:59Z"), in: vancouver) == .open(until: closing))
        #expect(hours.openness(at: closing, in: vancouver) == .closed)
    }

    @Test("that end at a repeated time end the first time")
    func repeatedTime() throws {
        let hours = try hours([.saturday: "22:00-01:30"])
        let closing = try instant("2025-11-02T08:30:00Z")
        #expect(hours.openness(at: try instant("2025-11-02T08:29:59Z"), in: vancouver) == .open(until: closing))
        #expect(hours.openness(at: try instant("2025-11-02T09:15:00Z"), in: vancouver) == .closed)
    }

    @Test("after the night when clocks go back use the new offset")
    func fallBack() throws {
        let hours = try hours([.sunday: "09:00-17:00"])
        #expect(hours.openness(at: try instant("2025-11-02T16:59:59Z"), in: vancouver) == .closed)
        let closing = try instant("2025-11-03T01:00:00Z")
        #expect(hours.openness(at: try instant("2025-11-02T17:00:00Z"), in: vancouver) == .open(until: closing))
    }

    @Test("also work before 1970")
    func longAgo() throws {
        let hours = try hours([.monday: "09:00-17:00"])
        let closing = try instant("1969-07-21T17:00:00Z")
        #expect(hours.openness(at: try instant("1969-07-21T12:00:00Z"), in: .gmt) == .open(until: closing))
    }
}

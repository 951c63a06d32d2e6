import Foundation
import Testing

@testable import ServiceKit

@Suite("A schedule")
struct ScheduleTests {
    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    /// The occurrences after a time.
    private func occurrences(_ schedule: Schedule, after time: String, _ count: Int) throws -> [String] {
        var last = try date(time)
        return (0..<count).map { _ in
            last = schedule.next(after: last, from: last)
            return last.formatted(.iso8601)
        }
    }

    @Test("of an interval is due at once, and then at its distance")
    func interval() throws {
        let start = try date("2026-03-01T10:00:00Z")
        let schedule = Schedule.every(.seconds(3_600))
        #expect(schedule.first(at: start) == start)
        #expect(schedule.next(after: start, from: start) == start + 3_600)
        #expect(schedule.next(after: start + 10, from: start) == start + 3_600)
        #expect(schedule.next(after: start + 3_600, from: start) == start + 7_200)
        #expect(schedule.next(after: start + 10_000, from: start) == start + 10_800)
    }

    @Test("of an interval goes on even with a clock that was put back")
    func clockPutBack() throws {
        let start = try date("2026-03-01T10:00:00Z")
        #expect(Schedule.every(.seconds(60)).next(after: start - 500, from: start) == start + 60)
    }

    @Test("of each day keeps to the clocks on the wall when they change")
    func daily() throws {
        let schedule = Schedule.daily(.init(8, 30), in: try zone("America/Vancouver"))
        #expect(
            try occurrences(schedule, after: "2026-03-07T12:00:00Z", 4) == [
                "2026-03-07T16:30:00Z", "2026-03-08T15:30:00Z", "2026-03-09T15:30:00Z", "2026-03-10T15:30:00Z",
            ]
        )
        #expect(
            try occurrences(schedule, after: "2026-10-31T15:30:00Z", 2) == [
                "2026-11-01T16:30:00Z", "2026-11-02T16:30:00Z",
            ]
        )
    }

    @Test("of each day comes once on a day on which its time doesn't exist or comes twice")
    func skippedAndRepeated() throws {
        let vienna = try zone("Europe/Vienna")
        // 29 March 2026: 02:00 becomes 03:00.
        #expect(
            try occurrences(.daily(.init(2, 30), in: vienna), after: "2026-03-28T12:00:00Z", 2) == [
                "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z",
            ]
        )
        // 25 October 2026: 03:00 becomes 02:00.
        #expect(
            try occurrences(.daily(.init(2, 30), in: vienna), after: "2026-10-24T12:00:00Z", 2) == [
                "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z",
            ]
        )
    }

    @Test("of each month is on the last day of months that are shorter")
    func monthly() throws {
        let schedule = Schedule.monthly(day: 31, .init(0, 5), in: .gmt)
        #expect(
            try occurrences(schedule, after: "2027-12-31T00:05:00Z", 5) == [
                "2028-01-31T00:05:00Z", "2028-02-29T00:05:00Z", "2028-03-31T00:05:00Z", "2028-04-30T00:05:00Z",
                "2028-05-31T00:05:00Z",
            ]
        )
    }

    @Test("of each month belongs to the days of its time zone")
    func monthlyZone() throws {
        let schedule = Schedule.monthly(day: 1, .init(0, 0), in: try zone("Asia/Kuala_Lumpur"))
        #expect(
            try occurrences(schedule, after: "2026-01-31T15:59:59Z", 2) == [
                "2026-01-31T16:00:00Z", "2026-02-28T16:00:00Z",
            ]
        )
    }

    @Test(
        "comes again within a period and a bit, whatever the time and zone",
        arguments: ["Pacific/Apia", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca"]
    )
    func everywhere(name: String) throws {
        let daily = Schedule.daily(.init(0, 0), in: try zone(name))
        let monthly = Schedule.monthly(day: 30, .init(23, 59), in: try zone(name))
        var time = try date("2011-12-01T00:00:00Z")
        var last = time
        while time < (try date("2012-04-10T00:00:00Z")) {
            let next = daily.next(after: time)
            #expect(next > time)
            #expect(next.timeIntervalSince(time) <= 50 * 3_600)
            #expect(next >= last)
            last = next
            let month = monthly.next(after: time)
            #expect(month > time)
            #expect(month.timeIntervalSince(time) <= 33 * 86_400)
            time += 5_000
        }
    }

    @Test("has another text when it is another one")
    func texts() throws {
        #expect(Schedule.every(.seconds(90)).description == "every 90.0 s")
        #expect(Schedule.daily(.init(3, 5), in: try zone("Europe/Vienna")).description == "daily 03:05 Europe/Vienna")
        #expect(Schedule.monthly(day: 1, .init(13, 0), in: .gmt).description == "monthly 1 13:00 GMT")
    }

    @Test("of an interval below a second comes once a second, from the given occurrence or else from the time")
    func shortest() throws {
        let start = try date("2026-03-01T10:00:00Z")
        for interval in [Duration.zero, .milliseconds(10), .seconds(-60), .seconds(1)] {
            #expect(Schedule.every(interval).next(after: start + 5.5, from: start) == start + 6)
            #expect(Schedule.every(interval).next(after: start) == start + 1)
        }
    }

    @Test("of a day that no month has is on the nearest one")
    func strangeDays() throws {
        for (day, expected) in [
            (0, "2026-03-01T00:00:00Z"), (-3, "2026-03-01T00:00:00Z"), (99, "2026-02-28T00:00:00Z"),
        ] {
            let schedule = Schedule.monthly(day: day, .init(0, 0), in: .gmt)
            #expect(try occurrences(schedule, after: "2026-02-03T00:00:00Z", 1) == [expected])
        }
    }

    @Test("of each day is first due at its next time of day, not at once")
    func firstTime() throws {
        let schedule = Schedule.daily(.init(12, 0), in: .gmt)
        #expect(schedule.first(at: try date("2026-03-01T11:59:59Z")) == (try date("2026-03-01T12:00:00Z")))
        // An occurrence at the very time counts as past.
        #expect(schedule.first(at: try date("2026-03-01T12:00:00Z")) == (try date("2026-03-02T12:00:00Z")))
    }
}

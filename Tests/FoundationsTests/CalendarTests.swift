import Foundation
import Foundations
import FoundationsTestSupport
import Testing

private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

@Suite("Names of time zones")
struct TimeZoneNameTests {
    @Test(
        "are those of the IANA database, former ones, too",
        arguments: [
            "America/Vancouver", "Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv", "America/Argentina/Buenos_Aires",
            "Etc/GMT+5", "UTC", "GMT",
        ]
    )
    func names(_ name: String) {
        #expect(TimeZone(named: name)?.identifier == TimeZone(identifier: name)?.identifier)
        #expect(TimeZone(named: name) != nil)
    }

    @Test(
        "are neither abbreviations, offsets, nor paths",
        arguments: [
            "", "PST", "EST5EDT", "GMT+3", "+03:00", "Mars/Olympus", "america/vancouver", "../etc/passwd", "/UTC",
            " UTC",
            "America/Vancouver ", String(repeating: "A/", count: 33),
        ]
    )
    func others(_ name: String) { #expect(TimeZone(named: name) == nil) }
}

private func zone(_ identifier: String) throws -> TimeZone { try #require(TimeZone(identifier: identifier)) }

@Suite("A calendar day")
struct CalendarDayTests {
    @Test(
        "is rejected when it doesn't exist or is written otherwise",
        arguments: [
            "", "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-10", "2025-04-31", "2025-01-00", "0000-12-31",
            "2025-1-1", "09/03/2025", "2025-01-01T00:00", "+025-01-01", "２025-01-01", "2025-01-0a", "10000-01-01",
            "-001-01-01", "2025-06-31", "2025-09-31", "2025-11-31",
        ]
    )
    func refused(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test(
        "is read and written",
        arguments: ["2024-02-29", "2000-02-29", "1900-01-01", "2025-12-31", "9999-12-31", "0001-01-01", "1582-10-15"]
    )
    func read(text: String) throws {
        let day = try day(text)
        #expect(day.text == text && day.description == text)
        #expect(CalendarDay(year: day.year, month: day.month, day: day.day) == day)
    }

    @Test(
        "has a number that counts from 1970",
        arguments: [("1970-01-01", 0), ("1969-12-31", -1), ("2000-03-01", 11_017)]
    )
    func number(text: String, number: Int) throws {
        #expect(try day(text).dayNumber == number)
        #expect(CalendarDay(dayNumber: number)?.text == text)
    }

    @Test("reaches a year beyond what can be read, and no further")
    func limits() throws {
        #expect(CalendarDay(dayNumber: try day("0001-01-01").dayNumber - 366)?.year == 0)
        #expect(CalendarDay(dayNumber: try day("0001-01-01").dayNumber - 367) == nil)
        #expect(CalendarDay(dayNumber: try day("9999-12-31").dayNumber + 366)?.text == "10000-12-31")
        #expect(CalendarDay(dayNumber: try day("9999-12-31").dayNumber + 367) == nil)
        #expect(CalendarDay(dayNumber: .max) == nil && CalendarDay(dayNumber: .min) == nil)
        #expect(CalendarDay(year: 0, month: 1, day: 1) == nil && CalendarDay(year: 10_000, month: 1, day: 1) == nil)
        #expect(try day("9999-12-31").adding(months: 13) == nil)
        #expect(try day("2025-01-01").adding(months: .min) == nil && day("2025-01-01").adding(months: .max) == nil)
    }

    @Test("of all years follows the day before it")
    func everyDay() throws {
        var (year, month, dayOfMonth) = (1, 1, 1)
        var number = try day("0001-01-01").dayNumber
        var mistakes = 0
        while year <= 2_500 {
            let expected = CalendarDay(year: year, month: month, day: dayOfMonth)
            if expected?.dayNumber != number || expected?.day != dayOfMonth || expected?.month != month {
                mistakes += 1
            }
            (dayOfMonth, number) = (dayOfMonth + 1, number + 1)
            if CalendarDay(year: year, month: month, day: dayOfMonth) == nil { (month, dayOfMonth) = (month + 1, 1) }
            if month == 13 { (year, month) = (year + 1, 1) }
        }
        #expect(mistakes == 0)
    }

    @Test("agrees with Foundation's calendar", arguments: 0..<4)
    func foundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for _ in 0..<200 {
            // From the calendar's reform on, to which Foundation keeps.
            let day = try #require(CalendarDay(dayNumber: Int.random(in: -140_000...2_932_000, using: &generator)))
            let date = Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            #expect(parts.year == day.year && parts.month == day.month && parts.day == day.day)
            #expect(parts.weekday == day.weekday % 7 + 1)
        }
    }

    @Test(
        "has ISO's number in its week",
        arguments: [("2026-11-22", 7), ("2026-11-23", 1), ("1969-12-31", 3), ("0001-01-01", 1)]
    )
    func weekday(text: String, weekday: Int) throws {
        #expect(try day(text).weekday == weekday)
    }

    @Test("is in order and in ranges")
    func ranges() throws {
        let (first, last) = (try day("2024-02-27"), try day("2024-03-02"))
        #expect(first < last && first.distance(to: last) == 4 && last.advanced(by: -4) == first)
        #expect((first...last).map(\.text) == ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02"])
        #expect((first..<last).contains(try day("2024-02-29")) && !(first..<last).contains(last))
    }

    @Test(
        "moves by months to a day that exists",
        arguments: [
            ("2025-01-31", 1, "2025-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2025-03-31", -1, "2025-02-28"),
            ("2025-11-15", 3, "2026-02-15"), ("2025-01-15", -1, "2024-12-15"), ("2024-02-29", 12, "2025-02-28"),
            ("2024-02-29", -48, "2020-02-29"), ("2025-05-05", 0, "2025-05-05"),
        ]
    )
    func months(text: String, months: Int, moved: String) throws {
        #expect(try day(text).adding(months: months)?.text == moved)
    }
}

@Suite("A calendar day in a time zone")
struct CalendarDayZoneTests {
    @Test("follows the time zone")
    func zones() throws {
        let instant = Date(timeIntervalSince1970: 1_741_500_000)
        #expect(CalendarDay(of: instant, in: .gmt).text == "2025-03-09")
        #expect(try CalendarDay(of: instant, in: zone("Pacific/Auckland")).text == "2025-03-09")
        #expect(try CalendarDay(of: instant, in: zone("Pacific/Honolulu")).text == "2025-03-08")
        #expect(CalendarDay(of: Date(timeIntervalSince1970: -0.001), in: .gmt).text == "1969-12-31")
    }

    @Test("is the nearest one for instants beyond the calendar", arguments: [-1e18, 1e18, -.infinity, .infinity])
    func beyond(time: Double) {
        let year = CalendarDay(of: Date(timeIntervalSince1970: time), in: .gmt).year
        #expect(year == (time < 0 ? 0 : 10_000))
    }

    @Test(
        "begins at its first instant, whatever the clocks do",
        arguments: [
            ("America/Toronto", "2026-03-08", "2026-03-08T05:00:00Z", 23),
            ("America/Toronto", "2026-11-01", "2026-11-01T04:00:00Z", 25),
            ("Europe/Paris", "2026-07-01", "2026-06-30T22:00:00Z", 24),
            ("Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00Z", 24),
            // Clocks were set forward at midnight: the day began at one o'clock.
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 23),
            // And back at midnight: the hour before it came twice.
            ("America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00Z", 25),
            ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00Z", 24),
            // Samoa left a day out when it changed sides of the date line.
            ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", 24),
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", 0),
            ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24),
            // Half an hour of daylight saving.
            ("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", 24),
        ] as [(String, String, String, Double)]
    )
    func start(identifier: String, text: String, start: String, hours: Double) throws {
        let (zone, day) = (try zone(identifier), try day(text))
        #expect(day.start(in: zone) == (try Date(start, strategy: .iso8601)))
        let interval = day.interval(in: zone)
        let length = interval.upperBound.timeIntervalSince(interval.lowerBound) / 3_600
        #expect(identifier == "Australia/Lord_Howe" ? length == 24.5 : length == hours)
    }

    @Test(
        "follows the day before without a gap and holds its own instants",
        arguments: [
            "America/St_Johns", "America/Toronto", "Europe/London", "Asia/Kolkata", "Pacific/Apia", "Pacific/Chatham",
            "America/Havana", "Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe",
        ]
    )
    func partition(identifier: String) throws {
        let zone = try zone(identifier)
        for day in try day("2010-01-01")..<day("2013-01-01") {
            let (interval, next) = (day.interval(in: zone), day.advanced(by: 1).interval(in: zone))
            #expect(interval.upperBound == next.lowerBound)
            if !interval.isEmpty {
                #expect(CalendarDay(of: interval.lowerBound, in: zone) == day)
                #expect(
                    CalendarDay(of: interval.upperBound - 0.001, in: zone) == day || identifier == "America/St_Johns"
                )
            }
        }
    }
}

@Suite("A calendar month")
struct CalendarMonthTests {
    private func month(_ text: String) throws -> CalendarMonth { try #require(CalendarMonth(text)) }

    @Test(
        "is rejected when it doesn't exist or is written otherwise",
        arguments: ["", "2025-00", "2025-13", "2025-1", "25-01", "2025/01", "2025-01-01", "2025-0a"]
    )
    func refused(text: String) {
        #expect(CalendarMonth(text) == nil)
    }

    @Test("is read and written", arguments: ["2025-01", "1999-12", "0000-12", "9999-12"])
    func read(text: String) throws {
        #expect(try month(text).description == text)
        #expect(CalendarMonth(year: 10_000, month: 1) == nil && CalendarMonth(year: -1, month: 1) == nil)
    }

    @Test(
        "has the calendar's days",
        arguments: [
            ("2025-02", 28), ("2024-02", 29), ("2025-04", 30), ("2025-12", 31), ("1900-02", 28), ("2000-02", 29),
        ]
    )
    func length(text: String, length: Int) throws {
        let month = try month(text)
        #expect(month.length == length && month.days().count == length)
        #expect(month.firstDay().day == 1)
    }

    @Test(
        "may start on any day",
        arguments: [
            ("2026-03", 25, "2026-03-25", "2026-04-24"), ("2025-12", 15, "2025-12-15", "2026-01-14"),
            ("2025-01", 31, "2025-01-31", "2025-02-27"), ("2025-02", 31, "2025-02-28", "2025-03-30"),
            ("2024-02", 30, "2024-02-29", "2024-03-29"), ("2025-04", 31, "2025-04-30", "2025-05-30"),
        ]
    )
    func startingDay(text: String, startingDay: Int, first: String, last: String) throws {
        let days = try month(text).days(startingOn: startingDay)
        #expect(days.first?.text == first && days.last?.text == last)
    }

    @Test("contains each of its days and follows the one before", arguments: CalendarMonth.startingDays)
    func partition(startingDay: Int) throws {
        for month in try month("2023-11")..<month("2028-04") {
            let days = month.days(startingOn: startingDay)
            #expect(days.upperBound == month.advanced(by: 1).firstDay(startingOn: startingDay))
            #expect(days.allSatisfy { CalendarMonth(containing: $0, startingOn: startingDay) == month })
        }
    }

    @Test("reaches around what can be read")
    func limits() throws {
        #expect(try CalendarMonth(containing: day("0001-01-01"), startingOn: 25) == month("0000-12"))
        #expect(try CalendarMonth(containing: day("9999-12-31")) == month("9999-12"))
        #expect(try month("9999-12").days(startingOn: 31).upperBound.text == "10000-01-31")
    }

    @Test("is in order and in ranges")
    func ranges() throws {
        let (first, last) = (try month("2025-11"), try month("2026-02"))
        #expect(first < last && first.distance(to: last) == 3)
        #expect((first...last).map(\.description) == ["2025-11", "2025-12", "2026-01", "2026-02"])
        #expect(last.advanced(by: -3) == first)
    }
}

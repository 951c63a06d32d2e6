import Foundation
import NotificationsMessages
import RPC
import Testing

@testable import larder_notifications

@Suite("When notices go out")
struct NoticeTimesTests {
    private static func time(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private func departure(
        _ now: String,
        _ frequency: Notifications.NoticeFrequency = .atOnce,
        zone: String = "Europe/Paris",
        quiet: (Int, Int)? = nil,
        digest: Int = 480
    ) throws -> String {
        let times = NoticeTimes(
            timeZone: try #require(TimeZone(identifier: zone)),
            quietHours: quiet.map { .init(from: $0.0, until: $0.1) },
            digestMinute: digest
        )
        return times.departure(frequency, after: try Self.time(now)).formatted(.iso8601)
    }

    @Test("is at once outside of quiet hours, and at their end within, also across midnight")
    func quiet() throws {
        let night = (22 * 60, 7 * 60)
        #expect(try departure("2026-01-10T12:00:00Z", quiet: night) == "2026-01-10T12:00:00Z")
        // Paris is an hour ahead in winter.
        #expect(try departure("2026-01-10T20:59:59Z", quiet: night) == "2026-01-10T20:59:59Z")
        #expect(try departure("2026-01-10T21:00:00Z", quiet: night) == "2026-01-11T06:00:00Z")
        #expect(try departure("2026-01-11T05:59:30Z", quiet: night) == "2026-01-11T06:00:00Z")
        #expect(try departure("2026-01-11T06:00:00Z", quiet: night) == "2026-01-11T06:00:00Z")
        let noon = (12 * 60, 13 * 60 + 30)
        #expect(try departure("2026-01-10T11:10:00Z", quiet: noon) == "2026-01-10T12:30:00Z")
        #expect(try departure("2026-01-10T12:30:00Z", quiet: noon) == "2026-01-10T12:30:00Z")
    }

    @Test("follows the clock on days on which it changes")
    func changes() throws {
        let night = (22 * 60, 7 * 60)
        // At one hour UTC on 29 March clocks go from 2 to 3, on 25 October from 3 to 2.
        #expect(try departure("2026-03-28T22:00:00Z", quiet: night) == "2026-03-29T05:00:00Z")
        #expect(try departure("2026-10-24T22:00:00Z", quiet: night) == "2026-10-25T06:00:00Z")
        // An end that is skipped is the moment of the change; one that comes twice is both times an end.
        #expect(try departure("2026-03-29T00:10:00Z", quiet: (0, 150)) == "2026-03-29T01:00:00Z")
        #expect(try departure("2026-10-24T23:30:00Z", quiet: (0, 150)) == "2026-10-25T00:30:00Z")
        #expect(try departure("2026-10-25T01:10:00Z", quiet: (0, 150)) == "2026-10-25T01:30:00Z")
    }

    @Test("is the next full hour of the reader for what comes hourly")
    func hourly() throws {
        #expect(try departure("2026-01-10T12:00:00Z", .hourly) == "2026-01-10T13:00:00Z")
        #expect(try departure("2026-01-10T12:59:59Z", .hourly) == "2026-01-10T13:00:00Z")
        #expect(try departure("2026-01-10T12:10:00Z", .hourly, zone: "Asia/Kolkata") == "2026-01-10T12:30:00Z")
        // It waits for the end of quiet hours, too.
        #expect(
            try departure("2026-01-10T20:30:00Z", .hourly, quiet: (22 * 60, 7 * 60)) == "2026-01-11T06:00:00Z"
        )
    }

    @Test(
        "is once a day of the reader for what comes daily, on days of 23, 24 and 25 hours",
        arguments: [0, 150, 480, 1_439]
    )
    func daily(minute: Int) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Paris"))
        let times = NoticeTimes(timeZone: zone, quietHours: nil, digestMinute: minute)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var days: [Date] = []
        var moment = try Self.time("2026-01-01T00:00:00Z")
        let end = try Self.time("2027-01-01T00:00:00Z")
        while moment < end {
            let next = times.departure(.daily, after: moment)
            #expect(next > moment && next <= moment + 25 * 3_600)
            days.append(calendar.startOfDay(for: next))
            moment = next
        }
        #expect(Set(days).count == days.count && (365...366).contains(days.count))
    }

    @Test("are in any zone of the IANA database, by its present name or a former one")
    func zones() throws {
        for name in ["Asia/Kolkata", "Asia/Calcutta", "America/Vancouver", "UTC"] {
            let times = try NoticeTimes(
                validating: .init(timeZone: name, digestMinute: 480),
                reminding: 0
            )
            #expect(times.message.timeZone == name)
        }
    }

    @Test("rejects zones that there are not, times beyond a day, and quiet hours that never end")
    func invalid() {
        let times = Notifications.NoticeTimes(
            timeZone: "Europe/Atlantis",
            quietHours: .init(fromMinute: 60, untilMinute: 60),
            digestMinute: 1_440
        )
        let status = #expect(throws: Status.self) { try NoticeTimes(validating: times, reminding: 0) }
        let fields = status?.fieldViolations.map(\.field)
        #expect(fields == ["time_zone", "digest_minute", "quiet_hours.until_minute"])
    }
}

import Foundation
import Foundations
import NotificationsMessages
import RPC
import ServiceKit

/// When a user wants to be disturbed.
struct NoticeTimes: Sendable, Equatable {
    /// A name of the IANA time zone database.
    var timeZone: TimeZone
    /// Nil for none.
    var quietHours: QuietHours?
    /// When daily digests go out, in minutes after midnight.
    var digestMinute: Int
    /// When reminders come, in minutes after midnight.
    var reminderMinute = NoticeTimes.standardReminder

    private static let standardReminder = 20 * 60

    /// Of somebody who has chosen nothing.
    static let standard = NoticeTimes(timeZone: .gmt, quietHours: nil, digestMinute: 8 * 60)

    /// The hours of a day in which nothing goes out but what is urgent.
    struct QuietHours: Sendable, Equatable {
        /// In minutes after midnight, 0 to 1439.
        var from: Int
        /// The first minute after them; less than ``from`` for a night.
        var until: Int

        func contains(_ minute: Int) -> Bool {
            from < until ? (from..<until).contains(minute) : minute >= from || minute < until
        }

        /// How many minutes they last from one of theirs on.
        func remaining(from minute: Int) -> Int { (until - minute + 1_440) % 1_440 }
    }

    /// When a notice of a frequency goes out that comes now: now, or at the end of an hour, a day or the quiet hours.
    func departure(_ frequency: Notifications.NoticeFrequency, after now: Date) -> Date {
        switch frequency {
        case .hourly: endOfQuiet(nextHour(after: now))
        case .daily: endOfQuiet(nextDigest(after: now))
        case .atOnce, .unspecified, .unrecognized: endOfQuiet(now)
        }
    }

    /// The first moment from `time` on that is in no quiet hours.
    ///
    /// Where clocks change, the hours are those that the clock shows: an end that is skipped is the moment of the change.
    private func endOfQuiet(_ time: Date) -> Date {
        guard let quietHours else { return time }
        var moment = time
        while true {
            let local = calendar.dateComponents([.hour, .minute, .second], from: moment)
            let minute = (local.hour ?? 0) * 60 + (local.minute ?? 0)
            guard quietHours.contains(minute) else { return moment }
            let seconds = Double(local.second ?? 0) + moment.timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
            let end = moment + Double(quietHours.remaining(from: minute) * 60) - seconds
            let change = timeZone.nextDaylightSavingTimeTransition(after: moment)
            moment = change.map { min($0, end) } ?? end
        }
    }

    private func nextHour(after time: Date) -> Date {
        let offset = Double(timeZone.secondsFromGMT(for: time))
        let local = time.timeIntervalSince1970 + offset
        return Date(timeIntervalSince1970: ((local / 3_600).rounded(.down) + 1) * 3_600 - offset)
    }

    /// The next time at which a digest of a day goes out.
    private func nextDigest(after time: Date) -> Date { next(digestMinute, after: time) }

    /// The next time at which a reminder comes.
    func nextReminder(after time: Date) -> Date { next(reminderMinute, after: time) }

    /// When a reminder comes on the day of a moment.
    func reminder(onDayOf time: Date) -> Date { next(reminderMinute, after: startOfDay(at: time) - 1) }

    /// Whether two moments are on the same day where the user is.
    func areOnOneDay(_ one: Date, _ other: Date) -> Bool { startOfDay(at: one) == startOfDay(at: other) }

    /// When the day of a moment has begun.
    func startOfDay(at time: Date) -> Date { calendar.startOfDay(for: time) }

    /// The next moment at which the clock shows a time, once on each day, also on one of 23 or 25 hours.
    private func next(_ minute: Int, after time: Date) -> Date {
        var day = calendar.dateComponents([.year, .month, .day], from: time)
        while true {
            (day.hour, day.minute) = (minute / 60, minute % 60)
            // The calendar takes a day beyond the month's last, and an hour that is skipped as the one after it.
            guard let moment = calendar.date(from: day), moment <= time else {
                return calendar.date(from: day) ?? time
            }
            day.day = (day.day ?? 0) + 1
        }
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }
}

extension NoticeTimes {
    /// The times of a request; a reminder that it doesn't name stays as it is.
    /// - Throws: INVALID_ARGUMENT with every invalid field.
    init(validating message: Notifications.NoticeTimes, reminding former: Int) throws(Status) {
        var validator = FieldValidator()
        timeZone = validator.timeZone(message.timeZone, "time_zone")
        let minutes: ClosedRange<Int32> = 0...1_439
        digestMinute = Int(validator.number(message.digestMinute, "digest_minute", in: minutes))
        quietHours = message.quietHours.map { hours in
            let from = validator.number(hours.fromMinute, "quiet_hours.from_minute", in: minutes)
            let until = validator.number(hours.untilMinute, "quiet_hours.until_minute", in: minutes)
            if from == until { validator.reject("quiet_hours.until_minute", .notifications.ruleQuietHours) }
            return QuietHours(from: Int(from), until: Int(until))
        }
        reminderMinute =
            message.reminder.map { Int(validator.number($0.minute, "reminder.minute", in: minutes)) } ?? former
        try validator.finish()
    }

    /// As clients read it.
    var message: Notifications.NoticeTimes {
        Notifications.NoticeTimes(
            timeZone: timeZone.identifier == TimeZone.gmt.identifier ? "UTC" : timeZone.identifier,
            quietHours: quietHours.map { .init(fromMinute: Int32($0.from), untilMinute: Int32($0.until)) },
            digestMinute: Int32(digestMinute),
            reminder: .init(minute: Int32(reminderMinute))
        )
    }
}

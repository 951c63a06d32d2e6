import ArgumentParser
import Foundation
import LarderClient

/// Shows and changes which kinds of notices come, where and when.
struct NoticesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "notices",
            abstract: .cli.noticesAbstract,
            subcommands: [
                NoticesListCommand.self, NoticesOnCommand.self, NoticesOffCommand.self, NoticesFrequencyCommand.self,
                NoticesQuietCommand.self, NoticesDigestCommand.self, NoticesReminderCommand.self,
                NoticesDevicesCommand.self,
            ],
            defaultSubcommand: NoticesListCommand.self
        )
    }
}

/// Lists the kinds of notices.
struct NoticesListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.noticesList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.noticePreferences.getNoticePreferences(
            .init(),
            options: context.callOptions
        )
        try context.show(answer) { paint in
            var table = Table([
                .init(title: .cli.noticesKind), .init(title: .cli.headingWhat, shrinks: true),
                .init(title: .cli.noticesInbox), .init(title: .cli.noticesEmail), .init(title: .cli.noticesDevicesHead),
                .init(title: .cli.noticesHowOften),
            ])
            for preference in answer.preferences {
                table.add([
                    .init(preference.kind), .init(preference.title), .init(preference, .inbox),
                    .init(preference, .email), .init(preference, .webPush), .init(preference.frequency.text),
                ])
            }
            let times = answer.times.map { "\n" + TerminalText.clean($0.text.shown) }
            return table.text(paint, width: context.output.out.width) + (times ?? "")
        }
    }
}

extension Table.Cell {
    /// Whether a channel of a kind is on.
    fileprivate init(_ preference: Notifications.NoticePreference, _ channel: Notifications.NoticeChannel) {
        guard let channel = preference.channels.first(where: { $0.channel == channel }) else {
            self.init("")
            return
        }
        guard channel.isOptional else {
            self.init(.cli.noticesAlways)
            return
        }
        if channel.isOn { self.init(.cli.noticesYes, .green) } else { self.init(.cli.noticesNo) }
    }
}

/// Switches a kind of notice on.
struct NoticesOnCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "on", abstract: .cli.noticesOn)
    }

    @Argument(help: ArgumentHelp(.cli.noticesWhich))
    var kind: String

    @Option(help: ArgumentHelp(.cli.noticesChannel(values: NoticeChannelName.list)))
    var channel = NoticeChannelName.inbox

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws { try await context.set(kind, channel, isOn: true) }
}

/// Switches a kind of notice off.
struct NoticesOffCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "off", abstract: .cli.noticesOff)
    }

    @Argument(help: ArgumentHelp(.cli.noticesWhich))
    var kind: String

    @Option(help: ArgumentHelp(.cli.noticesChannel(values: NoticeChannelName.list)))
    var channel = NoticeChannelName.inbox

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws { try await context.set(kind, channel, isOn: false) }
}

/// Sets how often a kind of notice goes out.
struct NoticesFrequencyCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "frequency", abstract: .cli.noticesFrequency)
    }

    @Argument(help: ArgumentHelp(.cli.noticesWhich))
    var kind: String

    @Argument(help: ArgumentHelp(.cli.noticesHowOftenHelp(values: NoticeFrequencyName.list)))
    var frequency: NoticeFrequencyName

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let preference = try await context.client.noticePreferences.setNoticeFrequency(
            .init(kind: kind, frequency: frequency.value),
            options: context.callOptions
        )
        let title = TerminalText.clean(preference.title)
        try context.show(preference, .cli.noticesGoesOut(title: title, what: preference.frequency.text))
    }
}

/// Sets quiet hours.
struct NoticesQuietCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "quiet", abstract: .cli.noticesQuiet)
    }

    @Argument(help: ArgumentHelp(.cli.noticesQuietFrom))
    var from: ClockTime?

    @Argument(help: ArgumentHelp(.cli.noticesQuietUntil))
    var until: ClockTime?

    @Flag(help: ArgumentHelp(.cli.noticesQuietNone))
    var none = false

    @Option(help: ArgumentHelp(.cli.noticesTimeZone))
    var timeZone: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard none ? from == nil : from != nil && until != nil else { throw ValidationError(.cli.noticesQuietRule) }
    }

    func run(_ context: CommandContext) async throws {
        try await context.changeTimes { times in
            times.quietHours = from.flatMap { from in
                until.map { .init(fromMinute: from.minute, untilMinute: $0.minute) }
            }
            if let timeZone { times.timeZone = timeZone }
        }
    }
}

/// Sets when daily notices go out.
struct NoticesDigestCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "daily", abstract: .cli.noticesDaily)
    }

    @Argument(help: ArgumentHelp(.cli.noticesDailyTime))
    var time: ClockTime

    @Option(help: ArgumentHelp(.cli.noticesTimeZone))
    var timeZone: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await context.changeTimes { times in
            times.digestMinute = time.minute
            if let timeZone { times.timeZone = timeZone }
        }
    }
}

/// Sets when reminders come.
struct NoticesReminderCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reminder",
            abstract: .cli.noticesReminder,
            discussion: .cli.noticesReminderDiscussion(command: "larder notices on entry_reminder")
        )
    }

    @Argument(help: ArgumentHelp(.cli.noticesReminderTime))
    var time: ClockTime

    @Option(help: ArgumentHelp(.cli.noticesTimeZone))
    var timeZone: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await context.changeTimes { times in
            times.reminder = .init(minute: time.minute)
            times.timeZone = timeZone ?? times.zoneOrDevice
        }
    }
}

/// Lists the devices that notices are pushed to, or removes one.
struct NoticesDevicesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "devices", abstract: .cli.noticesDevices)
    }

    @Option(help: ArgumentHelp(.cli.noticesRemove))
    var remove: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let push = context.client.webPush
        if let remove {
            let answer = try await push.removePushDevice(.init(id: remove), options: context.callOptions)
            return try context.show(answer, .cli.noticesRemoved)
        }
        let answer = try await push.listPushDevices(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.devices.isEmpty else { return LocalizedText.cli.noticesNoDevices.shown }
            var table = Table([
                .init(title: .cli.noticesService, shrinks: true), .init(title: .cli.headingLastUsed),
                .init(title: .cli.headingId),
            ])
            for device in answer.devices {
                table.add([.init(device.service), .init(device.renewedAt?.localText ?? ""), .init(device.id, .dim)])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

extension CommandContext {
    fileprivate func set(_ kind: String, _ channel: NoticeChannelName, isOn: Bool) async throws {
        let request = Notifications.SetNoticePreferenceRequest(kind: kind, channel: channel.value, isOn: isOn)
        let preference = try await client.noticePreferences.setNoticePreference(request, options: callOptions)
        if isOn, kind == "entry_reminder" { try await useOwnTimeZone() }
        let title = TerminalText.clean(preference.title)
        let sentence: LocalizedText =
            switch channel {
            case .inbox: isOn ? .cli.noticesSwitchedOn(title: title) : .cli.noticesSwitchedOff(title: title)
            case .email: isOn ? .cli.noticesMailOn(title: title) : .cli.noticesMailOff(title: title)
            case .push: isOn ? .cli.noticesPushOn(title: title) : .cli.noticesPushOff(title: title)
            }
        try show(preference, sentence)
    }

    /// Sets the time zone of this device for somebody who has chosen none: days begin and end there.
    private func useOwnTimeZone() async throws {
        let known = try await client.noticePreferences.getNoticePreferences(.init(), options: callOptions).times
        guard var times = known, times.zoneOrDevice != times.timeZone else { return }
        times.timeZone = times.zoneOrDevice
        _ = try await client.noticePreferences.setNoticeTimes(times, options: callOptions)
    }

    fileprivate func changeTimes(_ change: (inout Notifications.NoticeTimes) -> Void) async throws {
        let known = try await client.noticePreferences.getNoticePreferences(.init(), options: callOptions).times
        var times = known ?? .init(timeZone: "UTC", digestMinute: 480)
        change(&times)
        let changed = try await client.noticePreferences.setNoticeTimes(times, options: callOptions)
        try show(changed, changed.text)
    }
}

/// A channel of notices, as it is typed.
enum NoticeChannelName: String, ExpressibleByArgument, CaseIterable {
    case inbox, email, push

    /// All of them, as help shows them.
    static let list = allCases.map(\.rawValue).joined(separator: ", ")

    var value: Notifications.NoticeChannel {
        switch self {
        case .inbox: .inbox
        case .email: .email
        case .push: .webPush
        }
    }
}

/// A frequency of notices, as it is typed.
enum NoticeFrequencyName: String, ExpressibleByArgument, CaseIterable {
    case now, hourly, daily

    /// All of them, as help shows them.
    static let list = allCases.map(\.rawValue).joined(separator: ", ")

    var value: Notifications.NoticeFrequency {
        switch self {
        case .now: .atOnce
        case .hourly: .hourly
        case .daily: .daily
        }
    }
}

/// A time of the day, such as `22:00`.
struct ClockTime: ExpressibleByArgument, Sendable, Equatable {
    /// In minutes after midnight, 0 to 1439.
    let minute: Int32

    init?(argument: String) {
        guard let match = argument.wholeMatch(of: /(\d{1,2}):(\d{2})/), let hours = Int32(match.1),
            let minutes = Int32(match.2), hours < 24, minutes < 60
        else { return nil }
        minute = hours * 60 + minutes
    }

    /// The text of a time.
    static func text(_ minute: Int32) -> String { String(format: "%02d:%02d", minute / 60, minute % 60) }
}

extension Notifications.NoticeFrequency {
    fileprivate var text: LocalizedText {
        switch self {
        case .hourly: .cli.noticesHourly
        case .daily: .cli.noticesOnceADay
        case .atOnce, .unspecified, .unrecognized: .cli.noticesAtOnce
        }
    }
}

extension Notifications.NoticeTimes {
    /// The time zone; the device's for somebody who has chosen none.
    fileprivate var zoneOrDevice: String { timeZone == "UTC" ? DeviceTimeZone.nameOrUTC : timeZone }

    /// When somebody wants to be disturbed.
    fileprivate var text: LocalizedText {
        let (digest, reminder) = (ClockTime.text(digestMinute), ClockTime.text(reminder?.minute ?? 0))
        guard let quietHours else { return .cli.noticesNoQuiet(digest: digest, reminder: reminder, zone: timeZone) }
        return .cli.noticesQuietIs(
            from: ClockTime.text(quietHours.fromMinute),
            until: ClockTime.text(quietHours.untilMinute),
            digest: digest,
            reminder: reminder,
            zone: timeZone
        )
    }
}

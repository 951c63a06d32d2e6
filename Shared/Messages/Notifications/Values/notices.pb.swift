// Generated from larder/notifications/v1/notices.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CNotificationsMessages
internal import CProtobuf
public import MessageCoding

extension Notifications {
    /// `larder.notifications.v1.NoticeChannel`
    public enum NoticeChannel: MessageEnumeration {
        case unspecified
        /// An entry of the inbox, which open apps announce.
        case inbox
        case email
        /// To the devices on which the user has allowed it.
        case webPush
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .inbox
            case 2: self = .email
            case 3: self = .webPush
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .inbox: 1
            case .email: 2
            case .webPush: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .inbox, .email, .webPush]
    }

    /// How often notices of a kind go out by mail and web push. Entries of the inbox come at once.
    public enum NoticeFrequency: MessageEnumeration {
        case unspecified
        case atOnce
        /// Together, at each full hour.
        case hourly
        /// Together, once a day.
        case daily
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .atOnce
            case 2: self = .hourly
            case 3: self = .daily
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .atOnce: 1
            case .hourly: 2
            case .daily: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .atOnce, .hourly, .daily]
    }

    /// `larder.notifications.v1.NoticeUrgency`
    public enum NoticeUrgency: MessageEnumeration {
        case unspecified
        /// May wait until its receiver looks.
        case normal
        /// Somebody waits for its receiver.
        case urgent
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .normal
            case 2: self = .urgent
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .normal: 1
            case .urgent: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .normal, .urgent]
    }

    /// `larder.notifications.v1.NoticePreference`
    public struct NoticePreference: Message {
        /// The kind, as in Notification.kind.
        public var kind: String = ""
        /// What its entries are called, in the language of the call.
        public var title: String = ""
        public var urgency: Notifications.NoticeUrgency = .unspecified
        /// In the order of their numbers.
        public var channels: [Notifications.NoticeChannelPreference] = []
        /// Urgent kinds always go out at once, also in quiet hours.
        public var frequency: Notifications.NoticeFrequency = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: String = "",
            title: String = "",
            urgency: Notifications.NoticeUrgency = .unspecified,
            channels: [Notifications.NoticeChannelPreference] = [],
            frequency: Notifications.NoticeFrequency = .unspecified
        ) {
            self.kind = kind
            self.title = title
            self.urgency = urgency
            self.channels = channels
            self.frequency = frequency
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__NoticePreference()
            larder__notifications__v1__notice_preference__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__NoticePreference.self)
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.title = try MessageField.string(c.pointee.title, "title")
            self.urgency = Notifications.NoticeUrgency(rawValue: Int32(truncatingIfNeeded: c.pointee.urgency.rawValue))
            self.channels = try MessageField.messages(c.pointee.n_channels, c.pointee.channels, "channels")
            self.frequency = Notifications.NoticeFrequency(rawValue: Int32(truncatingIfNeeded: c.pointee.frequency.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__NoticePreference.self)
            if !self.kind.isEmpty {
                c.pointee.kind = try arena.string(self.kind, "kind")
            }
            if !self.title.isEmpty {
                c.pointee.title = try arena.string(self.title, "title")
            }
            c.pointee.urgency = .init(rawValue: .init(truncatingIfNeeded: self.urgency.rawValue))
            if !self.channels.isEmpty {
                c.pointee.n_channels = self.channels.count
                c.pointee.channels = try arena.messages(self.channels, "channels").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Notifications__V1__NoticeChannelPreference>?.self)
            }
            c.pointee.frequency = .init(rawValue: .init(truncatingIfNeeded: self.frequency.rawValue))
        }
    }

    /// `larder.notifications.v1.NoticeChannelPreference`
    public struct NoticeChannelPreference: Message {
        public var channel: Notifications.NoticeChannel = .unspecified
        public var isOn: Bool = false
        /// Whether it may be off.
        public var isOptional: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            channel: Notifications.NoticeChannel = .unspecified,
            isOn: Bool = false,
            isOptional: Bool = false
        ) {
            self.channel = channel
            self.isOn = isOn
            self.isOptional = isOptional
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__NoticeChannelPreference()
            larder__notifications__v1__notice_channel_preference__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__NoticeChannelPreference.self)
            self.channel = Notifications.NoticeChannel(rawValue: Int32(truncatingIfNeeded: c.pointee.channel.rawValue))
            self.isOn = c.pointee.is_on != 0
            self.isOptional = c.pointee.is_optional != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__NoticeChannelPreference.self)
            c.pointee.channel = .init(rawValue: .init(truncatingIfNeeded: self.channel.rawValue))
            c.pointee.is_on = self.isOn ? 1 : 0
            c.pointee.is_optional = self.isOptional ? 1 : 0
        }
    }

    /// `larder.notifications.v1.GetNoticePreferencesRequest`
    public struct GetNoticePreferencesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__GetNoticePreferencesRequest()
            larder__notifications__v1__get_notice_preferences_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.notifications.v1.GetNoticePreferencesResponse`
    public struct GetNoticePreferencesResponse: Message {
        public var preferences: [Notifications.NoticePreference] = []
        public var times: Notifications.NoticeTimes? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            preferences: [Notifications.NoticePreference] = [],
            times: Notifications.NoticeTimes? = nil
        ) {
            self.preferences = preferences
            self.times = times
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__GetNoticePreferencesResponse()
            larder__notifications__v1__get_notice_preferences_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__GetNoticePreferencesResponse.self)
            self.preferences = try MessageField.messages(c.pointee.n_preferences, c.pointee.preferences, "preferences")
            self.times = try MessageField.message(c.pointee.times, "times")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__GetNoticePreferencesResponse.self)
            if !self.preferences.isEmpty {
                c.pointee.n_preferences = self.preferences.count
                c.pointee.preferences = try arena.messages(self.preferences, "preferences").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Notifications__V1__NoticePreference>?.self)
            }
            if let value = self.times {
                c.pointee.times = try arena.message(value, "times").assumingMemoryBound(to: Larder__Notifications__V1__NoticeTimes.self)
            }
        }
    }

    /// `larder.notifications.v1.NoticeTimes`
    public struct NoticeTimes: Message {
        /// A name of the IANA time zone database, such as Europe/Paris.
        public var timeZone: String = ""
        /// During them nothing goes out by mail or web push but what is urgent; it does at their end, together. Absent for none.
        public var quietHours: Notifications.QuietHours? = nil
        /// When daily digests go out, in minutes after midnight, 0 to 1439.
        public var digestMinute: Int32 = 0
        /// When the caller is reminded to enter what they have spent, on days on which they have not yet. Absent in a request, it stays as it
        /// is.
        public var reminder: Notifications.ReminderTime? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            timeZone: String = "",
            quietHours: Notifications.QuietHours? = nil,
            digestMinute: Int32 = 0,
            reminder: Notifications.ReminderTime? = nil
        ) {
            self.timeZone = timeZone
            self.quietHours = quietHours
            self.digestMinute = digestMinute
            self.reminder = reminder
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__NoticeTimes()
            larder__notifications__v1__notice_times__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__NoticeTimes.self)
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
            self.quietHours = try MessageField.message(c.pointee.quiet_hours, "quiet_hours")
            self.digestMinute = c.pointee.digest_minute
            self.reminder = try MessageField.message(c.pointee.reminder, "reminder")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__NoticeTimes.self)
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
            if let value = self.quietHours {
                c.pointee.quiet_hours = try arena.message(value, "quiet_hours").assumingMemoryBound(to: Larder__Notifications__V1__QuietHours.self)
            }
            c.pointee.digest_minute = self.digestMinute
            if let value = self.reminder {
                c.pointee.reminder = try arena.message(value, "reminder").assumingMemoryBound(to: Larder__Notifications__V1__ReminderTime.self)
            }
        }
    }

    /// `larder.notifications.v1.ReminderTime`
    public struct ReminderTime: Message {
        /// In minutes after midnight, 0 to 1439.
        public var minute: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            minute: Int32 = 0
        ) {
            self.minute = minute
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ReminderTime()
            larder__notifications__v1__reminder_time__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ReminderTime.self)
            self.minute = c.pointee.minute
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ReminderTime.self)
            c.pointee.minute = self.minute
        }
    }

    /// `larder.notifications.v1.QuietHours`
    public struct QuietHours: Message {
        /// In minutes after midnight, 0 to 1439; from may be later than until, for a night.
        public var fromMinute: Int32 = 0
        /// The first minute after them. Another one than from.
        public var untilMinute: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            fromMinute: Int32 = 0,
            untilMinute: Int32 = 0
        ) {
            self.fromMinute = fromMinute
            self.untilMinute = untilMinute
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__QuietHours()
            larder__notifications__v1__quiet_hours__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__QuietHours.self)
            self.fromMinute = c.pointee.from_minute
            self.untilMinute = c.pointee.until_minute
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__QuietHours.self)
            c.pointee.from_minute = self.fromMinute
            c.pointee.until_minute = self.untilMinute
        }
    }

    /// `larder.notifications.v1.SetNoticePreferenceRequest`
    public struct SetNoticePreferenceRequest: Message {
        /// One of GetNoticePreferences.
        public var kind: String = ""
        /// One that the kind may use.
        public var channel: Notifications.NoticeChannel = .unspecified
        /// Off only where that is optional.
        public var isOn: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: String = "",
            channel: Notifications.NoticeChannel = .unspecified,
            isOn: Bool = false
        ) {
            self.kind = kind
            self.channel = channel
            self.isOn = isOn
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__SetNoticePreferenceRequest()
            larder__notifications__v1__set_notice_preference_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SetNoticePreferenceRequest.self)
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.channel = Notifications.NoticeChannel(rawValue: Int32(truncatingIfNeeded: c.pointee.channel.rawValue))
            self.isOn = c.pointee.is_on != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SetNoticePreferenceRequest.self)
            if !self.kind.isEmpty {
                c.pointee.kind = try arena.string(self.kind, "kind")
            }
            c.pointee.channel = .init(rawValue: .init(truncatingIfNeeded: self.channel.rawValue))
            c.pointee.is_on = self.isOn ? 1 : 0
        }
    }

    /// `larder.notifications.v1.SetNoticeFrequencyRequest`
    public struct SetNoticeFrequencyRequest: Message {
        /// One of GetNoticePreferences that is not urgent.
        public var kind: String = ""
        public var frequency: Notifications.NoticeFrequency = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: String = "",
            frequency: Notifications.NoticeFrequency = .unspecified
        ) {
            self.kind = kind
            self.frequency = frequency
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__SetNoticeFrequencyRequest()
            larder__notifications__v1__set_notice_frequency_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SetNoticeFrequencyRequest.self)
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.frequency = Notifications.NoticeFrequency(rawValue: Int32(truncatingIfNeeded: c.pointee.frequency.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SetNoticeFrequencyRequest.self)
            if !self.kind.isEmpty {
                c.pointee.kind = try arena.string(self.kind, "kind")
            }
            c.pointee.frequency = .init(rawValue: .init(truncatingIfNeeded: self.frequency.rawValue))
        }
    }

    /// `larder.notifications.v1.SwitchMailRequest`
    public struct SwitchMailRequest: Message {
        /// What follows "t=" in the link of a mail.
        public var token: String = ""
        /// False; what was switched off is switched on again by SetNoticePreference.
        public var isOn: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            isOn: Bool = false
        ) {
            self.token = token
            self.isOn = isOn
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__SwitchMailRequest()
            larder__notifications__v1__switch_mail_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SwitchMailRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            self.isOn = c.pointee.is_on != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SwitchMailRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.is_on = self.isOn ? 1 : 0
        }
    }

    /// `larder.notifications.v1.SwitchMailResponse`
    public struct SwitchMailResponse: Message {
        /// What the kind is called, in the language of the call; empty when the link was of all kinds.
        public var title: String = ""
        public var isOn: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            title: String = "",
            isOn: Bool = false
        ) {
            self.title = title
            self.isOn = isOn
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__SwitchMailResponse()
            larder__notifications__v1__switch_mail_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SwitchMailResponse.self)
            self.title = try MessageField.string(c.pointee.title, "title")
            self.isOn = c.pointee.is_on != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SwitchMailResponse.self)
            if !self.title.isEmpty {
                c.pointee.title = try arena.string(self.title, "title")
            }
            c.pointee.is_on = self.isOn ? 1 : 0
        }
    }
}

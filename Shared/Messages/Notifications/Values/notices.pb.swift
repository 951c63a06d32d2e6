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
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .inbox
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .inbox: 1
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .inbox]
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

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: String = "",
            title: String = "",
            urgency: Notifications.NoticeUrgency = .unspecified,
            channels: [Notifications.NoticeChannelPreference] = []
        ) {
            self.kind = kind
            self.title = title
            self.urgency = urgency
            self.channels = channels
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

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            preferences: [Notifications.NoticePreference] = []
        ) {
            self.preferences = preferences
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__GetNoticePreferencesResponse()
            larder__notifications__v1__get_notice_preferences_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__GetNoticePreferencesResponse.self)
            self.preferences = try MessageField.messages(c.pointee.n_preferences, c.pointee.preferences, "preferences")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__GetNoticePreferencesResponse.self)
            if !self.preferences.isEmpty {
                c.pointee.n_preferences = self.preferences.count
                c.pointee.preferences = try arena.messages(self.preferences, "preferences").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Notifications__V1__NoticePreference>?.self)
            }
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
}

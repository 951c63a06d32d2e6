// Generated from larder/auth/v1/settings.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import MessageCoding

extension Auth {
    /// `larder.auth.v1.UnitSystem`
    public enum UnitSystem: MessageEnumeration {
        /// Not chosen, so that each device keeps its own.
        case unspecified
        case metric
        case imperial
        /// As in Canada: roads and temperatures metric, groceries by the pound.
        case canadian
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .metric
            case 2: self = .imperial
            case 3: self = .canadian
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .metric: 1
            case .imperial: 2
            case .canadian: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .metric, .imperial, .canadian]
    }

    /// `larder.auth.v1.Theme`
    public enum Theme: MessageEnumeration {
        /// Not chosen, so that each device keeps its own.
        case unspecified
        /// As the device has it.
        case device
        case light
        case dark
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .device
            case 2: self = .light
            case 3: self = .dark
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .device: 1
            case .light: 2
            case .dark: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .device, .light, .dark]
    }

    /// `larder.auth.v1.Palette`
    public enum Palette: MessageEnumeration {
        /// Not chosen, so that each device keeps its own.
        case unspecified
        /// The theme's own colours.
        case standard
        /// Tells states apart without red and green.
        case blue
        /// As much contrast as there is, without red and green.
        case contrast
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .standard
            case 2: self = .blue
            case 3: self = .contrast
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .standard: 1
            case .blue: 2
            case .contrast: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .standard, .blue, .contrast]
    }

    /// `larder.auth.v1.TextSize`
    public enum TextSize: MessageEnumeration {
        /// Not chosen, so that each device keeps its own.
        case unspecified
        case normal
        case large
        case larger
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .normal
            case 2: self = .large
            case 3: self = .larger
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .normal: 1
            case .large: 2
            case .larger: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .normal, .large, .larger]
    }

    /// What was chosen in a list the last time, such as its order or a filter.
    public struct RememberedChoice: Message {
        /// Which list and which choice, such as `log.sort`: 1 to 64 of a-z, A-Z, 0-9, dot, hyphen and underscore.
        public var name: String = ""
        /// Up to 500 characters.
        public var value: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            value: String = ""
        ) {
            self.name = name
            self.value = value
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RememberedChoice()
            larder__auth__v1__remembered_choice__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RememberedChoice.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.value = try MessageField.string(c.pointee.value, "value")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RememberedChoice.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.value.isEmpty {
                c.pointee.value = try arena.string(self.value, "value")
            }
        }
    }

    /// `larder.auth.v1.UserSettings`
    public struct UserSettings: Message {
        public var units: Auth.UnitSystem = .unspecified
        /// ISO 4217 code of a currency that people pay with; empty when not chosen.
        public var currency: String = ""
        /// `en` or `fr`, also of mails and notices; empty when not chosen.
        public var language: String = ""
        /// IANA name, such as America/Vancouver; empty when not chosen.
        public var timeZone: String = ""
        public var theme: Auth.Theme = .unspecified
        public var palette: Auth.Palette = .unspecified
        public var textSize: Auth.TextSize = .unspecified
        /// Whether no choices are remembered; switching it on forgets those that are.
        public var forgetsChoices: Bool = false
        /// At most 50, by name. Ignored while none are to be remembered.
        public var choices: [Auth.RememberedChoice] = []
        /// The steps of tutorials that were finished or skipped: at most 50, of the same form as names of choices.
        public var finishedTutorials: [String] = []
        /// Counts changes, from 1; 0 before the first one. Ignored in requests.
        public var version: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            units: Auth.UnitSystem = .unspecified,
            currency: String = "",
            language: String = "",
            timeZone: String = "",
            theme: Auth.Theme = .unspecified,
            palette: Auth.Palette = .unspecified,
            textSize: Auth.TextSize = .unspecified,
            forgetsChoices: Bool = false,
            choices: [Auth.RememberedChoice] = [],
            finishedTutorials: [String] = [],
            version: Int64 = 0
        ) {
            self.units = units
            self.currency = currency
            self.language = language
            self.timeZone = timeZone
            self.theme = theme
            self.palette = palette
            self.textSize = textSize
            self.forgetsChoices = forgetsChoices
            self.choices = choices
            self.finishedTutorials = finishedTutorials
            self.version = version
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__UserSettings()
            larder__auth__v1__user_settings__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__UserSettings.self)
            self.units = Auth.UnitSystem(rawValue: Int32(truncatingIfNeeded: c.pointee.units.rawValue))
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.language = try MessageField.string(c.pointee.language, "language")
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
            self.theme = Auth.Theme(rawValue: Int32(truncatingIfNeeded: c.pointee.theme.rawValue))
            self.palette = Auth.Palette(rawValue: Int32(truncatingIfNeeded: c.pointee.palette.rawValue))
            self.textSize = Auth.TextSize(rawValue: Int32(truncatingIfNeeded: c.pointee.text_size.rawValue))
            self.forgetsChoices = c.pointee.forgets_choices != 0
            self.choices = try MessageField.messages(c.pointee.n_choices, c.pointee.choices, "choices")
            self.finishedTutorials = try MessageField.strings(c.pointee.n_finished_tutorials, c.pointee.finished_tutorials, "finished_tutorials")
            self.version = c.pointee.version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__UserSettings.self)
            c.pointee.units = .init(rawValue: .init(truncatingIfNeeded: self.units.rawValue))
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if !self.language.isEmpty {
                c.pointee.language = try arena.string(self.language, "language")
            }
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
            c.pointee.theme = .init(rawValue: .init(truncatingIfNeeded: self.theme.rawValue))
            c.pointee.palette = .init(rawValue: .init(truncatingIfNeeded: self.palette.rawValue))
            c.pointee.text_size = .init(rawValue: .init(truncatingIfNeeded: self.textSize.rawValue))
            c.pointee.forgets_choices = self.forgetsChoices ? 1 : 0
            if !self.choices.isEmpty {
                c.pointee.n_choices = self.choices.count
                c.pointee.choices = try arena.messages(self.choices, "choices").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__RememberedChoice>?.self)
            }
            if !self.finishedTutorials.isEmpty {
                c.pointee.n_finished_tutorials = self.finishedTutorials.count
                c.pointee.finished_tutorials = try arena.strings(self.finishedTutorials, "finished_tutorials")
            }
            c.pointee.version = self.version
        }
    }

    /// `larder.auth.v1.GetSettingsRequest`
    public struct GetSettingsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetSettingsRequest()
            larder__auth__v1__get_settings_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.UpdateSettingsRequest`
    public struct UpdateSettingsRequest: Message {
        public var settings: Auth.UserSettings? = nil
        /// The names of the fields of `settings` that change, such as `time_zone`; at least one. `choices` are merged by name, and
        /// one without a value is forgotten.
        public var fields: [String] = []
        /// The version that the client has seen: ABORTED when there is a newer one. 0 for any.
        public var expectedVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            settings: Auth.UserSettings? = nil,
            fields: [String] = [],
            expectedVersion: Int64 = 0
        ) {
            self.settings = settings
            self.fields = fields
            self.expectedVersion = expectedVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__UpdateSettingsRequest()
            larder__auth__v1__update_settings_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__UpdateSettingsRequest.self)
            self.settings = try MessageField.message(c.pointee.settings, "settings")
            self.fields = try MessageField.strings(c.pointee.n_fields, c.pointee.fields, "fields")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__UpdateSettingsRequest.self)
            if let value = self.settings {
                c.pointee.settings = try arena.message(value, "settings").assumingMemoryBound(to: Larder__Auth__V1__UserSettings.self)
            }
            if !self.fields.isEmpty {
                c.pointee.n_fields = self.fields.count
                c.pointee.fields = try arena.strings(self.fields, "fields")
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }
}

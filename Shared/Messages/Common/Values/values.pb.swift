// Generated from larder/common/v1/values.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCommonMessages
internal import CProtobuf
public import MessageCoding

extension Common {
    /// What a line is that is no product and no discount.
    public enum Charge: MessageEnumeration {
        case unspecified
        case service
        case tip
        /// To the smallest coin, in cash.
        case rounding
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .service
            case 2: self = .tip
            case 3: self = .rounding
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .service: 1
            case .tip: 2
            case .rounding: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .service, .tip, .rounding]
    }

    /// An amount of money. Never floating point.
    public struct Money: Message {
        /// Count of minor units: cents for CAD, yen for JPY, fils for KWD. Negative for discounts and returns.
        public var minorUnits: Int64 = 0
        /// ISO 4217 code, three capitals.
        public var currency: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            minorUnits: Int64 = 0,
            currency: String = ""
        ) {
            self.minorUnits = minorUnits
            self.currency = currency
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Common__V1__Money()
            larder__common__v1__money__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__Money.self)
            self.minorUnits = c.pointee.minor_units
            self.currency = try MessageField.string(c.pointee.currency, "currency")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__Money.self)
            c.pointee.minor_units = self.minorUnits
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
        }
    }

    /// An instant in UTC.
    public struct Timestamp: Message {
        /// Seconds since 1970-01-01T00:00:00Z.
        public var seconds: Int64 = 0
        /// 0 to 999,999,999.
        public var nanos: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            seconds: Int64 = 0,
            nanos: Int32 = 0
        ) {
            self.seconds = seconds
            self.nanos = nanos
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Common__V1__Timestamp()
            larder__common__v1__timestamp__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            self.seconds = c.pointee.seconds
            self.nanos = c.pointee.nanos
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            c.pointee.seconds = self.seconds
            c.pointee.nanos = self.nanos
        }
    }

    /// A point on the earth, WGS 84, in millionths of a degree.
    public struct Location: Message {
        public var latitudeMicrodegrees: Int64 = 0
        public var longitudeMicrodegrees: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            latitudeMicrodegrees: Int64 = 0,
            longitudeMicrodegrees: Int64 = 0
        ) {
            self.latitudeMicrodegrees = latitudeMicrodegrees
            self.longitudeMicrodegrees = longitudeMicrodegrees
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Common__V1__Location()
            larder__common__v1__location__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__Location.self)
            self.latitudeMicrodegrees = c.pointee.latitude_microdegrees
            self.longitudeMicrodegrees = c.pointee.longitude_microdegrees
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__Location.self)
            c.pointee.latitude_microdegrees = self.latitudeMicrodegrees
            c.pointee.longitude_microdegrees = self.longitudeMicrodegrees
        }
    }

    /// A local calendar day and time as printed on a receipt.
    public struct LocalDateTime: Message {
        /// YYYY-MM-DD, or empty when unknown.
        public var date: String = ""
        /// HH:MM, or empty when unknown.
        public var time: String = ""
        /// IANA time zone such as America/Vancouver, or empty when unknown.
        public var timeZone: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            date: String = "",
            time: String = "",
            timeZone: String = ""
        ) {
            self.date = date
            self.time = time
            self.timeZone = timeZone
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Common__V1__LocalDateTime()
            larder__common__v1__local_date_time__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__LocalDateTime.self)
            self.date = try MessageField.string(c.pointee.date, "date")
            self.time = try MessageField.string(c.pointee.time, "time")
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__LocalDateTime.self)
            if !self.date.isEmpty {
                c.pointee.date = try arena.string(self.date, "date")
            }
            if !self.time.isEmpty {
                c.pointee.time = try arena.string(self.time, "time")
            }
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
        }
    }

    /// A request for a page of a list. Pages are by key, never by offset.
    public struct PageRequest: Message {
        /// The maximum number of entries: 1 to 200, 0 means 50.
        public var size: Int32 = 0
        /// The token of the previous page, or empty for the first page.
        public var token: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            size: Int32 = 0,
            token: String = ""
        ) {
            self.size = size
            self.token = token
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Common__V1__PageRequest()
            larder__common__v1__page_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            self.size = c.pointee.size
            self.token = try MessageField.string(c.pointee.token, "token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            c.pointee.size = self.size
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
        }
    }
}

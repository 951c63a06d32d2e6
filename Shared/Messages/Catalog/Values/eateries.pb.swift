// Generated from larder/catalog/v1/eateries.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.Openness`
    public enum Openness: MessageEnumeration {
        case unknown
        case open
        case closed
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unknown
            case 1: self = .open
            case 2: self = .closed
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unknown: 0
            case .open: 1
            case .closed: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unknown, .open, .closed]
    }

    /// `larder.catalog.v1.FindEateriesRequest`
    public struct FindEateriesRequest: Message {
        public var near: Common.Location? = nil
        /// Metres, 1 to 50,000.
        public var radiusMetres: Int32 = 0
        /// The instant for which opening hours are evaluated; now when absent.
        public var at: Common.Timestamp? = nil
        /// Only those known to be open at that instant. Unknown hours are not open.
        public var openOnly: Bool = false
        /// 1 to 100, 0 means 50.
        public var limit: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            near: Common.Location? = nil,
            radiusMetres: Int32 = 0,
            at: Common.Timestamp? = nil,
            openOnly: Bool = false,
            limit: Int32 = 0
        ) {
            self.near = near
            self.radiusMetres = radiusMetres
            self.at = at
            self.openOnly = openOnly
            self.limit = limit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindEateriesRequest()
            larder__catalog__v1__find_eateries_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindEateriesRequest.self)
            self.near = try MessageField.message(c.pointee.near, "near")
            self.radiusMetres = c.pointee.radius_metres
            self.at = try MessageField.message(c.pointee.at, "at")
            self.openOnly = c.pointee.open_only != 0
            self.limit = c.pointee.limit
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindEateriesRequest.self)
            if let value = self.near {
                c.pointee.near = try arena.message(value, "near").assumingMemoryBound(to: Larder__Common__V1__Location.self)
            }
            c.pointee.radius_metres = self.radiusMetres
            if let value = self.at {
                c.pointee.at = try arena.message(value, "at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.open_only = self.openOnly ? 1 : 0
            c.pointee.limit = self.limit
        }
    }

    /// `larder.catalog.v1.FindEateriesResponse`
    public struct FindEateriesResponse: Message {
        public var eateries: [Catalog.NearbyEatery] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            eateries: [Catalog.NearbyEatery] = []
        ) {
            self.eateries = eateries
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindEateriesResponse()
            larder__catalog__v1__find_eateries_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindEateriesResponse.self)
            self.eateries = try MessageField.messages(c.pointee.n_eateries, c.pointee.eateries, "eateries")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindEateriesResponse.self)
            if !self.eateries.isEmpty {
                c.pointee.n_eateries = self.eateries.count
                c.pointee.eateries = try arena.messages(self.eateries, "eateries").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__NearbyEatery>?.self)
            }
        }
    }

    /// `larder.catalog.v1.NearbyEatery`
    public struct NearbyEatery: Message {
        public var eatery: Catalog.Eatery? = nil
        public var distanceMetres: Int32 = 0
        public var openness: Catalog.Openness = .unknown
        /// When it closes; absent unless open, for one that is open for a week or more, and when its closing time is unknown.
        public var closesAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            eatery: Catalog.Eatery? = nil,
            distanceMetres: Int32 = 0,
            openness: Catalog.Openness = .unknown,
            closesAt: Common.Timestamp? = nil
        ) {
            self.eatery = eatery
            self.distanceMetres = distanceMetres
            self.openness = openness
            self.closesAt = closesAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__NearbyEatery()
            larder__catalog__v1__nearby_eatery__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__NearbyEatery.self)
            self.eatery = try MessageField.message(c.pointee.eatery, "eatery")
            self.distanceMetres = c.pointee.distance_metres
            self.openness = Catalog.Openness(rawValue: Int32(truncatingIfNeeded: c.pointee.openness.rawValue))
            self.closesAt = try MessageField.message(c.pointee.closes_at, "closes_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__NearbyEatery.self)
            if let value = self.eatery {
                c.pointee.eatery = try arena.message(value, "eatery").assumingMemoryBound(to: Larder__Catalog__V1__Eatery.self)
            }
            c.pointee.distance_metres = self.distanceMetres
            c.pointee.openness = .init(rawValue: .init(truncatingIfNeeded: self.openness.rawValue))
            if let value = self.closesAt {
                c.pointee.closes_at = try arena.message(value, "closes_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.catalog.v1.Eatery`
    public struct Eatery: Message {
        public var id: String = ""
        public var name: String = ""
        /// cafe, restaurant, food truck …
        public var kind: String = ""
        public var address: String = ""
        public var location: Common.Location? = nil
        public var dietaryTags: [String] = []
        public var phone: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            name: String = "",
            kind: String = "",
            address: String = "",
            location: Common.Location? = nil,
            dietaryTags: [String] = [],
            phone: String = ""
        ) {
            self.id = id
            self.name = name
            self.kind = kind
            self.address = address
            self.location = location
            self.dietaryTags = dietaryTags
            self.phone = phone
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Eatery()
            larder__catalog__v1__eatery__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Eatery.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.address = try MessageField.string(c.pointee.address, "address")
            self.location = try MessageField.message(c.pointee.location, "location")
            self.dietaryTags = try MessageField.strings(c.pointee.n_dietary_tags, c.pointee.dietary_tags, "dietary_tags")
            self.phone = try MessageField.string(c.pointee.phone, "phone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Eatery.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.kind.isEmpty {
                c.pointee.kind = try arena.string(self.kind, "kind")
            }
            if !self.address.isEmpty {
                c.pointee.address = try arena.string(self.address, "address")
            }
            if let value = self.location {
                c.pointee.location = try arena.message(value, "location").assumingMemoryBound(to: Larder__Common__V1__Location.self)
            }
            if !self.dietaryTags.isEmpty {
                c.pointee.n_dietary_tags = self.dietaryTags.count
                c.pointee.dietary_tags = try arena.strings(self.dietaryTags, "dietary_tags")
            }
            if !self.phone.isEmpty {
                c.pointee.phone = try arena.string(self.phone, "phone")
            }
        }
    }
}

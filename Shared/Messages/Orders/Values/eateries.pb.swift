// Generated from larder/orders/v1/eateries.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import COrdersMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Orders {
    /// `larder.orders.v1.ListOpenEateriesRequest`
    public struct ListOpenEateriesRequest: Message {
        public var near: Common.Location? = nil
        /// Metres, 1 to 50,000; 0 means 2,000.
        public var radiusMetres: Int32 = 0
        /// 1 to 100, 0 means 50.
        public var limit: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            near: Common.Location? = nil,
            radiusMetres: Int32 = 0,
            limit: Int32 = 0
        ) {
            self.near = near
            self.radiusMetres = radiusMetres
            self.limit = limit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Orders__V1__ListOpenEateriesRequest()
            larder__orders__v1__list_open_eateries_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Orders__V1__ListOpenEateriesRequest.self)
            self.near = try MessageField.message(c.pointee.near, "near")
            self.radiusMetres = c.pointee.radius_metres
            self.limit = c.pointee.limit
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Orders__V1__ListOpenEateriesRequest.self)
            if let value = self.near {
                c.pointee.near = try arena.message(value, "near").assumingMemoryBound(to: Larder__Common__V1__Location.self)
            }
            c.pointee.radius_metres = self.radiusMetres
            c.pointee.limit = self.limit
        }
    }

    /// `larder.orders.v1.ListOpenEateriesResponse`
    public struct ListOpenEateriesResponse: Message {
        public var eateries: [Orders.OpenEatery] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            eateries: [Orders.OpenEatery] = []
        ) {
            self.eateries = eateries
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Orders__V1__ListOpenEateriesResponse()
            larder__orders__v1__list_open_eateries_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Orders__V1__ListOpenEateriesResponse.self)
            self.eateries = try MessageField.messages(c.pointee.n_eateries, c.pointee.eateries, "eateries")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Orders__V1__ListOpenEateriesResponse.self)
            if !self.eateries.isEmpty {
                c.pointee.n_eateries = self.eateries.count
                c.pointee.eateries = try arena.messages(self.eateries, "eateries").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Orders__V1__OpenEatery>?.self)
            }
        }
    }

    /// `larder.orders.v1.OpenEatery`
    public struct OpenEatery: Message {
        public var id: String = ""
        public var name: String = ""
        public var kind: String = ""
        public var address: String = ""
        public var location: Common.Location? = nil
        public var distanceMetres: Int32 = 0
        /// Absent for one that is open for a week or more, or whose closing time is unknown.
        public var closesAt: Common.Timestamp? = nil
        public var dietaryTags: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            name: String = "",
            kind: String = "",
            address: String = "",
            location: Common.Location? = nil,
            distanceMetres: Int32 = 0,
            closesAt: Common.Timestamp? = nil,
            dietaryTags: [String] = []
        ) {
            self.id = id
            self.name = name
            self.kind = kind
            self.address = address
            self.location = location
            self.distanceMetres = distanceMetres
            self.closesAt = closesAt
            self.dietaryTags = dietaryTags
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Orders__V1__OpenEatery()
            larder__orders__v1__open_eatery__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Orders__V1__OpenEatery.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.address = try MessageField.string(c.pointee.address, "address")
            self.location = try MessageField.message(c.pointee.location, "location")
            self.distanceMetres = c.pointee.distance_metres
            self.closesAt = try MessageField.message(c.pointee.closes_at, "closes_at")
            self.dietaryTags = try MessageField.strings(c.pointee.n_dietary_tags, c.pointee.dietary_tags, "dietary_tags")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Orders__V1__OpenEatery.self)
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
            c.pointee.distance_metres = self.distanceMetres
            if let value = self.closesAt {
                c.pointee.closes_at = try arena.message(value, "closes_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.dietaryTags.isEmpty {
                c.pointee.n_dietary_tags = self.dietaryTags.count
                c.pointee.dietary_tags = try arena.strings(self.dietaryTags, "dietary_tags")
            }
        }
    }
}

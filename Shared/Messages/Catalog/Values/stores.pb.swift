// Generated from larder/catalog/v1/stores.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.ResolveStoreRequest`
    public struct ResolveStoreRequest: Message {
        /// The user on whose behalf the call is made; owns a new store.
        public var userID: String = ""
        /// 1 to 200 characters, with a letter or digit.
        public var name: String = ""
        /// At most 500 characters; empty when unknown.
        public var address: String = ""
        /// The telephone number as printed, at most 40 characters; empty when unknown. It distinguishes branches, and stores
        /// whose name or address was misread; it never decides alone, nor against a different address. The user's own stores
        /// keep it.
        public var phone: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            name: String = "",
            address: String = "",
            phone: String = ""
        ) {
            self.userID = userID
            self.name = name
            self.address = address
            self.phone = phone
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ResolveStoreRequest()
            larder__catalog__v1__resolve_store_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolveStoreRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.address = try MessageField.string(c.pointee.address, "address")
            self.phone = try MessageField.string(c.pointee.phone, "phone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolveStoreRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.address.isEmpty {
                c.pointee.address = try arena.string(self.address, "address")
            }
            if !self.phone.isEmpty {
                c.pointee.phone = try arena.string(self.phone, "phone")
            }
        }
    }

    /// `larder.catalog.v1.ResolveStoreResponse`
    public struct ResolveStoreResponse: Message {
        public var store: Catalog.Store? = nil
        /// 0 to 100; the confidence of the match. 0 for a store created for this name.
        public var confidence: Int32 = 0
        /// Whether this call created the store.
        public var created: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            store: Catalog.Store? = nil,
            confidence: Int32 = 0,
            created: Bool = false
        ) {
            self.store = store
            self.confidence = confidence
            self.created = created
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ResolveStoreResponse()
            larder__catalog__v1__resolve_store_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolveStoreResponse.self)
            self.store = try MessageField.message(c.pointee.store, "store")
            self.confidence = c.pointee.confidence
            self.created = c.pointee.created != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolveStoreResponse.self)
            if let value = self.store {
                c.pointee.store = try arena.message(value, "store").assumingMemoryBound(to: Larder__Catalog__V1__Store.self)
            }
            c.pointee.confidence = self.confidence
            c.pointee.created = self.created ? 1 : 0
        }
    }

    /// `larder.catalog.v1.Store`
    public struct Store: Message {
        public var id: String = ""
        public var name: String = ""
        public var address: String = ""
        /// Absent when unknown.
        public var location: Common.Location? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            name: String = "",
            address: String = "",
            location: Common.Location? = nil
        ) {
            self.id = id
            self.name = name
            self.address = address
            self.location = location
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Store()
            larder__catalog__v1__store__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Store.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.address = try MessageField.string(c.pointee.address, "address")
            self.location = try MessageField.message(c.pointee.location, "location")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Store.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.address.isEmpty {
                c.pointee.address = try arena.string(self.address, "address")
            }
            if let value = self.location {
                c.pointee.location = try arena.message(value, "location").assumingMemoryBound(to: Larder__Common__V1__Location.self)
            }
        }
    }

    /// `larder.catalog.v1.FindStoresRequest`
    public struct FindStoresRequest: Message {
        /// The caller's home place when absent. It is used for this answer alone.
        public var near: Common.Location? = nil
        /// 100 to 100,000; 0 for the radius of the caller's home place, or 5,000 without one.
        public var radiusMetres: UInt32 = 0
        /// 1 to 200, 0 means 50.
        public var limit: Int32 = 0
        /// Also those that the caller ignores, last.
        public var withIgnored: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            near: Common.Location? = nil,
            radiusMetres: UInt32 = 0,
            limit: Int32 = 0,
            withIgnored: Bool = false
        ) {
            self.near = near
            self.radiusMetres = radiusMetres
            self.limit = limit
            self.withIgnored = withIgnored
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindStoresRequest()
            larder__catalog__v1__find_stores_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindStoresRequest.self)
            self.near = try MessageField.message(c.pointee.near, "near")
            self.radiusMetres = c.pointee.radius_metres
            self.limit = c.pointee.limit
            self.withIgnored = c.pointee.with_ignored != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindStoresRequest.self)
            if let value = self.near {
                c.pointee.near = try arena.message(value, "near").assumingMemoryBound(to: Larder__Common__V1__Location.self)
            }
            c.pointee.radius_metres = self.radiusMetres
            c.pointee.limit = self.limit
            c.pointee.with_ignored = self.withIgnored ? 1 : 0
        }
    }

    /// `larder.catalog.v1.FindStoresResponse`
    public struct FindStoresResponse: Message {
        public var stores: [Catalog.NearbyStore] = []
        /// The radius that was searched.
        public var radiusMetres: UInt32 = 0
        /// How many there are beyond these.
        public var more: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            stores: [Catalog.NearbyStore] = [],
            radiusMetres: UInt32 = 0,
            more: Int32 = 0
        ) {
            self.stores = stores
            self.radiusMetres = radiusMetres
            self.more = more
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindStoresResponse()
            larder__catalog__v1__find_stores_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindStoresResponse.self)
            self.stores = try MessageField.messages(c.pointee.n_stores, c.pointee.stores, "stores")
            self.radiusMetres = c.pointee.radius_metres
            self.more = c.pointee.more
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindStoresResponse.self)
            if !self.stores.isEmpty {
                c.pointee.n_stores = self.stores.count
                c.pointee.stores = try arena.messages(self.stores, "stores").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__NearbyStore>?.self)
            }
            c.pointee.radius_metres = self.radiusMetres
            c.pointee.more = self.more
        }
    }

    /// A store near a point.
    public struct NearbyStore: Message {
        public var store: Catalog.Store? = nil
        public var distanceMetres: Int32 = 0
        /// What the caller chose.
        public var preferred: Bool = false
        public var ignored: Bool = false
        /// grocery, supermarket, pharmacy …; empty for one of the caller's own.
        public var kind: String = ""
        /// Empty when unknown.
        public var phone: String = ""
        /// Now.
        public var openness: Catalog.Openness = .unknown
        /// When it closes; absent unless open, for one that is open for a week or more, and when its closing time is unknown.
        public var closesAt: Common.Timestamp? = nil
        /// It is one of the caller's own, of which nobody else knows.
        public var own: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            store: Catalog.Store? = nil,
            distanceMetres: Int32 = 0,
            preferred: Bool = false,
            ignored: Bool = false,
            kind: String = "",
            phone: String = "",
            openness: Catalog.Openness = .unknown,
            closesAt: Common.Timestamp? = nil,
            own: Bool = false
        ) {
            self.store = store
            self.distanceMetres = distanceMetres
            self.preferred = preferred
            self.ignored = ignored
            self.kind = kind
            self.phone = phone
            self.openness = openness
            self.closesAt = closesAt
            self.own = own
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__NearbyStore()
            larder__catalog__v1__nearby_store__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__NearbyStore.self)
            self.store = try MessageField.message(c.pointee.store, "store")
            self.distanceMetres = c.pointee.distance_metres
            self.preferred = c.pointee.preferred != 0
            self.ignored = c.pointee.ignored != 0
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.phone = try MessageField.string(c.pointee.phone, "phone")
            self.openness = Catalog.Openness(rawValue: Int32(truncatingIfNeeded: c.pointee.openness.rawValue))
            self.closesAt = try MessageField.message(c.pointee.closes_at, "closes_at")
            self.own = c.pointee.own != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__NearbyStore.self)
            if let value = self.store {
                c.pointee.store = try arena.message(value, "store").assumingMemoryBound(to: Larder__Catalog__V1__Store.self)
            }
            c.pointee.distance_metres = self.distanceMetres
            c.pointee.preferred = self.preferred ? 1 : 0
            c.pointee.ignored = self.ignored ? 1 : 0
            if !self.kind.isEmpty {
                c.pointee.kind = try arena.string(self.kind, "kind")
            }
            if !self.phone.isEmpty {
                c.pointee.phone = try arena.string(self.phone, "phone")
            }
            c.pointee.openness = .init(rawValue: .init(truncatingIfNeeded: self.openness.rawValue))
            if let value = self.closesAt {
                c.pointee.closes_at = try arena.message(value, "closes_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.own = self.own ? 1 : 0
        }
    }

    /// `larder.catalog.v1.ListOwnStoresRequest`
    public struct ListOwnStoresRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListOwnStoresRequest()
            larder__catalog__v1__list_own_stores_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.catalog.v1.ListOwnStoresResponse`
    public struct ListOwnStoresResponse: Message {
        public var stores: [Catalog.Store] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            stores: [Catalog.Store] = []
        ) {
            self.stores = stores
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListOwnStoresResponse()
            larder__catalog__v1__list_own_stores_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListOwnStoresResponse.self)
            self.stores = try MessageField.messages(c.pointee.n_stores, c.pointee.stores, "stores")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListOwnStoresResponse.self)
            if !self.stores.isEmpty {
                c.pointee.n_stores = self.stores.count
                c.pointee.stores = try arena.messages(self.stores, "stores").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__Store>?.self)
            }
        }
    }

    /// `larder.catalog.v1.SetOwnStoreLocationRequest`
    public struct SetOwnStoreLocationRequest: Message {
        public var storeID: String = ""
        /// Absent takes back where it is.
        public var location: Common.Location? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            storeID: String = "",
            location: Common.Location? = nil
        ) {
            self.storeID = storeID
            self.location = location
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__SetOwnStoreLocationRequest()
            larder__catalog__v1__set_own_store_location_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SetOwnStoreLocationRequest.self)
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.location = try MessageField.message(c.pointee.location, "location")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SetOwnStoreLocationRequest.self)
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if let value = self.location {
                c.pointee.location = try arena.message(value, "location").assumingMemoryBound(to: Larder__Common__V1__Location.self)
            }
        }
    }
}

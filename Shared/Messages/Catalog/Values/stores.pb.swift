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
}

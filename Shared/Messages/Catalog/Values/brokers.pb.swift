// Generated from larder/catalog/v1/brokers.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.LinkFailure`
    public enum LinkFailure: MessageEnumeration {
        /// It works.
        case unspecified
        /// There is no such page.
        case notFound
        /// The page's host responds with a failure.
        case failed
        /// The page's host can't be reached, or takes too long.
        case unreachable
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .notFound
            case 2: self = .failed
            case 3: self = .unreachable
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .notFound: 1
            case .failed: 2
            case .unreachable: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .notFound, .failed, .unreachable]
    }

    /// `larder.catalog.v1.Broker`
    public struct Broker: Message {
        /// Unique.
        public var slug: String = ""
        public var name: String = ""
        /// ISO 3166-1 alpha-2 of the country whose residents it serves.
        public var region: String = ""
        /// https.
        public var address: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            slug: String = "",
            name: String = "",
            region: String = "",
            address: String = ""
        ) {
            self.slug = slug
            self.name = name
            self.region = region
            self.address = address
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Broker()
            larder__catalog__v1__broker__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Broker.self)
            self.slug = try MessageField.string(c.pointee.slug, "slug")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.region = try MessageField.string(c.pointee.region, "region")
            self.address = try MessageField.string(c.pointee.address, "address")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Broker.self)
            if !self.slug.isEmpty {
                c.pointee.slug = try arena.string(self.slug, "slug")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
            if !self.address.isEmpty {
                c.pointee.address = try arena.string(self.address, "address")
            }
        }
    }

    /// `larder.catalog.v1.ListBrokersRequest`
    public struct ListBrokersRequest: Message {
        /// ISO 3166-1 alpha-2; empty for all.
        public var region: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            region: String = ""
        ) {
            self.region = region
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListBrokersRequest()
            larder__catalog__v1__list_brokers_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListBrokersRequest.self)
            self.region = try MessageField.string(c.pointee.region, "region")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListBrokersRequest.self)
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
        }
    }

    /// `larder.catalog.v1.ListBrokersResponse`
    public struct ListBrokersResponse: Message {
        public var brokers: [Catalog.Broker] = []
        /// All regions that have brokers.
        public var regions: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            brokers: [Catalog.Broker] = [],
            regions: [String] = []
        ) {
            self.brokers = brokers
            self.regions = regions
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListBrokersResponse()
            larder__catalog__v1__list_brokers_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListBrokersResponse.self)
            self.brokers = try MessageField.messages(c.pointee.n_brokers, c.pointee.brokers, "brokers")
            self.regions = try MessageField.strings(c.pointee.n_regions, c.pointee.regions, "regions")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListBrokersResponse.self)
            if !self.brokers.isEmpty {
                c.pointee.n_brokers = self.brokers.count
                c.pointee.brokers = try arena.messages(self.brokers, "brokers").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__Broker>?.self)
            }
            if !self.regions.isEmpty {
                c.pointee.n_regions = self.regions.count
                c.pointee.regions = try arena.strings(self.regions, "regions")
            }
        }
    }

    /// `larder.catalog.v1.ListBrokerLinksRequest`
    public struct ListBrokerLinksRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListBrokerLinksRequest()
            larder__catalog__v1__list_broker_links_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.catalog.v1.ListBrokerLinksResponse`
    public struct ListBrokerLinksResponse: Message {
        /// At most 1,000.
        public var links: [Catalog.BrokerLink] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            links: [Catalog.BrokerLink] = []
        ) {
            self.links = links
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListBrokerLinksResponse()
            larder__catalog__v1__list_broker_links_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListBrokerLinksResponse.self)
            self.links = try MessageField.messages(c.pointee.n_links, c.pointee.links, "links")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListBrokerLinksResponse.self)
            if !self.links.isEmpty {
                c.pointee.n_links = self.links.count
                c.pointee.links = try arena.messages(self.links, "links").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__BrokerLink>?.self)
            }
        }
    }

    /// `larder.catalog.v1.BrokerLink`
    public struct BrokerLink: Message {
        public var broker: Catalog.Broker? = nil
        /// Absent when it has not been checked.
        public var checkedAt: Common.Timestamp? = nil
        public var failure: Catalog.LinkFailure = .unspecified
        /// How many checks have failed in a row.
        public var failures: Int32 = 0
        /// Users don't see it, since two checks in a row have failed.
        public var hidden: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            broker: Catalog.Broker? = nil,
            checkedAt: Common.Timestamp? = nil,
            failure: Catalog.LinkFailure = .unspecified,
            failures: Int32 = 0,
            hidden: Bool = false
        ) {
            self.broker = broker
            self.checkedAt = checkedAt
            self.failure = failure
            self.failures = failures
            self.hidden = hidden
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__BrokerLink()
            larder__catalog__v1__broker_link__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__BrokerLink.self)
            self.broker = try MessageField.message(c.pointee.broker, "broker")
            self.checkedAt = try MessageField.message(c.pointee.checked_at, "checked_at")
            self.failure = Catalog.LinkFailure(rawValue: Int32(truncatingIfNeeded: c.pointee.failure.rawValue))
            self.failures = c.pointee.failures
            self.hidden = c.pointee.hidden != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__BrokerLink.self)
            if let value = self.broker {
                c.pointee.broker = try arena.message(value, "broker").assumingMemoryBound(to: Larder__Catalog__V1__Broker.self)
            }
            if let value = self.checkedAt {
                c.pointee.checked_at = try arena.message(value, "checked_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.failure = .init(rawValue: .init(truncatingIfNeeded: self.failure.rawValue))
            c.pointee.failures = self.failures
            c.pointee.hidden = self.hidden ? 1 : 0
        }
    }
}

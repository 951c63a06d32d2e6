// Generated from larder/catalog/v1/store_prices.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// What something costs at a store.
    public struct StorePrice: Message {
        public var store: Catalog.NearbyStore? = nil
        public var productID: String = ""
        /// What the store calls it, such as a brand; empty for nothing in particular.
        public var label: String = ""
        public var price: Common.Money? = nil
        /// What that is for, such as 2 of l: a decimal number and a unit of measure.
        public var quantity: String = ""
        public var unit: String = ""
        /// What one kg, l or each costs: a decimal number of the currency's major unit, with two digits more than it has.
        public var unitPrice: String = ""
        /// kg, l or each.
        public var comparisonUnit: String = ""
        /// YYYY-MM-DD: since when, and until when inclusive; without the latter, until the store has another price for it. Of an observed
        /// price they are the first and the last day of the week in which it was paid.
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// Whether it holds today, where the store is; an observed one is taken to hold for four weeks more, unless another is observed.
        public var current: Bool = false
        /// Whether users have paid it, three at least, rather than that an operator says so.
        public var observed: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            store: Catalog.NearbyStore? = nil,
            productID: String = "",
            label: String = "",
            price: Common.Money? = nil,
            quantity: String = "",
            unit: String = "",
            unitPrice: String = "",
            comparisonUnit: String = "",
            firstDay: String = "",
            lastDay: String = "",
            current: Bool = false,
            observed: Bool = false
        ) {
            self.store = store
            self.productID = productID
            self.label = label
            self.price = price
            self.quantity = quantity
            self.unit = unit
            self.unitPrice = unitPrice
            self.comparisonUnit = comparisonUnit
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.current = current
            self.observed = observed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__StorePrice()
            larder__catalog__v1__store_price__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__StorePrice.self)
            self.store = try MessageField.message(c.pointee.store, "store")
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.label = try MessageField.string(c.pointee.label, "label")
            self.price = try MessageField.message(c.pointee.price, "price")
            self.quantity = try MessageField.string(c.pointee.quantity, "quantity")
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.unitPrice = try MessageField.string(c.pointee.unit_price, "unit_price")
            self.comparisonUnit = try MessageField.string(c.pointee.comparison_unit, "comparison_unit")
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.current = c.pointee.current != 0
            self.observed = c.pointee.observed != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__StorePrice.self)
            if let value = self.store {
                c.pointee.store = try arena.message(value, "store").assumingMemoryBound(to: Larder__Catalog__V1__NearbyStore.self)
            }
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.label.isEmpty {
                c.pointee.label = try arena.string(self.label, "label")
            }
            if let value = self.price {
                c.pointee.price = try arena.message(value, "price").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.quantity.isEmpty {
                c.pointee.quantity = try arena.string(self.quantity, "quantity")
            }
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if !self.unitPrice.isEmpty {
                c.pointee.unit_price = try arena.string(self.unitPrice, "unit_price")
            }
            if !self.comparisonUnit.isEmpty {
                c.pointee.comparison_unit = try arena.string(self.comparisonUnit, "comparison_unit")
            }
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            c.pointee.current = self.current ? 1 : 0
            c.pointee.observed = self.observed ? 1 : 0
        }
    }

    /// `larder.catalog.v1.FindStorePricesRequest`
    public struct FindStorePricesRequest: Message {
        public var productID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            productID: String = ""
        ) {
            self.productID = productID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindStorePricesRequest()
            larder__catalog__v1__find_store_prices_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindStorePricesRequest.self)
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindStorePricesRequest.self)
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
        }
    }

    /// `larder.catalog.v1.FindStorePricesResponse`
    public struct FindStorePricesResponse: Message {
        /// At most 200 that hold today, and 200 others.
        public var prices: [Catalog.StorePrice] = []
        /// How far the search reached.
        public var radiusMetres: UInt32 = 0
        /// How many stores are in reach, with and without a price.
        public var stores: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            prices: [Catalog.StorePrice] = [],
            radiusMetres: UInt32 = 0,
            stores: Int32 = 0
        ) {
            self.prices = prices
            self.radiusMetres = radiusMetres
            self.stores = stores
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindStorePricesResponse()
            larder__catalog__v1__find_store_prices_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindStorePricesResponse.self)
            self.prices = try MessageField.messages(c.pointee.n_prices, c.pointee.prices, "prices")
            self.radiusMetres = c.pointee.radius_metres
            self.stores = c.pointee.stores
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindStorePricesResponse.self)
            if !self.prices.isEmpty {
                c.pointee.n_prices = self.prices.count
                c.pointee.prices = try arena.messages(self.prices, "prices").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__StorePrice>?.self)
            }
            c.pointee.radius_metres = self.radiusMetres
            c.pointee.stores = self.stores
        }
    }

    /// `larder.catalog.v1.FindLowestPricesRequest`
    public struct FindLowestPricesRequest: Message {
        public var userID: String = ""
        /// At most 300.
        public var productIDs: [String] = []
        /// What some of them may cost, at most one for each product and currency; others may cost anything.
        public var ranges: [Catalog.PriceRange] = []
        /// YYYY-MM-DD: what users have paid in weeks that began earlier is left out. Empty for all that is taken to hold.
        public var observedSince: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            productIDs: [String] = [],
            ranges: [Catalog.PriceRange] = [],
            observedSince: String = ""
        ) {
            self.userID = userID
            self.productIDs = productIDs
            self.ranges = ranges
            self.observedSince = observedSince
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindLowestPricesRequest()
            larder__catalog__v1__find_lowest_prices_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindLowestPricesRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.productIDs = try MessageField.strings(c.pointee.n_product_ids, c.pointee.product_ids, "product_ids")
            self.ranges = try MessageField.messages(c.pointee.n_ranges, c.pointee.ranges, "ranges")
            self.observedSince = try MessageField.string(c.pointee.observed_since, "observed_since")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindLowestPricesRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.productIDs.isEmpty {
                c.pointee.n_product_ids = self.productIDs.count
                c.pointee.product_ids = try arena.strings(self.productIDs, "product_ids")
            }
            if !self.ranges.isEmpty {
                c.pointee.n_ranges = self.ranges.count
                c.pointee.ranges = try arena.messages(self.ranges, "ranges").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__PriceRange>?.self)
            }
            if !self.observedSince.isEmpty {
                c.pointee.observed_since = try arena.string(self.observedSince, "observed_since")
            }
        }
    }

    /// What a product may cost, for as much as is sold together.
    public struct PriceRange: Message {
        public var productID: String = ""
        /// ISO 4217; of this alone.
        public var currency: String = ""
        /// Inclusive, in minor units; 0 for no such bound.
        public var lowestMinor: Int64 = 0
        public var highestMinor: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            productID: String = "",
            currency: String = "",
            lowestMinor: Int64 = 0,
            highestMinor: Int64 = 0
        ) {
            self.productID = productID
            self.currency = currency
            self.lowestMinor = lowestMinor
            self.highestMinor = highestMinor
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__PriceRange()
            larder__catalog__v1__price_range__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__PriceRange.self)
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.lowestMinor = c.pointee.lowest_minor
            self.highestMinor = c.pointee.highest_minor
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__PriceRange.self)
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            c.pointee.lowest_minor = self.lowestMinor
            c.pointee.highest_minor = self.highestMinor
        }
    }

    /// `larder.catalog.v1.FindLowestPricesResponse`
    public struct FindLowestPricesResponse: Message {
        /// By product, and of a product one for each currency and common unit.
        public var prices: [Catalog.StorePrice] = []
        /// Whether the user has a home place; without one there are no prices.
        public var hasHome: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            prices: [Catalog.StorePrice] = [],
            hasHome: Bool = false
        ) {
            self.prices = prices
            self.hasHome = hasHome
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindLowestPricesResponse()
            larder__catalog__v1__find_lowest_prices_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindLowestPricesResponse.self)
            self.prices = try MessageField.messages(c.pointee.n_prices, c.pointee.prices, "prices")
            self.hasHome = c.pointee.has_home != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindLowestPricesResponse.self)
            if !self.prices.isEmpty {
                c.pointee.n_prices = self.prices.count
                c.pointee.prices = try arena.messages(self.prices, "prices").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__StorePrice>?.self)
            }
            c.pointee.has_home = self.hasHome ? 1 : 0
        }
    }
}

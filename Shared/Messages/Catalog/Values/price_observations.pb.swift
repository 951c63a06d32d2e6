// Generated from larder/catalog/v1/price_observations.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// What becomes of an observation.
    public enum PriceObservationState: MessageEnumeration {
        case unspecified
        /// Users see it.
        case used
        /// It is far from other prices of the product, and waits for an operator.
        case held
        case refused
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .used
            case 2: self = .held
            case 3: self = .refused
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .used: 1
            case .held: 2
            case .refused: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .used, .held, .refused]
    }

    /// A price that users paid.
    public struct ObservedPrice: Message {
        public var productID: String = ""
        /// In thousandths of the unit, above 0: as much as the price is for.
        public var quantityThousandths: Int64 = 0
        /// A unit of measure.
        public var unit: String = ""
        public var price: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            productID: String = "",
            quantityThousandths: Int64 = 0,
            unit: String = "",
            price: Common.Money? = nil
        ) {
            self.productID = productID
            self.quantityThousandths = quantityThousandths
            self.unit = unit
            self.price = price
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ObservedPrice()
            larder__catalog__v1__observed_price__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ObservedPrice.self)
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.quantityThousandths = c.pointee.quantity_thousandths
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.price = try MessageField.message(c.pointee.price, "price")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ObservedPrice.self)
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            c.pointee.quantity_thousandths = self.quantityThousandths
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if let value = self.price {
                c.pointee.price = try arena.message(value, "price").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }

    /// `larder.catalog.v1.RecordPriceObservationsRequest`
    public struct RecordPriceObservationsRequest: Message {
        public var storeID: String = ""
        /// YYYY-MM-DD, a Monday.
        public var week: String = ""
        /// At most 500, of each product one for each quantity, unit and currency.
        public var prices: [Catalog.ObservedPrice] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            storeID: String = "",
            week: String = "",
            prices: [Catalog.ObservedPrice] = []
        ) {
            self.storeID = storeID
            self.week = week
            self.prices = prices
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__RecordPriceObservationsRequest()
            larder__catalog__v1__record_price_observations_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__RecordPriceObservationsRequest.self)
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.week = try MessageField.string(c.pointee.week, "week")
            self.prices = try MessageField.messages(c.pointee.n_prices, c.pointee.prices, "prices")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__RecordPriceObservationsRequest.self)
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.week.isEmpty {
                c.pointee.week = try arena.string(self.week, "week")
            }
            if !self.prices.isEmpty {
                c.pointee.n_prices = self.prices.count
                c.pointee.prices = try arena.messages(self.prices, "prices").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ObservedPrice>?.self)
            }
        }
    }

    /// `larder.catalog.v1.RecordPriceObservationsResponse`
    public struct RecordPriceObservationsResponse: Message {
        /// How many are used from now on, and how many are held.
        public var used: Int32 = 0
        public var held: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            used: Int32 = 0,
            held: Int32 = 0
        ) {
            self.used = used
            self.held = held
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__RecordPriceObservationsResponse()
            larder__catalog__v1__record_price_observations_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__RecordPriceObservationsResponse.self)
            self.used = c.pointee.used
            self.held = c.pointee.held
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__RecordPriceObservationsResponse.self)
            c.pointee.used = self.used
            c.pointee.held = self.held
        }
    }

    /// An observation as operators see it.
    public struct PriceObservation: Message {
        public var id: String = ""
        /// The keys of their rows in the reference data.
        public var store: String = ""
        public var product: String = ""
        public var storeName: String = ""
        public var productName: String = ""
        /// YYYY-MM-DD, the Monday of the week in which it was paid.
        public var week: String = ""
        /// What the price is for: a decimal number and a unit of measure.
        public var quantity: String = ""
        public var unit: String = ""
        public var price: Common.Money? = nil
        /// What one kg, l or each costs, and the middle one of what it costs at stores and on average: decimal numbers of the currency's major unit. The
        /// latter is empty when nothing is known to compare with any more.
        public var unitPrice: String = ""
        public var usualUnitPrice: String = ""
        /// kg, l or each.
        public var comparisonUnit: String = ""
        public var state: Catalog.PriceObservationState = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            store: String = "",
            product: String = "",
            storeName: String = "",
            productName: String = "",
            week: String = "",
            quantity: String = "",
            unit: String = "",
            price: Common.Money? = nil,
            unitPrice: String = "",
            usualUnitPrice: String = "",
            comparisonUnit: String = "",
            state: Catalog.PriceObservationState = .unspecified
        ) {
            self.id = id
            self.store = store
            self.product = product
            self.storeName = storeName
            self.productName = productName
            self.week = week
            self.quantity = quantity
            self.unit = unit
            self.price = price
            self.unitPrice = unitPrice
            self.usualUnitPrice = usualUnitPrice
            self.comparisonUnit = comparisonUnit
            self.state = state
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__PriceObservation()
            larder__catalog__v1__price_observation__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__PriceObservation.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.store = try MessageField.string(c.pointee.store, "store")
            self.product = try MessageField.string(c.pointee.product, "product")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.productName = try MessageField.string(c.pointee.product_name, "product_name")
            self.week = try MessageField.string(c.pointee.week, "week")
            self.quantity = try MessageField.string(c.pointee.quantity, "quantity")
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.price = try MessageField.message(c.pointee.price, "price")
            self.unitPrice = try MessageField.string(c.pointee.unit_price, "unit_price")
            self.usualUnitPrice = try MessageField.string(c.pointee.usual_unit_price, "usual_unit_price")
            self.comparisonUnit = try MessageField.string(c.pointee.comparison_unit, "comparison_unit")
            self.state = Catalog.PriceObservationState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__PriceObservation.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.store.isEmpty {
                c.pointee.store = try arena.string(self.store, "store")
            }
            if !self.product.isEmpty {
                c.pointee.product = try arena.string(self.product, "product")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if !self.productName.isEmpty {
                c.pointee.product_name = try arena.string(self.productName, "product_name")
            }
            if !self.week.isEmpty {
                c.pointee.week = try arena.string(self.week, "week")
            }
            if !self.quantity.isEmpty {
                c.pointee.quantity = try arena.string(self.quantity, "quantity")
            }
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if let value = self.price {
                c.pointee.price = try arena.message(value, "price").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.unitPrice.isEmpty {
                c.pointee.unit_price = try arena.string(self.unitPrice, "unit_price")
            }
            if !self.usualUnitPrice.isEmpty {
                c.pointee.usual_unit_price = try arena.string(self.usualUnitPrice, "usual_unit_price")
            }
            if !self.comparisonUnit.isEmpty {
                c.pointee.comparison_unit = try arena.string(self.comparisonUnit, "comparison_unit")
            }
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        }
    }

    /// `larder.catalog.v1.ListPriceObservationsRequest`
    public struct ListPriceObservationsRequest: Message {
        /// The key of a product in the reference data: all of its observations, whatever becomes of them. Empty for those that are held.
        public var product: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            product: String = ""
        ) {
            self.product = product
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListPriceObservationsRequest()
            larder__catalog__v1__list_price_observations_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListPriceObservationsRequest.self)
            self.product = try MessageField.string(c.pointee.product, "product")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListPriceObservationsRequest.self)
            if !self.product.isEmpty {
                c.pointee.product = try arena.string(self.product, "product")
            }
        }
    }

    /// `larder.catalog.v1.ListPriceObservationsResponse`
    public struct ListPriceObservationsResponse: Message {
        /// At most 1,000.
        public var observations: [Catalog.PriceObservation] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            observations: [Catalog.PriceObservation] = []
        ) {
            self.observations = observations
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListPriceObservationsResponse()
            larder__catalog__v1__list_price_observations_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListPriceObservationsResponse.self)
            self.observations = try MessageField.messages(c.pointee.n_observations, c.pointee.observations, "observations")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListPriceObservationsResponse.self)
            if !self.observations.isEmpty {
                c.pointee.n_observations = self.observations.count
                c.pointee.observations = try arena.messages(self.observations, "observations").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__PriceObservation>?.self)
            }
        }
    }

    /// `larder.catalog.v1.DecidePriceObservationRequest`
    public struct DecidePriceObservationRequest: Message {
        public var observationID: String = ""
        /// Whether it is used; otherwise it is refused.
        public var used: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            observationID: String = "",
            used: Bool = false
        ) {
            self.observationID = observationID
            self.used = used
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__DecidePriceObservationRequest()
            larder__catalog__v1__decide_price_observation_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__DecidePriceObservationRequest.self)
            self.observationID = try MessageField.string(c.pointee.observation_id, "observation_id")
            self.used = c.pointee.used != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__DecidePriceObservationRequest.self)
            if !self.observationID.isEmpty {
                c.pointee.observation_id = try arena.string(self.observationID, "observation_id")
            }
            c.pointee.used = self.used ? 1 : 0
        }
    }
}

// Generated from larder/catalog/v1/average_prices.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.FindAveragePricesRequest`
    public struct FindAveragePricesRequest: Message {
        /// ISO 3166: CA is all of Canada, CA-ON a province.
        public var region: String = ""
        /// At most 10,000. Those without averages are skipped.
        public var productIDs: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            region: String = "",
            productIDs: [String] = []
        ) {
            self.region = region
            self.productIDs = productIDs
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindAveragePricesRequest()
            larder__catalog__v1__find_average_prices_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindAveragePricesRequest.self)
            self.region = try MessageField.string(c.pointee.region, "region")
            self.productIDs = try MessageField.strings(c.pointee.n_product_ids, c.pointee.product_ids, "product_ids")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindAveragePricesRequest.self)
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
            if !self.productIDs.isEmpty {
                c.pointee.n_product_ids = self.productIDs.count
                c.pointee.product_ids = try arena.strings(self.productIDs, "product_ids")
            }
        }
    }

    /// `larder.catalog.v1.FindAveragePricesResponse`
    public struct FindAveragePricesResponse: Message {
        /// Empty for a region of which there are none.
        public var series: [Catalog.AveragePriceSeries] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            series: [Catalog.AveragePriceSeries] = []
        ) {
            self.series = series
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindAveragePricesResponse()
            larder__catalog__v1__find_average_prices_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindAveragePricesResponse.self)
            self.series = try MessageField.messages(c.pointee.n_series, c.pointee.series, "series")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindAveragePricesResponse.self)
            if !self.series.isEmpty {
                c.pointee.n_series = self.series.count
                c.pointee.series = try arena.messages(self.series, "series").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__AveragePriceSeries>?.self)
            }
        }
    }

    /// The average prices of one good.
    public struct AveragePriceSeries: Message {
        /// Those of the request that are compared with it.
        public var productIDs: [String] = []
        public var englishName: String = ""
        public var frenchName: String = ""
        /// ISO 4217.
        public var currency: String = ""
        /// How much a price is for: by weight for kg, a package for g and ml, pieces for each, which above 1 are in a package.
        public var quantity: Int32 = 0
        public var unit: String = ""
        /// YYYY-MM.
        public var firstMonth: String = ""
        /// Decimal numbers, one for each month since then; empty where none was published.
        public var prices: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            productIDs: [String] = [],
            englishName: String = "",
            frenchName: String = "",
            currency: String = "",
            quantity: Int32 = 0,
            unit: String = "",
            firstMonth: String = "",
            prices: [String] = []
        ) {
            self.productIDs = productIDs
            self.englishName = englishName
            self.frenchName = frenchName
            self.currency = currency
            self.quantity = quantity
            self.unit = unit
            self.firstMonth = firstMonth
            self.prices = prices
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__AveragePriceSeries()
            larder__catalog__v1__average_price_series__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__AveragePriceSeries.self)
            self.productIDs = try MessageField.strings(c.pointee.n_product_ids, c.pointee.product_ids, "product_ids")
            self.englishName = try MessageField.string(c.pointee.english_name, "english_name")
            self.frenchName = try MessageField.string(c.pointee.french_name, "french_name")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.quantity = c.pointee.quantity
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.firstMonth = try MessageField.string(c.pointee.first_month, "first_month")
            self.prices = try MessageField.strings(c.pointee.n_prices, c.pointee.prices, "prices")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__AveragePriceSeries.self)
            if !self.productIDs.isEmpty {
                c.pointee.n_product_ids = self.productIDs.count
                c.pointee.product_ids = try arena.strings(self.productIDs, "product_ids")
            }
            if !self.englishName.isEmpty {
                c.pointee.english_name = try arena.string(self.englishName, "english_name")
            }
            if !self.frenchName.isEmpty {
                c.pointee.french_name = try arena.string(self.frenchName, "french_name")
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            c.pointee.quantity = self.quantity
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if !self.firstMonth.isEmpty {
                c.pointee.first_month = try arena.string(self.firstMonth, "first_month")
            }
            if !self.prices.isEmpty {
                c.pointee.n_prices = self.prices.count
                c.pointee.prices = try arena.strings(self.prices, "prices")
            }
        }
    }
}

// Generated from larder/catalog/v1/tax_rates.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.TaxRate`
    public struct TaxRate: Message {
        /// ISO 3166-2 of a subdivision such as CA-QC, or ISO 3166-1 alpha-2 of a country.
        public var region: String = ""
        /// As receipts print it, in the caller's language: GST, TPS.
        public var name: String = ""
        /// A decimal number with at most three digits after the point, such as 9.975.
        public var percent: String = ""
        /// YYYY-MM-DD: since when, and until when inclusive; empty while no end is known.
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// Who says so.
        public var source: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            region: String = "",
            name: String = "",
            percent: String = "",
            firstDay: String = "",
            lastDay: String = "",
            source: String = ""
        ) {
            self.region = region
            self.name = name
            self.percent = percent
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.source = source
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__TaxRate()
            larder__catalog__v1__tax_rate__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__TaxRate.self)
            self.region = try MessageField.string(c.pointee.region, "region")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.percent = try MessageField.string(c.pointee.percent, "percent")
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.source = try MessageField.string(c.pointee.source, "source")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__TaxRate.self)
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.percent.isEmpty {
                c.pointee.percent = try arena.string(self.percent, "percent")
            }
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            if !self.source.isEmpty {
                c.pointee.source = try arena.string(self.source, "source")
            }
        }
    }

    /// `larder.catalog.v1.ListTaxRatesRequest`
    public struct ListTaxRatesRequest: Message {
        /// As in TaxRate: CA has those of all of Canada, CA-QC also those of Québec. Empty for all regions.
        public var region: String = ""
        /// YYYY-MM-DD; empty for today in UTC.
        public var day: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            region: String = "",
            day: String = ""
        ) {
            self.region = region
            self.day = day
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListTaxRatesRequest()
            larder__catalog__v1__list_tax_rates_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListTaxRatesRequest.self)
            self.region = try MessageField.string(c.pointee.region, "region")
            self.day = try MessageField.string(c.pointee.day, "day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListTaxRatesRequest.self)
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
        }
    }

    /// `larder.catalog.v1.ListTaxRatesResponse`
    public struct ListTaxRatesResponse: Message {
        public var rates: [Catalog.TaxRate] = []
        /// The day of the request.
        public var day: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rates: [Catalog.TaxRate] = [],
            day: String = ""
        ) {
            self.rates = rates
            self.day = day
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListTaxRatesResponse()
            larder__catalog__v1__list_tax_rates_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListTaxRatesResponse.self)
            self.rates = try MessageField.messages(c.pointee.n_rates, c.pointee.rates, "rates")
            self.day = try MessageField.string(c.pointee.day, "day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListTaxRatesResponse.self)
            if !self.rates.isEmpty {
                c.pointee.n_rates = self.rates.count
                c.pointee.rates = try arena.messages(self.rates, "rates").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__TaxRate>?.self)
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
        }
    }
}

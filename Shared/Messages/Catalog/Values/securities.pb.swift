// Generated from larder/catalog/v1/securities.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.SecurityKind`
    public enum SecurityKind: MessageEnumeration {
        case unspecified
        case stock
        case etf
        case index
        case bond
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .stock
            case 2: self = .etf
            case 3: self = .index
            case 4: self = .bond
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .stock: 1
            case .etf: 2
            case .index: 3
            case .bond: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .stock, .etf, .index, .bond]
    }

    /// What the ratio of two prices says.
    public enum PriceAdjustment: MessageEnumeration {
        case unspecified
        /// The total return: prices are adjusted for splits and dividends.
        case totalReturn
        /// The change of the price alone, adjusted for splits: dividends are missing.
        case price
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .totalReturn
            case 2: self = .price
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .totalReturn: 1
            case .price: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .totalReturn, .price]
    }

    /// `larder.catalog.v1.PriceInterval`
    public enum PriceInterval: MessageEnumeration {
        case unspecified
        case day
        case week
        case month
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .day
            case 2: self = .week
            case 3: self = .month
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .day: 1
            case .week: 2
            case .month: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .day, .week, .month]
    }

    /// `larder.catalog.v1.Security`
    public struct Security: Message {
        /// Unique, such as RY.TO.
        public var symbol: String = ""
        public var name: String = ""
        public var exchange: String = ""
        /// ISO 4217: of its prices.
        public var currency: String = ""
        public var kind: Catalog.SecurityKind = .unspecified
        /// ISO 3166-1 alpha-2, or EU for the euro area; empty where it is unknown.
        public var region: String = ""
        public var adjustment: Catalog.PriceAdjustment = .unspecified
        /// Where what is said of the security comes from.
        public var source: String = ""
        /// The days of the first and the last price; empty without prices.
        public var firstDay: String = ""
        public var lastDay: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            symbol: String = "",
            name: String = "",
            exchange: String = "",
            currency: String = "",
            kind: Catalog.SecurityKind = .unspecified,
            region: String = "",
            adjustment: Catalog.PriceAdjustment = .unspecified,
            source: String = "",
            firstDay: String = "",
            lastDay: String = ""
        ) {
            self.symbol = symbol
            self.name = name
            self.exchange = exchange
            self.currency = currency
            self.kind = kind
            self.region = region
            self.adjustment = adjustment
            self.source = source
            self.firstDay = firstDay
            self.lastDay = lastDay
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Security()
            larder__catalog__v1__security__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Security.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.exchange = try MessageField.string(c.pointee.exchange, "exchange")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.kind = Catalog.SecurityKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.region = try MessageField.string(c.pointee.region, "region")
            self.adjustment = Catalog.PriceAdjustment(rawValue: Int32(truncatingIfNeeded: c.pointee.adjustment.rawValue))
            self.source = try MessageField.string(c.pointee.source, "source")
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Security.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.exchange.isEmpty {
                c.pointee.exchange = try arena.string(self.exchange, "exchange")
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
            c.pointee.adjustment = .init(rawValue: .init(truncatingIfNeeded: self.adjustment.rawValue))
            if !self.source.isEmpty {
                c.pointee.source = try arena.string(self.source, "source")
            }
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
        }
    }

    /// `larder.catalog.v1.SearchSecuritiesRequest`
    public struct SearchSecuritiesRequest: Message {
        /// At most 100 characters; empty for all.
        public var text: String = ""
        /// Filters; those that are empty or unspecified do not count.
        public var exchange: String = ""
        public var kind: Catalog.SecurityKind = .unspecified
        public var region: String = ""
        public var currency: String = ""
        public var page: Common.PageRequest? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            text: String = "",
            exchange: String = "",
            kind: Catalog.SecurityKind = .unspecified,
            region: String = "",
            currency: String = "",
            page: Common.PageRequest? = nil
        ) {
            self.text = text
            self.exchange = exchange
            self.kind = kind
            self.region = region
            self.currency = currency
            self.page = page
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__SearchSecuritiesRequest()
            larder__catalog__v1__search_securities_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SearchSecuritiesRequest.self)
            self.text = try MessageField.string(c.pointee.text, "text")
            self.exchange = try MessageField.string(c.pointee.exchange, "exchange")
            self.kind = Catalog.SecurityKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.region = try MessageField.string(c.pointee.region, "region")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SearchSecuritiesRequest.self)
            if !self.text.isEmpty {
                c.pointee.text = try arena.string(self.text, "text")
            }
            if !self.exchange.isEmpty {
                c.pointee.exchange = try arena.string(self.exchange, "exchange")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
        }
    }

    /// `larder.catalog.v1.SearchSecuritiesResponse`
    public struct SearchSecuritiesResponse: Message {
        public var securities: [Catalog.Security] = []
        /// Empty at the end.
        public var nextPageToken: String = ""
        /// Whether nothing has the text as or in its symbol or name, and these are similar ones: at most 20, on one page.
        public var similar: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            securities: [Catalog.Security] = [],
            nextPageToken: String = "",
            similar: Bool = false
        ) {
            self.securities = securities
            self.nextPageToken = nextPageToken
            self.similar = similar
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__SearchSecuritiesResponse()
            larder__catalog__v1__search_securities_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SearchSecuritiesResponse.self)
            self.securities = try MessageField.messages(c.pointee.n_securities, c.pointee.securities, "securities")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
            self.similar = c.pointee.similar != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SearchSecuritiesResponse.self)
            if !self.securities.isEmpty {
                c.pointee.n_securities = self.securities.count
                c.pointee.securities = try arena.messages(self.securities, "securities").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__Security>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
            c.pointee.similar = self.similar ? 1 : 0
        }
    }

    /// `larder.catalog.v1.GetSecurityRequest`
    public struct GetSecurityRequest: Message {
        /// In any case of its letters.
        public var symbol: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            symbol: String = ""
        ) {
            self.symbol = symbol
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__GetSecurityRequest()
            larder__catalog__v1__get_security_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetSecurityRequest.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetSecurityRequest.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
        }
    }

    /// `larder.catalog.v1.GetPricesRequest`
    public struct GetPricesRequest: Message {
        public var symbol: String = ""
        /// YYYY-MM-DD, both included; empty for the first or the last price there is.
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// The most prices that are returned, 2 to 1,000, 0 means 366. Where there are more, the last one of each week is, or of each month
        /// or of several months, with the first and the last one of the period.
        public var limit: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            symbol: String = "",
            firstDay: String = "",
            lastDay: String = "",
            limit: Int32 = 0
        ) {
            self.symbol = symbol
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.limit = limit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__GetPricesRequest()
            larder__catalog__v1__get_prices_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetPricesRequest.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.limit = c.pointee.limit
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetPricesRequest.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            c.pointee.limit = self.limit
        }
    }

    /// `larder.catalog.v1.GetPricesResponse`
    public struct GetPricesResponse: Message {
        public var security: Catalog.Security? = nil
        public var prices: [Catalog.Price] = []
        /// The distance of the prices in the series; of a month where they are of several months.
        public var interval: Catalog.PriceInterval = .unspecified
        /// Where the prices come from, and when they were fetched.
        public var source: String = ""
        public var fetchedAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            security: Catalog.Security? = nil,
            prices: [Catalog.Price] = [],
            interval: Catalog.PriceInterval = .unspecified,
            source: String = "",
            fetchedAt: Common.Timestamp? = nil
        ) {
            self.security = security
            self.prices = prices
            self.interval = interval
            self.source = source
            self.fetchedAt = fetchedAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__GetPricesResponse()
            larder__catalog__v1__get_prices_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetPricesResponse.self)
            self.security = try MessageField.message(c.pointee.security, "security")
            self.prices = try MessageField.messages(c.pointee.n_prices, c.pointee.prices, "prices")
            self.interval = Catalog.PriceInterval(rawValue: Int32(truncatingIfNeeded: c.pointee.interval.rawValue))
            self.source = try MessageField.string(c.pointee.source, "source")
            self.fetchedAt = try MessageField.message(c.pointee.fetched_at, "fetched_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetPricesResponse.self)
            if let value = self.security {
                c.pointee.security = try arena.message(value, "security").assumingMemoryBound(to: Larder__Catalog__V1__Security.self)
            }
            if !self.prices.isEmpty {
                c.pointee.n_prices = self.prices.count
                c.pointee.prices = try arena.messages(self.prices, "prices").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__Price>?.self)
            }
            c.pointee.interval = .init(rawValue: .init(truncatingIfNeeded: self.interval.rawValue))
            if !self.source.isEmpty {
                c.pointee.source = try arena.string(self.source, "source")
            }
            if let value = self.fetchedAt {
                c.pointee.fetched_at = try arena.message(value, "fetched_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.catalog.v1.Price`
    public struct Price: Message {
        public var day: String = ""
        /// A decimal number such as 123.45, in the security's currency; adjusted, so that an old one is not what was paid that day.
        public var close: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            day: String = "",
            close: String = ""
        ) {
            self.day = day
            self.close = close
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Price()
            larder__catalog__v1__price__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Price.self)
            self.day = try MessageField.string(c.pointee.day, "day")
            self.close = try MessageField.string(c.pointee.close, "close")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Price.self)
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
            if !self.close.isEmpty {
                c.pointee.close = try arena.string(self.close, "close")
            }
        }
    }

    /// `larder.catalog.v1.GetPriceHistoryRequest`
    public struct GetPriceHistoryRequest: Message {
        public var symbol: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            symbol: String = ""
        ) {
            self.symbol = symbol
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__GetPriceHistoryRequest()
            larder__catalog__v1__get_price_history_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetPriceHistoryRequest.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetPriceHistoryRequest.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
        }
    }

    /// `larder.catalog.v1.PriceHistory`
    public struct PriceHistory: Message {
        public var security: Catalog.Security? = nil
        /// At most one of days and one of months.
        public var series: [Catalog.PriceSeries] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            security: Catalog.Security? = nil,
            series: [Catalog.PriceSeries] = []
        ) {
            self.security = security
            self.series = series
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__PriceHistory()
            larder__catalog__v1__price_history__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__PriceHistory.self)
            self.security = try MessageField.message(c.pointee.security, "security")
            self.series = try MessageField.messages(c.pointee.n_series, c.pointee.series, "series")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__PriceHistory.self)
            if let value = self.security {
                c.pointee.security = try arena.message(value, "security").assumingMemoryBound(to: Larder__Catalog__V1__Security.self)
            }
            if !self.series.isEmpty {
                c.pointee.n_series = self.series.count
                c.pointee.series = try arena.messages(self.series, "series").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__PriceSeries>?.self)
            }
        }
    }

    /// Prices that are adjusted to the same day, so that they can be compared.
    public struct PriceSeries: Message {
        public var interval: Catalog.PriceInterval = .unspecified
        public var source: String = ""
        public var fetchedAt: Common.Timestamp? = nil
        /// Oldest first. The days as the days since 1970-01-01, and the closes in units of a power of ten, in the same order.
        public var days: [Int32] = []
        public var closes: [Int64] = []
        /// Digits of the closes after the decimal point.
        public var scale: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            interval: Catalog.PriceInterval = .unspecified,
            source: String = "",
            fetchedAt: Common.Timestamp? = nil,
            days: [Int32] = [],
            closes: [Int64] = [],
            scale: Int32 = 0
        ) {
            self.interval = interval
            self.source = source
            self.fetchedAt = fetchedAt
            self.days = days
            self.closes = closes
            self.scale = scale
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__PriceSeries()
            larder__catalog__v1__price_series__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__PriceSeries.self)
            self.interval = Catalog.PriceInterval(rawValue: Int32(truncatingIfNeeded: c.pointee.interval.rawValue))
            self.source = try MessageField.string(c.pointee.source, "source")
            self.fetchedAt = try MessageField.message(c.pointee.fetched_at, "fetched_at")
            self.days = MessageField.values(c.pointee.n_days, c.pointee.days)
            self.closes = MessageField.values(c.pointee.n_closes, c.pointee.closes)
            self.scale = c.pointee.scale
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__PriceSeries.self)
            c.pointee.interval = .init(rawValue: .init(truncatingIfNeeded: self.interval.rawValue))
            if !self.source.isEmpty {
                c.pointee.source = try arena.string(self.source, "source")
            }
            if let value = self.fetchedAt {
                c.pointee.fetched_at = try arena.message(value, "fetched_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.days.isEmpty {
                c.pointee.n_days = self.days.count
                c.pointee.days = try arena.values(self.days)
            }
            if !self.closes.isEmpty {
                c.pointee.n_closes = self.closes.count
                c.pointee.closes = try arena.values(self.closes)
            }
            c.pointee.scale = self.scale
        }
    }

    /// `larder.catalog.v1.ImportSecuritiesRequest`
    public struct ImportSecuritiesRequest: Message {
        public var part: Part?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            part: Part? = nil
        ) {
            self.part = part
        }

        /// One of the fields that can't be set together.
        public enum Part: Sendable, Equatable {
            /// First.
            case header(Catalog.ImportHeader)
            /// Then the bytes of the file in order, at most 256 KiB each.
            case chunk([UInt8])
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ImportSecuritiesRequest()
            larder__catalog__v1__import_securities_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportSecuritiesRequest.self)
            switch c.pointee.part_case.rawValue {
            case 1:
                let value: Catalog.ImportHeader? = try MessageField.message(c.pointee.header, "header")
                self.part = value.map { .header($0) }
            case 2:
                self.part = .chunk(MessageField.values(c.pointee.chunk.len, c.pointee.chunk.data))
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportSecuritiesRequest.self)
            switch self.part {
            case .header(let value):
                c.pointee.part_case = .init(rawValue: 1)
                c.pointee.header = try arena.message(value, "header").assumingMemoryBound(to: Larder__Catalog__V1__ImportHeader.self)
            case .chunk(let value):
                c.pointee.part_case = .init(rawValue: 2)
                c.pointee.chunk = ProtobufCBinaryData(len: value.count, data: try arena.values(value))
            case nil: break
            }
        }
    }

    /// `larder.catalog.v1.ImportHeader`
    public struct ImportHeader: Message {
        /// Where the figures come from, such as the vendor's name; at most 100 characters. Users see it beside them.
        public var source: String = ""
        /// Of prices: whether they are of days or of months. Unspecified: of months where no month of a security has two prices.
        public var interval: Catalog.PriceInterval = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            source: String = "",
            interval: Catalog.PriceInterval = .unspecified
        ) {
            self.source = source
            self.interval = interval
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ImportHeader()
            larder__catalog__v1__import_header__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportHeader.self)
            self.source = try MessageField.string(c.pointee.source, "source")
            self.interval = Catalog.PriceInterval(rawValue: Int32(truncatingIfNeeded: c.pointee.interval.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportHeader.self)
            if !self.source.isEmpty {
                c.pointee.source = try arena.string(self.source, "source")
            }
            c.pointee.interval = .init(rawValue: .init(truncatingIfNeeded: self.interval.rawValue))
        }
    }

    /// `larder.catalog.v1.ImportSecuritiesResponse`
    public struct ImportSecuritiesResponse: Message {
        /// Whether it was stored: only without problems.
        public var stored: Bool = false
        /// Lines of the file beside its header.
        public var lines: Int64 = 0
        /// How many securities were stored, or of how many the prices.
        public var securities: Int32 = 0
        public var prices: Int64 = 0
        /// By their lines, at most 1,000.
        public var problems: [Catalog.ImportProblem] = []
        public var furtherProblems: Int64 = 0
        public var interval: Catalog.PriceInterval = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            stored: Bool = false,
            lines: Int64 = 0,
            securities: Int32 = 0,
            prices: Int64 = 0,
            problems: [Catalog.ImportProblem] = [],
            furtherProblems: Int64 = 0,
            interval: Catalog.PriceInterval = .unspecified
        ) {
            self.stored = stored
            self.lines = lines
            self.securities = securities
            self.prices = prices
            self.problems = problems
            self.furtherProblems = furtherProblems
            self.interval = interval
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ImportSecuritiesResponse()
            larder__catalog__v1__import_securities_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportSecuritiesResponse.self)
            self.stored = c.pointee.stored != 0
            self.lines = c.pointee.lines
            self.securities = c.pointee.securities
            self.prices = c.pointee.prices
            self.problems = try MessageField.messages(c.pointee.n_problems, c.pointee.problems, "problems")
            self.furtherProblems = c.pointee.further_problems
            self.interval = Catalog.PriceInterval(rawValue: Int32(truncatingIfNeeded: c.pointee.interval.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportSecuritiesResponse.self)
            c.pointee.stored = self.stored ? 1 : 0
            c.pointee.lines = self.lines
            c.pointee.securities = self.securities
            c.pointee.prices = self.prices
            if !self.problems.isEmpty {
                c.pointee.n_problems = self.problems.count
                c.pointee.problems = try arena.messages(self.problems, "problems").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ImportProblem>?.self)
            }
            c.pointee.further_problems = self.furtherProblems
            c.pointee.interval = .init(rawValue: .init(truncatingIfNeeded: self.interval.rawValue))
        }
    }

    /// `larder.catalog.v1.ImportProblem`
    public struct ImportProblem: Message {
        /// From 1, the header.
        public var line: Int64 = 0
        /// In the caller's language.
        public var problem: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            line: Int64 = 0,
            problem: String = ""
        ) {
            self.line = line
            self.problem = problem
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ImportProblem()
            larder__catalog__v1__import_problem__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportProblem.self)
            self.line = c.pointee.line
            self.problem = try MessageField.string(c.pointee.problem, "problem")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportProblem.self)
            c.pointee.line = self.line
            if !self.problem.isEmpty {
                c.pointee.problem = try arena.string(self.problem, "problem")
            }
        }
    }
}

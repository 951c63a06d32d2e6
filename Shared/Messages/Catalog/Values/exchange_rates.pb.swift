// Generated from larder/catalog/v1/exchange_rates.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.ExchangeRateLayout`
    public enum ExchangeRateLayout: MessageEnumeration {
        case unspecified
        case larder
        case europeanCentralBank
        case bankOfCanada
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .larder
            case 2: self = .europeanCentralBank
            case 3: self = .bankOfCanada
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .larder: 1
            case .europeanCentralBank: 2
            case .bankOfCanada: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .larder, .europeanCentralBank, .bankOfCanada]
    }

    /// `larder.catalog.v1.ExchangeRateChangeKind`
    public enum ExchangeRateChangeKind: MessageEnumeration {
        case unspecified
        case set
        case withdrawn
        case imported
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .set
            case 2: self = .withdrawn
            case 3: self = .imported
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .set: 1
            case .withdrawn: 2
            case .imported: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .set, .withdrawn, .imported]
    }

    /// A rate of a day, as its source gives it.
    public struct ExchangeRate: Message {
        /// ISO 4217.
        public var from: String = ""
        public var to: String = ""
        /// YYYY-MM-DD.
        public var day: String = ""
        /// How much of `to` one of `from` is, such as 1.3725: above 0, at most 10 digits without zeros at the front, and 10 after the
        /// point.
        public var rate: String = ""
        /// Who says so, such as Bank of Canada: 1 to 60 characters.
        public var source: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            from: String = "",
            to: String = "",
            day: String = "",
            rate: String = "",
            source: String = ""
        ) {
            self.from = from
            self.to = to
            self.day = day
            self.rate = rate
            self.source = source
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ExchangeRate()
            larder__catalog__v1__exchange_rate__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRate.self)
            self.from = try MessageField.string(c.pointee.from, "from")
            self.to = try MessageField.string(c.pointee.to, "to")
            self.day = try MessageField.string(c.pointee.day, "day")
            self.rate = try MessageField.string(c.pointee.rate, "rate")
            self.source = try MessageField.string(c.pointee.source, "source")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRate.self)
            if !self.from.isEmpty {
                c.pointee.from = try arena.string(self.from, "from")
            }
            if !self.to.isEmpty {
                c.pointee.to = try arena.string(self.to, "to")
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
            if !self.rate.isEmpty {
                c.pointee.rate = try arena.string(self.rate, "rate")
            }
            if !self.source.isEmpty {
                c.pointee.source = try arena.string(self.source, "source")
            }
        }
    }

    /// `larder.catalog.v1.FindExchangeRatesRequest`
    public struct FindExchangeRatesRequest: Message {
        /// ISO 4217 of the currency that is converted to.
        public var to: String = ""
        /// At most 200 currencies, each once, and together at most 8,000 days.
        public var amounts: [Catalog.AmountDays] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            to: String = "",
            amounts: [Catalog.AmountDays] = []
        ) {
            self.to = to
            self.amounts = amounts
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindExchangeRatesRequest()
            larder__catalog__v1__find_exchange_rates_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindExchangeRatesRequest.self)
            self.to = try MessageField.string(c.pointee.to, "to")
            self.amounts = try MessageField.messages(c.pointee.n_amounts, c.pointee.amounts, "amounts")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindExchangeRatesRequest.self)
            if !self.to.isEmpty {
                c.pointee.to = try arena.string(self.to, "to")
            }
            if !self.amounts.isEmpty {
                c.pointee.n_amounts = self.amounts.count
                c.pointee.amounts = try arena.messages(self.amounts, "amounts").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__AmountDays>?.self)
            }
        }
    }

    /// Amounts that are to be converted.
    public struct AmountDays: Message {
        /// ISO 4217 of their currency, another one than the one that they are converted to.
        public var currency: String = ""
        /// YYYY-MM-DD, each once.
        public var days: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currency: String = "",
            days: [String] = []
        ) {
            self.currency = currency
            self.days = days
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__AmountDays()
            larder__catalog__v1__amount_days__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__AmountDays.self)
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.days = try MessageField.strings(c.pointee.n_days, c.pointee.days, "days")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__AmountDays.self)
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if !self.days.isEmpty {
                c.pointee.n_days = self.days.count
                c.pointee.days = try arena.strings(self.days, "days")
            }
        }
    }

    /// `larder.catalog.v1.FindExchangeRatesResponse`
    public struct FindExchangeRatesResponse: Message {
        /// The rates that conversions are made of, each once.
        public var rates: [Catalog.ExchangeRate] = []
        /// In the order of the request. Days without a rate have none.
        public var conversions: [Catalog.ExchangeConversion] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rates: [Catalog.ExchangeRate] = [],
            conversions: [Catalog.ExchangeConversion] = []
        ) {
            self.rates = rates
            self.conversions = conversions
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FindExchangeRatesResponse()
            larder__catalog__v1__find_exchange_rates_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindExchangeRatesResponse.self)
            self.rates = try MessageField.messages(c.pointee.n_rates, c.pointee.rates, "rates")
            self.conversions = try MessageField.messages(c.pointee.n_conversions, c.pointee.conversions, "conversions")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FindExchangeRatesResponse.self)
            if !self.rates.isEmpty {
                c.pointee.n_rates = self.rates.count
                c.pointee.rates = try arena.messages(self.rates, "rates").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ExchangeRate>?.self)
            }
            if !self.conversions.isEmpty {
                c.pointee.n_conversions = self.conversions.count
                c.pointee.conversions = try arena.messages(self.conversions, "conversions").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ExchangeConversion>?.self)
            }
        }
    }

    /// `larder.catalog.v1.ExchangeConversion`
    public struct ExchangeConversion: Message {
        public var currency: String = ""
        /// That of the amount.
        public var day: String = ""
        /// One or two, in their order.
        public var steps: [Catalog.ExchangeStep] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currency: String = "",
            day: String = "",
            steps: [Catalog.ExchangeStep] = []
        ) {
            self.currency = currency
            self.day = day
            self.steps = steps
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ExchangeConversion()
            larder__catalog__v1__exchange_conversion__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeConversion.self)
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.day = try MessageField.string(c.pointee.day, "day")
            self.steps = try MessageField.messages(c.pointee.n_steps, c.pointee.steps, "steps")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeConversion.self)
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
            if !self.steps.isEmpty {
                c.pointee.n_steps = self.steps.count
                c.pointee.steps = try arena.messages(self.steps, "steps").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ExchangeStep>?.self)
            }
        }
    }

    /// `larder.catalog.v1.ExchangeStep`
    public struct ExchangeStep: Message {
        /// The place of the rate among the response's, from 0.
        public var rate: Int32 = 0
        /// The amount is divided by the rate: it is in the currency that the rate leads to.
        public var inverse: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rate: Int32 = 0,
            inverse: Bool = false
        ) {
            self.rate = rate
            self.inverse = inverse
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ExchangeStep()
            larder__catalog__v1__exchange_step__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeStep.self)
            self.rate = c.pointee.rate
            self.inverse = c.pointee.inverse != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeStep.self)
            c.pointee.rate = self.rate
            c.pointee.inverse = self.inverse ? 1 : 0
        }
    }

    /// A rate as operators see it.
    public struct KeptExchangeRate: Message {
        public var rate: Catalog.ExchangeRate? = nil
        /// An operator set or withdrew it, alone or by a file of Larder's own: files of sources leave it as it is.
        public var own: Bool = false
        /// It is not in use any more.
        public var withdrawn: Bool = false
        public var changedAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rate: Catalog.ExchangeRate? = nil,
            own: Bool = false,
            withdrawn: Bool = false,
            changedAt: Common.Timestamp? = nil
        ) {
            self.rate = rate
            self.own = own
            self.withdrawn = withdrawn
            self.changedAt = changedAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__KeptExchangeRate()
            larder__catalog__v1__kept_exchange_rate__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__KeptExchangeRate.self)
            self.rate = try MessageField.message(c.pointee.rate, "rate")
            self.own = c.pointee.own != 0
            self.withdrawn = c.pointee.withdrawn != 0
            self.changedAt = try MessageField.message(c.pointee.changed_at, "changed_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__KeptExchangeRate.self)
            if let value = self.rate {
                c.pointee.rate = try arena.message(value, "rate").assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRate.self)
            }
            c.pointee.own = self.own ? 1 : 0
            c.pointee.withdrawn = self.withdrawn ? 1 : 0
            if let value = self.changedAt {
                c.pointee.changed_at = try arena.message(value, "changed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.catalog.v1.ListExchangeRatesRequest`
    public struct ListExchangeRatesRequest: Message {
        public var page: Common.PageRequest? = nil
        /// Of rates between these alone; empty for any.
        public var from: String = ""
        public var to: String = ""
        /// YYYY-MM-DD: of this day alone; empty for any.
        public var day: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            from: String = "",
            to: String = "",
            day: String = ""
        ) {
            self.page = page
            self.from = from
            self.to = to
            self.day = day
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListExchangeRatesRequest()
            larder__catalog__v1__list_exchange_rates_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListExchangeRatesRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.from = try MessageField.string(c.pointee.from, "from")
            self.to = try MessageField.string(c.pointee.to, "to")
            self.day = try MessageField.string(c.pointee.day, "day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListExchangeRatesRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            if !self.from.isEmpty {
                c.pointee.from = try arena.string(self.from, "from")
            }
            if !self.to.isEmpty {
                c.pointee.to = try arena.string(self.to, "to")
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
        }
    }

    /// `larder.catalog.v1.ListExchangeRatesResponse`
    public struct ListExchangeRatesResponse: Message {
        public var rates: [Catalog.KeptExchangeRate] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rates: [Catalog.KeptExchangeRate] = [],
            nextPageToken: String = ""
        ) {
            self.rates = rates
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListExchangeRatesResponse()
            larder__catalog__v1__list_exchange_rates_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListExchangeRatesResponse.self)
            self.rates = try MessageField.messages(c.pointee.n_rates, c.pointee.rates, "rates")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListExchangeRatesResponse.self)
            if !self.rates.isEmpty {
                c.pointee.n_rates = self.rates.count
                c.pointee.rates = try arena.messages(self.rates, "rates").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__KeptExchangeRate>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.catalog.v1.SetExchangeRateRequest`
    public struct SetExchangeRateRequest: Message {
        /// Of a day that has begun somewhere on earth.
        public var rate: Catalog.ExchangeRate? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rate: Catalog.ExchangeRate? = nil
        ) {
            self.rate = rate
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__SetExchangeRateRequest()
            larder__catalog__v1__set_exchange_rate_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SetExchangeRateRequest.self)
            self.rate = try MessageField.message(c.pointee.rate, "rate")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SetExchangeRateRequest.self)
            if let value = self.rate {
                c.pointee.rate = try arena.message(value, "rate").assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRate.self)
            }
        }
    }

    /// `larder.catalog.v1.WithdrawExchangeRateRequest`
    public struct WithdrawExchangeRateRequest: Message {
        public var from: String = ""
        public var to: String = ""
        /// YYYY-MM-DD.
        public var day: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            from: String = "",
            to: String = "",
            day: String = ""
        ) {
            self.from = from
            self.to = to
            self.day = day
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__WithdrawExchangeRateRequest()
            larder__catalog__v1__withdraw_exchange_rate_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__WithdrawExchangeRateRequest.self)
            self.from = try MessageField.string(c.pointee.from, "from")
            self.to = try MessageField.string(c.pointee.to, "to")
            self.day = try MessageField.string(c.pointee.day, "day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__WithdrawExchangeRateRequest.self)
            if !self.from.isEmpty {
                c.pointee.from = try arena.string(self.from, "from")
            }
            if !self.to.isEmpty {
                c.pointee.to = try arena.string(self.to, "to")
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
        }
    }

    /// `larder.catalog.v1.ImportExchangeRatesRequest`
    public struct ImportExchangeRatesRequest: Message {
        /// A table of comma-separated values in UTF-8, known by its header:
        /// - Larder's own has a rate in each line and the columns from, to, day, rate and source.
        /// - The European Central Bank's begins with Date and has a column for each currency, of which a euro is so many.
        /// - The Bank of Canada's (Valet) has, behind OBSERVATIONS, the column date and one for each pair, such as FXUSDCAD.
        /// At most 300,000 rates. Columns of currencies that are not supported are skipped.
        public var file: [UInt8] = []
        /// What it is called, for the history: at most 200 characters.
        public var name: String = ""
        /// Only checks the file and counts.
        public var checkOnly: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            file: [UInt8] = [],
            name: String = "",
            checkOnly: Bool = false
        ) {
            self.file = file
            self.name = name
            self.checkOnly = checkOnly
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ImportExchangeRatesRequest()
            larder__catalog__v1__import_exchange_rates_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportExchangeRatesRequest.self)
            self.file = MessageField.values(c.pointee.file.len, c.pointee.file.data)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.checkOnly = c.pointee.check_only != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportExchangeRatesRequest.self)
            if !self.file.isEmpty {
                c.pointee.file = ProtobufCBinaryData(len: self.file.count, data: try arena.values(self.file))
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            c.pointee.check_only = self.checkOnly ? 1 : 0
        }
    }

    /// `larder.catalog.v1.ImportExchangeRatesResponse`
    public struct ImportExchangeRatesResponse: Message {
        public var layout: Catalog.ExchangeRateLayout = .unspecified
        /// What is wrong, in the order of the lines. Where there is anything, nothing of the file was taken over.
        public var problems: [Catalog.ExchangeRateProblem] = []
        /// How many problems there are beyond the first 10,000.
        public var moreProblems: Int32 = 0
        /// How many rates the file has.
        public var rates: Int32 = 0
        /// How many of them were not there before, and how many replace others.
        public var added: Int32 = 0
        public var changed: Int32 = 0
        /// How many stay as they are although the file has others, since an operator set or withdrew them.
        public var kept: Int32 = 0
        /// Columns that were skipped.
        public var skipped: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            layout: Catalog.ExchangeRateLayout = .unspecified,
            problems: [Catalog.ExchangeRateProblem] = [],
            moreProblems: Int32 = 0,
            rates: Int32 = 0,
            added: Int32 = 0,
            changed: Int32 = 0,
            kept: Int32 = 0,
            skipped: [String] = []
        ) {
            self.layout = layout
            self.problems = problems
            self.moreProblems = moreProblems
            self.rates = rates
            self.added = added
            self.changed = changed
            self.kept = kept
            self.skipped = skipped
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ImportExchangeRatesResponse()
            larder__catalog__v1__import_exchange_rates_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportExchangeRatesResponse.self)
            self.layout = Catalog.ExchangeRateLayout(rawValue: Int32(truncatingIfNeeded: c.pointee.layout.rawValue))
            self.problems = try MessageField.messages(c.pointee.n_problems, c.pointee.problems, "problems")
            self.moreProblems = c.pointee.more_problems
            self.rates = c.pointee.rates
            self.added = c.pointee.added
            self.changed = c.pointee.changed
            self.kept = c.pointee.kept
            self.skipped = try MessageField.strings(c.pointee.n_skipped, c.pointee.skipped, "skipped")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportExchangeRatesResponse.self)
            c.pointee.layout = .init(rawValue: .init(truncatingIfNeeded: self.layout.rawValue))
            if !self.problems.isEmpty {
                c.pointee.n_problems = self.problems.count
                c.pointee.problems = try arena.messages(self.problems, "problems").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ExchangeRateProblem>?.self)
            }
            c.pointee.more_problems = self.moreProblems
            c.pointee.rates = self.rates
            c.pointee.added = self.added
            c.pointee.changed = self.changed
            c.pointee.kept = self.kept
            if !self.skipped.isEmpty {
                c.pointee.n_skipped = self.skipped.count
                c.pointee.skipped = try arena.strings(self.skipped, "skipped")
            }
        }
    }

    /// A line of a file that can't be taken over.
    public struct ExchangeRateProblem: Message {
        /// From 1.
        public var line: Int32 = 0
        /// What is wrong, in the caller's language.
        public var sentence: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            line: Int32 = 0,
            sentence: String = ""
        ) {
            self.line = line
            self.sentence = sentence
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ExchangeRateProblem()
            larder__catalog__v1__exchange_rate_problem__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRateProblem.self)
            self.line = c.pointee.line
            self.sentence = try MessageField.string(c.pointee.sentence, "sentence")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRateProblem.self)
            c.pointee.line = self.line
            if !self.sentence.isEmpty {
                c.pointee.sentence = try arena.string(self.sentence, "sentence")
            }
        }
    }

    /// `larder.catalog.v1.ExchangeRateChange`
    public struct ExchangeRateChange: Message {
        public var id: String = ""
        public var changedAt: Common.Timestamp? = nil
        /// The operator's user id.
        public var operatorID: String = ""
        public var kind: Catalog.ExchangeRateChangeKind = .unspecified
        /// Before; absent where there was none in use. For a file as a whole, both are absent.
        public var before: Catalog.ExchangeRate? = nil
        /// Since then; absent for a withdrawn one.
        public var after: Catalog.ExchangeRate? = nil
        /// Of an import: the file's name, and how many rates it added and changed.
        public var file: String = ""
        public var added: Int32 = 0
        public var changed: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            changedAt: Common.Timestamp? = nil,
            operatorID: String = "",
            kind: Catalog.ExchangeRateChangeKind = .unspecified,
            before: Catalog.ExchangeRate? = nil,
            after: Catalog.ExchangeRate? = nil,
            file: String = "",
            added: Int32 = 0,
            changed: Int32 = 0
        ) {
            self.id = id
            self.changedAt = changedAt
            self.operatorID = operatorID
            self.kind = kind
            self.before = before
            self.after = after
            self.file = file
            self.added = added
            self.changed = changed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ExchangeRateChange()
            larder__catalog__v1__exchange_rate_change__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRateChange.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.changedAt = try MessageField.message(c.pointee.changed_at, "changed_at")
            self.operatorID = try MessageField.string(c.pointee.operator_id, "operator_id")
            self.kind = Catalog.ExchangeRateChangeKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.before = try MessageField.message(c.pointee.before, "before")
            self.after = try MessageField.message(c.pointee.after, "after")
            self.file = try MessageField.string(c.pointee.file, "file")
            self.added = c.pointee.added
            self.changed = c.pointee.changed
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRateChange.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if let value = self.changedAt {
                c.pointee.changed_at = try arena.message(value, "changed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.operatorID.isEmpty {
                c.pointee.operator_id = try arena.string(self.operatorID, "operator_id")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if let value = self.before {
                c.pointee.before = try arena.message(value, "before").assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRate.self)
            }
            if let value = self.after {
                c.pointee.after = try arena.message(value, "after").assumingMemoryBound(to: Larder__Catalog__V1__ExchangeRate.self)
            }
            if !self.file.isEmpty {
                c.pointee.file = try arena.string(self.file, "file")
            }
            c.pointee.added = self.added
            c.pointee.changed = self.changed
        }
    }

    /// `larder.catalog.v1.ListExchangeRateChangesRequest`
    public struct ListExchangeRateChangesRequest: Message {
        public var page: Common.PageRequest? = nil
        /// Of rates between these alone; empty for any.
        public var from: String = ""
        public var to: String = ""
        /// YYYY-MM-DD: of rates of this day alone; empty for any.
        public var day: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            from: String = "",
            to: String = "",
            day: String = ""
        ) {
            self.page = page
            self.from = from
            self.to = to
            self.day = day
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListExchangeRateChangesRequest()
            larder__catalog__v1__list_exchange_rate_changes_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListExchangeRateChangesRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.from = try MessageField.string(c.pointee.from, "from")
            self.to = try MessageField.string(c.pointee.to, "to")
            self.day = try MessageField.string(c.pointee.day, "day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListExchangeRateChangesRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            if !self.from.isEmpty {
                c.pointee.from = try arena.string(self.from, "from")
            }
            if !self.to.isEmpty {
                c.pointee.to = try arena.string(self.to, "to")
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
        }
    }

    /// `larder.catalog.v1.ListExchangeRateChangesResponse`
    public struct ListExchangeRateChangesResponse: Message {
        public var changes: [Catalog.ExchangeRateChange] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            changes: [Catalog.ExchangeRateChange] = [],
            nextPageToken: String = ""
        ) {
            self.changes = changes
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListExchangeRateChangesResponse()
            larder__catalog__v1__list_exchange_rate_changes_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListExchangeRateChangesResponse.self)
            self.changes = try MessageField.messages(c.pointee.n_changes, c.pointee.changes, "changes")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListExchangeRateChangesResponse.self)
            if !self.changes.isEmpty {
                c.pointee.n_changes = self.changes.count
                c.pointee.changes = try arena.messages(self.changes, "changes").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ExchangeRateChange>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }
}

// Generated from larder/budget/v1/investing.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.CompareWithSecurityRequest`
    public struct CompareWithSecurityRequest: Message {
        /// The period of the spending, YYYY-MM-DD, both included; at most 3,660 days.
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// As in SummarizeSpendingRequest: the slugs of at most 50 categories; empty for everything.
        public var categories: [String] = []
        public var symbol: String = ""
        /// The period of the security. An empty last day stands for that of the last price.
        public var securityFirstDay: String = ""
        public var securityLastDay: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            firstDay: String = "",
            lastDay: String = "",
            categories: [String] = [],
            symbol: String = "",
            securityFirstDay: String = "",
            securityLastDay: String = ""
        ) {
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.categories = categories
            self.symbol = symbol
            self.securityFirstDay = securityFirstDay
            self.securityLastDay = securityLastDay
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CompareWithSecurityRequest()
            larder__budget__v1__compare_with_security_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CompareWithSecurityRequest.self)
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.categories = try MessageField.strings(c.pointee.n_categories, c.pointee.categories, "categories")
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.securityFirstDay = try MessageField.string(c.pointee.security_first_day, "security_first_day")
            self.securityLastDay = try MessageField.string(c.pointee.security_last_day, "security_last_day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CompareWithSecurityRequest.self)
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            if !self.categories.isEmpty {
                c.pointee.n_categories = self.categories.count
                c.pointee.categories = try arena.strings(self.categories, "categories")
            }
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if !self.securityFirstDay.isEmpty {
                c.pointee.security_first_day = try arena.string(self.securityFirstDay, "security_first_day")
            }
            if !self.securityLastDay.isEmpty {
                c.pointee.security_last_day = try arena.string(self.securityLastDay, "security_last_day")
            }
        }
    }

    /// `larder.budget.v1.EstimateEarningsRequest`
    public struct EstimateEarningsRequest: Message {
        /// The period of the spending, YYYY-MM-DD, both included; at most 3,660 days.
        public var firstDay: String = ""
        public var lastDay: String = ""
        public var categories: [String] = []
        public var symbol: String = ""
        /// The day on which it is worth that, not before the last one of the period; empty for that of the last price.
        public var worthOn: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            firstDay: String = "",
            lastDay: String = "",
            categories: [String] = [],
            symbol: String = "",
            worthOn: String = ""
        ) {
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.categories = categories
            self.symbol = symbol
            self.worthOn = worthOn
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__EstimateEarningsRequest()
            larder__budget__v1__estimate_earnings_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__EstimateEarningsRequest.self)
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.categories = try MessageField.strings(c.pointee.n_categories, c.pointee.categories, "categories")
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.worthOn = try MessageField.string(c.pointee.worth_on, "worth_on")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__EstimateEarningsRequest.self)
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            if !self.categories.isEmpty {
                c.pointee.n_categories = self.categories.count
                c.pointee.categories = try arena.strings(self.categories, "categories")
            }
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if !self.worthOn.isEmpty {
                c.pointee.worth_on = try arena.string(self.worthOn, "worth_on")
            }
        }
    }

    /// The security with which spending is compared.
    public struct ComparedSecurity: Message {
        public var symbol: String = ""
        public var name: String = ""
        public var currency: String = ""
        /// Whether dividends are missing in its prices.
        public var withoutDividends: Bool = false
        /// Where the prices come from, and when they were fetched.
        public var source: String = ""
        public var fetchedAt: Common.Timestamp? = nil
        /// The days of the first and the last price of the series.
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// Whether prices are those of the ends of months.
        public var monthly: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            symbol: String = "",
            name: String = "",
            currency: String = "",
            withoutDividends: Bool = false,
            source: String = "",
            fetchedAt: Common.Timestamp? = nil,
            firstDay: String = "",
            lastDay: String = "",
            monthly: Bool = false
        ) {
            self.symbol = symbol
            self.name = name
            self.currency = currency
            self.withoutDividends = withoutDividends
            self.source = source
            self.fetchedAt = fetchedAt
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.monthly = monthly
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ComparedSecurity()
            larder__budget__v1__compared_security__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ComparedSecurity.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.withoutDividends = c.pointee.without_dividends != 0
            self.source = try MessageField.string(c.pointee.source, "source")
            self.fetchedAt = try MessageField.message(c.pointee.fetched_at, "fetched_at")
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.monthly = c.pointee.monthly != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ComparedSecurity.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            c.pointee.without_dividends = self.withoutDividends ? 1 : 0
            if !self.source.isEmpty {
                c.pointee.source = try arena.string(self.source, "source")
            }
            if let value = self.fetchedAt {
                c.pointee.fetched_at = try arena.message(value, "fetched_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            c.pointee.monthly = self.monthly ? 1 : 0
        }
    }

    /// What an amount becomes between two days with prices.
    public struct InvestmentOutcome: Message {
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// What is invested, and what it is worth on the last day.
        public var invested: Common.Money? = nil
        public var worth: Common.Money? = nil
        /// The worth without what was invested: negative for a loss.
        public var gain: Common.Money? = nil
        /// The gain in hundredths of a percent of what was invested: negative for a loss. Absent where nothing was invested.
        public var change: Budget.Change? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            firstDay: String = "",
            lastDay: String = "",
            invested: Common.Money? = nil,
            worth: Common.Money? = nil,
            gain: Common.Money? = nil,
            change: Budget.Change? = nil
        ) {
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.invested = invested
            self.worth = worth
            self.gain = gain
            self.change = change
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__InvestmentOutcome()
            larder__budget__v1__investment_outcome__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__InvestmentOutcome.self)
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.invested = try MessageField.message(c.pointee.invested, "invested")
            self.worth = try MessageField.message(c.pointee.worth, "worth")
            self.gain = try MessageField.message(c.pointee.gain, "gain")
            self.change = try MessageField.message(c.pointee.change, "change")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__InvestmentOutcome.self)
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            if let value = self.invested {
                c.pointee.invested = try arena.message(value, "invested").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.worth {
                c.pointee.worth = try arena.message(value, "worth").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.gain {
                c.pointee.gain = try arena.message(value, "gain").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.change {
                c.pointee.change = try arena.message(value, "change").assumingMemoryBound(to: Larder__Budget__V1__Change.self)
            }
        }
    }

    /// `larder.budget.v1.Change`
    public struct Change: Message {
        public var basisPoints: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            basisPoints: Int64 = 0
        ) {
            self.basisPoints = basisPoints
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Change()
            larder__budget__v1__change__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Change.self)
            self.basisPoints = c.pointee.basis_points
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Change.self)
            c.pointee.basis_points = self.basisPoints
        }
    }

    /// `larder.budget.v1.SecurityComparison`
    public struct SecurityComparison: Message {
        public var security: Budget.ComparedSecurity? = nil
        public var outcome: Budget.InvestmentOutcome? = nil
        /// What it was worth meanwhile, oldest first: at most 120.
        public var points: [Budget.WorthPoint] = []
        /// The worst and the best of all periods of the same length in the prices there are; absent where there is but one.
        public var worst: Budget.InvestmentOutcome? = nil
        public var best: Budget.InvestmentOutcome? = nil
        /// How many periods these are of, and in how many of them there was a loss.
        public var starts: Int32 = 0
        public var losses: Int32 = 0
        /// What was spent in other currencies.
        public var apart: [Common.Money] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            security: Budget.ComparedSecurity? = nil,
            outcome: Budget.InvestmentOutcome? = nil,
            points: [Budget.WorthPoint] = [],
            worst: Budget.InvestmentOutcome? = nil,
            best: Budget.InvestmentOutcome? = nil,
            starts: Int32 = 0,
            losses: Int32 = 0,
            apart: [Common.Money] = []
        ) {
            self.security = security
            self.outcome = outcome
            self.points = points
            self.worst = worst
            self.best = best
            self.starts = starts
            self.losses = losses
            self.apart = apart
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__SecurityComparison()
            larder__budget__v1__security_comparison__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SecurityComparison.self)
            self.security = try MessageField.message(c.pointee.security, "security")
            self.outcome = try MessageField.message(c.pointee.outcome, "outcome")
            self.points = try MessageField.messages(c.pointee.n_points, c.pointee.points, "points")
            self.worst = try MessageField.message(c.pointee.worst, "worst")
            self.best = try MessageField.message(c.pointee.best, "best")
            self.starts = c.pointee.starts
            self.losses = c.pointee.losses
            self.apart = try MessageField.messages(c.pointee.n_apart, c.pointee.apart, "apart")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SecurityComparison.self)
            if let value = self.security {
                c.pointee.security = try arena.message(value, "security").assumingMemoryBound(to: Larder__Budget__V1__ComparedSecurity.self)
            }
            if let value = self.outcome {
                c.pointee.outcome = try arena.message(value, "outcome").assumingMemoryBound(to: Larder__Budget__V1__InvestmentOutcome.self)
            }
            if !self.points.isEmpty {
                c.pointee.n_points = self.points.count
                c.pointee.points = try arena.messages(self.points, "points").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__WorthPoint>?.self)
            }
            if let value = self.worst {
                c.pointee.worst = try arena.message(value, "worst").assumingMemoryBound(to: Larder__Budget__V1__InvestmentOutcome.self)
            }
            if let value = self.best {
                c.pointee.best = try arena.message(value, "best").assumingMemoryBound(to: Larder__Budget__V1__InvestmentOutcome.self)
            }
            c.pointee.starts = self.starts
            c.pointee.losses = self.losses
            if !self.apart.isEmpty {
                c.pointee.n_apart = self.apart.count
                c.pointee.apart = try arena.messages(self.apart, "apart").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Common__V1__Money>?.self)
            }
        }
    }

    /// `larder.budget.v1.WorthPoint`
    public struct WorthPoint: Message {
        public var day: String = ""
        public var worth: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            day: String = "",
            worth: Common.Money? = nil
        ) {
            self.day = day
            self.worth = worth
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__WorthPoint()
            larder__budget__v1__worth_point__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WorthPoint.self)
            self.day = try MessageField.string(c.pointee.day, "day")
            self.worth = try MessageField.message(c.pointee.worth, "worth")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WorthPoint.self)
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
            if let value = self.worth {
                c.pointee.worth = try arena.message(value, "worth").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }

    /// `larder.budget.v1.EarningsEstimate`
    public struct EarningsEstimate: Message {
        public var security: Budget.ComparedSecurity? = nil
        /// Of all purchases together. Its first day is that of the first purchase that was invested.
        public var outcome: Budget.InvestmentOutcome? = nil
        /// Of the purchases of each month of the period, in order, and also of months without any.
        public var months: [Budget.MonthlyEarnings] = []
        /// The same amount, all of it invested on one day for as long as from the first purchase to the last day: the worst and the best of all
        /// such periods in the prices there are; absent where there is but one.
        public var worst: Budget.InvestmentOutcome? = nil
        public var best: Budget.InvestmentOutcome? = nil
        public var starts: Int32 = 0
        public var losses: Int32 = 0
        /// What was spent in other currencies.
        public var apart: [Common.Money] = []
        /// What was spent in the security's currency on days without a price soon after, and so counts nowhere else; absent where there is none.
        public var withoutPrices: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            security: Budget.ComparedSecurity? = nil,
            outcome: Budget.InvestmentOutcome? = nil,
            months: [Budget.MonthlyEarnings] = [],
            worst: Budget.InvestmentOutcome? = nil,
            best: Budget.InvestmentOutcome? = nil,
            starts: Int32 = 0,
            losses: Int32 = 0,
            apart: [Common.Money] = [],
            withoutPrices: Common.Money? = nil
        ) {
            self.security = security
            self.outcome = outcome
            self.months = months
            self.worst = worst
            self.best = best
            self.starts = starts
            self.losses = losses
            self.apart = apart
            self.withoutPrices = withoutPrices
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__EarningsEstimate()
            larder__budget__v1__earnings_estimate__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__EarningsEstimate.self)
            self.security = try MessageField.message(c.pointee.security, "security")
            self.outcome = try MessageField.message(c.pointee.outcome, "outcome")
            self.months = try MessageField.messages(c.pointee.n_months, c.pointee.months, "months")
            self.worst = try MessageField.message(c.pointee.worst, "worst")
            self.best = try MessageField.message(c.pointee.best, "best")
            self.starts = c.pointee.starts
            self.losses = c.pointee.losses
            self.apart = try MessageField.messages(c.pointee.n_apart, c.pointee.apart, "apart")
            self.withoutPrices = try MessageField.message(c.pointee.without_prices, "without_prices")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__EarningsEstimate.self)
            if let value = self.security {
                c.pointee.security = try arena.message(value, "security").assumingMemoryBound(to: Larder__Budget__V1__ComparedSecurity.self)
            }
            if let value = self.outcome {
                c.pointee.outcome = try arena.message(value, "outcome").assumingMemoryBound(to: Larder__Budget__V1__InvestmentOutcome.self)
            }
            if !self.months.isEmpty {
                c.pointee.n_months = self.months.count
                c.pointee.months = try arena.messages(self.months, "months").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__MonthlyEarnings>?.self)
            }
            if let value = self.worst {
                c.pointee.worst = try arena.message(value, "worst").assumingMemoryBound(to: Larder__Budget__V1__InvestmentOutcome.self)
            }
            if let value = self.best {
                c.pointee.best = try arena.message(value, "best").assumingMemoryBound(to: Larder__Budget__V1__InvestmentOutcome.self)
            }
            c.pointee.starts = self.starts
            c.pointee.losses = self.losses
            if !self.apart.isEmpty {
                c.pointee.n_apart = self.apart.count
                c.pointee.apart = try arena.messages(self.apart, "apart").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Common__V1__Money>?.self)
            }
            if let value = self.withoutPrices {
                c.pointee.without_prices = try arena.message(value, "without_prices").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }

    /// `larder.budget.v1.MonthlyEarnings`
    public struct MonthlyEarnings: Message {
        /// YYYY-MM.
        public var month: String = ""
        public var invested: Common.Money? = nil
        public var worth: Common.Money? = nil
        public var gain: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            month: String = "",
            invested: Common.Money? = nil,
            worth: Common.Money? = nil,
            gain: Common.Money? = nil
        ) {
            self.month = month
            self.invested = invested
            self.worth = worth
            self.gain = gain
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__MonthlyEarnings()
            larder__budget__v1__monthly_earnings__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__MonthlyEarnings.self)
            self.month = try MessageField.string(c.pointee.month, "month")
            self.invested = try MessageField.message(c.pointee.invested, "invested")
            self.worth = try MessageField.message(c.pointee.worth, "worth")
            self.gain = try MessageField.message(c.pointee.gain, "gain")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__MonthlyEarnings.self)
            if !self.month.isEmpty {
                c.pointee.month = try arena.string(self.month, "month")
            }
            if let value = self.invested {
                c.pointee.invested = try arena.message(value, "invested").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.worth {
                c.pointee.worth = try arena.message(value, "worth").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.gain {
                c.pointee.gain = try arena.message(value, "gain").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }

    /// `larder.budget.v1.ListSavedSecuritiesRequest`
    public struct ListSavedSecuritiesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListSavedSecuritiesRequest()
            larder__budget__v1__list_saved_securities_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.budget.v1.ListSavedSecuritiesResponse`
    public struct ListSavedSecuritiesResponse: Message {
        /// At most 100.
        public var securities: [Budget.SavedSecurity] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            securities: [Budget.SavedSecurity] = []
        ) {
            self.securities = securities
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListSavedSecuritiesResponse()
            larder__budget__v1__list_saved_securities_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListSavedSecuritiesResponse.self)
            self.securities = try MessageField.messages(c.pointee.n_securities, c.pointee.securities, "securities")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListSavedSecuritiesResponse.self)
            if !self.securities.isEmpty {
                c.pointee.n_securities = self.securities.count
                c.pointee.securities = try arena.messages(self.securities, "securities").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__SavedSecurity>?.self)
            }
        }
    }

    /// `larder.budget.v1.SavedSecurity`
    public struct SavedSecurity: Message {
        public var symbol: String = ""
        public var savedAt: Common.Timestamp? = nil
        public var removed: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            symbol: String = "",
            savedAt: Common.Timestamp? = nil,
            removed: Bool = false
        ) {
            self.symbol = symbol
            self.savedAt = savedAt
            self.removed = removed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__SavedSecurity()
            larder__budget__v1__saved_security__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SavedSecurity.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.savedAt = try MessageField.message(c.pointee.saved_at, "saved_at")
            self.removed = c.pointee.removed != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SavedSecurity.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if let value = self.savedAt {
                c.pointee.saved_at = try arena.message(value, "saved_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.removed = self.removed ? 1 : 0
        }
    }

    /// `larder.budget.v1.SaveSecurityRequest`
    public struct SaveSecurityRequest: Message {
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
            var structure = Larder__Budget__V1__SaveSecurityRequest()
            larder__budget__v1__save_security_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SaveSecurityRequest.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SaveSecurityRequest.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
        }
    }

    /// `larder.budget.v1.RemoveSavedSecurityRequest`
    public struct RemoveSavedSecurityRequest: Message {
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
            var structure = Larder__Budget__V1__RemoveSavedSecurityRequest()
            larder__budget__v1__remove_saved_security_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RemoveSavedSecurityRequest.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RemoveSavedSecurityRequest.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
        }
    }
}

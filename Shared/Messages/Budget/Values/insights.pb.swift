// Generated from larder/budget/v1/insights.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CatalogMessages
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.SpendingGrouping`
    public enum SpendingGrouping: MessageEnumeration {
        /// The total alone.
        case unspecified
        case category
        case product
        case store
        case day
        case month
        case kind
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .category
            case 2: self = .product
            case 3: self = .store
            case 4: self = .day
            case 5: self = .month
            case 6: self = .kind
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .category: 1
            case .product: 2
            case .store: 3
            case .day: 4
            case .month: 5
            case .kind: 6
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .category, .product, .store, .day, .month, .kind]
    }

    /// `larder.budget.v1.SpendingPart`
    public enum SpendingPart: MessageEnumeration {
        case unspecified
        /// What the grouping says.
        case group
        /// Taxes that are not in the prices of items.
        case taxes
        /// By how much printed totals differ from their items and taxes, such as where no items are known.
        case unlisted
        /// All groups beyond the 500 with the largest amounts.
        case others
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .group
            case 2: self = .taxes
            case 3: self = .unlisted
            case 4: self = .others
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .group: 1
            case .taxes: 2
            case .unlisted: 3
            case .others: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .group, .taxes, .unlisted, .others]
    }

    /// `larder.budget.v1.LedgerDifferenceKind`
    public enum LedgerDifferenceKind: MessageEnumeration {
        case unspecified
        /// The printed total is not what items and taxes add up to: an item is missing, or was read wrongly. Sums have the printed one.
        case printedTotal
        /// What is kept of a purchase does not fit its items. That is a fault of Larder's, which its operators are told of.
        case stored
        /// The sum of everything in a currency is not what it was recomputed to. That is a fault of Larder's, too.
        case sum
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .printedTotal
            case 2: self = .stored
            case 3: self = .sum
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .printedTotal: 1
            case .stored: 2
            case .sum: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .printedTotal, .stored, .sum]
    }

    /// `larder.budget.v1.SummarizeSpendingRequest`
    public struct SummarizeSpendingRequest: Message {
        /// The first and the last day, YYYY-MM-DD, both included; at most 3,660 days, or 367 by day.
        public var firstDay: String = ""
        public var lastDay: String = ""
        public var grouping: Budget.SpendingGrouping = .unspecified
        /// The slugs of at most 50 categories: what was spent on their items alone, and on those of categories within them, without
        /// taxes. Empty for everything.
        public var categories: [String] = []
        /// ISO 4217 of a currency that totals are also converted to; empty for none.
        public var convertTo: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            firstDay: String = "",
            lastDay: String = "",
            grouping: Budget.SpendingGrouping = .unspecified,
            categories: [String] = [],
            convertTo: String = ""
        ) {
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.grouping = grouping
            self.categories = categories
            self.convertTo = convertTo
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__SummarizeSpendingRequest()
            larder__budget__v1__summarize_spending_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SummarizeSpendingRequest.self)
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.grouping = Budget.SpendingGrouping(rawValue: Int32(truncatingIfNeeded: c.pointee.grouping.rawValue))
            self.categories = try MessageField.strings(c.pointee.n_categories, c.pointee.categories, "categories")
            self.convertTo = try MessageField.string(c.pointee.convert_to, "convert_to")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SummarizeSpendingRequest.self)
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            c.pointee.grouping = .init(rawValue: .init(truncatingIfNeeded: self.grouping.rawValue))
            if !self.categories.isEmpty {
                c.pointee.n_categories = self.categories.count
                c.pointee.categories = try arena.strings(self.categories, "categories")
            }
            if !self.convertTo.isEmpty {
                c.pointee.convert_to = try arena.string(self.convertTo, "convert_to")
            }
        }
    }

    /// `larder.budget.v1.SpendingSummary`
    public struct SpendingSummary: Message {
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// The period that it is compared with: as many months before where it is whole months, and otherwise as many days before.
        public var formerFirstDay: String = ""
        public var formerLastDay: String = ""
        /// In the order of their codes. Empty where nothing was spent in either period.
        public var currencies: [Budget.CurrencySpending] = []
        /// Absent unless the request names a currency to convert to.
        public var converted: Budget.ConvertedSpending? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            firstDay: String = "",
            lastDay: String = "",
            formerFirstDay: String = "",
            formerLastDay: String = "",
            currencies: [Budget.CurrencySpending] = [],
            converted: Budget.ConvertedSpending? = nil
        ) {
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.formerFirstDay = formerFirstDay
            self.formerLastDay = formerLastDay
            self.currencies = currencies
            self.converted = converted
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__SpendingSummary()
            larder__budget__v1__spending_summary__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SpendingSummary.self)
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.formerFirstDay = try MessageField.string(c.pointee.former_first_day, "former_first_day")
            self.formerLastDay = try MessageField.string(c.pointee.former_last_day, "former_last_day")
            self.currencies = try MessageField.messages(c.pointee.n_currencies, c.pointee.currencies, "currencies")
            self.converted = try MessageField.message(c.pointee.converted, "converted")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SpendingSummary.self)
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            if !self.formerFirstDay.isEmpty {
                c.pointee.former_first_day = try arena.string(self.formerFirstDay, "former_first_day")
            }
            if !self.formerLastDay.isEmpty {
                c.pointee.former_last_day = try arena.string(self.formerLastDay, "former_last_day")
            }
            if !self.currencies.isEmpty {
                c.pointee.n_currencies = self.currencies.count
                c.pointee.currencies = try arena.messages(self.currencies, "currencies").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__CurrencySpending>?.self)
            }
            if let value = self.converted {
                c.pointee.converted = try arena.message(value, "converted").assumingMemoryBound(to: Larder__Budget__V1__ConvertedSpending.self)
            }
        }
    }

    /// What spending comes to in one currency. Each amount is converted at the rate of its purchase's own day, which is what it cost
    /// when it was paid; the exact sum is rounded once, halves to the even minor unit.
    public struct ConvertedSpending: Message {
        /// ISO 4217.
        public var currency: String = ""
        /// The amounts in this currency and those that there is a rate for; absent where there are neither in the period.
        public var total: Common.Money? = nil
        /// In the period before; absent as well.
        public var formerTotal: Common.Money? = nil
        /// Every rate that the total was converted with, by currencies and day.
        public var rates: [Catalog.ExchangeRate] = []
        /// Those that the total of the period before was converted with.
        public var formerRates: [Catalog.ExchangeRate] = []
        /// What neither total has in it, in the order of the codes of currencies: there is no rate.
        public var apart: [Budget.UnconvertedSpending] = []
        /// Rates can't be asked for at present, so that other currencies are apart.
        public var unavailable: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currency: String = "",
            total: Common.Money? = nil,
            formerTotal: Common.Money? = nil,
            rates: [Catalog.ExchangeRate] = [],
            formerRates: [Catalog.ExchangeRate] = [],
            apart: [Budget.UnconvertedSpending] = [],
            unavailable: Bool = false
        ) {
            self.currency = currency
            self.total = total
            self.formerTotal = formerTotal
            self.rates = rates
            self.formerRates = formerRates
            self.apart = apart
            self.unavailable = unavailable
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ConvertedSpending()
            larder__budget__v1__converted_spending__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ConvertedSpending.self)
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.total = try MessageField.message(c.pointee.total, "total")
            self.formerTotal = try MessageField.message(c.pointee.former_total, "former_total")
            self.rates = try MessageField.messages(c.pointee.n_rates, c.pointee.rates, "rates")
            self.formerRates = try MessageField.messages(c.pointee.n_former_rates, c.pointee.former_rates, "former_rates")
            self.apart = try MessageField.messages(c.pointee.n_apart, c.pointee.apart, "apart")
            self.unavailable = c.pointee.unavailable != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ConvertedSpending.self)
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if let value = self.total {
                c.pointee.total = try arena.message(value, "total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.formerTotal {
                c.pointee.former_total = try arena.message(value, "former_total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.rates.isEmpty {
                c.pointee.n_rates = self.rates.count
                c.pointee.rates = try arena.messages(self.rates, "rates").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ExchangeRate>?.self)
            }
            if !self.formerRates.isEmpty {
                c.pointee.n_former_rates = self.formerRates.count
                c.pointee.former_rates = try arena.messages(self.formerRates, "former_rates").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ExchangeRate>?.self)
            }
            if !self.apart.isEmpty {
                c.pointee.n_apart = self.apart.count
                c.pointee.apart = try arena.messages(self.apart, "apart").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__UnconvertedSpending>?.self)
            }
            c.pointee.unavailable = self.unavailable ? 1 : 0
        }
    }

    /// Amounts without a rate of their days.
    public struct UnconvertedSpending: Message {
        /// ISO 4217, or XXX where it is unknown.
        public var currency: String = ""
        public var total: Common.Money? = nil
        /// In the period before.
        public var formerTotal: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currency: String = "",
            total: Common.Money? = nil,
            formerTotal: Common.Money? = nil
        ) {
            self.currency = currency
            self.total = total
            self.formerTotal = formerTotal
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__UnconvertedSpending()
            larder__budget__v1__unconverted_spending__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UnconvertedSpending.self)
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.total = try MessageField.message(c.pointee.total, "total")
            self.formerTotal = try MessageField.message(c.pointee.former_total, "former_total")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UnconvertedSpending.self)
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if let value = self.total {
                c.pointee.total = try arena.message(value, "total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.formerTotal {
                c.pointee.former_total = try arena.message(value, "former_total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }

    /// `larder.budget.v1.CurrencySpending`
    public struct CurrencySpending: Message {
        /// ISO 4217, or XXX where it is unknown.
        public var currency: String = ""
        public var total: Common.Money? = nil
        /// In the period before.
        public var formerTotal: Common.Money? = nil
        /// How many purchases and expenditures.
        public var purchases: Int32 = 0
        /// By day and month in their order, those without any among them; otherwise the largest amount first.
        public var groups: [Budget.SpendingGroup] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currency: String = "",
            total: Common.Money? = nil,
            formerTotal: Common.Money? = nil,
            purchases: Int32 = 0,
            groups: [Budget.SpendingGroup] = []
        ) {
            self.currency = currency
            self.total = total
            self.formerTotal = formerTotal
            self.purchases = purchases
            self.groups = groups
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CurrencySpending()
            larder__budget__v1__currency_spending__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CurrencySpending.self)
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.total = try MessageField.message(c.pointee.total, "total")
            self.formerTotal = try MessageField.message(c.pointee.former_total, "former_total")
            self.purchases = c.pointee.purchases
            self.groups = try MessageField.messages(c.pointee.n_groups, c.pointee.groups, "groups")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CurrencySpending.self)
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if let value = self.total {
                c.pointee.total = try arena.message(value, "total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.formerTotal {
                c.pointee.former_total = try arena.message(value, "former_total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.purchases = self.purchases
            if !self.groups.isEmpty {
                c.pointee.n_groups = self.groups.count
                c.pointee.groups = try arena.messages(self.groups, "groups").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__SpendingGroup>?.self)
            }
        }
    }

    /// `larder.budget.v1.SpendingGroup`
    public struct SpendingGroup: Message {
        public var part: Budget.SpendingPart = .unspecified
        /// The category's slug, the product's id, the store's id, YYYY-MM-DD, YYYY-MM, or purchase or expenditure. Empty where that is
        /// unknown.
        public var key: String = ""
        /// The product or store as its owner knows it; empty for other groupings, and where it is unknown.
        public var name: String = ""
        /// The category's symbol, also that of a product; empty where it is unknown.
        public var symbol: String = ""
        public var amount: Common.Money? = nil
        /// In the period before; absent for days and months, which have none.
        public var formerAmount: Common.Money? = nil
        /// How many purchases and expenditures are in it.
        public var purchases: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            part: Budget.SpendingPart = .unspecified,
            key: String = "",
            name: String = "",
            symbol: String = "",
            amount: Common.Money? = nil,
            formerAmount: Common.Money? = nil,
            purchases: Int32 = 0
        ) {
            self.part = part
            self.key = key
            self.name = name
            self.symbol = symbol
            self.amount = amount
            self.formerAmount = formerAmount
            self.purchases = purchases
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__SpendingGroup()
            larder__budget__v1__spending_group__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SpendingGroup.self)
            self.part = Budget.SpendingPart(rawValue: Int32(truncatingIfNeeded: c.pointee.part.rawValue))
            self.key = try MessageField.string(c.pointee.key, "key")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.formerAmount = try MessageField.message(c.pointee.former_amount, "former_amount")
            self.purchases = c.pointee.purchases
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SpendingGroup.self)
            c.pointee.part = .init(rawValue: .init(truncatingIfNeeded: self.part.rawValue))
            if !self.key.isEmpty {
                c.pointee.key = try arena.string(self.key, "key")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.formerAmount {
                c.pointee.former_amount = try arena.message(value, "former_amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.purchases = self.purchases
        }
    }

    /// `larder.budget.v1.CheckLedgerRequest`
    public struct CheckLedgerRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CheckLedgerRequest()
            larder__budget__v1__check_ledger_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.budget.v1.LedgerCheck`
    public struct LedgerCheck: Message {
        /// How many purchases and expenditures count, and what they add up to, by currency in the order of their codes.
        public var purchases: Int32 = 0
        public var totals: [Common.Money] = []
        /// The latest first, at most 500.
        public var differences: [Budget.LedgerDifference] = []
        /// How many there are.
        public var differenceCount: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchases: Int32 = 0,
            totals: [Common.Money] = [],
            differences: [Budget.LedgerDifference] = [],
            differenceCount: Int32 = 0
        ) {
            self.purchases = purchases
            self.totals = totals
            self.differences = differences
            self.differenceCount = differenceCount
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__LedgerCheck()
            larder__budget__v1__ledger_check__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__LedgerCheck.self)
            self.purchases = c.pointee.purchases
            self.totals = try MessageField.messages(c.pointee.n_totals, c.pointee.totals, "totals")
            self.differences = try MessageField.messages(c.pointee.n_differences, c.pointee.differences, "differences")
            self.differenceCount = c.pointee.difference_count
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__LedgerCheck.self)
            c.pointee.purchases = self.purchases
            if !self.totals.isEmpty {
                c.pointee.n_totals = self.totals.count
                c.pointee.totals = try arena.messages(self.totals, "totals").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Common__V1__Money>?.self)
            }
            if !self.differences.isEmpty {
                c.pointee.n_differences = self.differences.count
                c.pointee.differences = try arena.messages(self.differences, "differences").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__LedgerDifference>?.self)
            }
            c.pointee.difference_count = self.differenceCount
        }
    }

    /// `larder.budget.v1.LedgerDifference`
    public struct LedgerDifference: Message {
        public var kind: Budget.LedgerDifferenceKind = .unspecified
        /// Empty where it is about a sum.
        public var purchaseID: String = ""
        /// The day under which the purchase is listed, YYYY-MM-DD; empty where it is about a sum.
        public var day: String = ""
        public var storeName: String = ""
        /// What is printed or kept, and what it was recomputed to.
        public var kept: Common.Money? = nil
        public var recomputed: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: Budget.LedgerDifferenceKind = .unspecified,
            purchaseID: String = "",
            day: String = "",
            storeName: String = "",
            kept: Common.Money? = nil,
            recomputed: Common.Money? = nil
        ) {
            self.kind = kind
            self.purchaseID = purchaseID
            self.day = day
            self.storeName = storeName
            self.kept = kept
            self.recomputed = recomputed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__LedgerDifference()
            larder__budget__v1__ledger_difference__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__LedgerDifference.self)
            self.kind = Budget.LedgerDifferenceKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.day = try MessageField.string(c.pointee.day, "day")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.kept = try MessageField.message(c.pointee.kept, "kept")
            self.recomputed = try MessageField.message(c.pointee.recomputed, "recomputed")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__LedgerDifference.self)
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if let value = self.kept {
                c.pointee.kept = try arena.message(value, "kept").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.recomputed {
                c.pointee.recomputed = try arena.message(value, "recomputed").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }
}

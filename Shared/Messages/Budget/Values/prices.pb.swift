// Generated from larder/budget/v1/prices.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.PackDimension`
    public enum PackDimension: MessageEnumeration {
        case unspecified
        case mass
        case volume
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .mass
            case 2: self = .volume
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .mass: 1
            case .volume: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .mass, .volume]
    }

    /// Something that is bought.
    public struct PricedItem: Message {
        /// Names it in requests: product: and catalog's id, or words: and a hash of its name.
        public var id: String = ""
        /// Empty when catalog doesn't know it.
        public var productID: String = ""
        /// In the caller's language where it is a shared product's.
        public var name: String = ""
        public var symbol: String = ""
        /// The slug of its category; empty when unknown.
        public var category: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            productID: String = "",
            name: String = "",
            symbol: String = "",
            category: String = ""
        ) {
            self.id = id
            self.productID = productID
            self.name = name
            self.symbol = symbol
            self.category = category
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PricedItem()
            larder__budget__v1__priced_item__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PricedItem.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.category = try MessageField.string(c.pointee.category, "category")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PricedItem.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
        }
    }

    /// What a package holds, as it is printed: 6 x 355 ml.
    public struct PackSize: Message {
        /// How many equal units, from 1.
        public var count: Int32 = 0
        /// What each holds, in thousandths of a gram or of a millilitre.
        public var thousandths: Int64 = 0
        public var dimension: Budget.PackDimension = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            count: Int32 = 0,
            thousandths: Int64 = 0,
            dimension: Budget.PackDimension = .unspecified
        ) {
            self.count = count
            self.thousandths = thousandths
            self.dimension = dimension
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PackSize()
            larder__budget__v1__pack_size__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PackSize.self)
            self.count = c.pointee.count
            self.thousandths = c.pointee.thousandths
            self.dimension = Budget.PackDimension(rawValue: Int32(truncatingIfNeeded: c.pointee.dimension.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PackSize.self)
            c.pointee.count = self.count
            c.pointee.thousandths = self.thousandths
            c.pointee.dimension = .init(rawValue: .init(truncatingIfNeeded: self.dimension.rawValue))
        }
    }

    /// `larder.budget.v1.ListPriceChangesRequest`
    public struct ListPriceChangesRequest: Message {
        /// IANA, such as America/Vancouver: where today is the day it is.
        public var timeZone: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            timeZone: String = ""
        ) {
            self.timeZone = timeZone
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListPriceChangesRequest()
            larder__budget__v1__list_price_changes_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPriceChangesRequest.self)
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPriceChangesRequest.self)
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
        }
    }

    /// `larder.budget.v1.ListPriceChangesResponse`
    public struct ListPriceChangesResponse: Message {
        /// At most 200.
        public var changes: [Budget.PriceChange] = []
        /// How many things there are whose prices can be compared: bought on two days at least at the same known store, the latest time
        /// within a year.
        public var compared: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            changes: [Budget.PriceChange] = [],
            compared: Int32 = 0
        ) {
            self.changes = changes
            self.compared = compared
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListPriceChangesResponse()
            larder__budget__v1__list_price_changes_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPriceChangesResponse.self)
            self.changes = try MessageField.messages(c.pointee.n_changes, c.pointee.changes, "changes")
            self.compared = c.pointee.compared
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPriceChangesResponse.self)
            if !self.changes.isEmpty {
                c.pointee.n_changes = self.changes.count
                c.pointee.changes = try arena.messages(self.changes, "changes").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PriceChange>?.self)
            }
            c.pointee.compared = self.compared
        }
    }

    /// How a price at one store has changed.
    public struct PriceChange: Message {
        public var item: Budget.PricedItem? = nil
        /// Empty when unknown.
        public var storeID: String = ""
        /// As its owner calls it; empty when unknown.
        public var storeName: String = ""
        /// ISO 4217.
        public var currency: String = ""
        /// What prices are for: kg, l, each, gal or m.
        public var unit: String = ""
        /// The usual price before, the median of the latest five at most, and the latest one: decimal numbers of the currency's major
        /// unit, with two digits more than it has.
        public var formerPrice: String = ""
        public var latestPrice: String = ""
        /// YYYY-MM-DD: when it was last bought for the price before, and the latest purchase.
        public var formerDay: String = ""
        public var latestDay: String = ""
        /// By how much the price has changed, in tenths of a per cent; below zero where it has become cheaper.
        public var changePermille: Int32 = 0
        /// What the change makes at the quantity of it bought at that store within a year; below zero where it saves.
        public var yearly: Common.Money? = nil
        /// With a pack that has shrunk: what it held, and what it holds. Absent otherwise.
        public var formerPack: Budget.PackSize? = nil
        public var latestPack: Budget.PackSize? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            item: Budget.PricedItem? = nil,
            storeID: String = "",
            storeName: String = "",
            currency: String = "",
            unit: String = "",
            formerPrice: String = "",
            latestPrice: String = "",
            formerDay: String = "",
            latestDay: String = "",
            changePermille: Int32 = 0,
            yearly: Common.Money? = nil,
            formerPack: Budget.PackSize? = nil,
            latestPack: Budget.PackSize? = nil
        ) {
            self.item = item
            self.storeID = storeID
            self.storeName = storeName
            self.currency = currency
            self.unit = unit
            self.formerPrice = formerPrice
            self.latestPrice = latestPrice
            self.formerDay = formerDay
            self.latestDay = latestDay
            self.changePermille = changePermille
            self.yearly = yearly
            self.formerPack = formerPack
            self.latestPack = latestPack
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PriceChange()
            larder__budget__v1__price_change__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PriceChange.self)
            self.item = try MessageField.message(c.pointee.item, "item")
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.formerPrice = try MessageField.string(c.pointee.former_price, "former_price")
            self.latestPrice = try MessageField.string(c.pointee.latest_price, "latest_price")
            self.formerDay = try MessageField.string(c.pointee.former_day, "former_day")
            self.latestDay = try MessageField.string(c.pointee.latest_day, "latest_day")
            self.changePermille = c.pointee.change_permille
            self.yearly = try MessageField.message(c.pointee.yearly, "yearly")
            self.formerPack = try MessageField.message(c.pointee.former_pack, "former_pack")
            self.latestPack = try MessageField.message(c.pointee.latest_pack, "latest_pack")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PriceChange.self)
            if let value = self.item {
                c.pointee.item = try arena.message(value, "item").assumingMemoryBound(to: Larder__Budget__V1__PricedItem.self)
            }
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if !self.formerPrice.isEmpty {
                c.pointee.former_price = try arena.string(self.formerPrice, "former_price")
            }
            if !self.latestPrice.isEmpty {
                c.pointee.latest_price = try arena.string(self.latestPrice, "latest_price")
            }
            if !self.formerDay.isEmpty {
                c.pointee.former_day = try arena.string(self.formerDay, "former_day")
            }
            if !self.latestDay.isEmpty {
                c.pointee.latest_day = try arena.string(self.latestDay, "latest_day")
            }
            c.pointee.change_permille = self.changePermille
            if let value = self.yearly {
                c.pointee.yearly = try arena.message(value, "yearly").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.formerPack {
                c.pointee.former_pack = try arena.message(value, "former_pack").assumingMemoryBound(to: Larder__Budget__V1__PackSize.self)
            }
            if let value = self.latestPack {
                c.pointee.latest_pack = try arena.message(value, "latest_pack").assumingMemoryBound(to: Larder__Budget__V1__PackSize.self)
            }
        }
    }

    /// `larder.budget.v1.CompareWithAveragesRequest`
    public struct CompareWithAveragesRequest: Message {
        /// IANA, such as America/Vancouver: where today is the day it is.
        public var timeZone: String = ""
        /// ISO 3166: CA for all of Canada, or one of its provinces, such as CA-ON.
        public var region: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            timeZone: String = "",
            region: String = ""
        ) {
            self.timeZone = timeZone
            self.region = region
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CompareWithAveragesRequest()
            larder__budget__v1__compare_with_averages_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CompareWithAveragesRequest.self)
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
            self.region = try MessageField.string(c.pointee.region, "region")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CompareWithAveragesRequest.self)
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
        }
    }

    /// `larder.budget.v1.CompareWithAveragesResponse`
    public struct CompareWithAveragesResponse: Message {
        /// At most 200.
        public var comparisons: [Budget.AverageComparison] = []
        /// Of all that is compared, also beyond the 200: what was paid, what it costs on average, and how far the first is above the
        /// second, in tenths of a per cent. Absent where there is nothing to compare.
        public var paid: Common.Money? = nil
        public var average: Common.Money? = nil
        public var differencePermille: Int32 = 0
        /// Whose figures the averages are, and under which terms, in the caller's language.
        public var credit: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            comparisons: [Budget.AverageComparison] = [],
            paid: Common.Money? = nil,
            average: Common.Money? = nil,
            differencePermille: Int32 = 0,
            credit: String = ""
        ) {
            self.comparisons = comparisons
            self.paid = paid
            self.average = average
            self.differencePermille = differencePermille
            self.credit = credit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CompareWithAveragesResponse()
            larder__budget__v1__compare_with_averages_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CompareWithAveragesResponse.self)
            self.comparisons = try MessageField.messages(c.pointee.n_comparisons, c.pointee.comparisons, "comparisons")
            self.paid = try MessageField.message(c.pointee.paid, "paid")
            self.average = try MessageField.message(c.pointee.average, "average")
            self.differencePermille = c.pointee.difference_permille
            self.credit = try MessageField.string(c.pointee.credit, "credit")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CompareWithAveragesResponse.self)
            if !self.comparisons.isEmpty {
                c.pointee.n_comparisons = self.comparisons.count
                c.pointee.comparisons = try arena.messages(self.comparisons, "comparisons").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__AverageComparison>?.self)
            }
            if let value = self.paid {
                c.pointee.paid = try arena.message(value, "paid").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.average {
                c.pointee.average = try arena.message(value, "average").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.difference_permille = self.differencePermille
            if !self.credit.isEmpty {
                c.pointee.credit = try arena.string(self.credit, "credit")
            }
        }
    }

    /// What was paid for something beside its average price.
    public struct AverageComparison: Message {
        public var item: Budget.PricedItem? = nil
        /// What it was compared with the last time, in the caller's language: 454 g of butter.
        public var averageName: String = ""
        /// How much of it the published price is for: a kilogram by weight for kg, a package for g and ml, pieces for each.
        public var averageQuantity: Int32 = 0
        public var averageUnit: String = ""
        /// YYYY-MM: the month of the average that it was compared with the last time.
        public var month: String = ""
        /// What prices are for: kg, l or each.
        public var unit: String = ""
        /// For one of the unit, over all that was bought: decimal numbers, see PriceChange.
        public var paidPrice: String = ""
        public var averagePrice: String = ""
        /// How far what was paid is above the average, in tenths of a per cent; below zero where it is cheaper.
        public var differencePermille: Int32 = 0
        /// What that makes for all that was bought within a year; below zero where it is cheaper.
        public var difference: Common.Money? = nil
        /// How many times it was bought.
        public var purchases: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            item: Budget.PricedItem? = nil,
            averageName: String = "",
            averageQuantity: Int32 = 0,
            averageUnit: String = "",
            month: String = "",
            unit: String = "",
            paidPrice: String = "",
            averagePrice: String = "",
            differencePermille: Int32 = 0,
            difference: Common.Money? = nil,
            purchases: Int32 = 0
        ) {
            self.item = item
            self.averageName = averageName
            self.averageQuantity = averageQuantity
            self.averageUnit = averageUnit
            self.month = month
            self.unit = unit
            self.paidPrice = paidPrice
            self.averagePrice = averagePrice
            self.differencePermille = differencePermille
            self.difference = difference
            self.purchases = purchases
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__AverageComparison()
            larder__budget__v1__average_comparison__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__AverageComparison.self)
            self.item = try MessageField.message(c.pointee.item, "item")
            self.averageName = try MessageField.string(c.pointee.average_name, "average_name")
            self.averageQuantity = c.pointee.average_quantity
            self.averageUnit = try MessageField.string(c.pointee.average_unit, "average_unit")
            self.month = try MessageField.string(c.pointee.month, "month")
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.paidPrice = try MessageField.string(c.pointee.paid_price, "paid_price")
            self.averagePrice = try MessageField.string(c.pointee.average_price, "average_price")
            self.differencePermille = c.pointee.difference_permille
            self.difference = try MessageField.message(c.pointee.difference, "difference")
            self.purchases = c.pointee.purchases
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__AverageComparison.self)
            if let value = self.item {
                c.pointee.item = try arena.message(value, "item").assumingMemoryBound(to: Larder__Budget__V1__PricedItem.self)
            }
            if !self.averageName.isEmpty {
                c.pointee.average_name = try arena.string(self.averageName, "average_name")
            }
            c.pointee.average_quantity = self.averageQuantity
            if !self.averageUnit.isEmpty {
                c.pointee.average_unit = try arena.string(self.averageUnit, "average_unit")
            }
            if !self.month.isEmpty {
                c.pointee.month = try arena.string(self.month, "month")
            }
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if !self.paidPrice.isEmpty {
                c.pointee.paid_price = try arena.string(self.paidPrice, "paid_price")
            }
            if !self.averagePrice.isEmpty {
                c.pointee.average_price = try arena.string(self.averagePrice, "average_price")
            }
            c.pointee.difference_permille = self.differencePermille
            if let value = self.difference {
                c.pointee.difference = try arena.message(value, "difference").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.purchases = self.purchases
        }
    }

    /// `larder.budget.v1.GetPriceHistoryRequest`
    public struct GetPriceHistoryRequest: Message {
        /// The id of a PricedItem, catalog's id of a product, or a name in any case of its letters; 1 to 200 characters.
        public var item: String = ""
        /// IANA, such as America/Vancouver: where today is the day it is.
        public var timeZone: String = ""
        /// ISO 3166: CA for all of Canada, or one of its provinces, such as CA-ON: of which average prices are added; empty for none.
        public var region: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            item: String = "",
            timeZone: String = "",
            region: String = ""
        ) {
            self.item = item
            self.timeZone = timeZone
            self.region = region
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__GetPriceHistoryRequest()
            larder__budget__v1__get_price_history_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GetPriceHistoryRequest.self)
            self.item = try MessageField.string(c.pointee.item, "item")
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
            self.region = try MessageField.string(c.pointee.region, "region")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GetPriceHistoryRequest.self)
            if !self.item.isEmpty {
                c.pointee.item = try arena.string(self.item, "item")
            }
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
            if !self.region.isEmpty {
                c.pointee.region = try arena.string(self.region, "region")
            }
        }
    }

    /// `larder.budget.v1.PriceHistory`
    public struct PriceHistory: Message {
        public var item: Budget.PricedItem? = nil
        /// One for each currency and unit, since those can't be compared; the one with the latest price first. Empty where no
        /// quantities are known; at most 20.
        public var series: [Budget.PriceSeries] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            item: Budget.PricedItem? = nil,
            series: [Budget.PriceSeries] = []
        ) {
            self.item = item
            self.series = series
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PriceHistory()
            larder__budget__v1__price_history__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PriceHistory.self)
            self.item = try MessageField.message(c.pointee.item, "item")
            self.series = try MessageField.messages(c.pointee.n_series, c.pointee.series, "series")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PriceHistory.self)
            if let value = self.item {
                c.pointee.item = try arena.message(value, "item").assumingMemoryBound(to: Larder__Budget__V1__PricedItem.self)
            }
            if !self.series.isEmpty {
                c.pointee.n_series = self.series.count
                c.pointee.series = try arena.messages(self.series, "series").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PriceSeries>?.self)
            }
        }
    }

    /// Prices that can be compared.
    public struct PriceSeries: Message {
        /// ISO 4217.
        public var currency: String = ""
        /// What prices are for: kg, l, each, gal or m.
        public var unit: String = ""
        /// Oldest first, at most the latest 500.
        public var prices: [Budget.PaidPrice] = []
        /// The lowest, the usual (their median) and the highest of what was paid: decimal numbers, see PriceChange.
        public var lowest: String = ""
        public var usual: String = ""
        public var highest: String = ""
        /// Beside the average of the region; absent where there is none, or averages can't be had at the moment.
        public var comparison: Budget.AverageComparison? = nil
        /// Whose figures the averages are, see CompareWithAveragesResponse; empty without a comparison.
        public var credit: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currency: String = "",
            unit: String = "",
            prices: [Budget.PaidPrice] = [],
            lowest: String = "",
            usual: String = "",
            highest: String = "",
            comparison: Budget.AverageComparison? = nil,
            credit: String = ""
        ) {
            self.currency = currency
            self.unit = unit
            self.prices = prices
            self.lowest = lowest
            self.usual = usual
            self.highest = highest
            self.comparison = comparison
            self.credit = credit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PriceSeries()
            larder__budget__v1__price_series__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PriceSeries.self)
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.prices = try MessageField.messages(c.pointee.n_prices, c.pointee.prices, "prices")
            self.lowest = try MessageField.string(c.pointee.lowest, "lowest")
            self.usual = try MessageField.string(c.pointee.usual, "usual")
            self.highest = try MessageField.string(c.pointee.highest, "highest")
            self.comparison = try MessageField.message(c.pointee.comparison, "comparison")
            self.credit = try MessageField.string(c.pointee.credit, "credit")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PriceSeries.self)
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if !self.prices.isEmpty {
                c.pointee.n_prices = self.prices.count
                c.pointee.prices = try arena.messages(self.prices, "prices").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PaidPrice>?.self)
            }
            if !self.lowest.isEmpty {
                c.pointee.lowest = try arena.string(self.lowest, "lowest")
            }
            if !self.usual.isEmpty {
                c.pointee.usual = try arena.string(self.usual, "usual")
            }
            if !self.highest.isEmpty {
                c.pointee.highest = try arena.string(self.highest, "highest")
            }
            if let value = self.comparison {
                c.pointee.comparison = try arena.message(value, "comparison").assumingMemoryBound(to: Larder__Budget__V1__AverageComparison.self)
            }
            if !self.credit.isEmpty {
                c.pointee.credit = try arena.string(self.credit, "credit")
            }
        }
    }

    /// `larder.budget.v1.PaidPrice`
    public struct PaidPrice: Message {
        public var purchaseID: String = ""
        /// YYYY-MM-DD.
        public var day: String = ""
        /// Empty when unknown.
        public var storeID: String = ""
        public var storeName: String = ""
        /// For one unit of the series: what was paid, and the regular price, before the discount. Decimal numbers, see PriceChange.
        public var paid: String = ""
        public var regular: String = ""
        /// What was paid for it all.
        public var amount: Common.Money? = nil
        /// The quantity as it is in the ledger, in thousandths of its unit.
        public var quantityThousandths: Int64 = 0
        /// each, kg, lb and the like; empty when unknown.
        public var quantityUnit: String = ""
        /// Absent where none is printed.
        public var pack: Budget.PackSize? = nil
        /// What it cost on average for one unit of the series, as CompareWithAverages has it; empty where that is unknown.
        public var average: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchaseID: String = "",
            day: String = "",
            storeID: String = "",
            storeName: String = "",
            paid: String = "",
            regular: String = "",
            amount: Common.Money? = nil,
            quantityThousandths: Int64 = 0,
            quantityUnit: String = "",
            pack: Budget.PackSize? = nil,
            average: String = ""
        ) {
            self.purchaseID = purchaseID
            self.day = day
            self.storeID = storeID
            self.storeName = storeName
            self.paid = paid
            self.regular = regular
            self.amount = amount
            self.quantityThousandths = quantityThousandths
            self.quantityUnit = quantityUnit
            self.pack = pack
            self.average = average
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PaidPrice()
            larder__budget__v1__paid_price__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PaidPrice.self)
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.day = try MessageField.string(c.pointee.day, "day")
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.paid = try MessageField.string(c.pointee.paid, "paid")
            self.regular = try MessageField.string(c.pointee.regular, "regular")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.quantityThousandths = c.pointee.quantity_thousandths
            self.quantityUnit = try MessageField.string(c.pointee.quantity_unit, "quantity_unit")
            self.pack = try MessageField.message(c.pointee.pack, "pack")
            self.average = try MessageField.string(c.pointee.average, "average")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PaidPrice.self)
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.day.isEmpty {
                c.pointee.day = try arena.string(self.day, "day")
            }
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if !self.paid.isEmpty {
                c.pointee.paid = try arena.string(self.paid, "paid")
            }
            if !self.regular.isEmpty {
                c.pointee.regular = try arena.string(self.regular, "regular")
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.quantity_thousandths = self.quantityThousandths
            if !self.quantityUnit.isEmpty {
                c.pointee.quantity_unit = try arena.string(self.quantityUnit, "quantity_unit")
            }
            if let value = self.pack {
                c.pointee.pack = try arena.message(value, "pack").assumingMemoryBound(to: Larder__Budget__V1__PackSize.self)
            }
            if !self.average.isEmpty {
                c.pointee.average = try arena.string(self.average, "average")
            }
        }
    }
}

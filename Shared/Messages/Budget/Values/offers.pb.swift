// Generated from larder/budget/v1/offers.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.ListOffersRequest`
    public struct ListOffersRequest: Message {
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
            var structure = Larder__Budget__V1__ListOffersRequest()
            larder__budget__v1__list_offers_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListOffersRequest.self)
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListOffersRequest.self)
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
        }
    }

    /// `larder.budget.v1.ListOffersResponse`
    public struct ListOffersResponse: Message {
        /// At most 200.
        public var offers: [Budget.Offer] = []
        /// Of how many of the things that were bought a price is known at a store in reach.
        public var compared: Int32 = 0
        /// How many things were bought within 60 days whose prices can be compared.
        public var bought: Int32 = 0
        /// Of how many of these the caller says what they may cost, see Preferences.
        public var ranged: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            offers: [Budget.Offer] = [],
            compared: Int32 = 0,
            bought: Int32 = 0,
            ranged: Int32 = 0
        ) {
            self.offers = offers
            self.compared = compared
            self.bought = bought
            self.ranged = ranged
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListOffersResponse()
            larder__budget__v1__list_offers_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListOffersResponse.self)
            self.offers = try MessageField.messages(c.pointee.n_offers, c.pointee.offers, "offers")
            self.compared = c.pointee.compared
            self.bought = c.pointee.bought
            self.ranged = c.pointee.ranged
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListOffersResponse.self)
            if !self.offers.isEmpty {
                c.pointee.n_offers = self.offers.count
                c.pointee.offers = try arena.messages(self.offers, "offers").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__Offer>?.self)
            }
            c.pointee.compared = self.compared
            c.pointee.bought = self.bought
            c.pointee.ranged = self.ranged
        }
    }

    /// A lower price than the one that was paid.
    public struct Offer: Message {
        public var item: Budget.PricedItem? = nil
        /// What it costs less by: kg, l or each.
        public var unit: String = ""
        /// What was paid for one unit the last time: a decimal number, see PriceChange. When, as YYYY-MM-DD, and where; the store is
        /// empty when unknown.
        public var paidPrice: String = ""
        public var paidDay: String = ""
        public var paidStoreName: String = ""
        public var purchaseID: String = ""
        /// What one unit costs now: a decimal number, see PriceChange.
        public var offeredPrice: String = ""
        /// The price at the store, and what that is for, such as 2 of l.
        public var price: Common.Money? = nil
        public var quantity: String = ""
        public var quantityUnit: String = ""
        /// What the store calls it, such as a brand; empty for nothing in particular.
        public var label: String = ""
        public var storeID: String = ""
        public var storeName: String = ""
        public var storeAddress: String = ""
        public var distanceMetres: Int32 = 0
        /// Whether the caller prefers the store.
        public var preferred: Bool = false
        /// YYYY-MM-DD, inclusive; empty where no end is known.
        public var lastDay: String = ""
        /// How much less it costs, in tenths of a per cent of what was paid.
        public var savingPermille: Int32 = 0
        /// What that makes for as much as was bought the last time.
        public var saving: Common.Money? = nil
        /// YYYY-MM-DD, the Monday of the week in which three users at least have paid that price; empty where an operator says what the store
        /// asks for.
        public var observedWeek: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            item: Budget.PricedItem? = nil,
            unit: String = "",
            paidPrice: String = "",
            paidDay: String = "",
            paidStoreName: String = "",
            purchaseID: String = "",
            offeredPrice: String = "",
            price: Common.Money? = nil,
            quantity: String = "",
            quantityUnit: String = "",
            label: String = "",
            storeID: String = "",
            storeName: String = "",
            storeAddress: String = "",
            distanceMetres: Int32 = 0,
            preferred: Bool = false,
            lastDay: String = "",
            savingPermille: Int32 = 0,
            saving: Common.Money? = nil,
            observedWeek: String = ""
        ) {
            self.item = item
            self.unit = unit
            self.paidPrice = paidPrice
            self.paidDay = paidDay
            self.paidStoreName = paidStoreName
            self.purchaseID = purchaseID
            self.offeredPrice = offeredPrice
            self.price = price
            self.quantity = quantity
            self.quantityUnit = quantityUnit
            self.label = label
            self.storeID = storeID
            self.storeName = storeName
            self.storeAddress = storeAddress
            self.distanceMetres = distanceMetres
            self.preferred = preferred
            self.lastDay = lastDay
            self.savingPermille = savingPermille
            self.saving = saving
            self.observedWeek = observedWeek
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Offer()
            larder__budget__v1__offer__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Offer.self)
            self.item = try MessageField.message(c.pointee.item, "item")
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.paidPrice = try MessageField.string(c.pointee.paid_price, "paid_price")
            self.paidDay = try MessageField.string(c.pointee.paid_day, "paid_day")
            self.paidStoreName = try MessageField.string(c.pointee.paid_store_name, "paid_store_name")
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.offeredPrice = try MessageField.string(c.pointee.offered_price, "offered_price")
            self.price = try MessageField.message(c.pointee.price, "price")
            self.quantity = try MessageField.string(c.pointee.quantity, "quantity")
            self.quantityUnit = try MessageField.string(c.pointee.quantity_unit, "quantity_unit")
            self.label = try MessageField.string(c.pointee.label, "label")
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.storeAddress = try MessageField.string(c.pointee.store_address, "store_address")
            self.distanceMetres = c.pointee.distance_metres
            self.preferred = c.pointee.preferred != 0
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.savingPermille = c.pointee.saving_permille
            self.saving = try MessageField.message(c.pointee.saving, "saving")
            self.observedWeek = try MessageField.string(c.pointee.observed_week, "observed_week")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Offer.self)
            if let value = self.item {
                c.pointee.item = try arena.message(value, "item").assumingMemoryBound(to: Larder__Budget__V1__PricedItem.self)
            }
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if !self.paidPrice.isEmpty {
                c.pointee.paid_price = try arena.string(self.paidPrice, "paid_price")
            }
            if !self.paidDay.isEmpty {
                c.pointee.paid_day = try arena.string(self.paidDay, "paid_day")
            }
            if !self.paidStoreName.isEmpty {
                c.pointee.paid_store_name = try arena.string(self.paidStoreName, "paid_store_name")
            }
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.offeredPrice.isEmpty {
                c.pointee.offered_price = try arena.string(self.offeredPrice, "offered_price")
            }
            if let value = self.price {
                c.pointee.price = try arena.message(value, "price").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.quantity.isEmpty {
                c.pointee.quantity = try arena.string(self.quantity, "quantity")
            }
            if !self.quantityUnit.isEmpty {
                c.pointee.quantity_unit = try arena.string(self.quantityUnit, "quantity_unit")
            }
            if !self.label.isEmpty {
                c.pointee.label = try arena.string(self.label, "label")
            }
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if !self.storeAddress.isEmpty {
                c.pointee.store_address = try arena.string(self.storeAddress, "store_address")
            }
            c.pointee.distance_metres = self.distanceMetres
            c.pointee.preferred = self.preferred ? 1 : 0
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            c.pointee.saving_permille = self.savingPermille
            if let value = self.saving {
                c.pointee.saving = try arena.message(value, "saving").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.observedWeek.isEmpty {
                c.pointee.observed_week = try arena.string(self.observedWeek, "observed_week")
            }
        }
    }
}

// Generated from larder/budget/v1/preferences.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import MessageCoding

extension Budget {
    /// What something may cost, for as much as a store sells together: a package, a piece, or the kilogram that a label gives.
    ///
    /// What is said of a product goes before what is said of its category, that before what is said of a category which contains it, and that
    /// before what is said of everything.
    public struct PricePreference: Message {
        /// The target: the slug of a category, whose contents count, too, or the id of a product, and not both; empty for everything.
        public var category: String = ""
        public var productID: String = ""
        /// ISO 4217. Prices in other currencies may be anything.
        public var currency: String = ""
        /// At least and at most, inclusive, in minor units; 0 for no such bound. One of them is given.
        public var lowestMinor: Int64 = 0
        public var highestMinor: Int64 = 0
        /// What catalog calls a shared product that is the target, in the caller's language; empty otherwise, and in requests.
        public var productName: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            category: String = "",
            productID: String = "",
            currency: String = "",
            lowestMinor: Int64 = 0,
            highestMinor: Int64 = 0,
            productName: String = ""
        ) {
            self.category = category
            self.productID = productID
            self.currency = currency
            self.lowestMinor = lowestMinor
            self.highestMinor = highestMinor
            self.productName = productName
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PricePreference()
            larder__budget__v1__price_preference__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PricePreference.self)
            self.category = try MessageField.string(c.pointee.category, "category")
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.lowestMinor = c.pointee.lowest_minor
            self.highestMinor = c.pointee.highest_minor
            self.productName = try MessageField.string(c.pointee.product_name, "product_name")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PricePreference.self)
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            c.pointee.lowest_minor = self.lowestMinor
            c.pointee.highest_minor = self.highestMinor
            if !self.productName.isEmpty {
                c.pointee.product_name = try arena.string(self.productName, "product_name")
            }
        }
    }

    /// `larder.budget.v1.ListPreferencesRequest`
    public struct ListPreferencesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListPreferencesRequest()
            larder__budget__v1__list_preferences_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.budget.v1.ListPreferencesResponse`
    public struct ListPreferencesResponse: Message {
        /// At most 100.
        public var preferences: [Budget.PricePreference] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            preferences: [Budget.PricePreference] = []
        ) {
            self.preferences = preferences
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListPreferencesResponse()
            larder__budget__v1__list_preferences_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPreferencesResponse.self)
            self.preferences = try MessageField.messages(c.pointee.n_preferences, c.pointee.preferences, "preferences")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPreferencesResponse.self)
            if !self.preferences.isEmpty {
                c.pointee.n_preferences = self.preferences.count
                c.pointee.preferences = try arena.messages(self.preferences, "preferences").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PricePreference>?.self)
            }
        }
    }

    /// `larder.budget.v1.SetPreferenceRequest`
    public struct SetPreferenceRequest: Message {
        public var preference: Budget.PricePreference? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            preference: Budget.PricePreference? = nil
        ) {
            self.preference = preference
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__SetPreferenceRequest()
            larder__budget__v1__set_preference_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SetPreferenceRequest.self)
            self.preference = try MessageField.message(c.pointee.preference, "preference")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SetPreferenceRequest.self)
            if let value = self.preference {
                c.pointee.preference = try arena.message(value, "preference").assumingMemoryBound(to: Larder__Budget__V1__PricePreference.self)
            }
        }
    }

    /// `larder.budget.v1.RemovePreferenceRequest`
    public struct RemovePreferenceRequest: Message {
        /// As in PricePreference.
        public var category: String = ""
        public var productID: String = ""
        public var currency: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            category: String = "",
            productID: String = "",
            currency: String = ""
        ) {
            self.category = category
            self.productID = productID
            self.currency = currency
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__RemovePreferenceRequest()
            larder__budget__v1__remove_preference_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RemovePreferenceRequest.self)
            self.category = try MessageField.string(c.pointee.category, "category")
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RemovePreferenceRequest.self)
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
        }
    }

    /// `larder.budget.v1.RemovePreferenceResponse`
    public struct RemovePreferenceResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__RemovePreferenceResponse()
            larder__budget__v1__remove_preference_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }
}

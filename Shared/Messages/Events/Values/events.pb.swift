// Generated from larder/events/v1/events.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import AuthMessages
internal import CEventsMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Events {
    /// `larder.events.v1.CorrectedField`
    public enum CorrectedField: MessageEnumeration {
        case unspecified
        case storeName
        case storeAddress
        case date
        case time
        case currency
        case subtotal
        case taxes
        case total
        /// The identity of an item: its name, and its product if chosen.
        case product
        case quantity
        case unit
        case unitPrice
        case amount
        case discount
        /// A whole item that was removed or added.
        case item
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .storeName
            case 2: self = .storeAddress
            case 3: self = .date
            case 4: self = .time
            case 5: self = .currency
            case 6: self = .subtotal
            case 7: self = .taxes
            case 8: self = .total
            case 9: self = .product
            case 10: self = .quantity
            case 11: self = .unit
            case 12: self = .unitPrice
            case 13: self = .amount
            case 14: self = .discount
            case 15: self = .item
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .storeName: 1
            case .storeAddress: 2
            case .date: 3
            case .time: 4
            case .currency: 5
            case .subtotal: 6
            case .taxes: 7
            case .total: 8
            case .product: 9
            case .quantity: 10
            case .unit: 11
            case .unitPrice: 12
            case .amount: 13
            case .discount: 14
            case .item: 15
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .storeName, .storeAddress, .date, .time, .currency, .subtotal, .taxes, .total, .product, .quantity, .unit, .unitPrice, .amount, .discount, .item]
    }

    /// `larder.events.v1.AccountChange`
    public enum AccountChange: MessageEnumeration {
        case unspecified
        case passwordChanged
        /// By a mailed link.
        case passwordReset
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .passwordChanged
            case 2: self = .passwordReset
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .passwordChanged: 1
            case .passwordReset: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .passwordChanged, .passwordReset]
    }

    /// `larder.events.v1.DeliverEventResponse`
    public struct DeliverEventResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__DeliverEventResponse()
            larder__events__v1__deliver_event_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.events.v1.Event`
    public struct Event: Message {
        /// A UUID; the same for repeated deliveries.
        public var id: String = ""
        public var occurredAt: Common.Timestamp? = nil
        /// Numbers from 10 on are payloads, smaller ones are not: older programs tell new kinds of events by that.
        public var payload: Payload?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            occurredAt: Common.Timestamp? = nil,
            payload: Payload? = nil
        ) {
            self.id = id
            self.occurredAt = occurredAt
            self.payload = payload
        }

        /// One of the fields that can't be set together.
        public enum Payload: Sendable, Equatable {
            case purchaseRecorded(Events.PurchaseRecorded)
            case receiptFailed(Events.ReceiptFailed)
            case purchaseCorrected(Events.PurchaseCorrected)
            case consentWithdrawn(Events.ConsentWithdrawn)
            case purchaseSettled(Events.PurchaseSettled)
            case accountSecured(Events.AccountSecured)
            case goalPassed(Events.GoalPassed)
            case goalKept(Events.GoalKept)
            case badgeAwarded(Events.BadgeAwarded)
            case priceDropFound(Events.PriceDropFound)
            case priceDropGone(Events.PriceDropGone)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__Event()
            larder__events__v1__event__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__Event.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.occurredAt = try MessageField.message(c.pointee.occurred_at, "occurred_at")
            switch c.pointee.payload_case.rawValue {
            case 10:
                let value: Events.PurchaseRecorded? = try MessageField.message(c.pointee.purchase_recorded, "purchase_recorded")
                self.payload = value.map { .purchaseRecorded($0) }
            case 11:
                let value: Events.ReceiptFailed? = try MessageField.message(c.pointee.receipt_failed, "receipt_failed")
                self.payload = value.map { .receiptFailed($0) }
            case 12:
                let value: Events.PurchaseCorrected? = try MessageField.message(c.pointee.purchase_corrected, "purchase_corrected")
                self.payload = value.map { .purchaseCorrected($0) }
            case 13:
                let value: Events.ConsentWithdrawn? = try MessageField.message(c.pointee.consent_withdrawn, "consent_withdrawn")
                self.payload = value.map { .consentWithdrawn($0) }
            case 14:
                let value: Events.PurchaseSettled? = try MessageField.message(c.pointee.purchase_settled, "purchase_settled")
                self.payload = value.map { .purchaseSettled($0) }
            case 15:
                let value: Events.AccountSecured? = try MessageField.message(c.pointee.account_secured, "account_secured")
                self.payload = value.map { .accountSecured($0) }
            case 16:
                let value: Events.GoalPassed? = try MessageField.message(c.pointee.goal_passed, "goal_passed")
                self.payload = value.map { .goalPassed($0) }
            case 17:
                let value: Events.GoalKept? = try MessageField.message(c.pointee.goal_kept, "goal_kept")
                self.payload = value.map { .goalKept($0) }
            case 18:
                let value: Events.BadgeAwarded? = try MessageField.message(c.pointee.badge_awarded, "badge_awarded")
                self.payload = value.map { .badgeAwarded($0) }
            case 19:
                let value: Events.PriceDropFound? = try MessageField.message(c.pointee.price_drop_found, "price_drop_found")
                self.payload = value.map { .priceDropFound($0) }
            case 20:
                let value: Events.PriceDropGone? = try MessageField.message(c.pointee.price_drop_gone, "price_drop_gone")
                self.payload = value.map { .priceDropGone($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__Event.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if let value = self.occurredAt {
                c.pointee.occurred_at = try arena.message(value, "occurred_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            switch self.payload {
            case .purchaseRecorded(let value):
                c.pointee.payload_case = .init(rawValue: 10)
                c.pointee.purchase_recorded = try arena.message(value, "purchase_recorded").assumingMemoryBound(to: Larder__Events__V1__PurchaseRecorded.self)
            case .receiptFailed(let value):
                c.pointee.payload_case = .init(rawValue: 11)
                c.pointee.receipt_failed = try arena.message(value, "receipt_failed").assumingMemoryBound(to: Larder__Events__V1__ReceiptFailed.self)
            case .purchaseCorrected(let value):
                c.pointee.payload_case = .init(rawValue: 12)
                c.pointee.purchase_corrected = try arena.message(value, "purchase_corrected").assumingMemoryBound(to: Larder__Events__V1__PurchaseCorrected.self)
            case .consentWithdrawn(let value):
                c.pointee.payload_case = .init(rawValue: 13)
                c.pointee.consent_withdrawn = try arena.message(value, "consent_withdrawn").assumingMemoryBound(to: Larder__Events__V1__ConsentWithdrawn.self)
            case .purchaseSettled(let value):
                c.pointee.payload_case = .init(rawValue: 14)
                c.pointee.purchase_settled = try arena.message(value, "purchase_settled").assumingMemoryBound(to: Larder__Events__V1__PurchaseSettled.self)
            case .accountSecured(let value):
                c.pointee.payload_case = .init(rawValue: 15)
                c.pointee.account_secured = try arena.message(value, "account_secured").assumingMemoryBound(to: Larder__Events__V1__AccountSecured.self)
            case .goalPassed(let value):
                c.pointee.payload_case = .init(rawValue: 16)
                c.pointee.goal_passed = try arena.message(value, "goal_passed").assumingMemoryBound(to: Larder__Events__V1__GoalPassed.self)
            case .goalKept(let value):
                c.pointee.payload_case = .init(rawValue: 17)
                c.pointee.goal_kept = try arena.message(value, "goal_kept").assumingMemoryBound(to: Larder__Events__V1__GoalKept.self)
            case .badgeAwarded(let value):
                c.pointee.payload_case = .init(rawValue: 18)
                c.pointee.badge_awarded = try arena.message(value, "badge_awarded").assumingMemoryBound(to: Larder__Events__V1__BadgeAwarded.self)
            case .priceDropFound(let value):
                c.pointee.payload_case = .init(rawValue: 19)
                c.pointee.price_drop_found = try arena.message(value, "price_drop_found").assumingMemoryBound(to: Larder__Events__V1__PriceDropFound.self)
            case .priceDropGone(let value):
                c.pointee.payload_case = .init(rawValue: 20)
                c.pointee.price_drop_gone = try arena.message(value, "price_drop_gone").assumingMemoryBound(to: Larder__Events__V1__PriceDropGone.self)
            case nil: break
            }
        }
    }

    /// Budget recorded a purchase from a receipt.
    public struct PurchaseRecorded: Message {
        public var userID: String = ""
        public var purchaseID: String = ""
        /// Empty for one without a receipt.
        public var receiptID: String = ""
        public var storeName: String = ""
        public var total: Common.Money? = nil
        public var items: Int32 = 0
        public var itemsToReview: Int32 = 0
        /// Whether it seems to duplicate an earlier one.
        public var seemsDuplicate: Bool = false
        /// How many fields apart from the items its owner should review.
        public var fieldsToReview: Int32 = 0
        /// Of former releases: whether its owner typed it in. Such a purchase is not announced any more.
        public var typedIn: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            purchaseID: String = "",
            receiptID: String = "",
            storeName: String = "",
            total: Common.Money? = nil,
            items: Int32 = 0,
            itemsToReview: Int32 = 0,
            seemsDuplicate: Bool = false,
            fieldsToReview: Int32 = 0,
            typedIn: Bool = false
        ) {
            self.userID = userID
            self.purchaseID = purchaseID
            self.receiptID = receiptID
            self.storeName = storeName
            self.total = total
            self.items = items
            self.itemsToReview = itemsToReview
            self.seemsDuplicate = seemsDuplicate
            self.fieldsToReview = fieldsToReview
            self.typedIn = typedIn
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__PurchaseRecorded()
            larder__events__v1__purchase_recorded__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PurchaseRecorded.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.total = try MessageField.message(c.pointee.total, "total")
            self.items = c.pointee.items
            self.itemsToReview = c.pointee.items_to_review
            self.seemsDuplicate = c.pointee.seems_duplicate != 0
            self.fieldsToReview = c.pointee.fields_to_review
            self.typedIn = c.pointee.typed_in != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PurchaseRecorded.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if let value = self.total {
                c.pointee.total = try arena.message(value, "total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.items = self.items
            c.pointee.items_to_review = self.itemsToReview
            c.pointee.seems_duplicate = self.seemsDuplicate ? 1 : 0
            c.pointee.fields_to_review = self.fieldsToReview
            c.pointee.typed_in = self.typedIn ? 1 : 0
        }
    }

    /// ocr could not read a receipt.
    public struct ReceiptFailed: Message {
        public var userID: String = ""
        public var receiptID: String = ""
        /// A sentence in English, for receivers that don't know the cause.
        public var explanation: String = ""
        /// Such as too_dark; empty from former versions.
        public var cause: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            receiptID: String = "",
            explanation: String = "",
            cause: String = ""
        ) {
            self.userID = userID
            self.receiptID = receiptID
            self.explanation = explanation
            self.cause = cause
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__ReceiptFailed()
            larder__events__v1__receipt_failed__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ReceiptFailed.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
            self.explanation = try MessageField.string(c.pointee.explanation, "explanation")
            self.cause = try MessageField.string(c.pointee.cause, "cause")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ReceiptFailed.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
            if !self.explanation.isEmpty {
                c.pointee.explanation = try arena.string(self.explanation, "explanation")
            }
            if !self.cause.isEmpty {
                c.pointee.cause = try arena.string(self.cause, "cause")
            }
        }
    }

    /// The owner of a purchase corrected or confirmed the receipt's reading.
    public struct PurchaseCorrected: Message {
        public var userID: String = ""
        public var purchaseID: String = ""
        public var receiptID: String = ""
        /// Empty when the store is unknown.
        public var storeID: String = ""
        public var corrections: [Events.FieldCorrection] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            purchaseID: String = "",
            receiptID: String = "",
            storeID: String = "",
            corrections: [Events.FieldCorrection] = []
        ) {
            self.userID = userID
            self.purchaseID = purchaseID
            self.receiptID = receiptID
            self.storeID = storeID
            self.corrections = corrections
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__PurchaseCorrected()
            larder__events__v1__purchase_corrected__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PurchaseCorrected.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.corrections = try MessageField.messages(c.pointee.n_corrections, c.pointee.corrections, "corrections")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PurchaseCorrected.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.corrections.isEmpty {
                c.pointee.n_corrections = self.corrections.count
                c.pointee.corrections = try arena.messages(self.corrections, "corrections").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Events__V1__FieldCorrection>?.self)
            }
        }
    }

    /// The reading of a field and the owner's value.
    public struct FieldCorrection: Message {
        public var field: Events.CorrectedField = .unspecified
        /// The item of the receipt's reading, from 1; 0 for fields of the purchase.
        public var receiptLine: Int32 = 0
        /// The item as printed; empty for fields of the purchase.
        public var printedText: String = ""
        public var before: String = ""
        /// Equal to before when it was confirmed.
        public var after: String = ""
        /// With CORRECTED_FIELD_PRODUCT: catalog's id; empty for a product unknown to catalog.
        public var productID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            field: Events.CorrectedField = .unspecified,
            receiptLine: Int32 = 0,
            printedText: String = "",
            before: String = "",
            after: String = "",
            productID: String = ""
        ) {
            self.field = field
            self.receiptLine = receiptLine
            self.printedText = printedText
            self.before = before
            self.after = after
            self.productID = productID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__FieldCorrection()
            larder__events__v1__field_correction__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__FieldCorrection.self)
            self.field = Events.CorrectedField(rawValue: Int32(truncatingIfNeeded: c.pointee.field.rawValue))
            self.receiptLine = c.pointee.receipt_line
            self.printedText = try MessageField.string(c.pointee.printed_text, "printed_text")
            self.before = try MessageField.string(c.pointee.before, "before")
            self.after = try MessageField.string(c.pointee.after, "after")
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__FieldCorrection.self)
            c.pointee.field = .init(rawValue: .init(truncatingIfNeeded: self.field.rawValue))
            c.pointee.receipt_line = self.receiptLine
            if !self.printedText.isEmpty {
                c.pointee.printed_text = try arena.string(self.printedText, "printed_text")
            }
            if !self.before.isEmpty {
                c.pointee.before = try arena.string(self.before, "before")
            }
            if !self.after.isEmpty {
                c.pointee.after = try arena.string(self.after, "after")
            }
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
        }
    }

    /// The owner of a purchase has confirmed or discarded it: its photo is no longer needed for checking.
    public struct PurchaseSettled: Message {
        public var userID: String = ""
        public var purchaseID: String = ""
        public var receiptID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            purchaseID: String = "",
            receiptID: String = ""
        ) {
            self.userID = userID
            self.purchaseID = purchaseID
            self.receiptID = receiptID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__PurchaseSettled()
            larder__events__v1__purchase_settled__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PurchaseSettled.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PurchaseSettled.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
        }
    }

    /// Something changed that keeps an account safe; its owner hears of it, and cannot switch that off.
    public struct AccountSecured: Message {
        public var userID: String = ""
        public var change: Events.AccountChange = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            change: Events.AccountChange = .unspecified
        ) {
            self.userID = userID
            self.change = change
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__AccountSecured()
            larder__events__v1__account_secured__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__AccountSecured.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.change = Events.AccountChange(rawValue: Int32(truncatingIfNeeded: c.pointee.change.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__AccountSecured.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            c.pointee.change = .init(rawValue: .init(truncatingIfNeeded: self.change.rawValue))
        }
    }

    /// What a user has spent is more than a goal of theirs for the period.
    public struct GoalPassed: Message {
        public var userID: String = ""
        public var goalID: String = ""
        /// The goal's period.
        public var firstDay: String = ""
        public var lastDay: String = ""
        public var limit: Common.Money? = nil
        public var spent: Common.Money? = nil
        /// What catalog calls the goal's category or product in each language; empty where the goal is about everything, or the name is
        /// unknown.
        public var targetEnglish: String = ""
        public var targetFrench: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            goalID: String = "",
            firstDay: String = "",
            lastDay: String = "",
            limit: Common.Money? = nil,
            spent: Common.Money? = nil,
            targetEnglish: String = "",
            targetFrench: String = ""
        ) {
            self.userID = userID
            self.goalID = goalID
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.limit = limit
            self.spent = spent
            self.targetEnglish = targetEnglish
            self.targetFrench = targetFrench
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__GoalPassed()
            larder__events__v1__goal_passed__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__GoalPassed.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.goalID = try MessageField.string(c.pointee.goal_id, "goal_id")
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.limit = try MessageField.message(c.pointee.limit, "limit")
            self.spent = try MessageField.message(c.pointee.spent, "spent")
            self.targetEnglish = try MessageField.string(c.pointee.target_english, "target_english")
            self.targetFrench = try MessageField.string(c.pointee.target_french, "target_french")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__GoalPassed.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.goalID.isEmpty {
                c.pointee.goal_id = try arena.string(self.goalID, "goal_id")
            }
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            if let value = self.limit {
                c.pointee.limit = try arena.message(value, "limit").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.spent {
                c.pointee.spent = try arena.message(value, "spent").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.targetEnglish.isEmpty {
                c.pointee.target_english = try arena.string(self.targetEnglish, "target_english")
            }
            if !self.targetFrench.isEmpty {
                c.pointee.target_french = try arena.string(self.targetFrench, "target_french")
            }
        }
    }

    /// A goal that was passed is not any more, since it, what was spent or an exchange rate has changed.
    public struct GoalKept: Message {
        public var userID: String = ""
        public var goalID: String = ""
        /// Of the period in which it was.
        public var firstDay: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            goalID: String = "",
            firstDay: String = ""
        ) {
            self.userID = userID
            self.goalID = goalID
            self.firstDay = firstDay
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__GoalKept()
            larder__events__v1__goal_kept__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__GoalKept.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.goalID = try MessageField.string(c.pointee.goal_id, "goal_id")
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__GoalKept.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.goalID.isEmpty {
                c.pointee.goal_id = try arena.string(self.goalID, "goal_id")
            }
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
        }
    }

    /// A user has got a badge.
    public struct BadgeAwarded: Message {
        public var userID: String = ""
        /// Its name in budget.
        public var badge: String = ""
        /// What it is called in each language.
        public var titleEnglish: String = ""
        public var titleFrench: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            badge: String = "",
            titleEnglish: String = "",
            titleFrench: String = ""
        ) {
            self.userID = userID
            self.badge = badge
            self.titleEnglish = titleEnglish
            self.titleFrench = titleFrench
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__BadgeAwarded()
            larder__events__v1__badge_awarded__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__BadgeAwarded.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.badge = try MessageField.string(c.pointee.badge, "badge")
            self.titleEnglish = try MessageField.string(c.pointee.title_english, "title_english")
            self.titleFrench = try MessageField.string(c.pointee.title_french, "title_french")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__BadgeAwarded.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.badge.isEmpty {
                c.pointee.badge = try arena.string(self.badge, "badge")
            }
            if !self.titleEnglish.isEmpty {
                c.pointee.title_english = try arena.string(self.titleEnglish, "title_english")
            }
            if !self.titleFrench.isEmpty {
                c.pointee.title_french = try arena.string(self.titleFrench, "title_french")
            }
        }
    }

    /// Something that a user has bought within ten days costs less at a store in their reach than they have paid.
    public struct PriceDropFound: Message {
        public var userID: String = ""
        /// Names it for PriceDropGone.
        public var dropID: String = ""
        /// What catalog calls the product in each language.
        public var productEnglish: String = ""
        public var productFrench: String = ""
        public var storeName: String = ""
        /// What it costs at the store, for as much as is sold together.
        public var price: Common.Money? = nil
        /// How much less that is for the same quantity, in per cent of what was paid.
        public var savingPercent: Int32 = 0
        /// How much is sold together, such as 2 of l: a decimal number and a unit of measure.
        public var quantity: String = ""
        public var unit: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            dropID: String = "",
            productEnglish: String = "",
            productFrench: String = "",
            storeName: String = "",
            price: Common.Money? = nil,
            savingPercent: Int32 = 0,
            quantity: String = "",
            unit: String = ""
        ) {
            self.userID = userID
            self.dropID = dropID
            self.productEnglish = productEnglish
            self.productFrench = productFrench
            self.storeName = storeName
            self.price = price
            self.savingPercent = savingPercent
            self.quantity = quantity
            self.unit = unit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__PriceDropFound()
            larder__events__v1__price_drop_found__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PriceDropFound.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.dropID = try MessageField.string(c.pointee.drop_id, "drop_id")
            self.productEnglish = try MessageField.string(c.pointee.product_english, "product_english")
            self.productFrench = try MessageField.string(c.pointee.product_french, "product_french")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.price = try MessageField.message(c.pointee.price, "price")
            self.savingPercent = c.pointee.saving_percent
            self.quantity = try MessageField.string(c.pointee.quantity, "quantity")
            self.unit = try MessageField.string(c.pointee.unit, "unit")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PriceDropFound.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.dropID.isEmpty {
                c.pointee.drop_id = try arena.string(self.dropID, "drop_id")
            }
            if !self.productEnglish.isEmpty {
                c.pointee.product_english = try arena.string(self.productEnglish, "product_english")
            }
            if !self.productFrench.isEmpty {
                c.pointee.product_french = try arena.string(self.productFrench, "product_french")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if let value = self.price {
                c.pointee.price = try arena.message(value, "price").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.saving_percent = self.savingPercent
            if !self.quantity.isEmpty {
                c.pointee.quantity = try arena.string(self.quantity, "quantity")
            }
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
        }
    }

    /// A lower price isn't offered any more, or the purchase is not watched any more.
    public struct PriceDropGone: Message {
        public var userID: String = ""
        public var dropID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            dropID: String = ""
        ) {
            self.userID = userID
            self.dropID = dropID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__PriceDropGone()
            larder__events__v1__price_drop_gone__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PriceDropGone.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.dropID = try MessageField.string(c.pointee.drop_id, "drop_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__PriceDropGone.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.dropID.isEmpty {
                c.pointee.drop_id = try arena.string(self.dropID, "drop_id")
            }
        }
    }

    /// A user has withdrawn a consent. The data collected under it are to be deleted.
    public struct ConsentWithdrawn: Message {
        public var userID: String = ""
        public var kind: Auth.ConsentKind = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            kind: Auth.ConsentKind = .unspecified
        ) {
            self.userID = userID
            self.kind = kind
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__ConsentWithdrawn()
            larder__events__v1__consent_withdrawn__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ConsentWithdrawn.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.kind = Auth.ConsentKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ConsentWithdrawn.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        }
    }
}

// Generated from larder/budget/v1/purchases.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CMessages
internal import CProtobuf
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.PurchaseState`
    public enum PurchaseState: MessageEnumeration {
        case unspecified
        case toVerify
        case confirmed
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .toVerify
            case 2: self = .confirmed
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .toVerify: 1
            case .confirmed: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .toVerify, .confirmed]
    }

    /// `larder.budget.v1.Purchase`
    public struct Purchase: Message {
        public var id: String = ""
        /// The receipt it came from, or empty.
        public var receiptID: String = ""
        public var state: Budget.PurchaseState = .unspecified
        public var storeID: String = ""
        /// As printed or as catalog names it.
        public var storeName: String = ""
        public var purchasedAt: Common.LocalDateTime? = nil
        public var currency: String = ""
        public var items: [Budget.PurchaseItem] = []
        /// Absent when not printed.
        public var subtotal: Common.Money? = nil
        public var taxes: [Budget.PurchaseTax] = []
        /// Absent when not printed.
        public var total: Common.Money? = nil
        /// Sum of items, discounts and taxes as they stand now.
        public var computedTotal: Common.Money? = nil
        /// Whether the computed and the printed total agree; false when there is no printed one.
        public var totalsAgree: Bool = false
        public var recordedAt: Common.Timestamp? = nil
        /// Counts up with every change; sent back with a correction to notice a concurrent one.
        public var version: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            receiptID: String = "",
            state: Budget.PurchaseState = .unspecified,
            storeID: String = "",
            storeName: String = "",
            purchasedAt: Common.LocalDateTime? = nil,
            currency: String = "",
            items: [Budget.PurchaseItem] = [],
            subtotal: Common.Money? = nil,
            taxes: [Budget.PurchaseTax] = [],
            total: Common.Money? = nil,
            computedTotal: Common.Money? = nil,
            totalsAgree: Bool = false,
            recordedAt: Common.Timestamp? = nil,
            version: Int64 = 0
        ) {
            self.id = id
            self.receiptID = receiptID
            self.state = state
            self.storeID = storeID
            self.storeName = storeName
            self.purchasedAt = purchasedAt
            self.currency = currency
            self.items = items
            self.subtotal = subtotal
            self.taxes = taxes
            self.total = total
            self.computedTotal = computedTotal
            self.totalsAgree = totalsAgree
            self.recordedAt = recordedAt
            self.version = version
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Purchase()
            larder__budget__v1__purchase__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Purchase.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
            self.state = Budget.PurchaseState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.purchasedAt = try MessageField.message(c.pointee.purchased_at, "purchased_at")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.items = try MessageField.messages(c.pointee.n_items, c.pointee.items, "items")
            self.subtotal = try MessageField.message(c.pointee.subtotal, "subtotal")
            self.taxes = try MessageField.messages(c.pointee.n_taxes, c.pointee.taxes, "taxes")
            self.total = try MessageField.message(c.pointee.total, "total")
            self.computedTotal = try MessageField.message(c.pointee.computed_total, "computed_total")
            self.totalsAgree = c.pointee.totals_agree != 0
            self.recordedAt = try MessageField.message(c.pointee.recorded_at, "recorded_at")
            self.version = c.pointee.version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Purchase.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if let value = self.purchasedAt {
                c.pointee.purchased_at = try arena.message(value, "purchased_at").assumingMemoryBound(to: Larder__Common__V1__LocalDateTime.self)
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if !self.items.isEmpty {
                c.pointee.n_items = self.items.count
                c.pointee.items = try arena.messages(self.items, "items").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PurchaseItem>?.self)
            }
            if let value = self.subtotal {
                c.pointee.subtotal = try arena.message(value, "subtotal").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.taxes.isEmpty {
                c.pointee.n_taxes = self.taxes.count
                c.pointee.taxes = try arena.messages(self.taxes, "taxes").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PurchaseTax>?.self)
            }
            if let value = self.total {
                c.pointee.total = try arena.message(value, "total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.computedTotal {
                c.pointee.computed_total = try arena.message(value, "computed_total").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.totals_agree = self.totalsAgree ? 1 : 0
            if let value = self.recordedAt {
                c.pointee.recorded_at = try arena.message(value, "recorded_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.version = self.version
        }
    }

    /// `larder.budget.v1.PurchaseItem`
    public struct PurchaseItem: Message {
        public var id: String = ""
        public var productID: String = ""
        public var productName: String = ""
        public var categorySymbol: String = ""
        public var printedText: String = ""
        public var quantityThousandths: Int64 = 0
        public var unit: String = ""
        /// Absent when not printed.
        public var unitPrice: Common.Money? = nil
        public var amount: Common.Money? = nil
        /// Zero or negative.
        public var discount: Common.Money? = nil
        public var needsReview: Bool = false
        /// 0 to 100.
        public var confidence: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            productID: String = "",
            productName: String = "",
            categorySymbol: String = "",
            printedText: String = "",
            quantityThousandths: Int64 = 0,
            unit: String = "",
            unitPrice: Common.Money? = nil,
            amount: Common.Money? = nil,
            discount: Common.Money? = nil,
            needsReview: Bool = false,
            confidence: Int32 = 0
        ) {
            self.id = id
            self.productID = productID
            self.productName = productName
            self.categorySymbol = categorySymbol
            self.printedText = printedText
            self.quantityThousandths = quantityThousandths
            self.unit = unit
            self.unitPrice = unitPrice
            self.amount = amount
            self.discount = discount
            self.needsReview = needsReview
            self.confidence = confidence
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PurchaseItem()
            larder__budget__v1__purchase_item__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseItem.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.productName = try MessageField.string(c.pointee.product_name, "product_name")
            self.categorySymbol = try MessageField.string(c.pointee.category_symbol, "category_symbol")
            self.printedText = try MessageField.string(c.pointee.printed_text, "printed_text")
            self.quantityThousandths = c.pointee.quantity_thousandths
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.unitPrice = try MessageField.message(c.pointee.unit_price, "unit_price")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.discount = try MessageField.message(c.pointee.discount, "discount")
            self.needsReview = c.pointee.needs_review != 0
            self.confidence = c.pointee.confidence
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseItem.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.productName.isEmpty {
                c.pointee.product_name = try arena.string(self.productName, "product_name")
            }
            if !self.categorySymbol.isEmpty {
                c.pointee.category_symbol = try arena.string(self.categorySymbol, "category_symbol")
            }
            if !self.printedText.isEmpty {
                c.pointee.printed_text = try arena.string(self.printedText, "printed_text")
            }
            c.pointee.quantity_thousandths = self.quantityThousandths
            if !self.unit.isEmpty {
                c.pointee.unit = try arena.string(self.unit, "unit")
            }
            if let value = self.unitPrice {
                c.pointee.unit_price = try arena.message(value, "unit_price").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.discount {
                c.pointee.discount = try arena.message(value, "discount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.needs_review = self.needsReview ? 1 : 0
            c.pointee.confidence = self.confidence
        }
    }

    /// `larder.budget.v1.PurchaseTax`
    public struct PurchaseTax: Message {
        public var label: String = ""
        public var amount: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            label: String = "",
            amount: Common.Money? = nil
        ) {
            self.label = label
            self.amount = amount
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PurchaseTax()
            larder__budget__v1__purchase_tax__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseTax.self)
            self.label = try MessageField.string(c.pointee.label, "label")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseTax.self)
            if !self.label.isEmpty {
                c.pointee.label = try arena.string(self.label, "label")
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }

    /// `larder.budget.v1.RecordPurchaseRequest`
    public struct RecordPurchaseRequest: Message {
        public var userID: String = ""
        /// Its receipt_id is required; id, state, computed_total, recorded_at and version are ignored.
        public var purchase: Budget.Purchase? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            purchase: Budget.Purchase? = nil
        ) {
            self.userID = userID
            self.purchase = purchase
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__RecordPurchaseRequest()
            larder__budget__v1__record_purchase_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecordPurchaseRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.purchase = try MessageField.message(c.pointee.purchase, "purchase")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecordPurchaseRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if let value = self.purchase {
                c.pointee.purchase = try arena.message(value, "purchase").assumingMemoryBound(to: Larder__Budget__V1__Purchase.self)
            }
        }
    }

    /// `larder.budget.v1.GetPurchaseRequest`
    public struct GetPurchaseRequest: Message {
        public var key: Key?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            key: Key? = nil
        ) {
            self.key = key
        }

        /// One of the fields that can't be set together.
        public enum Key: Sendable, Equatable {
            case purchaseID(String)
            case receiptID(String)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__GetPurchaseRequest()
            larder__budget__v1__get_purchase_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GetPurchaseRequest.self)
            switch c.pointee.key_case.rawValue {
            case 1:
                self.key = .purchaseID(try MessageField.string(c.pointee.purchase_id, "purchase_id"))
            case 2:
                self.key = .receiptID(try MessageField.string(c.pointee.receipt_id, "receipt_id"))
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GetPurchaseRequest.self)
            switch self.key {
            case .purchaseID(let value):
                c.pointee.key_case = .init(rawValue: 1)
                c.pointee.purchase_id = try arena.string(value, "purchase_id")
            case .receiptID(let value):
                c.pointee.key_case = .init(rawValue: 2)
                c.pointee.receipt_id = try arena.string(value, "receipt_id")
            case nil: break
            }
        }
    }

    /// `larder.budget.v1.ListPurchasesRequest`
    public struct ListPurchasesRequest: Message {
        public var page: Common.PageRequest? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil
        ) {
            self.page = page
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListPurchasesRequest()
            larder__budget__v1__list_purchases_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPurchasesRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPurchasesRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
        }
    }

    /// `larder.budget.v1.ListPurchasesResponse`
    public struct ListPurchasesResponse: Message {
        public var purchases: [Budget.Purchase] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchases: [Budget.Purchase] = [],
            nextPageToken: String = ""
        ) {
            self.purchases = purchases
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListPurchasesResponse()
            larder__budget__v1__list_purchases_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPurchasesResponse.self)
            self.purchases = try MessageField.messages(c.pointee.n_purchases, c.pointee.purchases, "purchases")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPurchasesResponse.self)
            if !self.purchases.isEmpty {
                c.pointee.n_purchases = self.purchases.count
                c.pointee.purchases = try arena.messages(self.purchases, "purchases").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__Purchase>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.budget.v1.CorrectItemRequest`
    public struct CorrectItemRequest: Message {
        public var purchaseID: String = ""
        public var itemID: String = ""
        /// 0 skips the check; otherwise ABORTED when the purchase has changed since.
        public var expectedVersion: Int64 = 0
        /// What is absent stays as it is.
        public var name: Budget.TextCorrection? = nil
        public var quantity: Budget.QuantityCorrection? = nil
        /// In the purchase's currency; negative only for returns and deposits.
        public var amount: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchaseID: String = "",
            itemID: String = "",
            expectedVersion: Int64 = 0,
            name: Budget.TextCorrection? = nil,
            quantity: Budget.QuantityCorrection? = nil,
            amount: Common.Money? = nil
        ) {
            self.purchaseID = purchaseID
            self.itemID = itemID
            self.expectedVersion = expectedVersion
            self.name = name
            self.quantity = quantity
            self.amount = amount
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CorrectItemRequest()
            larder__budget__v1__correct_item_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CorrectItemRequest.self)
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.itemID = try MessageField.string(c.pointee.item_id, "item_id")
            self.expectedVersion = c.pointee.expected_version
            self.name = try MessageField.message(c.pointee.name, "name")
            self.quantity = try MessageField.message(c.pointee.quantity, "quantity")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CorrectItemRequest.self)
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.itemID.isEmpty {
                c.pointee.item_id = try arena.string(self.itemID, "item_id")
            }
            c.pointee.expected_version = self.expectedVersion
            if let value = self.name {
                c.pointee.name = try arena.message(value, "name").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            }
            if let value = self.quantity {
                c.pointee.quantity = try arena.message(value, "quantity").assumingMemoryBound(to: Larder__Budget__V1__QuantityCorrection.self)
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }

    /// `larder.budget.v1.TextCorrection`
    public struct TextCorrection: Message {
        public var value: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            value: String = ""
        ) {
            self.value = value
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__TextCorrection()
            larder__budget__v1__text_correction__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            self.value = try MessageField.string(c.pointee.value, "value")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            if !self.value.isEmpty {
                c.pointee.value = try arena.string(self.value, "value")
            }
        }
    }

    /// `larder.budget.v1.QuantityCorrection`
    public struct QuantityCorrection: Message {
        /// Above 0.
        public var thousandths: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            thousandths: Int64 = 0
        ) {
            self.thousandths = thousandths
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__QuantityCorrection()
            larder__budget__v1__quantity_correction__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__QuantityCorrection.self)
            self.thousandths = c.pointee.thousandths
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__QuantityCorrection.self)
            c.pointee.thousandths = self.thousandths
        }
    }

    /// `larder.budget.v1.ConfirmPurchaseRequest`
    public struct ConfirmPurchaseRequest: Message {
        public var purchaseID: String = ""
        /// 0 skips the check; otherwise ABORTED when the purchase has changed since.
        public var expectedVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchaseID: String = "",
            expectedVersion: Int64 = 0
        ) {
            self.purchaseID = purchaseID
            self.expectedVersion = expectedVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ConfirmPurchaseRequest()
            larder__budget__v1__confirm_purchase_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ConfirmPurchaseRequest.self)
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ConfirmPurchaseRequest.self)
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }
}

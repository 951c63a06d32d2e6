// Generated from larder/budget/v1/purchases.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.PurchaseState`
    public enum PurchaseState: MessageEnumeration {
        case unspecified
        case toVerify
        case confirmed
        /// Discarded by its owner: excluded from lists and sums, but stored. Undoing the step restores it.
        case discarded
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .toVerify
            case 2: self = .confirmed
            case 3: self = .discarded
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .toVerify: 1
            case .confirmed: 2
            case .discarded: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .toVerify, .confirmed, .discarded]
    }

    /// `larder.budget.v1.PurchaseKind`
    public enum PurchaseKind: MessageEnumeration {
        case unspecified
        /// What was bought at once, item by item.
        case purchase
        /// An amount that was spent on something: one item, whose amount is above 0, or below for a refund.
        case expenditure
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .purchase
            case 2: self = .expenditure
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .purchase: 1
            case .expenditure: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .purchase, .expenditure]
    }

    /// A field of a purchase, apart from its items.
    public enum PurchaseField: MessageEnumeration {
        case unspecified
        case storeName
        case storeAddress
        case date
        case time
        case currency
        case subtotal
        case taxes
        case total
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
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .storeName, .storeAddress, .date, .time, .currency, .subtotal, .taxes, .total]
    }

    /// `larder.budget.v1.DuplicateDecision`
    public enum DuplicateDecision: MessageEnumeration {
        case unspecified
        /// It is a separate purchase, and counts.
        case keep
        /// It is discarded. Also for a purchase that is no duplicate.
        case discard
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .keep
            case 2: self = .discard
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .keep: 1
            case .discard: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .keep, .discard]
    }

    /// `larder.budget.v1.Purchase`
    public struct Purchase: Message {
        public var id: String = ""
        /// The receipt, or empty.
        public var receiptID: String = ""
        public var state: Budget.PurchaseState = .unspecified
        public var storeID: String = ""
        /// As printed or as named by catalog.
        public var storeName: String = ""
        public var purchasedAt: Common.LocalDateTime? = nil
        public var currency: String = ""
        public var items: [Budget.PurchaseItem] = []
        /// Absent when not printed.
        public var subtotal: Common.Money? = nil
        public var taxes: [Budget.PurchaseTax] = []
        /// Absent when not printed.
        public var total: Common.Money? = nil
        /// Sum of the present items and discounts, and of the taxes unless the prices include them.
        public var computedTotal: Common.Money? = nil
        /// Whether the computed and the printed total agree; false when there is no printed one.
        public var totalsAgree: Bool = false
        public var recordedAt: Common.Timestamp? = nil
        /// Increases with every change; sent with a correction to detect a concurrent one.
        public var version: Int64 = 0
        public var storeAddress: String = ""
        /// Fields for the owner to check: doubtful, or not found on the receipt.
        public var fieldsToReview: [Budget.PurchaseField] = []
        /// Whether the prices include the taxes: the items alone add up to the total.
        public var taxesIncluded: Bool = false
        /// The earlier purchase that this one seems to duplicate: the same photo, or the same store, date and total. It is not
        /// counted until its owner keeps it; either can be discarded. Empty otherwise.
        public var duplicateOf: String = ""
        /// The earlier receipt with the same photo, or empty.
        public var samePhotoReceiptID: String = ""
        /// Whether catalog has yet to be asked: the store, or lines, are as printed or typed. Its answers follow as a step
        /// that undo skips, and change nothing that the owner has corrected meanwhile.
        public var awaitsMatching: Bool = false
        /// The name and address of store_id in catalog, when its owner uses another name or the match is uncertain, such as
        /// "Juniper Street Market, 14 Juniper Street". Empty otherwise.
        public var knownStore: String = ""
        /// Whether its owner typed it in.
        public var typedIn: Bool = false
        /// ISO 4217: what the currency probably is while it is unknown (XXX), such as that of the owner's latest receipt that
        /// names one. Empty otherwise.
        public var suggestedCurrency: String = ""
        public var kind: Budget.PurchaseKind = .unspecified
        /// What its owner has noted, with line breaks.
        public var note: String = ""
        /// The recurring expenditure that it was recorded for, or empty.
        public var recurringID: String = ""
        /// What two devices have changed in different ways: the newest version is shown, and these are the others, for its owner to choose,
        /// the oldest first. At most 50; in lists and their updates with their ids alone.
        public var conflicts: [Budget.PurchaseConflict] = []

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
            version: Int64 = 0,
            storeAddress: String = "",
            fieldsToReview: [Budget.PurchaseField] = [],
            taxesIncluded: Bool = false,
            duplicateOf: String = "",
            samePhotoReceiptID: String = "",
            awaitsMatching: Bool = false,
            knownStore: String = "",
            typedIn: Bool = false,
            suggestedCurrency: String = "",
            kind: Budget.PurchaseKind = .unspecified,
            note: String = "",
            recurringID: String = "",
            conflicts: [Budget.PurchaseConflict] = []
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
            self.storeAddress = storeAddress
            self.fieldsToReview = fieldsToReview
            self.taxesIncluded = taxesIncluded
            self.duplicateOf = duplicateOf
            self.samePhotoReceiptID = samePhotoReceiptID
            self.awaitsMatching = awaitsMatching
            self.knownStore = knownStore
            self.typedIn = typedIn
            self.suggestedCurrency = suggestedCurrency
            self.kind = kind
            self.note = note
            self.recurringID = recurringID
            self.conflicts = conflicts
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
            self.storeAddress = try MessageField.string(c.pointee.store_address, "store_address")
            self.fieldsToReview = MessageField.values(c.pointee.n_fields_to_review, c.pointee.fields_to_review).map { Budget.PurchaseField(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
            self.taxesIncluded = c.pointee.taxes_included != 0
            self.duplicateOf = try MessageField.string(c.pointee.duplicate_of, "duplicate_of")
            self.samePhotoReceiptID = try MessageField.string(c.pointee.same_photo_receipt_id, "same_photo_receipt_id")
            self.awaitsMatching = c.pointee.awaits_matching != 0
            self.knownStore = try MessageField.string(c.pointee.known_store, "known_store")
            self.typedIn = c.pointee.typed_in != 0
            self.suggestedCurrency = try MessageField.string(c.pointee.suggested_currency, "suggested_currency")
            self.kind = Budget.PurchaseKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.note = try MessageField.string(c.pointee.note, "note")
            self.recurringID = try MessageField.string(c.pointee.recurring_id, "recurring_id")
            self.conflicts = try MessageField.messages(c.pointee.n_conflicts, c.pointee.conflicts, "conflicts")
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
            if !self.storeAddress.isEmpty {
                c.pointee.store_address = try arena.string(self.storeAddress, "store_address")
            }
            if !self.fieldsToReview.isEmpty {
                c.pointee.n_fields_to_review = self.fieldsToReview.count
                c.pointee.fields_to_review = try arena.values(self.fieldsToReview.map { Larder__Budget__V1__PurchaseField(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
            c.pointee.taxes_included = self.taxesIncluded ? 1 : 0
            if !self.duplicateOf.isEmpty {
                c.pointee.duplicate_of = try arena.string(self.duplicateOf, "duplicate_of")
            }
            if !self.samePhotoReceiptID.isEmpty {
                c.pointee.same_photo_receipt_id = try arena.string(self.samePhotoReceiptID, "same_photo_receipt_id")
            }
            c.pointee.awaits_matching = self.awaitsMatching ? 1 : 0
            if !self.knownStore.isEmpty {
                c.pointee.known_store = try arena.string(self.knownStore, "known_store")
            }
            c.pointee.typed_in = self.typedIn ? 1 : 0
            if !self.suggestedCurrency.isEmpty {
                c.pointee.suggested_currency = try arena.string(self.suggestedCurrency, "suggested_currency")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.note.isEmpty {
                c.pointee.note = try arena.string(self.note, "note")
            }
            if !self.recurringID.isEmpty {
                c.pointee.recurring_id = try arena.string(self.recurringID, "recurring_id")
            }
            if !self.conflicts.isEmpty {
                c.pointee.n_conflicts = self.conflicts.count
                c.pointee.conflicts = try arena.messages(self.conflicts, "conflicts").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PurchaseConflict>?.self)
            }
        }
    }

    /// Another version of a part of a purchase: of one field, of one detail of an item, or of whether there is the item.
    public struct PurchaseConflict: Message {
        public var id: String = ""
        /// What choosing it changes, one a line, such as "Total: 9.90 → 8.90".
        public var changes: [String] = []
        /// When this version was made.
        public var madeAt: Common.Timestamp? = nil
        /// The change that choosing it makes.
        public var edit: Budget.PurchaseEdit? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            changes: [String] = [],
            madeAt: Common.Timestamp? = nil,
            edit: Budget.PurchaseEdit? = nil
        ) {
            self.id = id
            self.changes = changes
            self.madeAt = madeAt
            self.edit = edit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PurchaseConflict()
            larder__budget__v1__purchase_conflict__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseConflict.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.changes = try MessageField.strings(c.pointee.n_changes, c.pointee.changes, "changes")
            self.madeAt = try MessageField.message(c.pointee.made_at, "made_at")
            self.edit = try MessageField.message(c.pointee.edit, "edit")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseConflict.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.changes.isEmpty {
                c.pointee.n_changes = self.changes.count
                c.pointee.changes = try arena.strings(self.changes, "changes")
            }
            if let value = self.madeAt {
                c.pointee.made_at = try arena.message(value, "made_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.edit {
                c.pointee.edit = try arena.message(value, "edit").assumingMemoryBound(to: Larder__Budget__V1__PurchaseEdit.self)
            }
        }
    }

    /// The conflicts of a purchase, as exports have them.
    public struct PurchaseConflicts: Message {
        public var conflicts: [Budget.PurchaseConflict] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            conflicts: [Budget.PurchaseConflict] = []
        ) {
            self.conflicts = conflicts
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PurchaseConflicts()
            larder__budget__v1__purchase_conflicts__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseConflicts.self)
            self.conflicts = try MessageField.messages(c.pointee.n_conflicts, c.pointee.conflicts, "conflicts")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseConflicts.self)
            if !self.conflicts.isEmpty {
                c.pointee.n_conflicts = self.conflicts.count
                c.pointee.conflicts = try arena.messages(self.conflicts, "conflicts").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PurchaseConflict>?.self)
            }
        }
    }

    /// `larder.budget.v1.PurchaseItem`
    public struct PurchaseItem: Message {
        public var id: String = ""
        public var productID: String = ""
        /// As its owner or catalog names it, and in the caller's language for a charge and for a product without a name.
        public var productName: String = ""
        public var categorySymbol: String = ""
        public var printedText: String = ""
        public var quantityThousandths: Int64 = 0
        /// each, kg, lb, l, gal, m and the like; empty when unknown.
        public var unit: String = ""
        /// Absent when not printed.
        public var unitPrice: Common.Money? = nil
        public var amount: Common.Money? = nil
        /// Zero or negative.
        public var discount: Common.Money? = nil
        public var needsReview: Bool = false
        /// 0 to 100.
        public var confidence: Int32 = 0
        /// The item of the receipt's reading that has its position on the photo, from 1; 0 for none.
        public var receiptLine: Int32 = 0
        /// The charge that it was read as: nothing is printed for it.
        public var charge: Common.Charge = .unspecified
        /// The slug of its category in catalog; empty when unknown.
        public var category: String = ""

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
            confidence: Int32 = 0,
            receiptLine: Int32 = 0,
            charge: Common.Charge = .unspecified,
            category: String = ""
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
            self.receiptLine = receiptLine
            self.charge = charge
            self.category = category
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
            self.receiptLine = c.pointee.receipt_line
            self.charge = Common.Charge(rawValue: Int32(truncatingIfNeeded: c.pointee.charge.rawValue))
            self.category = try MessageField.string(c.pointee.category, "category")
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
            c.pointee.receipt_line = self.receiptLine
            c.pointee.charge = .init(rawValue: .init(truncatingIfNeeded: self.charge.rawValue))
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
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
        /// Its receipt_id is required; id, state, computed_total, recorded_at and version are ignored. A known_store is what
        /// catalog takes the store for when it isn't certain: the name stays as printed.
        public var purchase: Budget.Purchase? = nil
        /// Absent when catalog was asked for everything.
        public var unmatched: Budget.Unmatched? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            purchase: Budget.Purchase? = nil,
            unmatched: Budget.Unmatched? = nil
        ) {
            self.userID = userID
            self.purchase = purchase
            self.unmatched = unmatched
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
            self.unmatched = try MessageField.message(c.pointee.unmatched, "unmatched")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecordPurchaseRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if let value = self.purchase {
                c.pointee.purchase = try arena.message(value, "purchase").assumingMemoryBound(to: Larder__Budget__V1__Purchase.self)
            }
            if let value = self.unmatched {
                c.pointee.unmatched = try arena.message(value, "unmatched").assumingMemoryBound(to: Larder__Budget__V1__Unmatched.self)
            }
        }
    }

    /// What catalog could not be asked for. Budget asks it once it is available.
    public struct Unmatched: Message {
        /// The store is as printed.
        public var store: Bool = false
        /// Items that are as printed, by their receipt_line; at most 500.
        public var receiptLines: [Int32] = []
        /// With store: its telephone number as printed, at most 40 characters; empty when unknown.
        public var storePhone: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            store: Bool = false,
            receiptLines: [Int32] = [],
            storePhone: String = ""
        ) {
            self.store = store
            self.receiptLines = receiptLines
            self.storePhone = storePhone
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Unmatched()
            larder__budget__v1__unmatched__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Unmatched.self)
            self.store = c.pointee.store != 0
            self.receiptLines = MessageField.values(c.pointee.n_receipt_lines, c.pointee.receipt_lines)
            self.storePhone = try MessageField.string(c.pointee.store_phone, "store_phone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Unmatched.self)
            c.pointee.store = self.store ? 1 : 0
            if !self.receiptLines.isEmpty {
                c.pointee.n_receipt_lines = self.receiptLines.count
                c.pointee.receipt_lines = try arena.values(self.receiptLines)
            }
            if !self.storePhone.isEmpty {
                c.pointee.store_phone = try arena.string(self.storePhone, "store_phone")
            }
        }
    }

    /// `larder.budget.v1.CreatePurchaseRequest`
    public struct CreatePurchaseRequest: Message {
        /// A receipt of the caller's that could not be read; empty for none.
        public var receiptID: String = ""
        /// At most 200 characters; empty when unknown.
        public var storeName: String = ""
        /// At most 300 characters; empty when unknown.
        public var storeAddress: String = ""
        /// Each part is empty when unknown.
        public var purchasedAt: Common.LocalDateTime? = nil
        /// ISO 4217, or XXX when unknown; the currency of every amount.
        public var currency: String = ""
        /// At most 500, in their order: after_item_id is empty. At least one when there is no total.
        public var items: [Budget.NewItem] = []
        /// Absent when none is printed.
        public var subtotal: Common.Money? = nil
        /// At most 20.
        public var taxes: [Budget.PurchaseTax] = []
        /// Absent when none is printed.
        public var total: Common.Money? = nil
        /// At most 2,000 characters, which may have line breaks.
        public var note: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receiptID: String = "",
            storeName: String = "",
            storeAddress: String = "",
            purchasedAt: Common.LocalDateTime? = nil,
            currency: String = "",
            items: [Budget.NewItem] = [],
            subtotal: Common.Money? = nil,
            taxes: [Budget.PurchaseTax] = [],
            total: Common.Money? = nil,
            note: String = ""
        ) {
            self.receiptID = receiptID
            self.storeName = storeName
            self.storeAddress = storeAddress
            self.purchasedAt = purchasedAt
            self.currency = currency
            self.items = items
            self.subtotal = subtotal
            self.taxes = taxes
            self.total = total
            self.note = note
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CreatePurchaseRequest()
            larder__budget__v1__create_purchase_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreatePurchaseRequest.self)
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.storeAddress = try MessageField.string(c.pointee.store_address, "store_address")
            self.purchasedAt = try MessageField.message(c.pointee.purchased_at, "purchased_at")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.items = try MessageField.messages(c.pointee.n_items, c.pointee.items, "items")
            self.subtotal = try MessageField.message(c.pointee.subtotal, "subtotal")
            self.taxes = try MessageField.messages(c.pointee.n_taxes, c.pointee.taxes, "taxes")
            self.total = try MessageField.message(c.pointee.total, "total")
            self.note = try MessageField.string(c.pointee.note, "note")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreatePurchaseRequest.self)
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if !self.storeAddress.isEmpty {
                c.pointee.store_address = try arena.string(self.storeAddress, "store_address")
            }
            if let value = self.purchasedAt {
                c.pointee.purchased_at = try arena.message(value, "purchased_at").assumingMemoryBound(to: Larder__Common__V1__LocalDateTime.self)
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if !self.items.isEmpty {
                c.pointee.n_items = self.items.count
                c.pointee.items = try arena.messages(self.items, "items").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__NewItem>?.self)
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
            if !self.note.isEmpty {
                c.pointee.note = try arena.string(self.note, "note")
            }
        }
    }

    /// `larder.budget.v1.CreateExpenditureRequest`
    public struct CreateExpenditureRequest: Message {
        /// 1 to 200 characters.
        public var name: String = ""
        /// Above 0, in a known currency.
        public var amount: Common.Money? = nil
        /// The slug of a category in catalog, and its symbol; both are empty when unknown.
        public var category: String = ""
        public var categorySymbol: String = ""
        /// Its date is required, and may be in the past or the future.
        public var purchasedAt: Common.LocalDateTime? = nil
        /// Where: at most 200 characters; empty when unknown.
        public var place: String = ""
        /// At most 2,000 characters, which may have line breaks.
        public var note: String = ""
        /// Whether the money came back: it is deducted from sums.
        public var refund: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            amount: Common.Money? = nil,
            category: String = "",
            categorySymbol: String = "",
            purchasedAt: Common.LocalDateTime? = nil,
            place: String = "",
            note: String = "",
            refund: Bool = false
        ) {
            self.name = name
            self.amount = amount
            self.category = category
            self.categorySymbol = categorySymbol
            self.purchasedAt = purchasedAt
            self.place = place
            self.note = note
            self.refund = refund
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CreateExpenditureRequest()
            larder__budget__v1__create_expenditure_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreateExpenditureRequest.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.category = try MessageField.string(c.pointee.category, "category")
            self.categorySymbol = try MessageField.string(c.pointee.category_symbol, "category_symbol")
            self.purchasedAt = try MessageField.message(c.pointee.purchased_at, "purchased_at")
            self.place = try MessageField.string(c.pointee.place, "place")
            self.note = try MessageField.string(c.pointee.note, "note")
            self.refund = c.pointee.refund != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreateExpenditureRequest.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
            if !self.categorySymbol.isEmpty {
                c.pointee.category_symbol = try arena.string(self.categorySymbol, "category_symbol")
            }
            if let value = self.purchasedAt {
                c.pointee.purchased_at = try arena.message(value, "purchased_at").assumingMemoryBound(to: Larder__Common__V1__LocalDateTime.self)
            }
            if !self.place.isEmpty {
                c.pointee.place = try arena.string(self.place, "place")
            }
            if !self.note.isEmpty {
                c.pointee.note = try arena.string(self.note, "note")
            }
            c.pointee.refund = self.refund ? 1 : 0
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
        /// Discarded purchases in place of the others.
        public var discarded: Bool = false
        /// The first and the last day, YYYY-MM-DD; empty for no limit. A purchase of an unknown day counts by that of its
        /// recording.
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// Only those of a kind.
        public var kind: Budget.PurchaseKind = .unspecified
        /// The slugs of at most 50 categories: only those with an item of one of them, or of a category
        /// within it. Empty for no limit.
        public var categories: [String] = []
        /// Only those of a store and with a product, by their ids in catalog; empty for no limit.
        public var storeID: String = ""
        public var productID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            discarded: Bool = false,
            firstDay: String = "",
            lastDay: String = "",
            kind: Budget.PurchaseKind = .unspecified,
            categories: [String] = [],
            storeID: String = "",
            productID: String = ""
        ) {
            self.page = page
            self.discarded = discarded
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.kind = kind
            self.categories = categories
            self.storeID = storeID
            self.productID = productID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListPurchasesRequest()
            larder__budget__v1__list_purchases_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPurchasesRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.discarded = c.pointee.discarded != 0
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.kind = Budget.PurchaseKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.categories = try MessageField.strings(c.pointee.n_categories, c.pointee.categories, "categories")
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListPurchasesRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            c.pointee.discarded = self.discarded ? 1 : 0
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.categories.isEmpty {
                c.pointee.n_categories = self.categories.count
                c.pointee.categories = try arena.strings(self.categories, "categories")
            }
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
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
        /// Absent fields are unchanged.
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

    /// `larder.budget.v1.EditPurchaseRequest`
    public struct EditPurchaseRequest: Message {
        public var purchaseID: String = ""
        /// 0 skips the check; otherwise ABORTED when the purchase has changed since.
        public var expectedVersion: Int64 = 0
        /// 1 to 100.
        public var edits: [Budget.PurchaseEdit] = []
        /// The version that its owner has seen and edited; 0 for the present one. What has been changed since elsewhere is kept and merged
        /// with the edits. Where both have changed the same part, the newest change counts, and the other is kept in conflicts. Unlike with
        /// expected_version, which has to be 0 then, adding an item requires an idempotency key. ABORTED when there would be more than 50
        /// conflicts, when more than 50 changes have been made since, and when amounts don't fit a currency that was changed meanwhile.
        public var baseVersion: Int64 = 0
        /// When the edits were made, which may have waited for a network since. It is taken to be no earlier than the base version and no later
        /// than the present; absent for the present time.
        public var madeAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchaseID: String = "",
            expectedVersion: Int64 = 0,
            edits: [Budget.PurchaseEdit] = [],
            baseVersion: Int64 = 0,
            madeAt: Common.Timestamp? = nil
        ) {
            self.purchaseID = purchaseID
            self.expectedVersion = expectedVersion
            self.edits = edits
            self.baseVersion = baseVersion
            self.madeAt = madeAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__EditPurchaseRequest()
            larder__budget__v1__edit_purchase_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__EditPurchaseRequest.self)
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.expectedVersion = c.pointee.expected_version
            self.edits = try MessageField.messages(c.pointee.n_edits, c.pointee.edits, "edits")
            self.baseVersion = c.pointee.base_version
            self.madeAt = try MessageField.message(c.pointee.made_at, "made_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__EditPurchaseRequest.self)
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            c.pointee.expected_version = self.expectedVersion
            if !self.edits.isEmpty {
                c.pointee.n_edits = self.edits.count
                c.pointee.edits = try arena.messages(self.edits, "edits").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PurchaseEdit>?.self)
            }
            c.pointee.base_version = self.baseVersion
            if let value = self.madeAt {
                c.pointee.made_at = try arena.message(value, "made_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// One change. Whatever is given needs no review any more. Of an expenditure items are not added or removed, and there are no
    /// printed sums or taxes.
    public struct PurchaseEdit: Message {
        public var edit: Edit?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            edit: Edit? = nil
        ) {
            self.edit = edit
        }

        /// One of the fields that can't be set together.
        public enum Edit: Sendable, Equatable {
            /// At most 200 characters; empty when unknown.
            case storeName(Budget.TextCorrection)
            /// At most 300 characters; empty when unknown.
            case storeAddress(Budget.TextCorrection)
            /// YYYY-MM-DD, or empty when unknown.
            case date(Budget.TextCorrection)
            /// HH:MM, or empty when unknown.
            case time(Budget.TextCorrection)
            /// ISO 4217, or XXX when unknown. Printed amounts are kept: 12.30 is 12.30 in the new one, too.
            case currency(Budget.TextCorrection)
            case subtotal(Budget.AmountCorrection)
            case total(Budget.AmountCorrection)
            case taxes(Budget.TaxCorrection)
            case item(Budget.ItemCorrection)
            case newItem(Budget.NewItem)
            case itemRemoval(Budget.ItemRemoval)
            case confirmation(Budget.Confirmation)
            case duplicate(Budget.DuplicateDecision)
            /// At most 2,000 characters, which may have line breaks; empty for none.
            case note(Budget.TextCorrection)
            case itemsCategory(Budget.ItemsCategory)
            case conflict(Budget.ConflictResolution)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PurchaseEdit()
            larder__budget__v1__purchase_edit__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseEdit.self)
            switch c.pointee.edit_case.rawValue {
            case 1:
                let value: Budget.TextCorrection? = try MessageField.message(c.pointee.store_name, "store_name")
                self.edit = value.map { .storeName($0) }
            case 2:
                let value: Budget.TextCorrection? = try MessageField.message(c.pointee.store_address, "store_address")
                self.edit = value.map { .storeAddress($0) }
            case 3:
                let value: Budget.TextCorrection? = try MessageField.message(c.pointee.date, "date")
                self.edit = value.map { .date($0) }
            case 4:
                let value: Budget.TextCorrection? = try MessageField.message(c.pointee.time, "time")
                self.edit = value.map { .time($0) }
            case 5:
                let value: Budget.TextCorrection? = try MessageField.message(c.pointee.currency, "currency")
                self.edit = value.map { .currency($0) }
            case 6:
                let value: Budget.AmountCorrection? = try MessageField.message(c.pointee.subtotal, "subtotal")
                self.edit = value.map { .subtotal($0) }
            case 7:
                let value: Budget.AmountCorrection? = try MessageField.message(c.pointee.total, "total")
                self.edit = value.map { .total($0) }
            case 8:
                let value: Budget.TaxCorrection? = try MessageField.message(c.pointee.taxes, "taxes")
                self.edit = value.map { .taxes($0) }
            case 9:
                let value: Budget.ItemCorrection? = try MessageField.message(c.pointee.item, "item")
                self.edit = value.map { .item($0) }
            case 10:
                let value: Budget.NewItem? = try MessageField.message(c.pointee.new_item, "new_item")
                self.edit = value.map { .newItem($0) }
            case 11:
                let value: Budget.ItemRemoval? = try MessageField.message(c.pointee.item_removal, "item_removal")
                self.edit = value.map { .itemRemoval($0) }
            case 12:
                let value: Budget.Confirmation? = try MessageField.message(c.pointee.confirmation, "confirmation")
                self.edit = value.map { .confirmation($0) }
            case 13:
                self.edit = .duplicate(Budget.DuplicateDecision(rawValue: Int32(truncatingIfNeeded: c.pointee.duplicate.rawValue)))
            case 14:
                let value: Budget.TextCorrection? = try MessageField.message(c.pointee.note, "note")
                self.edit = value.map { .note($0) }
            case 15:
                let value: Budget.ItemsCategory? = try MessageField.message(c.pointee.items_category, "items_category")
                self.edit = value.map { .itemsCategory($0) }
            case 16:
                let value: Budget.ConflictResolution? = try MessageField.message(c.pointee.conflict, "conflict")
                self.edit = value.map { .conflict($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseEdit.self)
            switch self.edit {
            case .storeName(let value):
                c.pointee.edit_case = .init(rawValue: 1)
                c.pointee.store_name = try arena.message(value, "store_name").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            case .storeAddress(let value):
                c.pointee.edit_case = .init(rawValue: 2)
                c.pointee.store_address = try arena.message(value, "store_address").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            case .date(let value):
                c.pointee.edit_case = .init(rawValue: 3)
                c.pointee.date = try arena.message(value, "date").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            case .time(let value):
                c.pointee.edit_case = .init(rawValue: 4)
                c.pointee.time = try arena.message(value, "time").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            case .currency(let value):
                c.pointee.edit_case = .init(rawValue: 5)
                c.pointee.currency = try arena.message(value, "currency").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            case .subtotal(let value):
                c.pointee.edit_case = .init(rawValue: 6)
                c.pointee.subtotal = try arena.message(value, "subtotal").assumingMemoryBound(to: Larder__Budget__V1__AmountCorrection.self)
            case .total(let value):
                c.pointee.edit_case = .init(rawValue: 7)
                c.pointee.total = try arena.message(value, "total").assumingMemoryBound(to: Larder__Budget__V1__AmountCorrection.self)
            case .taxes(let value):
                c.pointee.edit_case = .init(rawValue: 8)
                c.pointee.taxes = try arena.message(value, "taxes").assumingMemoryBound(to: Larder__Budget__V1__TaxCorrection.self)
            case .item(let value):
                c.pointee.edit_case = .init(rawValue: 9)
                c.pointee.item = try arena.message(value, "item").assumingMemoryBound(to: Larder__Budget__V1__ItemCorrection.self)
            case .newItem(let value):
                c.pointee.edit_case = .init(rawValue: 10)
                c.pointee.new_item = try arena.message(value, "new_item").assumingMemoryBound(to: Larder__Budget__V1__NewItem.self)
            case .itemRemoval(let value):
                c.pointee.edit_case = .init(rawValue: 11)
                c.pointee.item_removal = try arena.message(value, "item_removal").assumingMemoryBound(to: Larder__Budget__V1__ItemRemoval.self)
            case .confirmation(let value):
                c.pointee.edit_case = .init(rawValue: 12)
                c.pointee.confirmation = try arena.message(value, "confirmation").assumingMemoryBound(to: Larder__Budget__V1__Confirmation.self)
            case .duplicate(let value):
                c.pointee.edit_case = .init(rawValue: 13)
                c.pointee.duplicate = .init(rawValue: .init(truncatingIfNeeded: value.rawValue))
            case .note(let value):
                c.pointee.edit_case = .init(rawValue: 14)
                c.pointee.note = try arena.message(value, "note").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            case .itemsCategory(let value):
                c.pointee.edit_case = .init(rawValue: 15)
                c.pointee.items_category = try arena.message(value, "items_category").assumingMemoryBound(to: Larder__Budget__V1__ItemsCategory.self)
            case .conflict(let value):
                c.pointee.edit_case = .init(rawValue: 16)
                c.pointee.conflict = try arena.message(value, "conflict").assumingMemoryBound(to: Larder__Budget__V1__ConflictResolution.self)
            case nil: break
            }
        }
    }

    /// Settles a conflict, which is none any more. NOT_FOUND for one that the purchase doesn't have.
    public struct ConflictResolution: Message {
        public var conflictID: String = ""
        /// Whether to take the version that isn't shown; otherwise the one that is shown is kept.
        public var takeOther: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            conflictID: String = "",
            takeOther: Bool = false
        ) {
            self.conflictID = conflictID
            self.takeOther = takeOther
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ConflictResolution()
            larder__budget__v1__conflict_resolution__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ConflictResolution.self)
            self.conflictID = try MessageField.string(c.pointee.conflict_id, "conflict_id")
            self.takeOther = c.pointee.take_other != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ConflictResolution.self)
            if !self.conflictID.isEmpty {
                c.pointee.conflict_id = try arena.string(self.conflictID, "conflict_id")
            }
            c.pointee.take_other = self.takeOther ? 1 : 0
        }
    }

    /// `larder.budget.v1.AmountCorrection`
    public struct AmountCorrection: Message {
        /// Absent when none is printed.
        public var value: Common.Money? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            value: Common.Money? = nil
        ) {
            self.value = value
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__AmountCorrection()
            larder__budget__v1__amount_correction__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__AmountCorrection.self)
            self.value = try MessageField.message(c.pointee.value, "value")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__AmountCorrection.self)
            if let value = self.value {
                c.pointee.value = try arena.message(value, "value").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
        }
    }

    /// Replaces all taxes.
    public struct TaxCorrection: Message {
        /// At most 20.
        public var taxes: [Budget.PurchaseTax] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            taxes: [Budget.PurchaseTax] = []
        ) {
            self.taxes = taxes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__TaxCorrection()
            larder__budget__v1__tax_correction__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__TaxCorrection.self)
            self.taxes = try MessageField.messages(c.pointee.n_taxes, c.pointee.taxes, "taxes")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__TaxCorrection.self)
            if !self.taxes.isEmpty {
                c.pointee.n_taxes = self.taxes.count
                c.pointee.taxes = try arena.messages(self.taxes, "taxes").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PurchaseTax>?.self)
            }
        }
    }

    /// Absent fields are unchanged.
    public struct ItemCorrection: Message {
        public var itemID: String = ""
        /// 1 to 200 characters.
        public var name: Budget.TextCorrection? = nil
        public var quantity: Budget.QuantityCorrection? = nil
        /// each, kg, g, lb, l …; at most 20 characters.
        public var unit: Budget.TextCorrection? = nil
        public var unitPrice: Budget.AmountCorrection? = nil
        /// Negative only for returns and deposits.
        public var amount: Common.Money? = nil
        /// Zero or negative.
        public var discount: Common.Money? = nil
        /// The catalog product, or its category alone. Its name is used unless another is given.
        public var product: Budget.ProductChoice? = nil
        /// Whether it was returned, so that its amount is negative.
        public var returned: Budget.ReturnMark? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            itemID: String = "",
            name: Budget.TextCorrection? = nil,
            quantity: Budget.QuantityCorrection? = nil,
            unit: Budget.TextCorrection? = nil,
            unitPrice: Budget.AmountCorrection? = nil,
            amount: Common.Money? = nil,
            discount: Common.Money? = nil,
            product: Budget.ProductChoice? = nil,
            returned: Budget.ReturnMark? = nil
        ) {
            self.itemID = itemID
            self.name = name
            self.quantity = quantity
            self.unit = unit
            self.unitPrice = unitPrice
            self.amount = amount
            self.discount = discount
            self.product = product
            self.returned = returned
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ItemCorrection()
            larder__budget__v1__item_correction__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ItemCorrection.self)
            self.itemID = try MessageField.string(c.pointee.item_id, "item_id")
            self.name = try MessageField.message(c.pointee.name, "name")
            self.quantity = try MessageField.message(c.pointee.quantity, "quantity")
            self.unit = try MessageField.message(c.pointee.unit, "unit")
            self.unitPrice = try MessageField.message(c.pointee.unit_price, "unit_price")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.discount = try MessageField.message(c.pointee.discount, "discount")
            self.product = try MessageField.message(c.pointee.product, "product")
            self.returned = try MessageField.message(c.pointee.returned, "returned")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ItemCorrection.self)
            if !self.itemID.isEmpty {
                c.pointee.item_id = try arena.string(self.itemID, "item_id")
            }
            if let value = self.name {
                c.pointee.name = try arena.message(value, "name").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            }
            if let value = self.quantity {
                c.pointee.quantity = try arena.message(value, "quantity").assumingMemoryBound(to: Larder__Budget__V1__QuantityCorrection.self)
            }
            if let value = self.unit {
                c.pointee.unit = try arena.message(value, "unit").assumingMemoryBound(to: Larder__Budget__V1__TextCorrection.self)
            }
            if let value = self.unitPrice {
                c.pointee.unit_price = try arena.message(value, "unit_price").assumingMemoryBound(to: Larder__Budget__V1__AmountCorrection.self)
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.discount {
                c.pointee.discount = try arena.message(value, "discount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.product {
                c.pointee.product = try arena.message(value, "product").assumingMemoryBound(to: Larder__Budget__V1__ProductChoice.self)
            }
            if let value = self.returned {
                c.pointee.returned = try arena.message(value, "returned").assumingMemoryBound(to: Larder__Budget__V1__ReturnMark.self)
            }
        }
    }

    /// `larder.budget.v1.ProductChoice`
    public struct ProductChoice: Message {
        /// Empty for a product unknown to catalog.
        public var productID: String = ""
        public var name: String = ""
        public var categorySymbol: String = ""
        /// The slug of its category in catalog; empty when unknown.
        public var category: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            productID: String = "",
            name: String = "",
            categorySymbol: String = "",
            category: String = ""
        ) {
            self.productID = productID
            self.name = name
            self.categorySymbol = categorySymbol
            self.category = category
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ProductChoice()
            larder__budget__v1__product_choice__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ProductChoice.self)
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.categorySymbol = try MessageField.string(c.pointee.category_symbol, "category_symbol")
            self.category = try MessageField.string(c.pointee.category, "category")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ProductChoice.self)
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.categorySymbol.isEmpty {
                c.pointee.category_symbol = try arena.string(self.categorySymbol, "category_symbol")
            }
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
        }
    }

    /// `larder.budget.v1.ReturnMark`
    public struct ReturnMark: Message {
        public var value: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            value: Bool = false
        ) {
            self.value = value
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ReturnMark()
            larder__budget__v1__return_mark__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ReturnMark.self)
            self.value = c.pointee.value != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ReturnMark.self)
            c.pointee.value = self.value ? 1 : 0
        }
    }

    /// `larder.budget.v1.NewItem`
    public struct NewItem: Message {
        /// 1 to 200 characters.
        public var name: String = ""
        /// 0 means one.
        public var quantityThousandths: Int64 = 0
        /// Empty means each.
        public var unit: String = ""
        public var unitPrice: Common.Money? = nil
        /// Negative only with returned.
        public var amount: Common.Money? = nil
        /// Zero or negative. A coupon on the whole receipt is an item of amount 0 with a discount.
        public var discount: Common.Money? = nil
        public var returned: Bool = false
        /// The preceding item; at the end when empty.
        public var afterItemID: String = ""
        /// Absent when unknown to catalog.
        public var product: Budget.ProductChoice? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            quantityThousandths: Int64 = 0,
            unit: String = "",
            unitPrice: Common.Money? = nil,
            amount: Common.Money? = nil,
            discount: Common.Money? = nil,
            returned: Bool = false,
            afterItemID: String = "",
            product: Budget.ProductChoice? = nil
        ) {
            self.name = name
            self.quantityThousandths = quantityThousandths
            self.unit = unit
            self.unitPrice = unitPrice
            self.amount = amount
            self.discount = discount
            self.returned = returned
            self.afterItemID = afterItemID
            self.product = product
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__NewItem()
            larder__budget__v1__new_item__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__NewItem.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.quantityThousandths = c.pointee.quantity_thousandths
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.unitPrice = try MessageField.message(c.pointee.unit_price, "unit_price")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.discount = try MessageField.message(c.pointee.discount, "discount")
            self.returned = c.pointee.returned != 0
            self.afterItemID = try MessageField.string(c.pointee.after_item_id, "after_item_id")
            self.product = try MessageField.message(c.pointee.product, "product")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__NewItem.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
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
            c.pointee.returned = self.returned ? 1 : 0
            if !self.afterItemID.isEmpty {
                c.pointee.after_item_id = try arena.string(self.afterItemID, "after_item_id")
            }
            if let value = self.product {
                c.pointee.product = try arena.message(value, "product").assumingMemoryBound(to: Larder__Budget__V1__ProductChoice.self)
            }
        }
    }

    /// `larder.budget.v1.ItemRemoval`
    public struct ItemRemoval: Message {
        public var itemID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            itemID: String = ""
        ) {
            self.itemID = itemID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ItemRemoval()
            larder__budget__v1__item_removal__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ItemRemoval.self)
            self.itemID = try MessageField.string(c.pointee.item_id, "item_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ItemRemoval.self)
            if !self.itemID.isEmpty {
                c.pointee.item_id = try arena.string(self.itemID, "item_id")
            }
        }
    }

    /// Sets the category of several items at once. Each keeps its product and its name, and catalog's later answers keep the category.
    /// What was read of an item is not confirmed by it.
    public struct ItemsCategory: Message {
        /// 1 to 500, each once.
        public var itemIDs: [String] = []
        /// The slug of a category in catalog, and its symbol.
        public var category: String = ""
        public var categorySymbol: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            itemIDs: [String] = [],
            category: String = "",
            categorySymbol: String = ""
        ) {
            self.itemIDs = itemIDs
            self.category = category
            self.categorySymbol = categorySymbol
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ItemsCategory()
            larder__budget__v1__items_category__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ItemsCategory.self)
            self.itemIDs = try MessageField.strings(c.pointee.n_item_ids, c.pointee.item_ids, "item_ids")
            self.category = try MessageField.string(c.pointee.category, "category")
            self.categorySymbol = try MessageField.string(c.pointee.category_symbol, "category_symbol")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ItemsCategory.self)
            if !self.itemIDs.isEmpty {
                c.pointee.n_item_ids = self.itemIDs.count
                c.pointee.item_ids = try arena.strings(self.itemIDs, "item_ids")
            }
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
            if !self.categorySymbol.isEmpty {
                c.pointee.category_symbol = try arena.string(self.categorySymbol, "category_symbol")
            }
        }
    }

    /// Confirms present values.
    public struct Confirmation: Message {
        public var subject: Subject?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            subject: Subject? = nil
        ) {
            self.subject = subject
        }

        /// One of the fields that can't be set together.
        public enum Subject: Sendable, Equatable {
            case field(Budget.PurchaseField)
            case itemID(String)
            /// Nothing in the purchase needs review any more.
            case everything(Bool)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Confirmation()
            larder__budget__v1__confirmation__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Confirmation.self)
            switch c.pointee.subject_case.rawValue {
            case 1:
                self.subject = .field(Budget.PurchaseField(rawValue: Int32(truncatingIfNeeded: c.pointee.field.rawValue)))
            case 2:
                self.subject = .itemID(try MessageField.string(c.pointee.item_id, "item_id"))
            case 3:
                self.subject = .everything(c.pointee.everything != 0)
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Confirmation.self)
            switch self.subject {
            case .field(let value):
                c.pointee.subject_case = .init(rawValue: 1)
                c.pointee.field = .init(rawValue: .init(truncatingIfNeeded: value.rawValue))
            case .itemID(let value):
                c.pointee.subject_case = .init(rawValue: 2)
                c.pointee.item_id = try arena.string(value, "item_id")
            case .everything(let value):
                c.pointee.subject_case = .init(rawValue: 3)
                c.pointee.everything = value ? 1 : 0
            case nil: break
            }
        }
    }

    /// `larder.budget.v1.UndoStepRequest`
    public struct UndoStepRequest: Message {
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
            var structure = Larder__Budget__V1__UndoStepRequest()
            larder__budget__v1__undo_step_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoStepRequest.self)
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoStepRequest.self)
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }

    /// `larder.budget.v1.UndoStepResponse`
    public struct UndoStepResponse: Message {
        public var purchase: Budget.Purchase? = nil
        /// The step that was undone.
        public var undone: Budget.PurchaseStep? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchase: Budget.Purchase? = nil,
            undone: Budget.PurchaseStep? = nil
        ) {
            self.purchase = purchase
            self.undone = undone
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__UndoStepResponse()
            larder__budget__v1__undo_step_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoStepResponse.self)
            self.purchase = try MessageField.message(c.pointee.purchase, "purchase")
            self.undone = try MessageField.message(c.pointee.undone, "undone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoStepResponse.self)
            if let value = self.purchase {
                c.pointee.purchase = try arena.message(value, "purchase").assumingMemoryBound(to: Larder__Budget__V1__Purchase.self)
            }
            if let value = self.undone {
                c.pointee.undone = try arena.message(value, "undone").assumingMemoryBound(to: Larder__Budget__V1__PurchaseStep.self)
            }
        }
    }

    /// One step of a purchase.
    public struct PurchaseStep: Message {
        /// The resulting version of the purchase.
        public var version: Int64 = 0
        public var madeAt: Common.Timestamp? = nil
        /// The changes, one a line, such as "Total: 9.90 → 8.90".
        public var changes: [String] = []
        /// The version of the step that this one undid; 0 for none.
        public var undoesVersion: Int64 = 0
        /// The version of the step that undid this one; 0 for none.
        public var undoneByVersion: Int64 = 0
        /// Whether it comes from catalog rather than the owner.
        public var matched: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            version: Int64 = 0,
            madeAt: Common.Timestamp? = nil,
            changes: [String] = [],
            undoesVersion: Int64 = 0,
            undoneByVersion: Int64 = 0,
            matched: Bool = false
        ) {
            self.version = version
            self.madeAt = madeAt
            self.changes = changes
            self.undoesVersion = undoesVersion
            self.undoneByVersion = undoneByVersion
            self.matched = matched
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PurchaseStep()
            larder__budget__v1__purchase_step__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseStep.self)
            self.version = c.pointee.version
            self.madeAt = try MessageField.message(c.pointee.made_at, "made_at")
            self.changes = try MessageField.strings(c.pointee.n_changes, c.pointee.changes, "changes")
            self.undoesVersion = c.pointee.undoes_version
            self.undoneByVersion = c.pointee.undone_by_version
            self.matched = c.pointee.matched != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseStep.self)
            c.pointee.version = self.version
            if let value = self.madeAt {
                c.pointee.made_at = try arena.message(value, "made_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.changes.isEmpty {
                c.pointee.n_changes = self.changes.count
                c.pointee.changes = try arena.strings(self.changes, "changes")
            }
            c.pointee.undoes_version = self.undoesVersion
            c.pointee.undone_by_version = self.undoneByVersion
            c.pointee.matched = self.matched ? 1 : 0
        }
    }

    /// `larder.budget.v1.ListStepsRequest`
    public struct ListStepsRequest: Message {
        public var purchaseID: String = ""
        public var page: Common.PageRequest? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchaseID: String = "",
            page: Common.PageRequest? = nil
        ) {
            self.purchaseID = purchaseID
            self.page = page
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListStepsRequest()
            larder__budget__v1__list_steps_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListStepsRequest.self)
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListStepsRequest.self)
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
        }
    }

    /// `larder.budget.v1.ListStepsResponse`
    public struct ListStepsResponse: Message {
        public var steps: [Budget.PurchaseStep] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            steps: [Budget.PurchaseStep] = [],
            nextPageToken: String = ""
        ) {
            self.steps = steps
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListStepsResponse()
            larder__budget__v1__list_steps_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListStepsResponse.self)
            self.steps = try MessageField.messages(c.pointee.n_steps, c.pointee.steps, "steps")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListStepsResponse.self)
            if !self.steps.isEmpty {
                c.pointee.n_steps = self.steps.count
                c.pointee.steps = try arena.messages(self.steps, "steps").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__PurchaseStep>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.budget.v1.WatchPurchaseRequest`
    public struct WatchPurchaseRequest: Message {
        public var purchaseID: String = ""
        /// The version seen last, to resume a watch. Later steps are sent in place of the present state, unless they are among
        /// more than the latest 200. 0 for a new watch.
        public var afterVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchaseID: String = "",
            afterVersion: Int64 = 0
        ) {
            self.purchaseID = purchaseID
            self.afterVersion = afterVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__WatchPurchaseRequest()
            larder__budget__v1__watch_purchase_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WatchPurchaseRequest.self)
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.afterVersion = c.pointee.after_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WatchPurchaseRequest.self)
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            c.pointee.after_version = self.afterVersion
        }
    }

    /// `larder.budget.v1.PurchaseUpdate`
    public struct PurchaseUpdate: Message {
        /// The purchase after the step.
        public var purchase: Budget.Purchase? = nil
        /// Absent in the first update of a new watch, and of one that is resumed too late for every step to be sent.
        public var step: Budget.PurchaseStep? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            purchase: Budget.Purchase? = nil,
            step: Budget.PurchaseStep? = nil
        ) {
            self.purchase = purchase
            self.step = step
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PurchaseUpdate()
            larder__budget__v1__purchase_update__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseUpdate.self)
            self.purchase = try MessageField.message(c.pointee.purchase, "purchase")
            self.step = try MessageField.message(c.pointee.step, "step")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseUpdate.self)
            if let value = self.purchase {
                c.pointee.purchase = try arena.message(value, "purchase").assumingMemoryBound(to: Larder__Budget__V1__Purchase.self)
            }
            if let value = self.step {
                c.pointee.step = try arena.message(value, "step").assumingMemoryBound(to: Larder__Budget__V1__PurchaseStep.self)
            }
        }
    }

    /// `larder.budget.v1.WatchPurchasesRequest`
    public struct WatchPurchasesRequest: Message {
        /// The cursor of the last update, to resume a watch: what has changed since is sent. Empty for a new watch.
        public var cursor: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            cursor: String = ""
        ) {
            self.cursor = cursor
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__WatchPurchasesRequest()
            larder__budget__v1__watch_purchases_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WatchPurchasesRequest.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WatchPurchasesRequest.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
        }
    }

    /// `larder.budget.v1.PurchaseListUpdate`
    public struct PurchaseListUpdate: Message {
        /// Resumes the watch after this update, with any instance of the service; valid for 30 days.
        public var cursor: String = ""
        /// Whether the purchases have to be read anew, after this update: the watch is new, or its cursor is no longer valid. What
        /// changes from now on is sent.
        public var reset: Bool = false
        /// The purchases that were added or changed, as they are now, newest first; at most 200, fewer where they have many items.
        /// Discarded ones are among them.
        public var purchases: [Budget.Purchase] = []
        /// The purchases that were removed.
        public var removedIDs: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            cursor: String = "",
            reset: Bool = false,
            purchases: [Budget.Purchase] = [],
            removedIDs: [String] = []
        ) {
            self.cursor = cursor
            self.reset = reset
            self.purchases = purchases
            self.removedIDs = removedIDs
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PurchaseListUpdate()
            larder__budget__v1__purchase_list_update__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseListUpdate.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
            self.reset = c.pointee.reset != 0
            self.purchases = try MessageField.messages(c.pointee.n_purchases, c.pointee.purchases, "purchases")
            self.removedIDs = try MessageField.strings(c.pointee.n_removed_ids, c.pointee.removed_ids, "removed_ids")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PurchaseListUpdate.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
            c.pointee.reset = self.reset ? 1 : 0
            if !self.purchases.isEmpty {
                c.pointee.n_purchases = self.purchases.count
                c.pointee.purchases = try arena.messages(self.purchases, "purchases").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__Purchase>?.self)
            }
            if !self.removedIDs.isEmpty {
                c.pointee.n_removed_ids = self.removedIDs.count
                c.pointee.removed_ids = try arena.strings(self.removedIDs, "removed_ids")
            }
        }
    }

    /// `larder.budget.v1.HasRecordedRequest`
    public struct HasRecordedRequest: Message {
        public var userID: String = ""
        public var since: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            since: Common.Timestamp? = nil
        ) {
            self.userID = userID
            self.since = since
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__HasRecordedRequest()
            larder__budget__v1__has_recorded_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__HasRecordedRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.since = try MessageField.message(c.pointee.since, "since")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__HasRecordedRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if let value = self.since {
                c.pointee.since = try arena.message(value, "since").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.budget.v1.HasRecordedResponse`
    public struct HasRecordedResponse: Message {
        public var hasRecorded: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            hasRecorded: Bool = false
        ) {
            self.hasRecorded = hasRecorded
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__HasRecordedResponse()
            larder__budget__v1__has_recorded_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__HasRecordedResponse.self)
            self.hasRecorded = c.pointee.has_recorded != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__HasRecordedResponse.self)
            c.pointee.has_recorded = self.hasRecorded ? 1 : 0
        }
    }
}

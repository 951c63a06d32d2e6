// Generated from larder/events/v1/events.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CMessages
internal import CProtobuf
public import MessageCoding

extension Events {
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
        /// A UUID; the same however often it is delivered.
        public var id: String = ""
        public var occurredAt: Common.Timestamp? = nil
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
            case nil: break
            }
        }
    }

    /// Budget recorded a purchase from a receipt.
    public struct PurchaseRecorded: Message {
        public var userID: String = ""
        public var purchaseID: String = ""
        public var receiptID: String = ""
        public var storeName: String = ""
        public var total: Common.Money? = nil
        public var items: Int32 = 0
        public var itemsToReview: Int32 = 0

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
            itemsToReview: Int32 = 0
        ) {
            self.userID = userID
            self.purchaseID = purchaseID
            self.receiptID = receiptID
            self.storeName = storeName
            self.total = total
            self.items = items
            self.itemsToReview = itemsToReview
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
        }
    }

    /// Ocr could not read a receipt.
    public struct ReceiptFailed: Message {
        public var userID: String = ""
        public var receiptID: String = ""
        public var explanation: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            receiptID: String = "",
            explanation: String = ""
        ) {
            self.userID = userID
            self.receiptID = receiptID
            self.explanation = explanation
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
        }
    }
}

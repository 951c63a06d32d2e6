// Generated from larder/ocr/v1/receipts.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import COCRMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension OCR {
    /// How long a photo is kept once its purchase is recorded, or typed in. While a receipt is failed, its photo waits for a
    /// retry, but 30 days at most unless its owner chose to keep it.
    public enum PhotoKeeping: MessageEnumeration {
        /// The installation's choice: photos are removed unless its operator decided otherwise.
        case unspecified
        /// Removed then; and at once when the receipt fails and retrying cannot help.
        case remove
        /// Kept until its owner removes it; its text can be searched.
        case keep
        /// Kept until its owner confirms or discards the purchase.
        case untilConfirmed
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .remove
            case 2: self = .keep
            case 3: self = .untilConfirmed
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .remove: 1
            case .keep: 2
            case .untilConfirmed: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .remove, .keep, .untilConfirmed]
    }

    /// `larder.ocr.v1.ReceiptState`
    public enum ReceiptState: MessageEnumeration {
        case unspecified
        case queued
        case reading
        case parsing
        /// Interpreted; being recorded with catalog and budget.
        case saving
        case done
        case failed
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .queued
            case 2: self = .reading
            case 3: self = .parsing
            case 4: self = .saving
            case 5: self = .done
            case 6: self = .failed
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .queued: 1
            case .reading: 2
            case .parsing: 3
            case .saving: 4
            case .done: 5
            case .failed: 6
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .queued, .reading, .parsing, .saving, .done, .failed]
    }

    /// `larder.ocr.v1.SumCheck`
    public enum SumCheck: MessageEnumeration {
        case unspecified
        case notPossible
        case agrees
        case disagrees
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .notPossible
            case 2: self = .agrees
            case 3: self = .disagrees
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .notPossible: 1
            case .agrees: 2
            case .disagrees: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .notPossible, .agrees, .disagrees]
    }

    /// `larder.ocr.v1.LineKind`
    public enum LineKind: MessageEnumeration {
        case unspecified
        /// A product that was bought or returned.
        case product
        /// A discount or coupon on the whole receipt; its value is in `discount`.
        case discount
        /// A service charge, a tip or cash rounding.
        case charge
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .product
            case 2: self = .discount
            case 3: self = .charge
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .product: 1
            case .discount: 2
            case .charge: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .product, .discount, .charge]
    }

    /// `larder.ocr.v1.UploadReceiptRequest`
    public struct UploadReceiptRequest: Message {
        public var part: Part?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            part: Part? = nil
        ) {
            self.part = part
        }

        /// One of the fields that can't be set together.
        public enum Part: Sendable, Equatable {
            case header(OCR.UploadHeader)
            /// At most 256 KiB a chunk; 20 MB a photo.
            case chunk([UInt8])
            /// Begins another photo of the same receipt; at most 8 photos, 40 MB together.
            case nextPhoto(OCR.NextPhoto)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__UploadReceiptRequest()
            larder__ocr__v1__upload_receipt_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__UploadReceiptRequest.self)
            switch c.pointee.part_case.rawValue {
            case 1:
                let value: OCR.UploadHeader? = try MessageField.message(c.pointee.header, "header")
                self.part = value.map { .header($0) }
            case 2:
                self.part = .chunk(MessageField.values(c.pointee.chunk.len, c.pointee.chunk.data))
            case 3:
                let value: OCR.NextPhoto? = try MessageField.message(c.pointee.next_photo, "next_photo")
                self.part = value.map { .nextPhoto($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__UploadReceiptRequest.self)
            switch self.part {
            case .header(let value):
                c.pointee.part_case = .init(rawValue: 1)
                c.pointee.header = try arena.message(value, "header").assumingMemoryBound(to: Larder__Ocr__V1__UploadHeader.self)
            case .chunk(let value):
                c.pointee.part_case = .init(rawValue: 2)
                c.pointee.chunk = ProtobufCBinaryData(len: value.count, data: try arena.values(value))
            case .nextPhoto(let value):
                c.pointee.part_case = .init(rawValue: 3)
                c.pointee.next_photo = try arena.message(value, "next_photo").assumingMemoryBound(to: Larder__Ocr__V1__NextPhoto.self)
            case nil: break
            }
        }
    }

    /// `larder.ocr.v1.NextPhoto`
    public struct NextPhoto: Message {
        /// Bytes to come; 0 when unknown.
        public var size: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            size: Int64 = 0
        ) {
            self.size = size
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__NextPhoto()
            larder__ocr__v1__next_photo__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__NextPhoto.self)
            self.size = c.pointee.size
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__NextPhoto.self)
            c.pointee.size = self.size
        }
    }

    /// `larder.ocr.v1.UploadHeader`
    public struct UploadHeader: Message {
        /// Bytes to come; 0 when unknown. A photo over the limit is then rejected before it is sent.
        public var size: Int64 = 0
        /// IANA time zone of the device, used for the day of the purchase.
        public var timeZone: String = ""
        public var keeping: OCR.PhotoKeeping = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            size: Int64 = 0,
            timeZone: String = "",
            keeping: OCR.PhotoKeeping = .unspecified
        ) {
            self.size = size
            self.timeZone = timeZone
            self.keeping = keeping
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__UploadHeader()
            larder__ocr__v1__upload_header__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__UploadHeader.self)
            self.size = c.pointee.size
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
            self.keeping = OCR.PhotoKeeping(rawValue: Int32(truncatingIfNeeded: c.pointee.keeping.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__UploadHeader.self)
            c.pointee.size = self.size
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
            c.pointee.keeping = .init(rawValue: .init(truncatingIfNeeded: self.keeping.rawValue))
        }
    }

    /// `larder.ocr.v1.UploadReceiptResponse`
    public struct UploadReceiptResponse: Message {
        public var receiptID: String = ""
        /// Number in the user's own sequence of receipts, from 1.
        public var queueNumber: Int64 = 0
        /// The number of receipts of all users ahead of it.
        public var ahead: Int64 = 0
        /// The user's earlier receipt with the same photo; empty when there is none. The new one is read nevertheless, and its
        /// purchase is marked as a duplicate until its owner keeps it.
        public var samePhotoReceiptID: String = ""
        /// The purchase of the earlier receipt; empty when there is none yet.
        public var samePhotoPurchaseID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receiptID: String = "",
            queueNumber: Int64 = 0,
            ahead: Int64 = 0,
            samePhotoReceiptID: String = "",
            samePhotoPurchaseID: String = ""
        ) {
            self.receiptID = receiptID
            self.queueNumber = queueNumber
            self.ahead = ahead
            self.samePhotoReceiptID = samePhotoReceiptID
            self.samePhotoPurchaseID = samePhotoPurchaseID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__UploadReceiptResponse()
            larder__ocr__v1__upload_receipt_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__UploadReceiptResponse.self)
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
            self.queueNumber = c.pointee.queue_number
            self.ahead = c.pointee.ahead
            self.samePhotoReceiptID = try MessageField.string(c.pointee.same_photo_receipt_id, "same_photo_receipt_id")
            self.samePhotoPurchaseID = try MessageField.string(c.pointee.same_photo_purchase_id, "same_photo_purchase_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__UploadReceiptResponse.self)
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
            c.pointee.queue_number = self.queueNumber
            c.pointee.ahead = self.ahead
            if !self.samePhotoReceiptID.isEmpty {
                c.pointee.same_photo_receipt_id = try arena.string(self.samePhotoReceiptID, "same_photo_receipt_id")
            }
            if !self.samePhotoPurchaseID.isEmpty {
                c.pointee.same_photo_purchase_id = try arena.string(self.samePhotoPurchaseID, "same_photo_purchase_id")
            }
        }
    }

    /// `larder.ocr.v1.WatchReceiptRequest`
    public struct WatchReceiptRequest: Message {
        public var receiptID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receiptID: String = ""
        ) {
            self.receiptID = receiptID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__WatchReceiptRequest()
            larder__ocr__v1__watch_receipt_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__WatchReceiptRequest.self)
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__WatchReceiptRequest.self)
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
        }
    }

    /// `larder.ocr.v1.ReceiptProgress`
    public struct ReceiptProgress: Message {
        public var state: OCR.ReceiptState = .unspecified
        /// The progress of reading: 0 to 100.
        public var percent: Int32 = 0
        /// With DONE: the purchase.
        public var purchaseID: String = ""
        /// With FAILED: a sentence for the user.
        public var failure: String = ""
        /// With FAILED: whether retrying the same photo may succeed; otherwise another photo is needed.
        public var retryMayHelp: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            state: OCR.ReceiptState = .unspecified,
            percent: Int32 = 0,
            purchaseID: String = "",
            failure: String = "",
            retryMayHelp: Bool = false
        ) {
            self.state = state
            self.percent = percent
            self.purchaseID = purchaseID
            self.failure = failure
            self.retryMayHelp = retryMayHelp
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__ReceiptProgress()
            larder__ocr__v1__receipt_progress__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReceiptProgress.self)
            self.state = OCR.ReceiptState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.percent = c.pointee.percent
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.failure = try MessageField.string(c.pointee.failure, "failure")
            self.retryMayHelp = c.pointee.retry_may_help != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReceiptProgress.self)
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            c.pointee.percent = self.percent
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.failure.isEmpty {
                c.pointee.failure = try arena.string(self.failure, "failure")
            }
            c.pointee.retry_may_help = self.retryMayHelp ? 1 : 0
        }
    }

    /// `larder.ocr.v1.WatchReceiptsRequest`
    public struct WatchReceiptsRequest: Message {
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
            var structure = Larder__Ocr__V1__WatchReceiptsRequest()
            larder__ocr__v1__watch_receipts_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__WatchReceiptsRequest.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__WatchReceiptsRequest.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
        }
    }

    /// `larder.ocr.v1.ReceiptListUpdate`
    public struct ReceiptListUpdate: Message {
        /// Resumes the watch after this update, with any instance of the service; valid for 30 days.
        public var cursor: String = ""
        /// Whether the receipts have to be read anew, after this update: the watch is new, or its cursor is no longer valid. What
        /// changes from now on is sent.
        public var reset: Bool = false
        /// The receipts that were added or changed, as they are now, newest first, without their readings; at most 200.
        public var receipts: [OCR.Receipt] = []
        /// The receipts that were removed.
        public var removedIDs: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            cursor: String = "",
            reset: Bool = false,
            receipts: [OCR.Receipt] = [],
            removedIDs: [String] = []
        ) {
            self.cursor = cursor
            self.reset = reset
            self.receipts = receipts
            self.removedIDs = removedIDs
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__ReceiptListUpdate()
            larder__ocr__v1__receipt_list_update__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReceiptListUpdate.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
            self.reset = c.pointee.reset != 0
            self.receipts = try MessageField.messages(c.pointee.n_receipts, c.pointee.receipts, "receipts")
            self.removedIDs = try MessageField.strings(c.pointee.n_removed_ids, c.pointee.removed_ids, "removed_ids")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReceiptListUpdate.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
            c.pointee.reset = self.reset ? 1 : 0
            if !self.receipts.isEmpty {
                c.pointee.n_receipts = self.receipts.count
                c.pointee.receipts = try arena.messages(self.receipts, "receipts").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Ocr__V1__Receipt>?.self)
            }
            if !self.removedIDs.isEmpty {
                c.pointee.n_removed_ids = self.removedIDs.count
                c.pointee.removed_ids = try arena.strings(self.removedIDs, "removed_ids")
            }
        }
    }

    /// `larder.ocr.v1.GetReceiptRequest`
    public struct GetReceiptRequest: Message {
        public var receiptID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receiptID: String = ""
        ) {
            self.receiptID = receiptID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__GetReceiptRequest()
            larder__ocr__v1__get_receipt_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__GetReceiptRequest.self)
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__GetReceiptRequest.self)
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
        }
    }

    /// `larder.ocr.v1.ListReceiptsRequest`
    public struct ListReceiptsRequest: Message {
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
            var structure = Larder__Ocr__V1__ListReceiptsRequest()
            larder__ocr__v1__list_receipts_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ListReceiptsRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ListReceiptsRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
        }
    }

    /// `larder.ocr.v1.ListReceiptsResponse`
    public struct ListReceiptsResponse: Message {
        public var receipts: [OCR.Receipt] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receipts: [OCR.Receipt] = [],
            nextPageToken: String = ""
        ) {
            self.receipts = receipts
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__ListReceiptsResponse()
            larder__ocr__v1__list_receipts_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ListReceiptsResponse.self)
            self.receipts = try MessageField.messages(c.pointee.n_receipts, c.pointee.receipts, "receipts")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ListReceiptsResponse.self)
            if !self.receipts.isEmpty {
                c.pointee.n_receipts = self.receipts.count
                c.pointee.receipts = try arena.messages(self.receipts, "receipts").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Ocr__V1__Receipt>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.ocr.v1.RetryReceiptRequest`
    public struct RetryReceiptRequest: Message {
        public var receiptID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receiptID: String = ""
        ) {
            self.receiptID = receiptID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__RetryReceiptRequest()
            larder__ocr__v1__retry_receipt_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__RetryReceiptRequest.self)
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__RetryReceiptRequest.self)
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
        }
    }

    /// `larder.ocr.v1.Receipt`
    public struct Receipt: Message {
        public var id: String = ""
        public var queueNumber: Int64 = 0
        public var state: OCR.ReceiptState = .unspecified
        public var percent: Int32 = 0
        public var purchaseID: String = ""
        public var failure: String = ""
        public var uploadedAt: Common.Timestamp? = nil
        /// The reading; absent until PARSING is complete.
        public var reading: OCR.Reading? = nil
        /// Whether the photo can be downloaded and the text searched.
        public var hasPhoto: Bool = false
        /// The user's earlier receipt with the same photo; empty when there is none.
        public var samePhotoReceiptID: String = ""
        /// The number of photos that can be downloaded.
        public var photos: Int32 = 0
        /// With FAILED: whether retrying the same photo may succeed; otherwise another photo is needed.
        public var retryMayHelp: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            queueNumber: Int64 = 0,
            state: OCR.ReceiptState = .unspecified,
            percent: Int32 = 0,
            purchaseID: String = "",
            failure: String = "",
            uploadedAt: Common.Timestamp? = nil,
            reading: OCR.Reading? = nil,
            hasPhoto: Bool = false,
            samePhotoReceiptID: String = "",
            photos: Int32 = 0,
            retryMayHelp: Bool = false
        ) {
            self.id = id
            self.queueNumber = queueNumber
            self.state = state
            self.percent = percent
            self.purchaseID = purchaseID
            self.failure = failure
            self.uploadedAt = uploadedAt
            self.reading = reading
            self.hasPhoto = hasPhoto
            self.samePhotoReceiptID = samePhotoReceiptID
            self.photos = photos
            self.retryMayHelp = retryMayHelp
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__Receipt()
            larder__ocr__v1__receipt__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__Receipt.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.queueNumber = c.pointee.queue_number
            self.state = OCR.ReceiptState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.percent = c.pointee.percent
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
            self.failure = try MessageField.string(c.pointee.failure, "failure")
            self.uploadedAt = try MessageField.message(c.pointee.uploaded_at, "uploaded_at")
            self.reading = try MessageField.message(c.pointee.reading, "reading")
            self.hasPhoto = c.pointee.has_photo != 0
            self.samePhotoReceiptID = try MessageField.string(c.pointee.same_photo_receipt_id, "same_photo_receipt_id")
            self.photos = c.pointee.photos
            self.retryMayHelp = c.pointee.retry_may_help != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__Receipt.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            c.pointee.queue_number = self.queueNumber
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            c.pointee.percent = self.percent
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
            if !self.failure.isEmpty {
                c.pointee.failure = try arena.string(self.failure, "failure")
            }
            if let value = self.uploadedAt {
                c.pointee.uploaded_at = try arena.message(value, "uploaded_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.reading {
                c.pointee.reading = try arena.message(value, "reading").assumingMemoryBound(to: Larder__Ocr__V1__Reading.self)
            }
            c.pointee.has_photo = self.hasPhoto ? 1 : 0
            if !self.samePhotoReceiptID.isEmpty {
                c.pointee.same_photo_receipt_id = try arena.string(self.samePhotoReceiptID, "same_photo_receipt_id")
            }
            c.pointee.photos = self.photos
            c.pointee.retry_may_help = self.retryMayHelp ? 1 : 0
        }
    }

    /// The content of a receipt. A field that is not printed is absent, never invented. While the currency is unknown,
    /// amounts have the code XXX and count hundredths.
    public struct Reading: Message {
        public var storeName: OCR.ReadText? = nil
        public var storeAddress: OCR.ReadText? = nil
        public var date: OCR.ReadText? = nil
        public var time: OCR.ReadText? = nil
        /// ISO 4217.
        public var currency: OCR.ReadText? = nil
        /// Lines in printed order.
        public var items: [OCR.ReadItem] = []
        public var subtotal: OCR.ReadAmount? = nil
        public var taxes: [OCR.ReadTax] = []
        public var total: OCR.ReadAmount? = nil
        /// Whether items, discounts and taxes add up to the printed total.
        public var sumCheck: OCR.SumCheck = .unspecified
        /// The recognized text, row by row; empty once the photo is removed.
        public var rawText: String = ""
        /// Size of the photo as downloaded, in the pixels of boxes; 0 when unknown.
        public var photoWidth: Int32 = 0
        public var photoHeight: Int32 = 0
        /// The number of clockwise quarter turns applied for reading, in addition to the EXIF orientation; a downloaded photo
        /// is already rotated. 0 with several photos, of which the size above is the first one's.
        public var quarterTurns: Int32 = 0
        /// The store's telephone number as printed.
        public var storePhone: OCR.ReadText? = nil
        /// ISO 4217: the currency of the user's latest receipt that names one, where this one names none. Not read, only a
        /// suggestion. Empty otherwise.
        public var suggestedCurrency: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            storeName: OCR.ReadText? = nil,
            storeAddress: OCR.ReadText? = nil,
            date: OCR.ReadText? = nil,
            time: OCR.ReadText? = nil,
            currency: OCR.ReadText? = nil,
            items: [OCR.ReadItem] = [],
            subtotal: OCR.ReadAmount? = nil,
            taxes: [OCR.ReadTax] = [],
            total: OCR.ReadAmount? = nil,
            sumCheck: OCR.SumCheck = .unspecified,
            rawText: String = "",
            photoWidth: Int32 = 0,
            photoHeight: Int32 = 0,
            quarterTurns: Int32 = 0,
            storePhone: OCR.ReadText? = nil,
            suggestedCurrency: String = ""
        ) {
            self.storeName = storeName
            self.storeAddress = storeAddress
            self.date = date
            self.time = time
            self.currency = currency
            self.items = items
            self.subtotal = subtotal
            self.taxes = taxes
            self.total = total
            self.sumCheck = sumCheck
            self.rawText = rawText
            self.photoWidth = photoWidth
            self.photoHeight = photoHeight
            self.quarterTurns = quarterTurns
            self.storePhone = storePhone
            self.suggestedCurrency = suggestedCurrency
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__Reading()
            larder__ocr__v1__reading__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__Reading.self)
            self.storeName = try MessageField.message(c.pointee.store_name, "store_name")
            self.storeAddress = try MessageField.message(c.pointee.store_address, "store_address")
            self.date = try MessageField.message(c.pointee.date, "date")
            self.time = try MessageField.message(c.pointee.time, "time")
            self.currency = try MessageField.message(c.pointee.currency, "currency")
            self.items = try MessageField.messages(c.pointee.n_items, c.pointee.items, "items")
            self.subtotal = try MessageField.message(c.pointee.subtotal, "subtotal")
            self.taxes = try MessageField.messages(c.pointee.n_taxes, c.pointee.taxes, "taxes")
            self.total = try MessageField.message(c.pointee.total, "total")
            self.sumCheck = OCR.SumCheck(rawValue: Int32(truncatingIfNeeded: c.pointee.sum_check.rawValue))
            self.rawText = try MessageField.string(c.pointee.raw_text, "raw_text")
            self.photoWidth = c.pointee.photo_width
            self.photoHeight = c.pointee.photo_height
            self.quarterTurns = c.pointee.quarter_turns
            self.storePhone = try MessageField.message(c.pointee.store_phone, "store_phone")
            self.suggestedCurrency = try MessageField.string(c.pointee.suggested_currency, "suggested_currency")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__Reading.self)
            if let value = self.storeName {
                c.pointee.store_name = try arena.message(value, "store_name").assumingMemoryBound(to: Larder__Ocr__V1__ReadText.self)
            }
            if let value = self.storeAddress {
                c.pointee.store_address = try arena.message(value, "store_address").assumingMemoryBound(to: Larder__Ocr__V1__ReadText.self)
            }
            if let value = self.date {
                c.pointee.date = try arena.message(value, "date").assumingMemoryBound(to: Larder__Ocr__V1__ReadText.self)
            }
            if let value = self.time {
                c.pointee.time = try arena.message(value, "time").assumingMemoryBound(to: Larder__Ocr__V1__ReadText.self)
            }
            if let value = self.currency {
                c.pointee.currency = try arena.message(value, "currency").assumingMemoryBound(to: Larder__Ocr__V1__ReadText.self)
            }
            if !self.items.isEmpty {
                c.pointee.n_items = self.items.count
                c.pointee.items = try arena.messages(self.items, "items").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Ocr__V1__ReadItem>?.self)
            }
            if let value = self.subtotal {
                c.pointee.subtotal = try arena.message(value, "subtotal").assumingMemoryBound(to: Larder__Ocr__V1__ReadAmount.self)
            }
            if !self.taxes.isEmpty {
                c.pointee.n_taxes = self.taxes.count
                c.pointee.taxes = try arena.messages(self.taxes, "taxes").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Ocr__V1__ReadTax>?.self)
            }
            if let value = self.total {
                c.pointee.total = try arena.message(value, "total").assumingMemoryBound(to: Larder__Ocr__V1__ReadAmount.self)
            }
            c.pointee.sum_check = .init(rawValue: .init(truncatingIfNeeded: self.sumCheck.rawValue))
            if !self.rawText.isEmpty {
                c.pointee.raw_text = try arena.string(self.rawText, "raw_text")
            }
            c.pointee.photo_width = self.photoWidth
            c.pointee.photo_height = self.photoHeight
            c.pointee.quarter_turns = self.quarterTurns
            if let value = self.storePhone {
                c.pointee.store_phone = try arena.message(value, "store_phone").assumingMemoryBound(to: Larder__Ocr__V1__ReadText.self)
            }
            if !self.suggestedCurrency.isEmpty {
                c.pointee.suggested_currency = try arena.string(self.suggestedCurrency, "suggested_currency")
            }
        }
    }

    /// A rectangle on a photo, in pixels of the picture as downloaded and displayed; the origin is its top left corner.
    /// Where the receipt is tilted or in perspective, it is the bounding box of the print.
    public struct Box: Message {
        public var x: Int32 = 0
        public var y: Int32 = 0
        public var width: Int32 = 0
        public var height: Int32 = 0
        /// The index of the photo in upload order, from 0.
        public var photo: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            x: Int32 = 0,
            y: Int32 = 0,
            width: Int32 = 0,
            height: Int32 = 0,
            photo: Int32 = 0
        ) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.photo = photo
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__Box()
            larder__ocr__v1__box__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__Box.self)
            self.x = c.pointee.x
            self.y = c.pointee.y
            self.width = c.pointee.width
            self.height = c.pointee.height
            self.photo = c.pointee.photo
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__Box.self)
            c.pointee.x = self.x
            c.pointee.y = self.y
            c.pointee.width = self.width
            c.pointee.height = self.height
            c.pointee.photo = self.photo
        }
    }

    /// `larder.ocr.v1.ReadText`
    public struct ReadText: Message {
        public var value: String = ""
        /// 0 to 100.
        public var confidence: Int32 = 0
        public var box: OCR.Box? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            value: String = "",
            confidence: Int32 = 0,
            box: OCR.Box? = nil
        ) {
            self.value = value
            self.confidence = confidence
            self.box = box
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__ReadText()
            larder__ocr__v1__read_text__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReadText.self)
            self.value = try MessageField.string(c.pointee.value, "value")
            self.confidence = c.pointee.confidence
            self.box = try MessageField.message(c.pointee.box, "box")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReadText.self)
            if !self.value.isEmpty {
                c.pointee.value = try arena.string(self.value, "value")
            }
            c.pointee.confidence = self.confidence
            if let value = self.box {
                c.pointee.box = try arena.message(value, "box").assumingMemoryBound(to: Larder__Ocr__V1__Box.self)
            }
        }
    }

    /// `larder.ocr.v1.ReadAmount`
    public struct ReadAmount: Message {
        public var value: Common.Money? = nil
        public var confidence: Int32 = 0
        public var box: OCR.Box? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            value: Common.Money? = nil,
            confidence: Int32 = 0,
            box: OCR.Box? = nil
        ) {
            self.value = value
            self.confidence = confidence
            self.box = box
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__ReadAmount()
            larder__ocr__v1__read_amount__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReadAmount.self)
            self.value = try MessageField.message(c.pointee.value, "value")
            self.confidence = c.pointee.confidence
            self.box = try MessageField.message(c.pointee.box, "box")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReadAmount.self)
            if let value = self.value {
                c.pointee.value = try arena.message(value, "value").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.confidence = self.confidence
            if let value = self.box {
                c.pointee.box = try arena.message(value, "box").assumingMemoryBound(to: Larder__Ocr__V1__Box.self)
            }
        }
    }

    /// `larder.ocr.v1.ReadTax`
    public struct ReadTax: Message {
        public var label: String = ""
        public var amount: OCR.ReadAmount? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            label: String = "",
            amount: OCR.ReadAmount? = nil
        ) {
            self.label = label
            self.amount = amount
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__ReadTax()
            larder__ocr__v1__read_tax__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReadTax.self)
            self.label = try MessageField.string(c.pointee.label, "label")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReadTax.self)
            if !self.label.isEmpty {
                c.pointee.label = try arena.string(self.label, "label")
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Ocr__V1__ReadAmount.self)
            }
        }
    }

    /// `larder.ocr.v1.ReadItem`
    public struct ReadItem: Message {
        /// As printed; of a charge its name, in the caller's language.
        public var text: String = ""
        /// Thousandths of the unit; 1000 when none is printed.
        public var quantityThousandths: Int64 = 0
        /// each, kg, g, lb, l …
        public var unit: String = ""
        /// Absent when not printed.
        public var unitPrice: Common.Money? = nil
        /// The line's contribution to the sum, after discounts printed inside the line.
        public var amount: Common.Money? = nil
        /// Zero or negative; discounts on separate lines that belong to this item.
        public var discount: Common.Money? = nil
        public var confidence: Int32 = 0
        public var box: OCR.Box? = nil
        public var needsReview: Bool = false
        public var kind: OCR.LineKind = .unspecified
        /// With LINE_KIND_CHARGE: which.
        public var charge: Common.Charge = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            text: String = "",
            quantityThousandths: Int64 = 0,
            unit: String = "",
            unitPrice: Common.Money? = nil,
            amount: Common.Money? = nil,
            discount: Common.Money? = nil,
            confidence: Int32 = 0,
            box: OCR.Box? = nil,
            needsReview: Bool = false,
            kind: OCR.LineKind = .unspecified,
            charge: Common.Charge = .unspecified
        ) {
            self.text = text
            self.quantityThousandths = quantityThousandths
            self.unit = unit
            self.unitPrice = unitPrice
            self.amount = amount
            self.discount = discount
            self.confidence = confidence
            self.box = box
            self.needsReview = needsReview
            self.kind = kind
            self.charge = charge
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__ReadItem()
            larder__ocr__v1__read_item__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReadItem.self)
            self.text = try MessageField.string(c.pointee.text, "text")
            self.quantityThousandths = c.pointee.quantity_thousandths
            self.unit = try MessageField.string(c.pointee.unit, "unit")
            self.unitPrice = try MessageField.message(c.pointee.unit_price, "unit_price")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.discount = try MessageField.message(c.pointee.discount, "discount")
            self.confidence = c.pointee.confidence
            self.box = try MessageField.message(c.pointee.box, "box")
            self.needsReview = c.pointee.needs_review != 0
            self.kind = OCR.LineKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.charge = Common.Charge(rawValue: Int32(truncatingIfNeeded: c.pointee.charge.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReadItem.self)
            if !self.text.isEmpty {
                c.pointee.text = try arena.string(self.text, "text")
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
            c.pointee.confidence = self.confidence
            if let value = self.box {
                c.pointee.box = try arena.message(value, "box").assumingMemoryBound(to: Larder__Ocr__V1__Box.self)
            }
            c.pointee.needs_review = self.needsReview ? 1 : 0
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            c.pointee.charge = .init(rawValue: .init(truncatingIfNeeded: self.charge.rawValue))
        }
    }

    /// `larder.ocr.v1.DownloadPhotoRequest`
    public struct DownloadPhotoRequest: Message {
        public var receiptID: String = ""
        /// The index of the photo, from 0.
        public var photo: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receiptID: String = "",
            photo: Int32 = 0
        ) {
            self.receiptID = receiptID
            self.photo = photo
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__DownloadPhotoRequest()
            larder__ocr__v1__download_photo_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__DownloadPhotoRequest.self)
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
            self.photo = c.pointee.photo
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__DownloadPhotoRequest.self)
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
            c.pointee.photo = self.photo
        }
    }

    /// `larder.ocr.v1.DownloadPhotoResponse`
    public struct DownloadPhotoResponse: Message {
        public var part: Part?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            part: Part? = nil
        ) {
            self.part = part
        }

        /// One of the fields that can't be set together.
        public enum Part: Sendable, Equatable {
            case header(OCR.PhotoHeader)
            /// At most 256 KiB.
            case chunk([UInt8])
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__DownloadPhotoResponse()
            larder__ocr__v1__download_photo_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__DownloadPhotoResponse.self)
            switch c.pointee.part_case.rawValue {
            case 1:
                let value: OCR.PhotoHeader? = try MessageField.message(c.pointee.header, "header")
                self.part = value.map { .header($0) }
            case 2:
                self.part = .chunk(MessageField.values(c.pointee.chunk.len, c.pointee.chunk.data))
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__DownloadPhotoResponse.self)
            switch self.part {
            case .header(let value):
                c.pointee.part_case = .init(rawValue: 1)
                c.pointee.header = try arena.message(value, "header").assumingMemoryBound(to: Larder__Ocr__V1__PhotoHeader.self)
            case .chunk(let value):
                c.pointee.part_case = .init(rawValue: 2)
                c.pointee.chunk = ProtobufCBinaryData(len: value.count, data: try arena.values(value))
            case nil: break
            }
        }
    }

    /// `larder.ocr.v1.PhotoHeader`
    public struct PhotoHeader: Message {
        /// image/jpeg, image/png or image/webp.
        public var mediaType: String = ""
        /// Bytes to come.
        public var size: Int64 = 0
        /// As displayed, in pixels.
        public var width: Int32 = 0
        public var height: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            mediaType: String = "",
            size: Int64 = 0,
            width: Int32 = 0,
            height: Int32 = 0
        ) {
            self.mediaType = mediaType
            self.size = size
            self.width = width
            self.height = height
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__PhotoHeader()
            larder__ocr__v1__photo_header__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__PhotoHeader.self)
            self.mediaType = try MessageField.string(c.pointee.media_type, "media_type")
            self.size = c.pointee.size
            self.width = c.pointee.width
            self.height = c.pointee.height
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__PhotoHeader.self)
            if !self.mediaType.isEmpty {
                c.pointee.media_type = try arena.string(self.mediaType, "media_type")
            }
            c.pointee.size = self.size
            c.pointee.width = self.width
            c.pointee.height = self.height
        }
    }

    /// `larder.ocr.v1.RemovePhotoRequest`
    public struct RemovePhotoRequest: Message {
        public var receiptID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receiptID: String = ""
        ) {
            self.receiptID = receiptID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__RemovePhotoRequest()
            larder__ocr__v1__remove_photo_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__RemovePhotoRequest.self)
            self.receiptID = try MessageField.string(c.pointee.receipt_id, "receipt_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__RemovePhotoRequest.self)
            if !self.receiptID.isEmpty {
                c.pointee.receipt_id = try arena.string(self.receiptID, "receipt_id")
            }
        }
    }

    /// `larder.ocr.v1.SearchReceiptsRequest`
    public struct SearchReceiptsRequest: Message {
        /// 1 to 100 characters: words or prefixes, in any order.
        public var text: String = ""
        public var page: Common.PageRequest? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            text: String = "",
            page: Common.PageRequest? = nil
        ) {
            self.text = text
            self.page = page
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__SearchReceiptsRequest()
            larder__ocr__v1__search_receipts_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__SearchReceiptsRequest.self)
            self.text = try MessageField.string(c.pointee.text, "text")
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__SearchReceiptsRequest.self)
            if !self.text.isEmpty {
                c.pointee.text = try arena.string(self.text, "text")
            }
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
        }
    }

    /// `larder.ocr.v1.SearchReceiptsResponse`
    public struct SearchReceiptsResponse: Message {
        /// May be fewer than the page's size, and none, although others follow: a call reads a limited number of receipts.
        public var matches: [OCR.ReceiptMatch] = []
        /// Goes on with the search. Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            matches: [OCR.ReceiptMatch] = [],
            nextPageToken: String = ""
        ) {
            self.matches = matches
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__SearchReceiptsResponse()
            larder__ocr__v1__search_receipts_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__SearchReceiptsResponse.self)
            self.matches = try MessageField.messages(c.pointee.n_matches, c.pointee.matches, "matches")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__SearchReceiptsResponse.self)
            if !self.matches.isEmpty {
                c.pointee.n_matches = self.matches.count
                c.pointee.matches = try arena.messages(self.matches, "matches").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Ocr__V1__ReceiptMatch>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.ocr.v1.ReceiptMatch`
    public struct ReceiptMatch: Message {
        /// Without its reading.
        public var receipt: OCR.Receipt? = nil
        /// Printed rows with one of the words, at most 3.
        public var rows: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            receipt: OCR.Receipt? = nil,
            rows: [String] = []
        ) {
            self.receipt = receipt
            self.rows = rows
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Ocr__V1__ReceiptMatch()
            larder__ocr__v1__receipt_match__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReceiptMatch.self)
            self.receipt = try MessageField.message(c.pointee.receipt, "receipt")
            self.rows = try MessageField.strings(c.pointee.n_rows, c.pointee.rows, "rows")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Ocr__V1__ReceiptMatch.self)
            if let value = self.receipt {
                c.pointee.receipt = try arena.message(value, "receipt").assumingMemoryBound(to: Larder__Ocr__V1__Receipt.self)
            }
            if !self.rows.isEmpty {
                c.pointee.n_rows = self.rows.count
                c.pointee.rows = try arena.strings(self.rows, "rows")
            }
        }
    }
}

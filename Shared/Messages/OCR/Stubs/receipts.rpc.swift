// Generated from larder/ocr/v1/receipts.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension OCR {
    /// What `larder.ocr.v1.Receipts` has: its methods and who may call them.
    public enum ReceiptsService {
        public static let uploadReceipt = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "UploadReceipt",
            kind: .clientStreaming,
            access: .user,
            idempotency: .idempotent,
            maximumRequest: 524288,
            request: OCR.UploadReceiptRequest.descriptor,
            response: OCR.UploadReceiptResponse.descriptor
        )
        public static let watchReceipt = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "WatchReceipt",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: OCR.WatchReceiptRequest.descriptor,
            response: OCR.ReceiptProgress.descriptor
        )
        public static let watchReceipts = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "WatchReceipts",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: OCR.WatchReceiptsRequest.descriptor,
            response: OCR.ReceiptListUpdate.descriptor
        )
        public static let getReceipt = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "GetReceipt",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: OCR.GetReceiptRequest.descriptor,
            response: OCR.Receipt.descriptor
        )
        public static let listReceipts = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "ListReceipts",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: OCR.ListReceiptsRequest.descriptor,
            response: OCR.ListReceiptsResponse.descriptor
        )
        public static let retryReceipt = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "RetryReceipt",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: OCR.RetryReceiptRequest.descriptor,
            response: OCR.Receipt.descriptor
        )
        public static let downloadPhoto = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "DownloadPhoto",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: OCR.DownloadPhotoRequest.descriptor,
            response: OCR.DownloadPhotoResponse.descriptor
        )
        public static let removePhoto = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "RemovePhoto",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: OCR.RemovePhotoRequest.descriptor,
            response: OCR.Receipt.descriptor
        )
        public static let searchReceipts = MethodDescriptor(
            service: "larder.ocr.v1.Receipts",
            name: "SearchReceipts",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: OCR.SearchReceiptsRequest.descriptor,
            response: OCR.SearchReceiptsResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.ocr.v1.Receipts",
            methods: [uploadReceipt, watchReceipt, watchReceipts, getReceipt, listReceipts, retryReceipt, downloadPhoto, removePhoto, searchReceipts]
        )
    }

    /// Photos of receipts, from upload to purchase.
    public protocol ReceiptsProvider: ServiceProvider {
        /// Uploads a photo in chunks. The first message has the header, the following ones the bytes in order. A long receipt
        /// may come as several photos, from its top to its end; overlapping parts are merged. Responds as soon as the photo is
        /// checked and queued. With an idempotency key the same photo returns the same receipt; another photo with that key is
        /// rejected (ALREADY_EXISTS, IDEMPOTENCY_KEY_REUSED). An unusable photo is rejected with INVALID_ARGUMENT and one of
        /// NOT_AN_IMAGE, IMAGE_EMPTY, IMAGE_TOO_LARGE, IMAGE_TRUNCATED, IMAGE_DAMAGED, IMAGE_DIMENSIONS; too many photos with
        /// TOO_MANY_PHOTOS. An upload of which less than 16 KiB come in 30 s is ended with DEADLINE_EXCEEDED, UPLOAD_STALLED; while
        /// the memory for photos is scarce also one of which less than half of what had come before comes in 30 s. Of a caller at
        /// most 4 uploads run and 40 MiB are held; more, and what finds no memory, is rejected with RESOURCE_EXHAUSTED,
        /// TOO_MANY_UPLOADS. An upload that takes longer than 10 s can be ended in favour of others that find none, with
        /// RESOURCE_EXHAUSTED, TRANSFER_DISPLACED. While 50 receipts of the caller wait to be read, an upload is rejected with
        /// RESOURCE_EXHAUSTED, TOO_MANY_UNREAD.
        ///
        /// Callers: signed-in users.
        func uploadReceipt(_ requests: MessageStream<OCR.UploadReceiptRequest>, context: CallContext) async throws -> OCR.UploadReceiptResponse
        /// Sends the present state at once and every change until the receipt is done or failed.
        ///
        /// Callers: signed-in users.
        func watchReceipt(_ request: OCR.WatchReceiptRequest, responses: MessageWriter<OCR.ReceiptProgress>, context: CallContext) async throws
        /// Sends an update at once, and another one whenever receipts of the caller are added, make progress, change or are removed,
        /// until the call is cancelled.
        ///
        /// Callers: signed-in users.
        func watchReceipts(_ request: OCR.WatchReceiptsRequest, responses: MessageWriter<OCR.ReceiptListUpdate>, context: CallContext) async throws
        /// Callers: signed-in users.
        func getReceipt(_ request: OCR.GetReceiptRequest, context: CallContext) async throws -> OCR.Receipt
        /// The caller's receipts, newest first, without their readings.
        ///
        /// Callers: signed-in users.
        func listReceipts(_ request: OCR.ListReceiptsRequest, context: CallContext) async throws -> OCR.ListReceiptsResponse
        /// Queues a failed receipt again, behind the caller's waiting ones. A receipt that has not failed is returned unchanged.
        /// FAILED_PRECONDITION (PHOTO_NOT_KEPT) when its photo has been removed. RESOURCE_EXHAUSTED (TOO_MANY_UNREAD) while 50
        /// receipts of the caller wait to be read.
        ///
        /// Callers: signed-in users.
        func retryReceipt(_ request: OCR.RetryReceiptRequest, context: CallContext) async throws -> OCR.Receipt
        /// The photo, while it is kept, in the orientation in which it was read and without location metadata. The first
        /// message has the header, the following ones the bytes in order. NOT_FOUND (PHOTO_NOT_KEPT) when it has been removed.
        /// DEADLINE_EXCEEDED (DOWNLOAD_STALLED) when less than 16 KiB of it is read in 30 s, or less than half of it while the
        /// memory for photos is scarce. Downloads are limited, and end in favour of others, as uploads do.
        ///
        /// Callers: signed-in users.
        func downloadPhoto(_ request: OCR.DownloadPhotoRequest, responses: MessageWriter<OCR.DownloadPhotoResponse>, context: CallContext) async throws
        /// Removes the photo and the recognized text of a receipt that is done or failed; the extracted data are kept.
        /// FAILED_PRECONDITION (RECEIPT_IN_WORK) before.
        ///
        /// Callers: signed-in users.
        func removePhoto(_ request: OCR.RemovePhotoRequest, context: CallContext) async throws -> OCR.Receipt
        /// The caller's receipts whose text contains all the words, newest first. Receipts without a photo are not found.
        ///
        /// Callers: signed-in users.
        func searchReceipts(_ request: OCR.SearchReceiptsRequest, context: CallContext) async throws -> OCR.SearchReceiptsResponse
    }

    /// Calls `larder.ocr.v1.Receipts`.
    public struct ReceiptsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Uploads a photo in chunks. The first message has the header, the following ones the bytes in order. A long receipt
        /// may come as several photos, from its top to its end; overlapping parts are merged. Responds as soon as the photo is
        /// checked and queued. With an idempotency key the same photo returns the same receipt; another photo with that key is
        /// rejected (ALREADY_EXISTS, IDEMPOTENCY_KEY_REUSED). An unusable photo is rejected with INVALID_ARGUMENT and one of
        /// NOT_AN_IMAGE, IMAGE_EMPTY, IMAGE_TOO_LARGE, IMAGE_TRUNCATED, IMAGE_DAMAGED, IMAGE_DIMENSIONS; too many photos with
        /// TOO_MANY_PHOTOS. An upload of which less than 16 KiB come in 30 s is ended with DEADLINE_EXCEEDED, UPLOAD_STALLED; while
        /// the memory for photos is scarce also one of which less than half of what had come before comes in 30 s. Of a caller at
        /// most 4 uploads run and 40 MiB are held; more, and what finds no memory, is rejected with RESOURCE_EXHAUSTED,
        /// TOO_MANY_UPLOADS. An upload that takes longer than 10 s can be ended in favour of others that find none, with
        /// RESOURCE_EXHAUSTED, TRANSFER_DISPLACED. While 50 receipts of the caller wait to be read, an upload is rejected with
        /// RESOURCE_EXHAUSTED, TOO_MANY_UNREAD.
        public func uploadReceipt(options: CallOptions = CallOptions(), _ send: (MessageWriter<OCR.UploadReceiptRequest>) async throws -> Void) async throws -> OCR.UploadReceiptResponse {
            try await channel.clientStreaming(ReceiptsService.uploadReceipt, options: options, send)
        }

        /// Sends the present state at once and every change until the receipt is done or failed.
        public func watchReceipt<Result>(_ request: OCR.WatchReceiptRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<OCR.ReceiptProgress>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(ReceiptsService.watchReceipt, request, options: options, receive)
        }

        /// Sends an update at once, and another one whenever receipts of the caller are added, make progress, change or are removed,
        /// until the call is cancelled.
        public func watchReceipts<Result>(_ request: OCR.WatchReceiptsRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<OCR.ReceiptListUpdate>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(ReceiptsService.watchReceipts, request, options: options, receive)
        }

        public func getReceipt(_ request: OCR.GetReceiptRequest, options: CallOptions = CallOptions()) async throws -> OCR.Receipt {
            try await channel.unary(ReceiptsService.getReceipt, request, options: options)
        }

        /// The caller's receipts, newest first, without their readings.
        public func listReceipts(_ request: OCR.ListReceiptsRequest, options: CallOptions = CallOptions()) async throws -> OCR.ListReceiptsResponse {
            try await channel.unary(ReceiptsService.listReceipts, request, options: options)
        }

        /// Queues a failed receipt again, behind the caller's waiting ones. A receipt that has not failed is returned unchanged.
        /// FAILED_PRECONDITION (PHOTO_NOT_KEPT) when its photo has been removed. RESOURCE_EXHAUSTED (TOO_MANY_UNREAD) while 50
        /// receipts of the caller wait to be read.
        public func retryReceipt(_ request: OCR.RetryReceiptRequest, options: CallOptions = CallOptions()) async throws -> OCR.Receipt {
            try await channel.unary(ReceiptsService.retryReceipt, request, options: options)
        }

        /// The photo, while it is kept, in the orientation in which it was read and without location metadata. The first
        /// message has the header, the following ones the bytes in order. NOT_FOUND (PHOTO_NOT_KEPT) when it has been removed.
        /// DEADLINE_EXCEEDED (DOWNLOAD_STALLED) when less than 16 KiB of it is read in 30 s, or less than half of it while the
        /// memory for photos is scarce. Downloads are limited, and end in favour of others, as uploads do.
        public func downloadPhoto<Result>(_ request: OCR.DownloadPhotoRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<OCR.DownloadPhotoResponse>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(ReceiptsService.downloadPhoto, request, options: options, receive)
        }

        /// Removes the photo and the recognized text of a receipt that is done or failed; the extracted data are kept.
        /// FAILED_PRECONDITION (RECEIPT_IN_WORK) before.
        public func removePhoto(_ request: OCR.RemovePhotoRequest, options: CallOptions = CallOptions()) async throws -> OCR.Receipt {
            try await channel.unary(ReceiptsService.removePhoto, request, options: options)
        }

        /// The caller's receipts whose text contains all the words, newest first. Receipts without a photo are not found.
        public func searchReceipts(_ request: OCR.SearchReceiptsRequest, options: CallOptions = CallOptions()) async throws -> OCR.SearchReceiptsResponse {
            try await channel.unary(ReceiptsService.searchReceipts, request, options: options)
        }
    }
}

extension OCR.ReceiptsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { OCR.ReceiptsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .clientStreaming(OCR.ReceiptsService.uploadReceipt) { (requests: MessageStream<OCR.UploadReceiptRequest>, context: CallContext) async throws -> OCR.UploadReceiptResponse in
                try await self.uploadReceipt(requests, context: context)
            },
            .serverStreaming(OCR.ReceiptsService.watchReceipt) { (request: OCR.WatchReceiptRequest, responses: MessageWriter<OCR.ReceiptProgress>, context: CallContext) async throws -> Void in
                try await self.watchReceipt(request, responses: responses, context: context)
            },
            .serverStreaming(OCR.ReceiptsService.watchReceipts) { (request: OCR.WatchReceiptsRequest, responses: MessageWriter<OCR.ReceiptListUpdate>, context: CallContext) async throws -> Void in
                try await self.watchReceipts(request, responses: responses, context: context)
            },
            .unary(OCR.ReceiptsService.getReceipt) { (request: OCR.GetReceiptRequest, context: CallContext) async throws -> OCR.Receipt in
                try await self.getReceipt(request, context: context)
            },
            .unary(OCR.ReceiptsService.listReceipts) { (request: OCR.ListReceiptsRequest, context: CallContext) async throws -> OCR.ListReceiptsResponse in
                try await self.listReceipts(request, context: context)
            },
            .unary(OCR.ReceiptsService.retryReceipt) { (request: OCR.RetryReceiptRequest, context: CallContext) async throws -> OCR.Receipt in
                try await self.retryReceipt(request, context: context)
            },
            .serverStreaming(OCR.ReceiptsService.downloadPhoto) { (request: OCR.DownloadPhotoRequest, responses: MessageWriter<OCR.DownloadPhotoResponse>, context: CallContext) async throws -> Void in
                try await self.downloadPhoto(request, responses: responses, context: context)
            },
            .unary(OCR.ReceiptsService.removePhoto) { (request: OCR.RemovePhotoRequest, context: CallContext) async throws -> OCR.Receipt in
                try await self.removePhoto(request, context: context)
            },
            .unary(OCR.ReceiptsService.searchReceipts) { (request: OCR.SearchReceiptsRequest, context: CallContext) async throws -> OCR.SearchReceiptsResponse in
                try await self.searchReceipts(request, context: context)
            },
        ]
    }
}

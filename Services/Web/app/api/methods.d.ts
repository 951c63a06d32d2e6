// Generated from all .proto files by protoc-gen-larder. Do not edit.

import type { Auth, Budget, Catalog, Notifications, OCR, Orders, RPCMessages } from "./types";

export type Kind = "unary" | "clientStreaming" | "serverStreaming" | "bidirectional";
/** A method that users may call. */
export interface Method<Request, Response, MethodKind extends Kind = "unary"> {
    /** Its service and name, such as `larder.budget.v1.Purchases/GetPurchase`. */
    readonly path: string;
    readonly kind: MethodKind;
    /** Whether a second call with the same request changes nothing, or no call does. */
    readonly idempotency: "none" | "idempotent" | "noSideEffects";
    /** Never there: these two carry the types alone. */
    readonly request?: Request;
    readonly response?: Response;
}
/** Users' accounts. */
export const Accounts: {
    /**
     * Registers a new account. Fails with INVALID_ARGUMENT naming every invalid field, or ALREADY_EXISTS naming the taken
     * ones. With an idempotency key the same registration can be repeated for a day and returns the same account; other
     * details under that key are ALREADY_EXISTS with the reason IDEMPOTENCY_KEY_REUSED.
     */
    readonly register: Method<Auth.RegisterRequest, Auth.Account>;
    /** The account of the caller. */
    readonly getAccount: Method<Auth.GetAccountRequest, Auth.Account>;
    /** The terms of use and privacy policy in force. */
    readonly getTerms: Method<Auth.GetTermsRequest, Auth.Terms>;
};
/** Users' consents to uses of their data beyond what the service needs. None is given by default. */
export const Consents: {
    /** All kinds, with the caller's answer to each. */
    readonly listConsents: Method<Auth.ListConsentsRequest, Auth.ListConsentsResponse>;
    /**
     * Gives or withdraws a consent. Withdrawing deletes the data collected under it. Access tokens name the consents that
     * were given when they were issued: after giving one, renew the session; withdrawing one has the tokens renewed.
     */
    readonly setConsent: Method<Auth.SetConsentRequest, Auth.Consent>;
};
/** Sign-in sessions, one for each device. */
export const Sessions: {
    /**
     * Signs in with user name or e-mail address and password. UNAUTHENTICATED with the reason WRONG_CREDENTIALS for an
     * unknown name and a wrong password alike; with ACCOUNT_LOCKED and a retry delay after seven consecutive failures.
     */
    readonly signIn: Method<Auth.SignInRequest, Auth.SessionTokens>;
    /**
     * Exchanges a refresh token for new tokens. A token can be used once: using it again ends its whole family, which is
     * UNAUTHENTICATED with the reason SESSION_ENDED, as for every invalid token. A client that did not receive the
     * response may repeat the request within a day with the same idempotency key, as long as no token of the response was
     * used, and receives the same tokens; only an access token that has expired meanwhile is a new one.
     */
    readonly refreshSession: Method<Auth.RefreshSessionRequest, Auth.SessionTokens>;
    /** Ends the session that the refresh token belongs to, its access tokens included. Unknown tokens are accepted silently. */
    readonly signOut: Method<Auth.SignOutRequest, Auth.SignOutResponse>;
};
/** Public keys that verify access tokens. */
export const Keys: {
    readonly listKeys: Method<Auth.ListKeysRequest, Auth.KeySet>;
};
/** A user's purchases. */
export const Purchases: {
    /**
     * Adds a purchase that its owner types in, confirmed, with or without a receipt of theirs that could not be read. An
     * idempotency key is required. ALREADY_EXISTS (RECEIPT_RECORDED) when that receipt is in the log.
     */
    readonly createPurchase: Method<Budget.CreatePurchaseRequest, Budget.Purchase>;
    readonly getPurchase: Method<Budget.GetPurchaseRequest, Budget.Purchase>;
    /** The caller's purchases, newest first. A page of large purchases may end early: only an empty token marks the end. */
    readonly listPurchases: Method<Budget.ListPurchasesRequest, Budget.ListPurchasesResponse>;
    /** Replaces the given fields of one item. */
    readonly correctItem: Method<Budget.CorrectItemRequest, Budget.Purchase>;
    /**
     * Marks a purchase as checked by its owner; nothing in it needs review any more. Sums that disagree do not prevent
     * it. A purchase that is already confirmed is unchanged, whatever version was expected.
     */
    readonly confirmPurchase: Method<Budget.ConfirmPurchaseRequest, Budget.Purchase>;
    /**
     * Applies all edits in order, or none when one is invalid. Together they are one step of the purchase's history. Sums
     * that disagree do not prevent it. With an idempotency key a repeated request changes the purchase once. Adding an item
     * requires the key or an expected version; every other edit may be repeated without.
     */
    readonly editPurchase: Method<Budget.EditPurchaseRequest, Budget.Purchase>;
    /**
     * Undoes the owner's latest step that is not undone yet, exactly. Repeating the call undoes the one before. With an
     * idempotency key a repeated request undoes one step. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
     */
    readonly undoStep: Method<Budget.UndoStepRequest, Budget.UndoStepResponse>;
    /** The steps of a purchase since it was recorded, newest first. */
    readonly listSteps: Method<Budget.ListStepsRequest, Budget.ListStepsResponse>;
    /** Sends the present purchase at once, and again after every step, in order, until the call is cancelled. */
    readonly watchPurchase: Method<Budget.WatchPurchaseRequest, Budget.PurchaseUpdate, "serverStreaming">;
};
/** The caller's mappings of printed lines to products. */
export const Mappings: {
    /** The meaning of each line at a store, and ranked guesses. One entry a line, in order. Nothing is stored. */
    readonly guessProducts: Method<Catalog.GuessProductsRequest, Catalog.GuessProductsResponse>;
    /**
     * Sets the meaning of a line for the caller from now on, at that store and, unless another was chosen there, at
     * others of its chain. A product created for the line is hidden when nothing else refers to it. Once enough users
     * agree on a line that their own receipts printed, the meaning applies to others, without revealing the users. Only
     * what was said with the consent CONSENT_KIND_COMMUNITY_MAPPINGS counts for that; the rest applies to the caller alone.
     */
    readonly chooseProduct: Method<Catalog.ChooseProductRequest, Catalog.Mapping>;
    /** The caller's lines with their meanings, last changed first. */
    readonly listMappings: Method<Catalog.ListMappingsRequest, Catalog.ListMappingsResponse>;
    /** Deletes the meaning of a line for the caller, and withdraws its vote. A mapping that does not exist is no error. */
    readonly forgetMapping: Method<Catalog.ForgetMappingRequest, Catalog.ForgetMappingResponse>;
    /** Deletes all of the caller's mappings in the same way. Deletions before the deadline persist; repeat the call. */
    readonly forgetAllMappings: Method<Catalog.ForgetAllMappingsRequest, Catalog.ForgetAllMappingsResponse>;
};
/** Products and the printed texts that mean them. */
export const Products: {
    /** Products whose name resembles the text, best first. */
    readonly searchProducts: Method<Catalog.SearchProductsRequest, Catalog.SearchProductsResponse>;
    readonly getProduct: Method<Catalog.GetProductRequest, Catalog.Product>;
    readonly listCategories: Method<Catalog.ListCategoriesRequest, Catalog.ListCategoriesResponse>;
    /**
     * Adds a product of the caller's own. A name that already exists, shared or among the caller's own, returns the
     * existing product.
     */
    readonly createProduct: Method<Catalog.CreateProductRequest, Catalog.CreateProductResponse>;
};
/** A user's inbox. */
export const Inbox: {
    /** Newest first. */
    readonly listNotifications: Method<Notifications.ListNotificationsRequest, Notifications.ListNotificationsResponse>;
    /** Marks entries as read. Entries already read are unchanged. */
    readonly markNotificationsRead: Method<Notifications.MarkNotificationsReadRequest, Notifications.MarkNotificationsReadResponse>;
};
/** Photos of receipts, from upload to purchase. */
export const Receipts: {
    /**
     * Uploads a photo in chunks. The first message has the header, the following ones the bytes in order. A long receipt
     * may come as several photos, from its top to its end; overlapping parts are merged. Responds as soon as the photo is
     * checked and queued. With an idempotency key the same photo returns the same receipt; another photo with that key is
     * rejected (ALREADY_EXISTS, IDEMPOTENCY_KEY_REUSED). An unusable photo is rejected with INVALID_ARGUMENT and one of
     * NOT_AN_IMAGE, IMAGE_EMPTY, IMAGE_TOO_LARGE, IMAGE_TRUNCATED, IMAGE_DAMAGED, IMAGE_DIMENSIONS; too many photos with
     * TOO_MANY_PHOTOS. An upload of which less than 16 KiB come in 30 s is ended with DEADLINE_EXCEEDED, UPLOAD_STALLED; while
     * the memory for photos is scarce also one of which less than half of what had come before comes in 30 s. Of a caller at
     * most 4 uploads run and 40 MiB are held; more, and what finds no memory, is rejected with RESOURCE_EXHAUSTED,
     * TOO_MANY_UPLOADS. An upload that takes longer than 10 s can be ended in favour of others that find none, with
     * RESOURCE_EXHAUSTED, TRANSFER_DISPLACED. While 50 receipts of the caller wait to be read, an upload is rejected with
     * RESOURCE_EXHAUSTED, TOO_MANY_UNREAD.
     */
    readonly uploadReceipt: Method<OCR.UploadReceiptRequest, OCR.UploadReceiptResponse, "clientStreaming">;
    /** Sends the present state at once and every change until the receipt is done or failed. */
    readonly watchReceipt: Method<OCR.WatchReceiptRequest, OCR.ReceiptProgress, "serverStreaming">;
    readonly getReceipt: Method<OCR.GetReceiptRequest, OCR.Receipt>;
    /** The caller's receipts, newest first, without their readings. */
    readonly listReceipts: Method<OCR.ListReceiptsRequest, OCR.ListReceiptsResponse>;
    /**
     * Queues a failed receipt again, behind the caller's waiting ones. A receipt that has not failed is returned unchanged.
     * FAILED_PRECONDITION (PHOTO_NOT_KEPT) when its photo has been removed. RESOURCE_EXHAUSTED (TOO_MANY_UNREAD) while 50
     * receipts of the caller wait to be read.
     */
    readonly retryReceipt: Method<OCR.RetryReceiptRequest, OCR.Receipt>;
    /**
     * The photo, while it is kept, in the orientation in which it was read and without location metadata. The first
     * message has the header, the following ones the bytes in order. NOT_FOUND (PHOTO_NOT_KEPT) when it has been removed.
     * DEADLINE_EXCEEDED (DOWNLOAD_STALLED) when less than 16 KiB of it is read in 30 s, or less than half of it while the
     * memory for photos is scarce. Downloads are limited, and end in favour of others, as uploads do.
     */
    readonly downloadPhoto: Method<OCR.DownloadPhotoRequest, OCR.DownloadPhotoResponse, "serverStreaming">;
    /**
     * Removes the photo and the recognized text of a receipt that is done or failed; the extracted data are kept.
     * FAILED_PRECONDITION (RECEIPT_IN_WORK) before.
     */
    readonly removePhoto: Method<OCR.RemovePhotoRequest, OCR.Receipt>;
    /** The caller's receipts whose text contains all the words, newest first. Receipts without a photo are not found. */
    readonly searchReceipts: Method<OCR.SearchReceiptsRequest, OCR.SearchReceiptsResponse>;
};
/** Eateries that accept orders. */
export const Eateries: {
    /**
     * Open eateries near a location, nearest first. A location where Larder takes no orders is FAILED_PRECONDITION with
     * the reason OUTSIDE_OPERATING_AREA and a sentence that names the nearest one where it does. While the directory of
     * eateries is unavailable, the response is UNAVAILABLE with the reason CATALOG_UNAVAILABLE.
     */
    readonly listOpenEateries: Method<Orders.ListOpenEateriesRequest, Orders.ListOpenEateriesResponse>;
};
/**
 * What programs of any language try one another out with: the service of gRPC's interoperability tests, with its methods
 * and case names. Served only by tests.
 */
export const Conformance: {
    /** One empty request, one empty response. */
    readonly emptyCall: Method<RPCMessages.Empty, RPCMessages.Empty>;
    /**
     * One request, one response of the size asked for. The metadata `x-grpc-test-echo-initial` comes back ahead of the
     * response, `x-grpc-test-echo-trailing-bin` behind it.
     */
    readonly unaryCall: Method<RPCMessages.SimpleRequest, RPCMessages.SimpleResponse>;
    /** Like UnaryCall; what it answers may be kept and given again. */
    readonly cacheableUnaryCall: Method<RPCMessages.SimpleRequest, RPCMessages.SimpleResponse>;
    /** One request, the responses that it asks for. */
    readonly streamingOutputCall: Method<RPCMessages.StreamingOutputCallRequest, RPCMessages.StreamingOutputCallResponse, "serverStreaming">;
    /** Many requests; the response tells the bytes in all their payloads. */
    readonly streamingInputCall: Method<RPCMessages.StreamingInputCallRequest, RPCMessages.StreamingInputCallResponse, "clientStreaming">;
    /** Every request is answered at once with the responses that it asks for. Metadata is sent back as by UnaryCall. */
    readonly fullDuplexCall: Method<RPCMessages.StreamingOutputCallRequest, RPCMessages.StreamingOutputCallResponse, "bidirectional">;
    /** The requests are answered in order once all have come. */
    readonly halfDuplexCall: Method<RPCMessages.StreamingOutputCallRequest, RPCMessages.StreamingOutputCallResponse, "bidirectional">;
    /** Sends one response before it reads anything, then one for each request. */
    readonly serverFirstCall: Method<RPCMessages.Empty, RPCMessages.Empty, "bidirectional">;
    /** Never answers: it runs until it is cancelled or late. */
    readonly holdCall: Method<RPCMessages.Empty, RPCMessages.Empty>;
    /** How the calls of this server went, for a look behind what the wire shows. */
    readonly getTally: Method<RPCMessages.Empty, RPCMessages.Tally>;
    /** Declared, and served by nobody. */
    readonly unimplementedCall: Method<RPCMessages.Empty, RPCMessages.Empty>;
};
/** Declared, and served by nobody. */
export const Unimplemented: {
    readonly unimplementedCall: Method<RPCMessages.Empty, RPCMessages.Empty>;
};
/** Sends back what it gets, in all four call kinds. Served only by tests and benchmarks. */
export const Echo: {
    readonly unaryEcho: Method<RPCMessages.EchoMessage, RPCMessages.EchoMessage>;
    /** Answers with the number of messages and bytes received. */
    readonly collectEchoes: Method<RPCMessages.EchoMessage, RPCMessages.EchoSummary, "clientStreaming">;
    /** Repeats the message as often as it asks for. */
    readonly repeatEcho: Method<RPCMessages.RepeatEchoRequest, RPCMessages.EchoMessage, "serverStreaming">;
    readonly exchangeEchoes: Method<RPCMessages.EchoMessage, RPCMessages.EchoMessage, "bidirectional">;
};
/**
 * Health of a process and of the services in it. The gateway leaves explanations and numbers of instances out for callers
 * other than operators.
 */
export const Health: {
    /** The health of one service, or of the whole process when the name is empty. */
    readonly checkHealth: Method<RPCMessages.CheckHealthRequest, RPCMessages.CheckHealthResponse>;
    /** Sends the present health at once and every change from then on. */
    readonly watchHealth: Method<RPCMessages.CheckHealthRequest, RPCMessages.CheckHealthResponse, "serverStreaming">;
    /** The health of everything this process knows of. The gateway lists all services behind it. */
    readonly listHealth: Method<RPCMessages.ListHealthRequest, RPCMessages.ListHealthResponse>;
};
/**
 * Tells what a process serves, so that a tool can make calls without having the .proto files.
 *
 * Nobody learns of a method that they may not call: a user sees what users may call, a service what it may call, the
 * operator everything. The gateway describes the methods of all services that people can reach through it.
 */
export const Reflection: {
    /** The services and their methods, in alphabetical order. */
    readonly listServices: Method<RPCMessages.ListServicesRequest, RPCMessages.ListServicesResponse>;
    /** A service, method, message or enumeration with all that it is made of. NOT_FOUND for any other name. */
    readonly describeSymbol: Method<RPCMessages.DescribeSymbolRequest, RPCMessages.Schema>;
};

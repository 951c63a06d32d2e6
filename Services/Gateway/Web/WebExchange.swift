import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import RPC
import Synchronization

/// Answers the requests of browsers.
protocol WebHandler: Sendable {
    /// Answers one request. Whatever goes wrong is an answer, too.
    func respond(to exchange: WebExchange) async -> WebResponse

    /// The answer to a request that is rejected before it is looked at.
    func reject(_ exchange: WebExchange, _ status: Status) -> WebResponse
}

/// One request of a browser, with what is known of it.
///
/// A class, since every step of an answer that may take hours would otherwise hold a copy.
final class WebExchange: Sendable {
    let request: Request
    /// The browser's place at the gateway's server.
    let client: RelayedClient
    /// The channel of the request alone with HTTP/2, of the connection with HTTP/1.1.
    let stream: any Channel
    let connection: any Channel
    /// Whether the connection is encrypted.
    let isSecure: Bool
    /// Fires when the connection is to end.
    let stopSignal: StopSignal
    /// The trace that its calls belong to.
    let trace = TraceContext()
    /// Whether a call was started for it, which counts against the client's limits.
    private let hasStartedCall = Atomic(false)

    init(
        request: Request,
        client: RelayedClient,
        stream: any Channel,
        connection: any Channel,
        isSecure: Bool,
        stopSignal: StopSignal
    ) {
        self.request = request
        self.client = client
        self.stream = stream
        self.connection = connection
        self.isSecure = isSecure
        self.stopSignal = stopSignal
    }

    /// Whether it came with HTTP/2.
    var isHTTP2: Bool { stream !== connection }

    var method: HTTPRequest.Method { request.head.method }

    /// The name and port that the browser asked; nil when it sent none.
    var authority: String? { request.head.authority }

    /// The path without the query, percent-encoded as it came.
    var path: Substring { (request.head.path ?? "").prefix { $0 != "?" } }

    /// The query without its question mark; empty when there is none.
    var query: Substring { (request.head.path ?? "").drop { $0 != "?" }.dropFirst() }

    /// A value of the query, decoded; nil when it is missing or malformed.
    func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == name else { continue }
            return parts[1].replacing("+", with: " ").removingPercentEncoding
        }
        return nil
    }

    /// The language in which its answer is read.
    var language: Language { self[.acceptLanguage].flatMap { Language(acceptable: $0) } ?? .english }

    /// A field of the request's head.
    subscript(_ name: HTTPField.Name) -> String? { request.head.headerFields[name] }

    /// The values of a field that a head may have several times.
    func values(of name: HTTPField.Name) -> [String] { request.head.headerFields[values: name] }

    /// What a person can quote when something went wrong: the first half of the trace's id.
    var reference: String { String(trace.traceID.prefix(16)) }

    /// Starts a call of this request, which ends when the browser gives the request up.
    /// - Parameters:
    ///   - request: The only request; nil when requests follow.
    ///   - timeout: The time that the client gives it; nil for no limit of its own.
    /// - Throws: ``Status``.
    func start(
        _ method: String,
        request: ByteBuffer? = nil,
        metadata: Metadata,
        timeout: Duration? = nil
    ) async throws -> ClientCallHandle {
        hasStartedCall.store(true, ordering: .relaxed)
        let call = try await client.start(method, request: request, metadata: metadata, timeout: timeout)
        // With HTTP/1.1 a browser can only close the connection, which ends all of its calls.
        if isHTTP2 { stream.closeFuture.whenComplete { _ in call.cancel() } }
        return call
    }

    /// Counts a request that has failed without a call like a call that was refused.
    /// - Returns: The answer instead, once the client has no calls left.
    func chargeFailure() async -> Status? {
        guard !hasStartedCall.load(ordering: .relaxed) else { return nil }
        do {
            try await client.admit("", metadata: Metadata())
            return nil
        } catch {
            return Status(ofWeb: error)
        }
    }

    /// The bytes that a request counts for while it is in progress, however little of it is stored.
    private static let size = 1_024

    /// Answers the request and writes the answer.
    @concurrent func run(_ handler: any WebHandler, _ writer: consuming ResponseWriter) async throws {
        let isHeld = await client.hold(WebExchange.size)
        defer { if isHeld { client.release(WebExchange.size) } }
        try await respond(handler, isRejected: !isHeld, writer)
    }

    @concurrent private func respond(
        _ handler: any WebHandler,
        isRejected: Bool,
        _ writer: consuming ResponseWriter
    ) async throws {
        let (head, body) = await answer(handler, isRejected: isRejected)
        if method == .head { return try await writer.writeResponse(head) }
        switch body {
        case .empty: try await writer.writeResponse(head)
        case .bytes(let bytes): try await writer.write(response: head, body: ResponseBody(byteBuffer: bytes))
        case .stream(let write):
            // Nothing keeps the head while the rest is written.
            var writer: any ResponseBodyWriter = try await writer.writeHead(consume head)
            try await write(&writer)
            try await writer.finish(nil)
        }
    }

    private func answer(
        _ handler: any WebHandler,
        isRejected: Bool
    ) async -> (HTTPResponse, WebResponse.Body) {
        var response = isRejected ? handler.reject(self, .tooMuchStored) : await handler.respond(to: self)
        response.fields[.larderReference] = reference
        return (HTTPResponse(status: response.status, headerFields: response.fields), response.body)
    }
}

/// An answer.
struct WebResponse: Sendable {
    enum Body: Sendable {
        case empty
        case bytes(ByteBuffer)
        /// Written part by part; writing waits while the browser takes no more.
        case stream(@concurrent @Sendable (inout any ResponseBodyWriter) async throws -> Void)
    }

    var status: HTTPResponse.Status
    var fields: HTTPFields
    var body: Body

    init(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:], body: Body = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
        if case .bytes(let bytes) = body { self.fields[.contentLength] = "\(bytes.readableBytes)" }
        if case .empty = body, status != .noContent, status != .notModified { self.fields[.contentLength] = "0" }
    }

    /// The answer to a method that nothing is served for at the path.
    /// - Parameter methods: Those that something is served for.
    static func methodNotAllowed(_ methods: String) -> WebResponse { WebResponse(.methodNotAllowed, [.allow: methods]) }

    /// The answer to a body of another type than ``types``.
    static func unsupportedMediaType(_ types: String) -> WebResponse {
        WebResponse(.unsupportedMediaType, [.acceptPost: types])
    }
}

extension HTTPField.Name {
    /// What a person can quote when something went wrong.
    static let larderReference = Self("Larder-Reference")!
    static let acceptPost = Self("Accept-Post")!
}

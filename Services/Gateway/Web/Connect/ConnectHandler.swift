import HTTPTypes
import MessageCoding
import NIOCore
import NIOHTTP1
import RPC

/// Serves methods over the Connect protocol, all of them alike by their descriptors.
struct ConnectHandler: Sendable {
    let methods: WebMethods
    let sessions: WebSessions

    /// Answers a call; nil when the path is that of no method.
    func respond(to exchange: WebExchange) async -> WebResponse? {
        guard let method = methods[exchange.path.dropFirst()] else { return nil }
        guard exchange.method == .post else { return .methodNotAllowed("POST") }
        guard let (codec, isStream) = ConnectCodec.parse(exchange[.contentType]), isStream == (method.kind != .unary)
        else {
            let form = method.kind == .unary ? "" : "connect+"
            return .unsupportedMediaType("application/\(form)json, application/\(form)proto")
        }
        guard exchange[.connectProtocolVersion] ?? "1" == "1" else {
            return Status(.invalidArgument, "Connect-Protocol-Version must be 1.").webResponse(in: exchange.language)
        }
        return await sessions.answering(exchange) { session in
            let call = ConnectCall(method: method, codec: codec, timeout: try timeout(exchange))
            return isStream ? try await stream(call, exchange, session) : try await unary(call, exchange, session)
        }
    }

    private func timeout(_ exchange: WebExchange) throws(Status) -> Duration? {
        guard let text = exchange[.connectTimeout] else { return nil }
        guard text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int(text)
        else { throw Status(.invalidArgument, "Connect-Timeout-Ms must be 1 to 10 digits.") }
        return .milliseconds(milliseconds)
    }

    // MARK: One request, one response

    private func unary(
        _ call: ConnectCall,
        _ exchange: WebExchange,
        _ session: WebSession
    ) async throws -> WebResponse {
        let isCompressed = try ConnectBody.isCompressed(exchange[.contentEncoding])
        return try await ConnectBody.withWhole(
            exchange,
            limit: call.largestMessage,
            free: isCompressed ? 0 : ConnectBody.smallSize
        ) {
            try await session.retrying { authorization in
                try await exchange.client.admit(call.method.path, metadata: try exchange.metadata(authorization))
            }
        } _: { body in
            let plain = isCompressed ? try await Gzip.decompress(body, limit: call.largestMessage) : body
            let request = try call.codec.decode(plain, as: call.method.request)
            let message = try await session.retrying { authorization in
                let handle = try await exchange.start(
                    call.method.path,
                    request: request,
                    metadata: try exchange.metadata(authorization),
                    timeout: call.timeout
                )
                return try await handle.response()
            }
            if call.method.changesClaims { await session.renewClaims() }
            return await answer(try call.codec.encode(message, as: call.method.response), call, exchange)
        }
    }

    private func answer(_ message: ByteBuffer, _ call: ConnectCall, _ exchange: WebExchange) async -> WebResponse {
        var fields: HTTPFields = [.contentType: call.codec.contentType(isStream: false)]
        guard exchange.acceptsGzip, let compressed = await ConnectBody.compressed(message) else {
            return WebResponse(.ok, fields, body: .bytes(message))
        }
        fields[.contentEncoding] = "gzip"
        return WebResponse(.ok, fields, body: .bytes(compressed))
    }

    // MARK: Streams

    private func stream(
        _ call: ConnectCall,
        _ exchange: WebExchange,
        _ session: WebSession
    ) async throws -> WebResponse {
        let isCompressed = try ConnectBody.isCompressed(exchange[.connectContentEncoding])
        let compresses = exchange[.connectAcceptEncoding]?.contains("gzip") == true
        var fields: HTTPFields = [.contentType: call.codec.contentType(isStream: true)]
        if compresses { fields[.connectContentEncoding] = "gzip" }
        let metadata = try exchange.metadata(await session.authorization)
        return WebResponse(
            .ok,
            fields,
            body: .stream { writer in
                let stream = ConnectStream(
                    call: call,
                    exchange: exchange,
                    takesCompressed: isCompressed,
                    compresses: compresses
                )
                try await stream.run(metadata, &writer)
            }
        )
    }
}

/// What a request calls.
struct ConnectCall: Sendable {
    let method: MethodDescriptor
    let codec: ConnectCodec
    /// The time that the client gives the call; nil for no limit of its own.
    let timeout: Duration?

    /// The largest request in bytes, as it comes.
    var largestMessage: Int { ConnectBody.limit(of: method, codec) }
}

extension WebExchange {
    /// The metadata of a call for this request.
    /// - Throws: UNAUTHENTICATED or INVALID_ARGUMENT for a token and a key that cannot be sent: fields may hold tabs.
    func metadata(_ authorization: String?) throws(Status) -> Metadata {
        var metadata = Metadata()
        if let authorization {
            guard Metadata.isValid(text: authorization) else {
                throw Status(.unauthenticated, .rpc.signIn, reason: .signInRequired)
            }
            metadata.add(MetadataName.authorization, authorization)
        }
        if let key = self[.idempotencyKey] {
            guard Metadata.isValid(text: key) else {
                throw Status(.invalidArgument, .rpc.invalidKey, reason: .invalidKey)
            }
            metadata.add(MetadataName.idempotencyKey, key)
        }
        if let target = self[.targetService], Metadata.isValid(text: target) {
            metadata.add(MetadataName.targetService, target)
        }
        if language != .english { metadata.add(MetadataName.acceptLanguage, language.rawValue) }
        trace.add(to: &metadata)
        return metadata
    }

    /// Whether its body is JSON, by its type.
    var hasJSON: Bool { ConnectCodec.parse(self[.contentType]).map { $0 == (.json, false) } ?? false }

    /// Whether answers may be compressed.
    var acceptsGzip: Bool {
        (self[.acceptEncoding] ?? "").split(separator: ",").contains { choice in
            let parts = choice.split(separator: ";").map { $0.filter { $0 != " " } }
            return parts.first == "gzip" && !parts.contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }
}

extension Status {
    /// The status that a browser gets for an error.
    init(ofWeb error: any Error) {
        switch error {
        case let status as Status: self = status
        case is CancellationError: self = .cancelledByWeb
        case is HTTPParserError: self = .malformedBody
        default: self = .internalOfWeb
        }
    }

    private static let malformedBody = Status(
        .invalidArgument,
        "The body of the request is malformed.",
        reason: .malformedMessage
    )
    private static let cancelledByWeb = Status(.cancelled, .rpc.cancelled)
    private static let internalOfWeb = Status(.internalError, .rpc.ourFault)
}

extension HTTPField.Name {
    static let connectProtocolVersion = Self("Connect-Protocol-Version")!
    static let connectTimeout = Self("Connect-Timeout-Ms")!
    static let connectContentEncoding = Self("Connect-Content-Encoding")!
    static let connectAcceptEncoding = Self("Connect-Accept-Encoding")!
    static let idempotencyKey = Self("Idempotency-Key")!
    static let targetService = Self("Target-Service")!
}

import HTTPTypes
import HummingbirdCore
import NIOCore
import RPC
import ServiceKit

/// Reads the bodies of requests, within limits that count against the client.
enum ConnectBody {
    /// How many times as long as a message its JSON may be.
    private static let jsonFactor = 4

    /// The size in bytes up to which reading a request costs no more than its coming did. For others, the server is asked first
    /// whether it admits the call.
    static let smallSize = 16_384

    /// The largest message of a method in bytes, as it comes; the server checks what it becomes.
    static func limit(of method: MethodDescriptor, _ codec: ConnectCodec) -> Int {
        let limit = method.maximumRequest ?? ServiceAssembly.usualMaximumRequest
        return codec == .json ? limit * jsonFactor : limit
    }

    /// Reads the whole body and does something with it, which counts as the client's until then.
    /// - Parameters:
    ///   - free: The bytes that are read without being admitted.
    ///   - admit: Called once, before more than these are read.
    /// - Throws: ``Status``, RESOURCE_EXHAUSTED for a body over the limit or a client that stores too much already; what `admit`
    ///   throws.
    static func withWhole<Result: Sendable>(
        _ exchange: WebExchange,
        limit: Int,
        free: Int = .max,
        admit: () async throws -> Void = {},
        _ body: (ByteBuffer) async throws -> Result
    ) async throws -> Result {
        let announced = exchange[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= limit else { throw tooLarge(limit) }
        var isAdmitted = false
        var whole = ByteBuffer()
        var held = 0
        defer { exchange.client.release(held) }
        for try await part in exchange.request.body {
            let size = whole.readableBytes + part.readableBytes
            guard size <= limit else { throw tooLarge(limit) }
            if !isAdmitted, max(size, announced) > free {
                try await admit()
                isAdmitted = true
            }
            guard await exchange.client.hold(part.readableBytes) else { throw Status.tooMuchStored }
            held += part.readableBytes
            if whole.readableBytes == 0 { whole = part } else { whole.writeImmutableBuffer(part) }
        }
        return try await body(whole)
    }

    /// Whether requests of an encoding are compressed.
    /// - Throws: UNIMPLEMENTED for an encoding other than gzip.
    static func isCompressed(_ encoding: String?) throws(Status) -> Bool {
        switch encoding {
        case nil, "identity": false
        case "gzip": true
        default: throw Status(.unimplemented, .gateway.gzipAlone(encoding: "gzip"))
        }
    }

    /// A message with gzip; nil for one that stays as it is, since it is short or not smaller with it.
    static func compressed(_ message: ByteBuffer) async -> ByteBuffer? {
        message.readableBytes < 1_024 ? nil : await Gzip.compress(message)
    }

    static func tooLarge(_ limit: Int) -> Status {
        Status(.resourceExhausted, .gateway.requestTooLarge(size: "\(limit)"), reason: .requestTooLarge)
    }
}

extension Status {
    /// The browser's connection or address has as much in progress as it may have.
    static let tooMuchStored = Status(
        .resourceExhausted,
        .gateway.tooMuchStored,
        retryDelay: .seconds(1),
        reason: .overloaded
    )
}

extension StatusReason {
    /// A request is over the limit of its method.
    static let requestTooLarge: StatusReason = "REQUEST_TOO_LARGE"
}

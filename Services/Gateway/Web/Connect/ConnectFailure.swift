import Foundation
import HTTPTypes
import MessageCoding
import NIOCore
import RPC
import RPCValues

/// How a call failed, as the Connect protocol tells it.
struct ConnectFailure {
    let status: Status
    let language: Language

    init(_ status: Status, in language: Language) {
        self.status = status
        self.language = language
    }

    /// The JSON object: code, sentence and details, encoded in base64 and readable.
    var json: ByteBuffer {
        JSONText.object([
            "code": JSONText.encode(status.code.connectName),
            "message": JSONText.encode(status.text.rendered(in: language)),
            "details": details,
        ])
    }

    private var details: ByteBuffer {
        let bytes = ByteBuffer(bytes: (status.received ?? status.wire(in: language)).details)
        let type = RPCMessages.StatusDetails.descriptor
        guard bytes.readableBytes > 0, let debug = try? MessageJSON.encode(bytes, as: type) else {
            return ByteBuffer(string: "[]")
        }
        // Base64 without padding, as the protocol has it.
        let value = Data(bytes.readableBytesView).base64EncodedString().filter { $0 != "=" }
        var array = ByteBuffer(string: "[")
        array.writeImmutableBuffer(
            JSONText.object(["type": JSONText.encode(type.fullName), "value": JSONText.encode(value), "debug": debug])
        )
        array.writeString("]")
        return array
    }
}

extension Status {
    /// The answer to a request that failed, for a reader of a language.
    func webResponse(in language: Language) -> WebResponse {
        var fields: HTTPFields = [.contentType: "application/json"]
        if let retryDelay, code == .resourceExhausted || code == .unavailable {
            fields[.retryAfter] = "\(max(1, Int((retryDelay / .seconds(1)).rounded(.up))))"
        }
        return WebResponse(code.httpStatus, fields, body: .bytes(ConnectFailure(self, in: language).json))
    }
}

extension StatusCode {
    /// As the Connect protocol names it.
    var connectName: String { self == .cancelled ? "canceled" : name.lowercased() }

    /// The HTTP status that the Connect protocol gives it.
    var httpStatus: HTTPResponse.Status {
        switch self {
        case .ok: .ok
        case .cancelled: .init(code: 499, reasonPhrase: "Client Closed Request")
        case .invalidArgument, .failedPrecondition, .outOfRange: .badRequest
        case .unauthenticated: .unauthorized
        case .permissionDenied: .forbidden
        case .notFound: .notFound
        case .alreadyExists, .aborted: .conflict
        case .resourceExhausted: .tooManyRequests
        case .unimplemented: .notImplemented
        case .unavailable: .serviceUnavailable
        case .deadlineExceeded: .gatewayTimeout
        case .unknown, .internalError, .dataLoss: .internalServerError
        }
    }
}

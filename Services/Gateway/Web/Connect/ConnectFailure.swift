import Foundation
import HTTPTypes
import MessageCoding
import NIOCore
import RPC
import RPCValues

/// How a call failed, as the Connect protocol tells it.
struct ConnectFailure: Encodable {
    /// One of the details, of a type that the platform defines.
    struct Detail: Encodable {
        let type: String
        /// The encoded message in base64 without padding.
        let value: String
        /// The same as JSON.
        let debug: RawJSON
    }

    let code: String
    let message: String
    let details: [Detail]

    init(_ status: Status, in language: Language) {
        code = status.code.connectName
        message = status.text.rendered(in: language)
        let bytes = ByteBuffer(bytes: (status.received ?? status.wire(in: language)).details)
        if bytes.readableBytes > 0,
            let debug = try? MessageJSON.encode(bytes, as: RPCMessages.StatusDetails.descriptor)
        {
            let value = Data(bytes.readableBytesView).base64EncodedString().filter { $0 != "=" }
            details = [Detail(type: RPCMessages.StatusDetails.descriptor.fullName, value: value, debug: RawJSON(debug))]
        } else {
            details = []
        }
    }

    /// The JSON object.
    var json: ByteBuffer { JSONText.encode(self) }
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

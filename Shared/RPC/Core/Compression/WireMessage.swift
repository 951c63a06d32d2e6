package import NIOCore
import Wire

/// A message in its wire form: plain, or an encoding number and compressed.
package struct WireMessage: Sendable {
    /// The message, or an encoding number and the compressed form.
    package var bytes: ByteBuffer
    /// Whether the bytes are compressed.
    package var isCompressed: Bool

    /// A copy for long storage, when it is a small part of a large buffer.
    var kept: WireMessage {
        guard bytes.storageCapacity > 4 * bytes.readableBytes + 1_024 else { return self }
        return WireMessage(ByteBuffer(bytes: bytes.readableBytesView), isCompressed: isCompressed)
    }

    /// Names bytes as they are sent.
    package init(_ bytes: ByteBuffer, isCompressed: Bool = false) {
        self.bytes = bytes
        self.isCompressed = isCompressed
    }
}

/// A message of the other side, decompressed.
package struct ReceivedMessage: Sendable {
    /// The message, or an encoding number and the compressed form.
    package var bytes: ByteBuffer
    /// Whether it came compressed.
    package var wasCompressed: Bool
}

/// Why a compressed message cannot be read. It ends its call and nothing else.
package enum CompressionFailure: Error, Hashable {
    /// It has an encoding that this side has not said to understand.
    case unsupportedEncoding
    /// Its bytes are not what the encoding makes.
    case damaged
    /// It is larger than this many bytes when decompressed.
    case tooLarge(limit: Int)
    /// The calls of this process have too many decompressed messages already.
    case overloaded

    /// The status with which a server ends the call.
    var serverStatus: Status {
        switch self {
        case .unsupportedEncoding:
            Status(
                .unimplemented,
                "The message's encoding is not supported here. Supported: zlib.",
                reason: .unsupportedEncoding
            )
        case .damaged:
            Status(.internalError, "The compressed message is damaged.", reason: .damagedMessage)
        case .tooLarge(let limit):
            Status(.resourceExhausted, "The message is over the limit of \(limit) bytes when decompressed.")
        case .overloaded:
            Status(
                .resourceExhausted,
                .rpc.busy,
                retryDelay: .seconds(1),
                reason: .overloaded
            )
        }
    }

    /// The status for the client's application, and the code that CANCEL carries to the server.
    var clientStatus: (status: Status, code: StatusCode) {
        switch self {
        case .unsupportedEncoding:
            (Status(.internalError, "The service's answer has an encoding that was not agreed on."), .cancelled)
        case .damaged:
            (Status(.internalError, "The service's answer is damaged."), .cancelled)
        case .tooLarge(let limit):
            (
                Status(.resourceExhausted, "The answer is over the limit of \(limit) bytes when decompressed."),
                .resourceExhausted
            )
        case .overloaded: (serverStatus, .resourceExhausted)
        }
    }
}

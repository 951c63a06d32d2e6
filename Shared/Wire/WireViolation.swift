/// Why a connection ends, as carried by a GOAWAY frame.
public enum ConnectionErrorCode: UInt8, Sendable, Hashable {
    /// A graceful end: nothing is wrong.
    case none = 0
    /// A frame that is not allowed in this state, or whose payload cannot be read.
    case protocolError = 1
    /// More bytes than there was credit for.
    case flowControl = 2
    /// A frame longer than the receiver's limit.
    case frameTooLarge = 3
    /// Too many frames without data: pings, empty messages, cancellations.
    case excessiveLoad = 4
    /// A failure of the sender itself.
    case internalError = 5
    /// The other side is not speaking this protocol.
    case notLarder = 6
}

/// A breach of the protocol that ends the connection.
public struct WireViolation: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code that the GOAWAY frame carries.
    public var code: ConnectionErrorCode
    /// What was wrong, in one sentence without values from the wire.
    public var reason: String

    /// Makes a violation from its code and a sentence.
    public init(_ code: ConnectionErrorCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason and the code, for a log.
    public var description: String { "\(reason) (\(code))" }

    /// The first bytes of the peer are those of another protocol.
    static let notLarder = WireViolation(.notLarder, "the peer does not speak this protocol")
}

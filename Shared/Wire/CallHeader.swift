import NIOCore

/// The part of a call's header that many calls on a connection share: method and steady metadata.
///
/// It is sent once and then named by a number. Identity matters: a sender that passes the same object again sends only
/// the number, a receiver gets the same object for every call that named it.
public final class CallTemplate: Sendable {
    /// `package.Service/Method`.
    public let method: String
    /// Metadata that every call from this template carries.
    public let metadata: Metadata

    /// Makes a template.
    public init(method: String, metadata: Metadata = Metadata()) {
        self.method = method
        self.metadata = metadata
    }

    var byteCount: Int { method.utf8.count + metadata.byteCount }
}

/// What starts a call.
public struct CallHeader: Sendable {
    /// Method and steady metadata.
    public var template: CallTemplate
    /// Whether the sender should have the receiver remember the template.
    public var remembersTemplate: Bool
    /// Time left for the call when it was sent, in microseconds; nil for no deadline.
    public var timeoutMicroseconds: UInt64?
    /// Metadata of this call alone.
    public var metadata: Metadata

    /// Makes a header.
    public init(
        template: CallTemplate,
        remembersTemplate: Bool = true,
        timeoutMicroseconds: UInt64? = nil,
        metadata: Metadata = Metadata()
    ) {
        self.template = template
        self.remembersTemplate = remembersTemplate
        self.timeoutMicroseconds = timeoutMicroseconds
        self.metadata = metadata
    }

    /// Names and values of both metadata lists together, as measured against the limit.
    public var metadataByteCount: Int { template.metadata.byteCount + metadata.byteCount }
}

/// How a server ended a call.
public struct CallStatus: Sendable, Hashable {
    public var code: StatusCode
    /// A sentence for a person; empty for OK.
    public var message: String
    /// A packed `larder.rpc.v1.StatusDetails`; empty when there are none.
    public var details: [UInt8]
    /// Trailing metadata.
    public var metadata: Metadata
    /// Whether no handler has seen the call.
    public var isUnprocessed: Bool

    /// Makes a status.
    public init(
        _ code: StatusCode,
        _ message: String = "",
        details: [UInt8] = [],
        metadata: Metadata = Metadata(),
        isUnprocessed: Bool = false
    ) {
        self.code = code
        self.message = message
        self.details = details
        self.metadata = metadata
        self.isUnprocessed = isUnprocessed
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeVarint(UInt64(code.rawValue))
        buffer.writeLengthPrefixed(message)
        buffer.writeLengthPrefixed(details)
        metadata.write(to: &buffer)
    }

    init(from buffer: inout ByteBuffer, flags: FrameFlags) throws(WireViolation) {
        guard let number = buffer.readVarint(), let message = buffer.readLengthPrefixedString(),
            let details = buffer.readLengthPrefixedBytes()
        else {
            throw WireViolation(.protocolError, "a STATUS frame is cut off")
        }
        // A code from a later version of the protocol is still an end of the call.
        code = UInt8(exactly: number).flatMap(StatusCode.init(rawValue:)) ?? .unknown
        self.message = message
        self.details = details
        metadata = try Metadata(from: &buffer)
        isUnprocessed = flags.contains(.unprocessed)
    }
}

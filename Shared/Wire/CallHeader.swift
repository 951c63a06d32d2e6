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
    /// Names and values of the metadata as measured against the limit, counted once.
    public let metadataByteCount: Int
    /// Whether the method can be sent to a server, see ``isValid(method:)``.
    let hasValidMethod: Bool

    /// Makes a template.
    public init(method: String, metadata: Metadata = Metadata()) {
        self.method = method
        self.metadata = metadata
        metadataByteCount = metadata.byteCount
        hasValidMethod = CallTemplate.isValid(method: method)
    }

    /// Longest method name in bytes.
    public static let largestMethodSize = 256

    /// Whether a name may be a method: 1 to 256 visible ASCII characters, so that it can never split a log line.
    public static func isValid(method: String) -> Bool {
        !method.isEmpty && method.utf8.count <= largestMethodSize
            && method.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// The header of a CALL frame: what a call is and how long it may take.
public struct CallHeader: Sendable {
    /// Method and steady metadata.
    public var template: CallTemplate
    /// Whether the sender should have the receiver remember the template.
    public var remembersTemplate: Bool
    /// Time left for the call when it was sent, in microseconds; nil for no deadline. A receiver reads more than a year
    /// as a year, so that adding it to a clock never overflows.
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
    public var metadataByteCount: Int { template.metadataByteCount + metadata.byteCount }

    /// 365 days.
    static let longestTimeoutMicroseconds: UInt64 = 31_536_000_000_000
}

/// The status that a server ends a call with.
public struct CallStatus: Sendable, Hashable {
    /// The parts that a plain OK, which nearly all calls end with, does not have.
    private struct Explanation: Sendable, Hashable {
        var message = ""
        var details: [UInt8] = []
        var metadata = Metadata()
        var isUnprocessed = false
    }

    private final class Box: Sendable {
        let explanation: Explanation
        init(_ explanation: Explanation) { self.explanation = explanation }
    }

    /// How the call ended.
    public var code: StatusCode
    private var box: Box?

    private var explanation: Explanation {
        get { box?.explanation ?? Explanation() }
        set { box = newValue == Explanation() ? nil : Box(newValue) }
    }

    /// A sentence for a person; empty for OK.
    public var message: String {
        get { explanation.message }
        set { explanation.message = newValue }
    }

    /// A packed `larder.rpc.v1.StatusDetails`; empty when there are none.
    public var details: [UInt8] {
        get { explanation.details }
        set { explanation.details = newValue }
    }

    /// Trailing metadata.
    public var metadata: Metadata {
        get { explanation.metadata }
        set { explanation.metadata = newValue }
    }

    /// Whether no handler has seen the call.
    public var isUnprocessed: Bool {
        get { explanation.isUnprocessed }
        set { explanation.isUnprocessed = newValue }
    }

    /// Makes a status.
    public init(
        _ code: StatusCode,
        _ message: String = "",
        details: [UInt8] = [],
        metadata: Metadata = Metadata(),
        isUnprocessed: Bool = false
    ) {
        self.code = code
        explanation = Explanation(
            message: message,
            details: details,
            metadata: metadata,
            isUnprocessed: isUnprocessed
        )
    }

    private init(plain code: StatusCode) { self.code = code }

    /// OK with nothing else.
    static var plainOK: CallStatus { CallStatus(plain: .ok) }

    /// Whether all parts of both are equal.
    public static func == (left: CallStatus, right: CallStatus) -> Bool {
        left.code == right.code && left.explanation == right.explanation
    }

    /// Hashes all parts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(explanation)
    }

    /// The most of a message that is sent, in bytes of UTF-8.
    static let largestMessageSize = 4_096
    /// Details above this many bytes are not sent.
    static let largestDetailsSize = 8_192

    /// The same status cut to what fits a STATUS frame, so that a handler's message never costs the connection.
    func fitting(metadataLimit: Int) -> CallStatus {
        var fitted = self
        if message.utf8.count > CallStatus.largestMessageSize {
            let cut = message.utf8.prefix(CallStatus.largestMessageSize)
            // The cut may split a character, whose rest is repaired to U+FFFD of up to three bytes.
            fitted.message = String(decoding: cut.dropLast(3), as: UTF8.self)
        }
        if details.count > CallStatus.largestDetailsSize { fitted.details = [] }
        if metadata.byteCount > metadataLimit { fitted.metadata = Metadata() }
        return fitted
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
        self.init(
            // A code from a later version of the protocol is still an end of the call.
            UInt8(exactly: number).flatMap(StatusCode.init(rawValue:)) ?? .unknown,
            message,
            details: details,
            metadata: try Metadata(from: &buffer),
            isUnprocessed: flags.contains(.unprocessed)
        )
    }
}

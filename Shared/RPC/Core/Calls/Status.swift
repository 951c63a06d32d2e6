import Foundations
import MessageCoding
import NIOCore
import RPCValues
// Status codes, metadata and texts are part of this module's vocabulary; callers need not know where they are defined.
@_exported public import Texts
@_exported public import Wire

/// How a call failed: a code, a message for people, and typed details.
///
/// Handlers throw it to fail a call; clients catch it. What caused the failure inside a service goes to the log and is
/// never part of it.
public struct Status: Error, Sendable, Hashable, CustomStringConvertible {
    private struct Content: Sendable, Hashable {
        var code: StatusCode
        var text: LocalizedText
        var fieldViolations: [FieldViolation]
        var retryDelay: Duration?
        var reason: StatusReason
        var entries: [String: String]
        var isUnprocessed: Bool
        var origin = Origin.local
        var rejectedBy: Endpoint?
        var received: CallStatus?
    }

    /// Where a status was made.
    private enum Origin: Sendable, Hashable {
        /// In this process, by a handler or a caller.
        case local
        /// In this process, by a channel without a usable connection.
        case channel
        /// By a server.
        case server
    }

    /// Stored by reference, since results that may be a status are passed on with every call.
    private final class Storage: Sendable, Hashable {
        let content: Content

        init(_ content: Content) { self.content = content }

        static func == (left: Storage, right: Storage) -> Bool { left === right || left.content == right.content }

        func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
    }

    private var storage: Storage

    private var content: Content {
        get { storage.content }
        set { storage = Storage(newValue) }
    }

    /// What a program decides by.
    public var code: StatusCode {
        get { content.code }
        set { content.code = newValue }
    }

    /// What a person reads, in that person's language.
    public var text: LocalizedText {
        get { content.text }
        set { content.text = newValue }
    }

    /// The text in English, as logs have it; of a status from a server in the language that the call asked for.
    public var message: String {
        get { text.english }
        set { text = .verbatim(newValue) }
    }

    /// Every field of the request that is wrong.
    public var fieldViolations: [FieldViolation] {
        get { content.fieldViolations }
        set { content.fieldViolations = newValue }
    }

    /// When another try makes sense; nil when the server gave no advice.
    public var retryDelay: Duration? {
        get { content.retryDelay }
        set { content.retryDelay = newValue }
    }

    /// A stable, machine-readable reason such as `TOKEN_EXPIRED`; ``StatusReason/none`` when there is none.
    public var reason: StatusReason {
        get { content.reason }
        set { content.reason = newValue }
    }

    /// What the reason is about, by name, such as the consent that is missing; empty when the reason says it all.
    public var entries: [String: String] {
        get { content.entries }
        set { content.entries = newValue }
    }

    /// Whether no handler has seen the call, so that sending it again is always safe.
    public var isUnprocessed: Bool {
        get { content.isUnprocessed }
        set { content.isUnprocessed = newValue }
    }

    /// Whether it came from a server, as opposed to having been made in this process.
    public var isRemote: Bool {
        get { content.origin == .server }
        set { content.origin = newValue ? .server : .local }
    }

    /// Whether the same request will always fail like this, as the request itself is wrong: it is not worth a retry.
    ///
    /// True of INVALID_ARGUMENT, FAILED_PRECONDITION and OUT_OF_RANGE. Codes about the state of a resource, such as NOT_FOUND
    /// and ALREADY_EXISTS, are for the caller to judge.
    public var isPermanent: Bool {
        switch code {
        case .invalidArgument, .failedPrecondition, .outOfRange: true
        default: false
        }
    }

    /// Whether a channel of this process made it, without a usable connection.
    package var isFromChannel: Bool { content.origin == .channel }

    /// The instance that rejected the call; nil when a handler may have seen it.
    package internal(set) var rejectedBy: Endpoint? {
        get { content.rejectedBy }
        set { content.rejectedBy = newValue }
    }

    /// The status as a server sent it, with details unknown to this program.
    package var received: CallStatus? { content.received }

    /// The server's metadata with it; empty when there was none.
    public var trailers: Metadata { received?.metadata ?? Metadata() }

    /// A field of a request and what is wrong with it.
    public struct FieldViolation: Sendable, Hashable {
        /// Path such as `items[2].amount`.
        public var field: String
        /// What is wrong and what is allowed, in the reader's language.
        public var text: LocalizedText

        /// What is wrong and what is allowed, in English; from a server in the language that the call asked for.
        public var description: String { text.english }

        /// Names a field and what is wrong with it.
        public init(_ field: String, _ text: LocalizedText) {
            self.field = field
            self.text = text
        }

        /// Names a field and what is wrong with it, for developers and operators, in English.
        public init(_ field: String, _ description: String) { self.init(field, .verbatim(description)) }
    }

    /// Makes a status.
    public init(
        _ code: StatusCode,
        _ text: LocalizedText,
        fieldViolations: [FieldViolation] = [],
        retryDelay: Duration? = nil,
        reason: StatusReason = .none,
        entries: [String: String] = [:],
        isUnprocessed: Bool = false
    ) {
        storage = Storage(
            Content(
                code: code,
                text: text,
                fieldViolations: fieldViolations,
                retryDelay: retryDelay,
                reason: reason,
                entries: entries,
                isUnprocessed: isUnprocessed
            )
        )
    }

    /// Makes a status whose message is for developers and operators: it is English in all languages.
    public init(
        _ code: StatusCode,
        _ message: String,
        fieldViolations: [FieldViolation] = [],
        retryDelay: Duration? = nil,
        reason: StatusReason = .none,
        isUnprocessed: Bool = false
    ) {
        self.init(
            code,
            .verbatim(message),
            fieldViolations: fieldViolations,
            retryDelay: retryDelay,
            reason: reason,
            isUnprocessed: isUnprocessed
        )
    }

    /// An INVALID_ARGUMENT that names every wrong field.
    /// - Precondition: There is at least one violation.
    public static func invalid(_ violations: [FieldViolation]) -> Status {
        Status(
            .invalidArgument,
            .joined(violations.map(\.text)),
            fieldViolations: violations,
            reason: .invalidFields
        )
    }

    /// A NOT_FOUND that does not reveal whether the resource exists for another user.
    public static func notFound(_ what: LocalizedText) -> Status { Status(.notFound, .rpc.noSuch(what: what)) }

    /// The same for what has a name in English alone.
    public static func notFound(_ what: String) -> Status { notFound(.verbatim(what)) }

    /// Code, reason and message, for logs.
    public var description: String {
        reason.isEmpty ? "\(code.name): \(message)" : "\(code.name) (\(reason)): \(message)"
    }

    /// The status for this service's own caller after an outgoing call failed.
    ///
    /// A callee's complaint about a request that the caller never saw is a fault of this service, so only what describes
    /// the state of the system passes: being unavailable, overloaded, cancelled or late, with the advice when to come back
    /// and without the callee's reason and details. It passes as processed, whatever it was for the callee: this service
    /// has seen the call and may have done something already. What a handler made itself stays as it is.
    public var translatedForCaller: Status {
        guard isRemote || isFromChannel else { return self }
        switch code {
        case .unavailable, .resourceExhausted, .deadlineExceeded, .cancelled:
            return Status(code, text, retryDelay: retryDelay)
        default:
            return Status(.internalError, .rpc.ourFault)
        }
    }

    /// The same, made by a channel.
    var fromChannel: Status {
        var status = self
        status.content.origin = .channel
        return status
    }

    /// A call whose deadline has passed.
    static let deadlineExceeded = Status(.deadlineExceeded, .rpc.deadlineExceeded)

    /// A call that its caller has cancelled.
    static let cancelledByCaller = Status(.cancelled, .rpc.cancelled)
}

extension Status {
    /// As it goes over the wire, in English.
    package var wire: CallStatus { wire(in: .english) }

    /// As it goes over the wire to a reader of a language.
    package func wire(in language: Language) -> CallStatus {
        var details = RPCMessages.StatusDetails()
        details.fieldViolations = fieldViolations.map {
            RPCMessages.FieldViolation(field: $0.field, description: $0.text.rendered(in: language))
        }
        details.retryDelay = retryDelay.map { RPCMessages.RetryDelay(milliseconds: $0.wholeMilliseconds) }
        details.reason = reason.rawValue
        details.entries = entries.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) }
        let bytes = details == RPCMessages.StatusDetails() ? nil : try? details.encoded()
        return CallStatus(
            code,
            text.rendered(in: language),
            details: bytes.map { Array($0.readableBytesView) } ?? [],
            isUnprocessed: isUnprocessed
        )
    }

    /// As it came over the wire. Details that cannot be read are left out: the code alone decides.
    init(remote status: CallStatus) {
        self.init(status.code, status.message, isUnprocessed: status.isUnprocessed)
        isRemote = true
        content.received = status
        guard !status.details.isEmpty,
            let details = try? RPCMessages.StatusDetails(decoding: ByteBuffer(bytes: status.details))
        else { return }
        fieldViolations = details.fieldViolations.map { FieldViolation($0.field, $0.description) }
        retryDelay = details.retryDelay.map { .milliseconds($0.milliseconds) }
        reason = StatusReason(rawValue: details.reason)
        entries = Dictionary(details.entries.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

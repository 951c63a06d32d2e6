/// The machine-readable reason of a status, such as `TOKEN_EXPIRED`, which programs decide by.
///
/// Reasons are part of the interface: their text never changes. Each is declared once, as a constant beside the feature that
/// it belongs to; this file has those of the RPC layer and those that every client has to know.
public struct StatusReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text that goes over the wire, in upper case; empty for no reason.
    public let rawValue: String

    /// Names a reason by its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Declares a reason.
    public init(stringLiteral value: StaticString) { rawValue = value.description }

    /// Whether there is no reason.
    public var isEmpty: Bool { rawValue.isEmpty }

    /// The text that goes over the wire.
    public var description: String { rawValue }
}

extension StatusReason {
    /// No reason beyond the code.
    public static let none: StatusReason = ""

    // MARK: Requests

    /// Fields of the request are invalid, as the field violations say.
    public static let invalidFields: StatusReason = "INVALID_FIELDS"
    /// A call with a single request has none.
    public static let noRequest: StatusReason = "NO_REQUEST"
    /// A message is not of the method's type.
    public static let malformedMessage: StatusReason = "MALFORMED_MESSAGE"
    /// A message cannot be encoded.
    public static let unsendableMessage: StatusReason = "UNSENDABLE_MESSAGE"
    /// A compressed message has an encoding that was not negotiated.
    public static let unsupportedEncoding: StatusReason = "UNSUPPORTED_ENCODING"
    /// A compressed message cannot be decompressed.
    public static let damagedMessage: StatusReason = "DAMAGED_MESSAGE"
    /// An idempotency key has characters that metadata cannot carry.
    public static let invalidKey: StatusReason = "INVALID_KEY"
    /// An idempotency key was used for another request.
    public static let idempotencyKeyReused: StatusReason = "IDEMPOTENCY_KEY_REUSED"

    // MARK: Callers

    /// The method needs a valid access token.
    public static let signInRequired: StatusReason = "SIGN_IN_REQUIRED"
    /// The access token has expired; with a new one the call may succeed.
    public static let tokenExpired: StatusReason = "TOKEN_EXPIRED"
    /// The user name or the password is wrong.
    public static let wrongCredentials: StatusReason = "WRONG_CREDENTIALS"
    /// The caller may not call the method.
    public static let callerNotAllowed: StatusReason = "CALLER_NOT_ALLOWED"
    /// The user has to accept the terms of use in force first.
    public static let termsNotAccepted: StatusReason = "TERMS_NOT_ACCEPTED"
    /// The call depends on a consent that the user has not given; the entry `consent` names it.
    public static let consentRequired: StatusReason = "CONSENT_REQUIRED"
    /// The call is part of a larger plan; the entry `plan` names it.
    public static let planRequired: StatusReason = "PLAN_REQUIRED"
    /// The user's session was signed in without a second factor, which the method requires.
    public static let secondFactorMissing: StatusReason = "SECOND_FACTOR_MISSING"

    // MARK: Availability

    /// The server sheds load.
    public static let overloaded: StatusReason = "OVERLOADED"
    /// No instance of the service can be connected to.
    public static let serviceUnreachable: StatusReason = "SERVICE_UNREACHABLE"
    /// Instances are connected, but none of them serves.
    public static let serviceNotServing: StatusReason = "SERVICE_NOT_SERVING"
    /// The channel's queue of waiting calls is full.
    public static let tooManyCallsWait: StatusReason = "TOO_MANY_CALLS_WAIT"
}

/// Hands mails to who delivers them.
public protocol MailTransport: Sendable {
    /// Hands a mail over. When it returns, somebody else is responsible for it.
    /// - Throws: ``MailFailure``.
    func send(_ message: MailMessage) async throws
}

/// Why a mail was not taken.
public enum MailFailure: Error, Sendable, Equatable {
    /// The server says that the address does not work; trying again is pointless.
    case badAddress(reply: String)
    /// The server will never take this mail, for another reason than its address.
    case rejected(reply: String)
    /// Not now: the server asks for another try, or could not be reached in time.
    case postponed(reason: String)
    /// The server cannot be used as it is configured: it proves itself with a wrong certificate, offers no encryption, or does not
    /// know the name and password. Every other mail would fail alike.
    case misconfigured(reason: String)
}

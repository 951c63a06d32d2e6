import FoundationEssentials
import Foundations

/// The tokens of one session as a ``TokenStore`` stores them. They are secrets.
public struct StoredSession: Sendable, Hashable, Codable {
    /// The access token, sent with every call; valid for minutes.
    public var accessToken: String
    /// The expiry in seconds since 1970-01-01T00:00:00Z by the server's clock.
    public var accessTokenExpiresAt: Int64
    /// The refresh token, exchanged once for new tokens.
    public var refreshToken: String
    /// The idempotency key of that exchange.
    public var renewalKey: String
    /// The time of receipt in seconds since 1970-01-01T00:00:00Z by this machine's clock.
    public var receivedAt: Int64
    /// Permanent account id, a UUID.
    public var accountID: String
    /// The user name at the time of signing in.
    public var username: String

    /// The time before expiry at which the access token is renewed, in seconds, so that it does not expire in transit.
    static let renewalMargin: Int64 = 30

    init(_ tokens: Auth.SessionTokens, receivedAt: Int64) {
        accessToken = tokens.accessToken
        accessTokenExpiresAt = tokens.accessTokenExpiresAt?.seconds ?? 0
        refreshToken = tokens.refreshToken
        renewalKey = UUID().canonical
        self.receivedAt = receivedAt
        accountID = tokens.accountID
        username = tokens.username
    }

    /// The session's user.
    public var user: SignedInUser { SignedInUser(accountID: accountID, username: username) }

    /// Whether the access token should be renewed before it is sent again.
    ///
    /// False when the clock is so wrong that the token appeared due on receipt; then the server decides.
    func isDueForRenewal(at now: Int64) -> Bool {
        let due = accessTokenExpiresAt - StoredSession.renewalMargin
        return due > receivedAt && now >= due
    }

    /// Whether the access token has expired by this machine's clock.
    func isExpired(at now: Int64) -> Bool { now >= accessTokenExpiresAt }
}

extension StoredSession: CustomStringConvertible {
    /// A description without the tokens, so that they are never logged.
    public var description: String { "session of \(username)" }
}

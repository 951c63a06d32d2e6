import FoundationEssentials

/// The tokens of one session as a ``TokenStore`` keeps them. They are secrets: whoever has them is the user.
public struct StoredSession: Sendable, Hashable, Codable {
    /// Sent with every call, for minutes.
    public var accessToken: String
    /// Seconds since 1970-01-01T00:00:00Z by the server's clock.
    public var accessTokenExpiresAt: Int64
    /// Exchanged once for new tokens.
    public var refreshToken: String
    /// The idempotency key of that one exchange.
    public var renewalKey: String
    /// Seconds since 1970-01-01T00:00:00Z by this machine's clock.
    public var receivedAt: Int64
    /// Permanent account id, a UUID.
    public var accountID: String
    /// The user name at the time of signing in.
    public var username: String

    /// Before the access token expires it is renewed by this many seconds, so that it doesn't expire on its way.
    static let renewalMargin: Int64 = 30

    init(_ tokens: Auth.SessionTokens, receivedAt: Int64) {
        accessToken = tokens.accessToken
        accessTokenExpiresAt = tokens.accessTokenExpiresAt?.seconds ?? 0
        refreshToken = tokens.refreshToken
        renewalKey = UUID().uuidString.lowercased()
        self.receivedAt = receivedAt
        accountID = tokens.accountID
        username = tokens.username
    }

    /// Whose session it is.
    public var user: SignedInUser { SignedInUser(accountID: accountID, username: username) }

    /// Whether the access token should be renewed before it is sent again.
    ///
    /// By a clock so wrong that the token was due when it came, nothing can be told; then the server decides.
    func isDueForRenewal(at now: Int64) -> Bool {
        let due = accessTokenExpiresAt - StoredSession.renewalMargin
        return due > receivedAt && now >= due
    }

    /// Whether the server takes the access token no more, as far as this machine's clock tells.
    func isExpired(at now: Int64) -> Bool { now >= accessTokenExpiresAt }
}

extension StoredSession: CustomStringConvertible {
    /// Without the tokens, so that no log has them.
    public var description: String { "session of \(username)" }
}

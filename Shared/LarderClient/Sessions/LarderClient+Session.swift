extension LarderClient {
    /// Signs in and keeps the tokens in place of those before.
    /// - Parameters:
    ///   - name: User name or e-mail address.
    ///   - device: What the person calls this device, up to 100 characters.
    /// - Returns: Who is signed in.
    /// - Throws: UNAUTHENTICATED for an unknown name or a wrong password, which are not told apart.
    @discardableResult
    public func signIn(
        name: String,
        password: String,
        device: String,
        options: CallOptions = CallOptions()
    ) async throws -> SignedInUser {
        try await sessionKeeper.signIn(.init(name: name, password: password, device: device), options: options)
    }

    /// Ends the session here and at the server.
    ///
    /// The tokens are forgotten in every case, also when the server cannot be told; its error is thrown after that.
    /// - Returns: Whether anybody was signed in.
    @discardableResult
    public func signOut(options: CallOptions = CallOptions()) async throws -> Bool {
        try await sessionKeeper.signOut(options: options)
    }

    /// Who is signed in; nil for nobody. The server isn't asked.
    /// - Throws: What the token store fails with.
    public var signedInUser: SignedInUser? {
        get async throws { try await sessionKeeper.signedInUser }
    }
}

/// Who is signed in.
public struct SignedInUser: Sendable, Hashable {
    /// Permanent account id, a UUID.
    public var accountID: String
    /// The user name at the time of signing in.
    public var username: String

    /// Names a user.
    public init(accountID: String, username: String) {
        self.accountID = accountID
        self.username = username
    }
}
